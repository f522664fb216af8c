// Buckets of one board, some cards of which lie already: what a subgame at the table is solved with.
//
// A round's table is [runouts][hands]: a row for every way in which the board may have gone on by then, one
// if no card is missing, a row for each card or for each pair of cards (in any order) if one or two are, and
// in it a bucket for every hand, by its index or, of games with one hole card, by the card. No board is made
// canonical: a lookup is an addition and a load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "abstraction/tables/deal_buckets.hpp"

namespace riverboat {

class HandTables final : public DealBuckets {
  public:
    // known: cards of the board that lie already. At most two more come.
    HandTables(int hole_cards, std::vector<int> board_cards, std::vector<BucketTable> tables, CardMask deck,
               int known)
        : DealBuckets(hole_cards, std::move(board_cards), std::move(tables), deck, {}), known_(known) {}

    static constexpr std::size_t hands(int hole_cards) { return hole_cards == 2 ? kHands : kCards; }
    static constexpr std::size_t runouts(int cards) { return cards <= 0 ? 1 : cards == 1 ? kCards : kHands; }

    void locate(const Card* deal, int players, std::uint32_t* out) const override {
        const Card* board = deal + players * hole_cards_;
        for (int player = 0; player < players; ++player, deal += hole_cards_) {
            const std::uint32_t hand = hole_cards_ == 2 ? index(deal[0], deal[1]) : deal[0];
            for (std::size_t round = 0; round < tables_.size(); ++round, ++out) {
                *out = runout(board, board_cards_[round] - known_) *
                           static_cast<std::uint32_t>(hands(hole_cards_)) +
                       hand;
                tables_[round].prefetch(*out);
            }
        }
    }

  private:
    static std::uint32_t index(Card a, Card b) {
        return static_cast<std::uint32_t>(hand_index(std::max(a, b), std::min(a, b)));
    }
    std::uint32_t runout(const Card* board, int cards) const {
        if (cards <= 0) return 0;
        return cards == 1 ? board[known_] : index(board[known_], board[known_ + 1]);
    }

    int known_;
};

}  // namespace riverboat
