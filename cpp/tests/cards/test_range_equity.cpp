#include "cards/equity/range_equity.hpp"

#include <cmath>
#include <vector>

#include "cards/equity/board_sweeps.hpp"
#include "cards/equity/complete_boards.hpp"
#include "cards/equity/matchup.hpp"
#include "tests/check.hpp"
#include "tests/deal.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

using Weights = std::vector<double>;

// A range with about one hand in `thin`, weights 1 or from 0 to 1, without hands that meet `dead`.
Weights random_range(Deal& deal, unsigned thin, bool whole, CardMask dead) {
    Weights range(kHands);
    for (int hand = 0; hand < kHands; ++hand) {
        if (deal.below(thin) != 0 || (mask_of(hand_of(hand)) & dead)) continue;
        range[hand] = whole ? 1 : (1 + deal.below(1'000)) / 1'000.0;
    }
    return range;
}

// Hand against hand, board by board.
std::array<RangeSums, 2> brute(const Weights& first, const Weights& second, const std::vector<Card>& start,
                               CardMask dead) {
    const Evaluator& e = evaluator(RankingId::holdem);
    std::array<RangeSums, 2> sums;
    std::vector<Card> cards(start);
    each_completion(cards, 5 - static_cast<int>(start.size()), dead | mask_of_cards(start),
                    [&](const std::vector<Card>& all) {
                        const CardMask on_board = mask_of_cards(all);
                        std::vector<Strength> strengths(kHands);
                        for (int hand = 0; hand < kHands; ++hand) {
                            const Hand h = hand_of(hand);
                            const Card seven[7] = {h.hi, h.lo, all[0], all[1], all[2], all[3], all[4]};
                            if (!(mask_of(h) & on_board)) strengths[hand] = e(seven, 7);
                        }
                        for (int player = 0; player < 2; ++player) {
                            const Weights &mine = player == 0 ? first : second,
                                          &theirs = player == 0 ? second : first;
                            for (int hand = 0; hand < kHands; ++hand) {
                                if ((mine[hand] == 0 && theirs[hand] == 0) || strengths[hand] == 0) continue;
                                for (int other = 0; other < kHands; ++other) {
                                    if (theirs[other] == 0 || strengths[other] == 0) continue;
                                    if (mask_of(hand_of(hand)) & mask_of(hand_of(other))) continue;
                                    sums[player].total[hand] += theirs[other];
                                    if (strengths[hand] > strengths[other])
                                        sums[player].wins[hand] += theirs[other];
                                    if (strengths[hand] == strengths[other])
                                        sums[player].ties[hand] += theirs[other];
                                }
                            }
                        }
                    });
    return sums;
}

bool close(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::abs(a[i] - b[i]) > tolerance) return false;
    }
    return true;
}

bool close(const std::array<RangeSums, 2>& a, const std::array<RangeSums, 2>& b, double tolerance) {
    bool good = true;
    for (int p = 0; p < 2; ++p) {
        good = good && close(a[p].wins, b[p].wins, tolerance) && close(a[p].ties, b[p].ties, tolerance) &&
               close(a[p].total, b[p].total, tolerance);
    }
    return good;
}

// Random ranges on boards of `board_cards`; some dead cards in every other case.
void compare(int board_cards, int cases, unsigned thin, unsigned seed) {
    Deal deal(seed);
    for (int i = 0; i < cases; ++i) {
        CardMask used = i % 3 == 2 ? kSuitMask | kSuitMask << 1 : 0;  // boards of two suits now and then
        const std::vector<Card> board = deal.cards(board_cards, used);
        CardMask taken = mask_of_cards(board), dead = 0;
        for (Card card : deal.cards(i % 2 * 3, taken)) dead |= bit_of(card);
        // Against every hand there is, now and then; on earlier streets two loops would take too long.
        const bool whole = i % 4 < 2, wide = board_cards == 5 && i % 3 == 0;
        const Weights first = random_range(deal, thin, whole, taken);
        const Weights second = random_range(deal, wide ? 1 : thin, whole, taken);
        const auto expected = brute(first, second, board, dead);
        for (unsigned threads : {1u, 2u}) {
            const auto got =
                range_equity(evaluator(RankingId::holdem), first, second, board, dead, threads, {});
            CHECK(close(got, expected, whole ? 0 : 1e-8));  // whole weights: exact
        }
    }
}

}  // namespace

