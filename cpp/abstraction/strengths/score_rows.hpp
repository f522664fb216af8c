// Rivers of hands on the turn as rows of 46 scores, 2 wins + ties: counted, and put into bins.
#pragma once

#include <cstdint>
#include <span>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

inline constexpr int kScores = 2 * kRiverOpponents + 1;  // scores go from 0 to 1980

// Deals are rows chosen by number; a row may come several times.

// Adds to counts, [group][kScores], weights[i] for every score of deal i of group groups[i].
void count_scores(const std::uint16_t* scores, std::span<const std::int32_t> rows,
                  const std::uint16_t* groups, const std::int64_t* weights, std::int64_t* counts);

// Writes to out, [deal][bins], how many scores of each deal fall into each bin.
void score_histograms(const std::uint16_t* scores, std::span<const std::int32_t> rows,
                      const std::uint8_t* bin_of_score, std::size_t bins, std::uint8_t* out, unsigned threads,
                      const Watch& watch);

}  // namespace riverboat
