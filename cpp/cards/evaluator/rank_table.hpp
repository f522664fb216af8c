// From the ranks of n cards to a number, in two loads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card.hpp"

namespace riverboat {

// Each rank has a key such that no two different sets of up to seven ranks (four of each at most) have the
// same sum modulo 2^23. The smallest such keys by greedy search are 0, 1, 5, 22, 98, 453, 2031, 8698, 22854,
// 83661, 262349, 636345, 1479181; times an odd number they stay distinct and scatter, which packs the table
// tight. The multiplier is the best of a few hundred for the size of the seven-card table. A test checks all
// sums.
inline constexpr int kKeyBits = 23;
inline constexpr std::uint32_t kKeyMask = (1u << kKeyBits) - 1;
inline constexpr std::array<std::uint32_t, kRanks> kRankKey = [] {
    std::array<std::uint32_t, kRanks> keys = {0,    1,     5,     22,     98,     453,    2031,
                                              8698, 22854, 83661, 262349, 636345, 1479181};
    for (std::uint32_t& key : keys) key = key * 630311759u & kKeyMask;
    return keys;
}();

// A perfect hash of the sums by row displacement (Tarjan and Yao 1979): the high bits of the sum choose a
// row, each row is shifted so that no two occupied places fall together. The 49,205 sums of seven cards fill
// 93 % of their places: 106 kB and 16 kB of shifts, so all of it lives in the second-level cache, with room
// for a solver's data.
class RankTable {
  public:
    struct Entry {
        std::uint32_t key;
        std::uint16_t value;
    };
    RankTable() = default;
    explicit RankTable(const std::vector<Entry>& entries);

    // What a hot loop keeps in registers.
    struct Lookup {
        const std::uint16_t* shifts;
        const std::uint16_t* values;
        // `sum` of up to seven keys, not reduced. Never reads out of bounds, also for sums no hand has
        // (garbage).
        std::uint16_t operator[](std::uint32_t sum) const {
            return values[(sum & kColumnMask) + shifts[(sum & kKeyMask) >> kColumnBits]];
        }
    };
    Lookup lookup() const { return {shifts_.data(), values_.data()}; }
    std::uint16_t operator[](std::uint32_t sum) const { return lookup()[sum]; }

    std::size_t bytes() const { return 2 * (values_.size() + shifts_.size()); }

    static constexpr int kColumnBits = 10;
    static constexpr std::uint32_t kColumnMask = (1u << kColumnBits) - 1;

  private:
    std::vector<std::uint16_t> shifts_;
    std::vector<std::uint16_t> values_;
};

}  // namespace riverboat
