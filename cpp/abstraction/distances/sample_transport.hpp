// Earth mover's distance between samples of the same number of equally heavy points, such as the buckets that
// a hand meets with each next card.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abstraction/distances/transport.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Samples [count, width] of bucket numbers.
struct Samples {
    const std::uint16_t* buckets;
    std::size_t count, width;

    const std::uint16_t* row(std::size_t i) const { return buckets + i * width; }
};

inline constexpr std::size_t kWidestSample = 64;

// All distances: out[from.count, to.count]. Both have the same width, from 1 to kWidestSample.
//
// Ground distances are rounded to whole parts of 2^-22 of the largest, which is as fine as float32, and whole
// numbers have one least sum however it is found: answers depend neither on the instruction path nor on the
// order of the work.
void sample_transport(const Samples& from, const Samples& to, const Ground& ground, float* out,
                      unsigned threads, const Watch& watch);

}  // namespace riverboat
