// Binomial coefficients and the colex order of rank sets, as the hand indexer needs them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cards/card.hpp"

namespace riverboat {

constexpr std::int64_t choose(std::int64_t n, int k) {
    if (k < 0 || n < k) return 0;
    std::int64_t result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}

// Multisets of `k` out of `n` kinds. Also the rank among multisets of size k, in order of largest member
// first, of the first one whose largest member is n.
constexpr std::int64_t multichoose(std::int64_t n, int k) {
    return k == 0 ? 1 : choose(n + k - 1, k);
}

namespace detail {
struct RankSets {
    std::array<std::uint16_t, 1 << kRanks> sets{};
    std::array<std::uint16_t, kRanks + 2> first{};
    constexpr RankSets() {
        for (unsigned set = 0; set < sets.size(); ++set) ++first[std::popcount(set) + 1];
        for (int size = 0; size <= kRanks; ++size) first[size + 1] += first[size];
        std::array<std::uint16_t, kRanks + 2> next = first;
        for (unsigned set = 0; set < sets.size(); ++set) {
            sets[next[std::popcount(set)]++] = static_cast<std::uint16_t>(set);
        }
    }
};
}  // namespace detail

inline constexpr detail::RankSets kRankSets{};

// The set of `size` ranks with colex rank `rank`: sets of one size in ascending order as binary numbers.
constexpr unsigned rank_set(int size, std::uint32_t rank) {
    return kRankSets.sets[kRankSets.first[size] + rank];
}

}  // namespace riverboat
