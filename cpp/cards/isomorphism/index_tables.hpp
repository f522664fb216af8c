// The tables behind one round of a HandIndexer: everything the kernels look up, and the way back from an
// index.
//
// Waugh 2013, "A fast and optimal hand isomorphism algorithm". A hand is seen as one row per suit. A row has
// a *shape*, how many of its cards came in each round, and a *place* among all rows of that shape: mixed
// radix over the rounds (first round most significant), each digit the colex rank of the round's set of ranks
// among the ranks the suit has left. Relabelling suits permutes rows, so a class of hands is a multiset of
// rows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card.hpp"

namespace riverboat {

// With at most 7 cards a shape fits 7 bits, a place 24 bits, and the hands of one layout 26 bits
// (13*12 * 13*12 * 13*12 * 13 at most), so that all arithmetic but the last addition is 32-bit.
inline constexpr int kMaxIndexCards = 7;
inline constexpr int kPlaceBits = 24;
inline constexpr std::uint32_t kPlaceMask = (1u << kPlaceBits) - 1;

// A deck as the indexer sees it: ranks and suits numbered from 0 without gaps.
struct IndexDeck {
    int ranks, suits;
    std::array<Card, kRanks> rank_at;  // deck rank -> rank 0..12
    std::array<Card, kSuits> suit_at;  // row order of canonical hands -> suit 0..3, highest suit first
    // Card id -> 16 * deck suit + deck rank, or kNoSlot. Bytes that are no card id are kNoSlot too.
    std::array<std::uint8_t, 256> slot_of;
    static constexpr std::uint8_t kNoSlot = 0x80;

    IndexDeck(unsigned rank_mask, unsigned suit_mask);
};

// A layout is the multiset of the four rows' shapes, written in descending order. All its hands are
// contiguous.
struct Layout {
    std::int64_t offset;                 // index of its first hand
    std::array<std::uint32_t, 3> scale;  // what one step of rows 0..2 is worth: the size of all later groups
    std::uint32_t unused[3];             // 32 bytes, so that vector gathers reach it by a shift
};
static_assert(sizeof(Layout) == 32);

// A class of hands, decoded: the rows in canonical order.
struct Rows {
    std::array<std::uint8_t, kSuits> shape;
    std::array<std::uint32_t, kSuits> place;
};

class IndexTables {
  public:
    // `rounds`: cards per round, each at least 1, at most kMaxIndexCards together and no more than the deck
    // has.
    IndexTables(std::vector<int> rounds, const IndexDeck& deck);

    std::int64_t size() const { return size_; }
    int cards() const { return cards_; }

    Rows rows_of(std::int64_t index) const;
    // The canonical hand: rounds in order, each ascending. Writes cards() ids.
    void write_cards(std::int64_t index, Card* out) const;
    // How many concrete hands the class holds.
    std::int64_t weight(std::int64_t index) const;

    // --- read by the kernels
    // -----------------------------------------------------------------------------------
    IndexDeck deck;
    std::vector<int> rounds;
    std::vector<std::uint32_t> shape_weight;  // by round: what one card adds to its row's shape number
    int shapes = 1;  // shape numbers are 0..shapes-1, in lexicographic order of counts
    // By shape and round: the size of the later digits of the place.
    std::vector<std::array<std::uint32_t, kMaxIndexCards>> place_scale;
    // layouts[layout_base[first * shapes + second] + third]: two shapes and the third fix the fourth.
    std::vector<std::int32_t> layout_base;
    std::vector<Layout> layouts;

  private:
    struct Ordered {  // layouts without the gaps, for the way back
        std::array<std::uint8_t, kSuits> shape;
        std::array<std::uint32_t, 3> scale;
    };

    bool fits(int shape, int within) const;
    void make_shapes();
    void make_layouts();
    void add_layout(const std::array<int, kSuits>& shape);

    int cards_ = 0;
    std::int64_t size_ = 0;
    std::vector<std::array<std::uint8_t, kMaxIndexCards>> count_;  // by shape and round: cards
    std::vector<std::uint32_t>
        row_count_;                      // by shape: how many rows have it; 0 if the deck has too few ranks
    std::vector<std::int64_t> offsets_;  // of ordered_
    std::vector<Ordered> ordered_;
};

}  // namespace riverboat
