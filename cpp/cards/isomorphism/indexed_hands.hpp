// The classes of all hands on one board.
#pragma once

#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "cards/isomorphism/indexer.hpp"
#include "runtime/cpu.hpp"

namespace riverboat {

class IndexedHands {
  public:
    // rank_mask: the ranks of the deck, bit 0 the deuce; all four suits are in it.
    explicit IndexedHands(int board_cards, unsigned rank_mask = kAllRanks)
        : IndexedHands(std::vector<int>{2, board_cards}, rank_mask) {}

    // groups: of cards inside which the order does not matter, such as 2, 3 and 1 for a turn that came last.
    IndexedHands(const std::vector<int>& groups, unsigned rank_mask)
        : width_(std::accumulate(groups.begin(), groups.end(), 0)),
          last_(static_cast<int>(groups.size()) - 1),
          indexer_(groups, rank_mask, kAllSuits) {
        for (int card = 0; card < kCards; ++card) {
            if ((rank_mask >> rank_of(card) & 1) == 0) outside_ |= bit_of(card);
        }
    }

    // Calls body(hand, index) for the hands of the deck that share no card with the board; index of the
    // groups' last round.
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
        indexer_.index_on(cpu_path(), last_, rows.data(), count, indices.data());
        for (std::size_t i = 0; i < count; ++i) body(hands[i], indices[i]);
    }

  private:
    int width_, last_;
    HandIndexer indexer_;
    CardMask outside_ = 0;  // cards that are not in the deck
};

}  // namespace riverboat