TEST(rivers_against_two_loops) {
    compare(5, quick() ? 2 : 40, 3, 1);
}

TEST(turns_against_two_loops) {
    compare(4, quick() ? 2 : 8, quick() ? 40 : 4, 2);
}

TEST(flops_against_two_loops) {
    compare(3, quick() ? 1 : 4, quick() ? 200 : 20, 3);
}

TEST(two_hands_are_a_match_up) {
    Deal deal(4);
    for (int i = 0; i < (quick() ? 2 : 10); ++i) {
        CardMask used = 0;
        const std::vector<Hand> hands = {deal.hand(used), deal.hand(used)};
        const std::vector<Card> board = deal.cards(3 + i % 2, used);
        Weights first(kHands), second(kHands);
        first[hand_index(hands[0].hi, hands[0].lo)] = 1;
        second[hand_index(hands[1].hi, hands[1].lo)] = 1;
        const auto sums = range_equity(evaluator(RankingId::holdem), first, second, board, 0, 1, {});
        const MatchupCounts counts = matchup(evaluator(RankingId::holdem), hands, board, 0);
        for (int p = 0; p < 2; ++p) {
            const int hand = hand_index(hands[p].hi, hands[p].lo);
            CHECK(sums[p].wins[hand] == static_cast<double>(counts.wins[p]));
            CHECK(sums[p].ties[hand] == static_cast<double>(counts.ties[p]));
            CHECK(sums[p].total[hand] == static_cast<double>(counts.boards));
        }
    }
}

TEST(listed_hands_are_told_of) {
    Deal deal(6);
    CardMask used = 0;
    const std::vector<Card> board = deal.cards(4, used);
    Weights first = random_range(deal, 9, true, used), second = random_range(deal, 9, true, used);
    const std::vector<std::uint8_t> every(kHands, 1);
    const auto found = range_equity(evaluator(RankingId::holdem), first, second, board, 0, 2, {}, every);
    for (int hand = 0; hand < kHands; hand += quick() ? 200 : 20) {
        if (first[hand] != 0 || (mask_of(hand_of(hand)) & used)) continue;
        first[hand] = 1;  // as if it were held
        const auto held = range_equity(evaluator(RankingId::holdem), first, second, board, 0, 1, {});
        first[hand] = 0;
        CHECK(found[0].wins[hand] == held[0].wins[hand] && found[0].ties[hand] == held[0].ties[hand]);
        CHECK(found[0].total[hand] == held[0].total[hand]);
    }
}

TEST(empty_ranges_give_zeros) {
    const Weights none(kHands);
    const auto sums =
        range_equity(evaluator(RankingId::holdem), none, none, cards_of("As2s3d4d9h"), 0, 2, {});
    for (const RangeSums& side : sums) CHECK(side.wins == none && side.ties == none && side.total == none);
}

TEST(sweeps_over_all_boards_are_the_range_equity) {
    Deal deal(11);
    for (int round = 0; round < 4; ++round) {
        CardMask used = 0;
        const std::vector<Card> start = deal.cards(round % 2 == 0 ? 5 : 4, used);
        const Weights range = random_range(deal, 3, false, used), all(kHands, 1.0);
        const Evaluator& e = evaluator(RankingId::holdem);
        const auto expected = range_equity(e, all, range, start, 0, 1, {})[0];
        const auto won = BoardSweeps(e, complete_boards(start, 0)).won_from(range);
        for (int hand = 0; hand < kHands; ++hand) {
            CHECK(std::abs(won[hand] - expected.wins[hand] - expected.ties[hand] / 2) < 1e-9);
        }
    }
}
