// Buckets of hold'em laid out by board as in board_tables.hpp, for those that know which card was the turn.
//
// A turn has its flop's row times 52 and the card, suits renamed as those of the flop were. Some of these
// rows are the same up to suits; each is stored, so that the turn needs no canonical form of its own. A river
// in order would have 4.7 million rows. It has those of its five cards in any order, and remembers: what its
// table says counts beside the bucket of the turn (see DealBuckets).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "abstraction/tables/deal_buckets.hpp"
#include "cards/isomorphism/board_index.hpp"

namespace riverboat {

class OrderedTables final : public DealBuckets {
  public:
    // board_cards: some of 0, 3, 4 and 5, ascending. tables: by round, 1326 numbers for each of 1, 1,755,
    // 1,755 * 52 or 134,459 boards. deck: some ranks in all four suits. memory, pairs: see DealBuckets.
    OrderedTables(std::vector<int> board_cards, std::vector<BucketTable> tables, CardMask deck = kFullDeck,
                  std::vector<std::uint32_t> memory = {}, BucketTable pairs = {})
        : DealBuckets(2, std::move(board_cards), std::move(tables), deck, std::move(memory), pairs) {}

    void locate(const Card* deal, int players, std::uint32_t* out) const override;

  private:
    BoardIndex::Found row_of(const Card* board, int cards) const;

    BoardIndex flop_{3}, river_{5};
};

// Fills the table of the turn from one by the index of HandIndexer((2, 3, 1)); else as fill_board_table.
template <class Number>
void fill_ordered_turns(unsigned rank_mask, const Number* by_class, Number* out, unsigned threads,
                        const Watch& watch);

}  // namespace riverboat
