// K-medians: centres that minimise the weighted sum of absolute differences of points to the nearest of them.
//
// Answers do not depend on the threads or the instruction path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abstraction/clustering/packed.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

struct Medians {
    std::vector<std::uint32_t> labels;  // [points]: the nearest centre, of equally near ones the first
    double error = 0;                   // sum of weight x distance
};

// Points go to the nearest centre and centres to the weighted median of their points, coordinate by
// coordinate, from `start` [k][dims], while the error falls and at most `moves` times. A centre that loses
// its points goes away for good. order: for each coordinate the points' numbers, ascending, [dims][points].
Medians kmedians_lloyd(const Points<double>& points, const std::uint32_t* order, std::vector<double> start,
                       std::size_t moves, unsigned threads, const Watch& watch);

// k first centres, one by one, each the candidate that lowers the error most; of equal ones the first.
// Candidates are points' numbers; returns places among them. Takes 8 bytes for each candidate and point.
std::vector<std::uint32_t> kmedians_greedy(const Points<double>& points,
                                           std::span<const std::int64_t> candidates, std::size_t k,
                                           unsigned threads, const Watch& watch);

// One centre for each of `random`, in [0, 1): drawn with probability weight x distance to those before.
// Returns points' numbers.
std::vector<std::uint32_t> kmedians_draw(const Points<double>& points, std::span<const double> random);

}  // namespace riverboat
