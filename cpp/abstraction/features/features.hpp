// What a person would say of a hand and its board, as one number: the made hand, what the board threatens and
// what the hand may become. Python's abstraction/features.py explains the features and writes them as text.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cards/card.hpp"
#include "cards/evaluator/evaluator.hpp"

namespace riverboat {

// All that is told, in bit fields; numbers compare as made hands do, then feature by feature. From the top:
//   category 4, first rank 4, second rank 4 (rank + 1, 0 if the name has one), kicker 4 (rank + 1, 0 if
//   none), suits on the board 3, top held 2, pairs on the board 2, trips on the board 1, flush draw 3,
//   straight draw 2.
// Before the flop: lower rank 4, higher rank 4, suited 1.
using FeatureWord = std::uint32_t;
inline constexpr int kNameShift = 13, kNameBits = 16;  // where category, ranks and kicker are

inline constexpr int kFlushCards = 5;

// How finely each feature is told: as a number, or as yes or no.
struct FeatureRules {
    bool suit_counts, top_counts, pair_counts;
    bool kicker, draws;  // told at all
};

// A board of 0, 3, 4 or 5 cards, looked at once for all hands on it.
class FeatureBoard {
  public:
    FeatureBoard(std::span<const Card> board, FeatureRules rules);
    // Two different cards that are not on the board.
    FeatureWord word(Card a, Card b) const;

  private:
    unsigned straight_draw(unsigned hole) const;
    unsigned flush_draw(Card a, Card b) const;

    FeatureRules rules_;
    int to_come_;
    std::uint64_t sum_;                       // of kCardKey
    RankTable::Lookup strengths_{};           // of hands on this board without a flush
    std::array<std::uint16_t, kSuits> suit_;  // ranks on the board, by suit
    unsigned ranks_ = 0;                      // ranks on the board
    FeatureWord told_ = 0;                    // what is the same for all hands
};

}  // namespace riverboat
