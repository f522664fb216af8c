// Range against range, exactly, hand by hand.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// Sums over all boards and all opposing hands that share no card, weighted by the opposing range. Divide by
// `total` for the probability that a hand wins or ties.
struct RangeSums {
    std::vector<double> wins = std::vector<double>(kHands);
    std::vector<double> ties = std::vector<double>(kHands);
    std::vector<double> total = std::vector<double>(kHands);
};

// Weights by hand index; hands that meet the start of the board or dead cards do not count. Sums are exact
// while they stay whole numbers (weights of 0 and 1). Both players get sums for all hands that one of them
// holds, and for those that are `listed` by hand index, if any are.
std::array<RangeSums, 2> range_equity(const Evaluator& evaluator, std::span<const double> first,
                                      std::span<const double> second, std::span<const Card> start,
                                      CardMask dead, unsigned threads, const Watch& watch,
                                      std::span<const std::uint8_t> listed = {});

// One hand against a range: {wins, ties, total}. The hand must not meet the start of the board or dead cards.
std::array<double, 3> hand_equity(const Evaluator& evaluator, Hand hand, std::span<const double> range,
                                  std::span<const Card> start, CardMask dead, unsigned threads,
                                  const Watch& watch);

}  // namespace riverboat
