// Buckets of hold'em laid out by board, so that all players of a deal share one canonical board a street.
//
// A table is [boards][1326]: a row for every board up to suits, in it a bucket for every hand, with suits
// renamed as the board's were. Hands that only suits tell apart on their board are stored each, so a hand is
// found without a canonical form of its own: one load a street.
#pragma once

#include <cstdint>
#include <vector>

#include "abstraction/tables/deal_buckets.hpp"
#include "cards/isomorphism/board_index.hpp"

namespace riverboat {

class BoardTables final : public DealBuckets {
  public:
    // board_cards: shown up to and with each round, 0 to 5 and never fewer; any order inside a board.
    // tables: by round, BoardIndex(board_cards).boards() * 1326 numbers. deck: some ranks in all four suits.
    // memory: see DealBuckets.
    BoardTables(std::vector<int> board_cards, std::vector<BucketTable> tables, CardMask deck = kFullDeck,
                std::vector<std::uint32_t> memory = {});

    void locate(const Card* deal, int players, std::uint32_t* out) const override;

  private:
    std::vector<BoardIndex> boards_;  // by round
};

// Fills one round's table from one by the index of HandIndexer((2, board_cards)) over the deck of these ranks
// in four suits. Hands that meet their board, and cards outside the deck, keep what was there. Number is
// std::uint8_t, std::uint16_t or std::uint32_t.
template <class Number>
void fill_board_table(int board_cards, unsigned rank_mask, const Number* by_class, Number* out,
                      unsigned threads, const Watch& watch);

}  // namespace riverboat
