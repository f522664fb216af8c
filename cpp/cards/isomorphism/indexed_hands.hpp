// The classes of all hands on one board.
#pragma once

#include <array>
#include <span>

#include "cards/isomorphism/indexer.hpp"
#include "runtime/cpu.hpp"

namespace riverboat {

class IndexedHands {
  public:
    // rank_mask: the ranks of the deck, bit 0 the deuce; all four suits are in it.
    explicit IndexedHands(int board_cards, unsigned rank_mask = kAllRanks)
        : width_(2 + board_cards), indexer_({2, board_cards}, rank_mask, kAllSuits) {
        for (int card = 0; card < kCards; ++card) {
            if ((rank_mask >> rank_of(card) & 1) == 0) outside_ |= bit_of(card);
        }
    }

    // Calls body(hand, index) for the hands of the deck that share no card with the board; index of
    // HandIndexer((2, n)).
    template <class Body>
    void for_each(std::span<const Card> board, const Body& body) const {
        std::array<Card, kHands * kMaxIndexCards> rows;
        std::array<std::int16_t, kHands> hands;
        std::array<std::int64_t, kHands> indices;
        const CardMask taken = mask_of(board) | outside_;
        std::size_t count = 0;
        Card* row = rows.data();
        for (int hand = 0; hand < kHands; ++hand) {
            const Hand cards = hand_of(hand);
            if (mask_of(cards) & taken) continue;
            hands[count++] = static_cast<std::int16_t>(hand);
            row[0] = cards.hi;
            row[1] = cards.lo;
            std::copy(board.begin(), board.end(), row + 2);
            row += width_;
        }
        indexer_.index_on(cpu_path(), 1, rows.data(), count, indices.data());
        for (std::size_t i = 0; i < count; ++i) body(hands[i], indices[i]);
    }

  private:
    int width_;
    HandIndexer indexer_;
    CardMask outside_ = 0;  // cards that are not in the deck
};

}  // namespace riverboat
