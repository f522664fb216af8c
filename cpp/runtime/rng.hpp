// Random numbers that are the same everywhere: xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64.
#pragma once

#include <cstdint>

#include "runtime/splitmix.hpp"

namespace riverboat {

class Rng {
  public:
    // Different streams of one seed are independent, so that chunks of work can run in any order.
    Rng(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t x = seed ^ (stream + 1) * 0xD1342543DE82EF95;
        for (std::uint64_t& word : state_) {
            x += kSplitMixStep;
            word = splitmix(x);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9, t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // Uniform in [0, n) from 32 random bits; the bias is below n / 2^32, under a hundred-millionth for cards.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return x << k | x >> (64 - k); }
    std::uint64_t state_[4];
};

}  // namespace riverboat
