// Buckets of small games by the very cards a player has seen, in the order in which they came.
//
// A round's table is indexed by those cards as digits, own cards first, to the base of the deck's size. Any
// game goes that has few enough sequences: Kuhn 3, Leduc 36, Rhode Island 140,608.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "abstraction/tables/deal_buckets.hpp"

namespace riverboat {

class SequenceTables final : public DealBuckets {
  public:
    // board_cards: shown up to and with each round, never fewer. tables: by round, deck size to the power of
    // hole and board cards, below 2^32. Cards count as digits in the order of their ids.
    // memory: see DealBuckets.
    SequenceTables(int hole_cards, std::vector<int> board_cards, std::vector<BucketTable> tables,
                   CardMask deck, std::vector<std::uint32_t> memory = {})
        : DealBuckets(hole_cards, std::move(board_cards), std::move(tables), deck, std::move(memory)) {
        for (CardMask left = deck; left != 0; left &= left - 1) digit_[std::countr_zero(left)] = cards_++;
    }

    void locate(const Card* deal, int players, std::uint32_t* out) const override {
        const Card* board = deal + players * hole_cards_;
        for (int player = 0; player < players; ++player) {
            std::uint32_t place = 0;
            for (int i = 0; i < hole_cards_; ++i) place = place * cards_ + digit_[*deal++];
            int shown = 0;
            for (std::size_t round = 0; round < tables_.size(); ++round) {
                for (; shown < board_cards_[round]; ++shown) place = place * cards_ + digit_[board[shown]];
                tables_[round].prefetch(place);
                *out++ = place;
            }
        }
    }

  private:
    std::uint32_t cards_ = 0;
    std::array<std::uint32_t, kCards> digit_{};
};

}  // namespace riverboat
