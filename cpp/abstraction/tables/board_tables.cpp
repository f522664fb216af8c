#include "abstraction/tables/board_tables.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "cards/isomorphism/canonical_boards.hpp"
#include "cards/isomorphism/indexed_hands.hpp"

namespace riverboat {

BoardTables::BoardTables(std::vector<int> board_cards, std::vector<BucketTable> tables, CardMask deck,
                         std::vector<std::uint32_t> memory)
    : DealBuckets(2, std::move(board_cards), std::move(tables), deck, std::move(memory)) {
    for (int cards : board_cards_) boards_.emplace_back(cards);
}

void BoardTables::locate(const Card* deal, int players, std::uint32_t* out) const {
    const Card* board = deal + 2 * players;
    const auto streets = tables_.size();
    SuitLanes ranks = 0;
    int shown = 0;
    for (std::size_t street = 0; street < streets; ++street) {
        for (; shown < board_cards_[street]; ++shown) ranks |= lane_bit(board[shown]);
        const auto [number, suits] = boards_[street].find(ranks);
        const std::uint32_t row = number * kHands;
        for (int player = 0; player < players; ++player) {
            const std::uint32_t place = row + renamed_hand(deal + 2 * player, suits);
            out[static_cast<std::size_t>(player) * streets + street] = place;
            tables_[street].prefetch(place);
        }
    }
}

template <class Number>
void fill_board_table(int board_cards, unsigned rank_mask, const Number* by_class, Number* out,
                      unsigned threads, const Watch& watch) {
    constexpr std::size_t boards_per_chunk = 128;
    const std::vector<Card> boards = canonical_boards(board_cards);
    const IndexedHands hands(board_cards, rank_mask);
    const auto width = static_cast<std::size_t>(board_cards), count = boards.size() / width;
    const std::size_t chunks = (count + boards_per_chunk - 1) / boards_per_chunk;
    parallel_chunks(chunks, threads, watch, [&](std::size_t chunk, unsigned) {
        const std::size_t begin = chunk * boards_per_chunk, end = std::min(begin + boards_per_chunk, count);
        for (std::size_t number = begin; number < end; ++number) {
            const std::span<const Card> board(&boards[number * width], width);
            const auto in_deck = [rank_mask](Card card) { return rank_mask >> rank_of(card) & 1; };
            if (!std::all_of(board.begin(), board.end(), in_deck)) continue;
            Number* row = out + number * kHands;
            hands.for_each(board, [&](int hand, std::int64_t index) { row[hand] = by_class[index]; });
        }
    });
}

template void fill_board_table(int, unsigned, const std::uint8_t*, std::uint8_t*, unsigned, const Watch&);
template void fill_board_table(int, unsigned, const std::uint16_t*, std::uint16_t*, unsigned, const Watch&);
template void fill_board_table(int, unsigned, const std::uint32_t*, std::uint32_t*, unsigned, const Watch&);

}  // namespace riverboat
