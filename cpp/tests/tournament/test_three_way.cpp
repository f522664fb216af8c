#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "cards/card.hpp"
#include "cards/evaluator/evaluator.hpp"
#include "tests/check.hpp"
#include "tournament/three_way.hpp"

using namespace riverboat;

namespace {

std::vector<CardMask> hands_of(int cell) {
    const int row = cell / kRanks, column = cell % kRanks;
    const int high = kRanks - 1 - std::min(row, column), low = kRanks - 1 - std::max(row, column);
    std::vector<CardMask> hands;
    for (int first = 0; first < kSuits; ++first) {
        for (int second = 0; second < kSuits; ++second) {
            const bool fits = row == column ? first > second : (first == second) == (row < column);
            if (fits) hands.push_back(bit_of(4 * high + first) | bit_of(4 * low + second));
        }
    }
    return hands;
}

Strength strength_of(CardMask cards) {
    Card list[7];
    int count = 0;
    for (; cards != 0; cards &= cards - 1) list[count++] = static_cast<Card>(__builtin_ctzll(cards));
    return evaluator(RankingId::holdem)(list, 7);
}

// The least of what a deal becomes by renaming suits.
std::array<CardMask, 3> renamed_least(const std::array<CardMask, 3>& hands) {
    std::array<int, kSuits> suits = {0, 1, 2, 3};
    std::array<CardMask, 3> least = hands;
    do {
        std::array<CardMask, 3> renamed{};
        for (int i = 0; i < 3; ++i) {
            for (CardMask left = hands[i]; left != 0; left &= left - 1) {
                const int card = __builtin_ctzll(left);
                renamed[i] |= bit_of(4 * rank_of(card) + suits[suit_of(card)]);
            }
        }
        least = std::min(least, renamed);
    } while (std::next_permutation(suits.begin(), suits.end()));
    return least;
}

}  // namespace

// Every deal up to suits against every board.
TEST(orders_are_those_of_every_board) {
    const ClassTriple triple = {0, 1, 13};                   // aces, ace-king suited, ace-king offsuit
    std::map<std::array<CardMask, 3>, std::uint64_t> dealt;  // how often each comes
    for (const CardMask a : hands_of(triple[0])) {
        for (const CardMask b : hands_of(triple[1])) {
            for (const CardMask c : hands_of(triple[2])) {
                if (!(a & b) && !((a | b) & c)) ++dealt[renamed_least({a, b, c})];
            }
        }
    }
    const auto found = three_way_orders(std::span(&triple, 1), 1, {})[0];
    CHECK(std::accumulate(found.begin(), found.end(), std::uint64_t{0}) == 24ull * 1'370'754);
    if (test::quick()) return;
    std::array<std::uint64_t, kOrders> counted{};
    for (const auto& [hands, times] : dealt) {
        const CardMask held = hands[0] | hands[1] | hands[2];
        const auto add = [&](const auto& self, CardMask board, int left, int below) -> void {
            if (left > 0) {
                for (int card = left - 1; card < below; ++card) {
                    if (!(held >> card & 1)) self(self, board | bit_of(card), left - 1, card);
                }
                return;
            }
            std::array<Strength, 3> s;
            for (int i = 0; i < 3; ++i) s[i] = strength_of(hands[i] | board);
            for (int order = 0; order < kOrders; ++order) {
                bool same = true;
                for (int i = 0; i < 3; ++i) {
                    for (int j = 0; j < 3; ++j) {
                        same = same && (kOrderPlaces[order][i] < kOrderPlaces[order][j]) == (s[i] > s[j]);
                    }
                }
                counted[order] += same ? times : 0;
            }
        };
        add(add, 0, 5, kCards);
    }
    for (int order = 0; order < kOrders; ++order) CHECK(found[order] == counted[order]);
}
