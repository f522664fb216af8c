#include "cards/equity/board.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "cards/equity/complete_boards.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// Where grouping hands by kinds of cards could go wrong.
constexpr std::string_view kSpecial[] = {
    "AsKsQsJsTs",  // a royal flush: everybody ties
    "6s7s8s9sTs",  // a straight flush that two cards improve
    "As2s3s4s5s",  // the lowest one
    "2c4c6c8cTc",  // five suited
    "2s4s6s8sTh",  // four suited
    "7h8h9hTh2c",  // four to a straight flush
    "2d5d9dKhKc",  // three suited, a pair
    "2d2c2h2s9d",  // quads
    "AcAdAhAsKs",  // quads with the best kicker: nearly everybody ties
    "9c9d9h4s4d",  // a full house
    "KsKhQsQhJd",  // two pair
    "2c3d4h5s6c",  // a straight
    "2c7d9hJsKc",  // nothing, four suits
    "AsKsQs2h2d",  // three to a royal flush
};

Board to_board(const std::vector<Card>& cards) {
    Board board;
    std::copy(cards.begin(), cards.end(), board.begin());
    return board;
}

std::vector<Board> boards() {
    std::vector<Board> all;
    for (std::string_view text : kSpecial) all.push_back(to_board(cards_of(text)));
    Deal deal(1);
    for (int i = 0; i < (quick() ? 5 : 200); ++i) {
        CardMask used =
            i % 3 == 0 ? kSuitMask << (i / 3 % 4) | kSuitMask << ((i / 3 + 1) % 4) : 0;  // often two suits
        all.push_back(to_board(deal.cards(kBoardCards, used)));
    }
    return all;
}

std::vector<Strength> brute_strengths(const Board& board) {
    const Evaluator& e = evaluator(RankingId::holdem);
    CardMask on_board = 0;
    for (Card card : board) on_board |= bit_of(card);
    std::vector<Strength> out(kHands);
    for (int hand = 0; hand < kHands; ++hand) {
        const Hand h = hand_of(hand);
        if (mask_of(h) & on_board) continue;
        const Card cards[7] = {h.hi, h.lo, board[0], board[1], board[2], board[3], board[4]};
        out[hand] = e(cards, 7);
    }
    return out;
}

}  // namespace

TEST(strengths_of_all_hands) {
    for (const Board& board : boards()) {
        std::vector<Strength> out(kHands, 9'999);
        board_strengths(evaluator(RankingId::holdem), board, out.data());
        CHECK(out == brute_strengths(board));
    }
}

TEST(classes_are_strengths_without_gaps) {
    for (const Board& board : boards()) {
        std::vector<std::uint16_t> classes(kHands, 9'999);
        const int highest = dense_board_strengths(evaluator(RankingId::holdem), board, classes.data());
        const auto strengths = brute_strengths(board);
        const std::set<Strength> seen(strengths.begin(),
                                      strengths.end());  // and 0, for hands that meet the board
        const std::vector<Strength> sorted(seen.begin(), seen.end());
        CHECK(highest == static_cast<int>(sorted.size()) - 1);
        bool same = true;
        for (int hand = 0; hand < kHands; ++hand) {
            same = same && classes[hand] <= highest && sorted[classes[hand]] == strengths[hand];
        }
        CHECK(same);
    }
}

TEST(wins_and_ties_against_every_other_hand) {
    for (const Board& board : boards()) {
        std::vector<WinTie> out(kHands, WinTie{9'999, 9'999});
        board_win_tie(evaluator(RankingId::holdem), board, out.data());
        const auto strengths = brute_strengths(board);
        bool same = true;
        for (int hand = 0; hand < kHands; ++hand) {
            int wins = 0, ties = 0, others = 0;
            for (int other = 0; strengths[hand] != 0 && other < kHands; ++other) {
                if (strengths[other] == 0 || (mask_of(hand_of(other)) & mask_of(hand_of(hand)))) continue;
                ++others;
                wins += strengths[hand] > strengths[other];
                ties += strengths[hand] == strengths[other];
            }
            same = same && out[hand].wins == wins && out[hand].ties == ties;
            if (strengths[hand] != 0) {
                const auto [hi, lo] = hand_of(hand);
                const WinTie one = hand_win_tie(evaluator(RankingId::holdem), board, lo, hi);
                same = same && one.wins == wins && one.ties == ties;
            }
            same = same && others == (strengths[hand] == 0 ? 0 : kRiverOpponents);
        }
        CHECK(same);
    }
}

TEST(complete_boards_deals_each_once) {
    const std::vector<Card> flop = cards_of("AsKd2c"), none;
    const CardMask dead = mask_of_cards(cards_of("AhAd"));
    CHECK(complete_boards(flop, 0).size() == 49 * 48 / 2);
    CHECK(complete_boards(flop, dead).size() == 47 * 46 / 2);
    CHECK(complete_boards(cards_of("AsKd2c3c4c"), dead).size() == 1);
    if (!quick()) CHECK(complete_boards(none, 0).size() == 2'598'960);
    std::set<CardMask> seen;
    for (const Board& board : complete_boards(flop, dead)) {
        CardMask mask = 0;
        for (Card card : board) mask |= bit_of(card);
        CHECK(__builtin_popcountll(mask) == 5 && (mask & dead) == 0 &&
              (mask & mask_of_cards(flop)) == mask_of_cards(flop));
        CHECK(seen.insert(mask).second);
    }
}
