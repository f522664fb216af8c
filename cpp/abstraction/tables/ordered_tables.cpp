#include "abstraction/tables/ordered_tables.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "cards/isomorphism/canonical_boards.hpp"
#include "cards/isomorphism/indexed_hands.hpp"

namespace riverboat {

namespace {

SuitLanes lanes_of(const Card* board, int cards) {
    SuitLanes ranks = 0;
    for (int i = 0; i < cards; ++i) ranks |= lane_bit(board[i]);
    return ranks;
}

}  // namespace

BoardIndex::Found OrderedTables::row_of(const Card* board, int cards) const {
    if (cards == 0) return {0, kSameSuits};
    if (cards == 5) return river_.find(lanes_of(board, 5));
    auto [number, suits] = flop_.find(lanes_of(board, 3));
    if (cards == 4) number = number * kCards + renamed(board[3], suits);
    return {number, suits};
}

void OrderedTables::locate(const Card* deal, int players, std::uint32_t* out) const {
    const auto streets = tables_.size();
    for (std::size_t street = 0; street < streets; ++street) {
        const auto [number, suits] = row_of(deal + 2 * players, board_cards_[street]);
        for (int player = 0; player < players; ++player) {
            const std::uint32_t place = number * kHands + renamed_hand(deal + 2 * player, suits);
            out[static_cast<std::size_t>(player) * streets + street] = place;
            tables_[street].prefetch(place);
        }
    }
}

template <class Number>
void fill_ordered_turns(unsigned rank_mask, const Number* by_class, Number* out, unsigned threads,
                        const Watch& watch) {
    const std::vector<Card> flops = canonical_boards(3);
    const IndexedHands hands({2, 3, 1}, rank_mask);
    const auto in_deck = [rank_mask](Card card) { return (rank_mask >> rank_of(card) & 1) != 0; };
    parallel_chunks(flops.size() / 3, threads, watch, [&](std::size_t flop, unsigned) {
        std::array<Card, 4> board;
        std::copy_n(&flops[3 * flop], 3, board.begin());
        const CardMask taken = mask_of(std::span(board).first(3));
        for (board[3] = 0; board[3] < kCards; ++board[3]) {
            if (taken & bit_of(board[3]) || !std::all_of(board.begin(), board.end(), in_deck)) continue;
            Number* row = out + (flop * kCards + board[3]) * kHands;
            hands.for_each(board, [&](int hand, std::int64_t index) { row[hand] = by_class[index]; });
        }
    });
}

template void fill_ordered_turns(unsigned, const std::uint8_t*, std::uint8_t*, unsigned, const Watch&);
template void fill_ordered_turns(unsigned, const std::uint16_t*, std::uint16_t*, unsigned, const Watch&);
template void fill_ordered_turns(unsigned, const std::uint32_t*, std::uint32_t*, unsigned, const Watch&);

}  // namespace riverboat
