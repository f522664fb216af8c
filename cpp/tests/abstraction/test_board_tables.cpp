#include "abstraction/tables/board_tables.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "abstraction/tables/ordered_tables.hpp"
#include "abstraction/tables/sequence_tables.hpp"
#include "cards/isomorphism/indexer.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;

namespace {

SuitLanes lanes_of(const std::vector<Card>& board) {
    SuitLanes lanes = 0;
    for (Card card : board) lanes |= lane_bit(card);
    return lanes;
}

CardMask renamed_mask(const std::vector<Card>& cards, SuitMap suits) {
    CardMask mask = 0;
    for (Card card : cards) mask |= bit_of(renamed(card, suits));
    return mask;
}

// The number is the indexer's, and the renamed board the one the indexer gives for that number.
void check_index(int cards) {
    const BoardIndex index(cards);
    const HandIndexer boards({cards}, kAllRanks, kAllSuits);
    CHECK(index.boards() == boards.size(0));
    int wrong = 0;
    std::vector<Card> start;
    unsigned seen = 0;
    test::each_completion(start, cards, 0, [&](const std::vector<Card>& board) {
        if (cards == 5 && seen++ % (test::quick() ? 501 : 17) != 0) return;
        const auto [number, suits] = index.find(lanes_of(board));
        std::int64_t expected = 0;
        boards.index(0, board.data(), 1, &expected, 1);
        std::vector<Card> canonical(board.size());
        boards.cards_of(0, &expected, 1, canonical.data(), 1);
        wrong += number != expected || renamed_mask(board, suits) != test::mask_of_cards(canonical);
    });
    CHECK(wrong == 0);
}

// A bucket for each class that tells nearly all classes apart.
std::vector<std::uint16_t> scrambled(std::int64_t classes) {
    std::vector<std::uint16_t> buckets(static_cast<std::size_t>(classes));
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i] = static_cast<std::uint16_t>(i * 0x9E3779B97F4A7C15u >> 48);
    return buckets;
}

}  // namespace

TEST(boards_have_the_numbers_of_the_indexer) {
    for (int cards = 1; cards <= 5; ++cards) check_index(cards);
    CHECK(BoardIndex(0).boards() == 1 && BoardIndex(0).find(0).suits == kSameSuits);
}

// Flop and turn of six players; the river's table, 356 MB, is filled in the tests of Python's side.
TEST(buckets_of_deals_are_those_of_the_indexer) {
    constexpr int players = 6;
    const HandIndexer flop({2, 3}, kAllRanks, kAllSuits), turn({2, 4}, kAllRanks, kAllSuits);
    const std::vector<std::uint16_t> by_flop = scrambled(flop.size(1)), by_turn = scrambled(turn.size(1));
    std::vector<std::uint16_t> flops(1'755 * kHands), turns(16'432 * kHands);
    fill_board_table(3, kAllRanks, by_flop.data(), flops.data(), 2, {});
    fill_board_table(4, kAllRanks, by_turn.data(), turns.data(), 2, {});
    const BoardTables tables({3, 4}, {{flops.data(), 2}, {turns.data(), 2}});
    CHECK(tables.deal_cards(players) == 16);

    constexpr std::size_t deals = 20'000;
    std::vector<Card> cards = test::Deal(5).rows(deals, 16);
    std::vector<std::uint32_t> out(deals * players * 2);
    CHECK(buckets_of_deals(tables, cards.data(), deals, players, out.data(), 2) == deals);
    int wrong = 0;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        const Card* row = &cards[deal * 16];
        for (int player = 0; player < players; ++player) {
            std::array<Card, 6> seen{row[2 * player], row[2 * player + 1]};
            std::copy_n(row + 12, 4, seen.begin() + 2);
            std::int64_t on_flop = 0, on_turn = 0;
            flop.index(1, seen.data(), 1, &on_flop, 1);
            turn.index(1, seen.data(), 1, &on_turn, 1);
            const std::uint32_t* found = &out[(deal * players + static_cast<std::size_t>(player)) * 2];
            wrong += found[0] != by_flop[static_cast<std::size_t>(on_flop)];
            wrong += found[1] != by_turn[static_cast<std::size_t>(on_turn)];
        }
    }
    CHECK(wrong == 0);

    cards[16 * 9'000 + 3] = cards[16 * 9'000 + 15];
    cards[16 * 19'000] = 52;
    CHECK(buckets_of_deals(tables, cards.data(), deals, players, out.data(), 2) == 9'000);
}

// A turn in order of six players, and on the river a pair of its bucket and the number of the five cards.
TEST(ordered_tables_know_which_card_was_the_turn) {
    constexpr int players = 6;
    const HandIndexer turn({2, 3, 1}, kAllRanks, kAllSuits);
    const std::vector<std::uint16_t> by_turn = scrambled(turn.size(2));
    std::vector<std::uint16_t> turns(1'755 * kCards * kHands);
    fill_ordered_turns(kAllRanks, by_turn.data(), turns.data(), 2, {});
    std::vector<std::uint8_t> rivers(134'459 * kHands);
    for (std::size_t i = 0; i < rivers.size(); ++i) rivers[i] = i / kHands % 3;
    std::vector<std::uint32_t> pairs(3 << 16);
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = static_cast<std::uint32_t>(7 * i);
    const OrderedTables tables({4, 5}, {{turns.data(), 2}, {rivers.data(), 1}}, kFullDeck, {0, 3},
                               {pairs.data(), 4});
    const BoardIndex boards(5);

    constexpr std::size_t deals = 5'000;
    const std::vector<Card> cards = test::Deal(6).rows(deals, 17);
    std::vector<std::uint32_t> out(deals * players * 2);
    CHECK(buckets_of_deals(tables, cards.data(), deals, players, out.data(), 2) == deals);
    int wrong = 0;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        const Card* row = &cards[deal * 17];
        const std::uint32_t board = boards.find(lanes_of({row + 12, row + 17})).number;
        for (int player = 0; player < players; ++player) {
            std::array<Card, 6> seen{row[2 * player], row[2 * player + 1]};
            std::copy_n(row + 12, 4, seen.begin() + 2);
            std::int64_t on_turn = 0;
            turn.index(2, seen.data(), 1, &on_turn, 1);
            const std::uint32_t bucket = by_turn[static_cast<std::size_t>(on_turn)];
            const std::uint32_t* found = &out[(deal * players + static_cast<std::size_t>(player)) * 2];
            wrong += found[0] != bucket;
            wrong += found[1] != 7 * (3 * bucket + board % 3);
        }
    }
    CHECK(wrong == 0);
}

TEST(sequences_are_digits) {
    const CardMask deck = mask_of(std::span<const Card>(test::cards_of("JhJsQhQsKhKs")));
    std::vector<std::uint8_t> first(6);
    std::vector<std::uint32_t> second(36);
    std::iota(first.begin(), first.end(), 0);
    std::iota(second.begin(), second.end(), 100);
    const SequenceTables leduc(1, {0, 1}, {{first.data(), 1}, {second.data(), 4}}, deck);
    const std::vector<Card> deal = test::cards_of("QhKsJs");
    std::array<std::uint32_t, 4> out{};
    leduc.buckets(deal.data(), 2, out.data());
    CHECK((out == std::array<std::uint32_t, 4>{2, 100 + 2 * 6 + 1, 5, 100 + 5 * 6 + 1}));
}
