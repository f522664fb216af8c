// What a person would say of a hand and its board, as one number: the made hand, what the table threatens and
// what the hand may become. Python's abstraction/features.py explains the features and writes them as text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.hpp"
#include "cards/evaluator.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

// All that is told, in bit fields; numbers compare as made hands do, then feature by feature. From the top:
//   category 4, first rank 4, second rank 4 (rank + 1, 0 if the name has one), kicker 4 (rank + 1, 0 if
//   none), suits on the table 3, top held 2, pairs on the table 2, trips on the table 1, flush draw 3,
//   straight draw 2.
// Before the flop: lower rank 4, higher rank 4, suited 1.
using FeatureWord = std::uint32_t;

// How finely each feature is told: as a number, or as yes or no.
struct FeatureRules {
    bool suit_counts, top_counts, pair_counts;
    bool kicker, draws;  // told at all
};

// A table of 0, 3, 4 or 5 cards, looked at once for all hands on it.
class FeatureBoard {
  public:
    FeatureBoard(std::span<const Card> table, FeatureRules rules);
    // Two different cards that are not on the table.
    FeatureWord word(Card a, Card b) const;

  private:
    unsigned straight_draw(unsigned hole) const;
    unsigned flush_draw(Card a, Card b) const;

    FeatureRules rules_;
    int to_come_;
    std::uint64_t sum_;                       // of kCardKey
    RankTable::View strengths_;               // of hands on this table without a flush
    std::array<std::uint16_t, kSuits> suit_;  // ranks on the table, by suit
    unsigned ranks_ = 0;                      // ranks on the table
    FeatureWord told_ = 0;                    // what is the same for all hands
};

// The words that occur in a round, and their places in ascending order: the buckets.
class FeatureIndex {
  public:
    // Looks at every hand on every board of `board_cards` cards.
    FeatureIndex(int board_cards, FeatureRules rules, unsigned threads, const Watch& watch);

    const std::vector<FeatureWord>& words() const { return words_; }
    const std::vector<std::uint64_t>& deals() const { return deals_; }  // how many deals have each word

    // `rows` deals of two hole cards and the board. Returns the first that is no deal, else `rows`.
    std::size_t deal_buckets(const Card* deals, std::size_t rows, std::uint32_t* out, unsigned threads,
                             const Watch& watch) const;
    // `rows` hands of two cards on one board, which must be good. Returns as above.
    std::size_t hand_buckets(std::span<const Card> board, const Card* hands, std::size_t rows,
                             std::uint32_t* out) const;

  private:
    std::uint32_t place(FeatureWord word) const;

    int board_cards_;
    FeatureRules rules_;
    std::vector<FeatureWord> words_;
    std::vector<std::uint64_t> deals_;
    std::vector<std::uint32_t> starts_;  // by name and kicker: where their words start
};

}  // namespace riverboat
