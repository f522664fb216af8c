// How strong every hand is on an incomplete board, against a random hand, over all cards to come.
#pragma once

#include <span>
#include <vector>

#include "cards/equity/board.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// A hand's score on a complete board: 2 wins + ties, 0 .. 1980, so that sums stay whole numbers.
inline constexpr int kMaxScore = 2 * kRiverOpponents;

// Sums over all completions of a board, by hand index; hands that meet it stay 0.
// Before the flop one board of each suit class is dealt and counted as often as the class is large: there the
// sums are right only when added up over the hands of one of the 169 classes.
struct Rollout {
    std::vector<std::uint64_t> scores = std::vector<std::uint64_t>(kHands);
    std::vector<std::uint64_t> squares = std::vector<std::uint64_t>(kHands);
    std::vector<std::uint64_t> histogram;    // [1326][bins] of score / 1980; 1 belongs to the last bin
    std::vector<std::uint32_t> next_scores;  // [52][1326]: over the completions that hold this card

    void add(const Rollout& other);
};

// `start` has 0, 3, 4 or 5 cards. bins = 0: no histogram. next_scores are filled for 3 and 4 cards if asked
// for.
Rollout rollout(const Evaluator& evaluator, std::span<const Card> start, int bins, bool want_next,
                unsigned threads, const Watch& watch);

}  // namespace riverboat
