#include "solvers/game/runouts.hpp"

#include <map>
#include <set>

#include "cards/evaluator/evaluator.hpp"
#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

GameRules holdem() {
    GameRules rules = holdem_spot(3, 10, 100);
    rules.rounds = 4;
    rules.board_cards = {0, 3, 1, 1};
    return rules;
}

std::size_t all_classes(const std::vector<RunoutBoard>& boards, int player = 0) {
    std::size_t sum = 0;
    for (const RunoutBoard& board : boards) sum += board.hands[player].classes();
    return sum;
}

Runouts from(const std::string& board, const PrivateHands& first, const PrivateHands& second) {
    const std::vector<Card> cards = cards_of(board);
    const GameRules rules = holdem_spot(static_cast<int>(cards.size()), 10, 100);
    return deal_runouts(rules, 0, rules.rounds - 1, cards, {first, second});
}

PrivateHands full_range(const std::string& board) {
    return hands_of(holdem(), mask_of_cards(cards_of(board)));
}

// How many hands each class has, counted.
std::vector<HandIndex> sizes(const BoardHands& hands) {
    std::vector<HandIndex> out(hands.classes());
    for (HandIndex c : hands.class_of) ++out[c];
    return out;
}

int shared_cards(const PrivateHand& hand, CardMask cards) {
    return __builtin_popcountll(hand.mask() & cards);
}

// Every hand fits its board and is in one class; the children of a board are all its deals, each once.
void check_sound(const GameRules& rules, const Runouts& runouts, const BothHands& hands) {
    for (int round = runouts.first_round; round < rules.rounds; ++round) {
        for (const RunoutBoard& board : runouts.rounds[round]) {
            for (int p = 0; p < kSolverPlayers; ++p) {
                const BoardHands& own = board.hands[p];
                std::size_t fit = 0;
                for (const PrivateHand& hand : hands[p].hands) fit += shared_cards(hand, board.cards) == 0;
                CHECK(own.all.size() == fit);
                CHECK(sizes(own) == own.size);
                for (std::size_t c = 0; c < own.classes(); ++c)
                    CHECK(hands[p].hands[own.first[c]] == own.cards[c]);
            }
            if (round + 1 == rules.rounds) continue;
            const int left = rules.deck_size - __builtin_popcountll(board.cards);
            std::size_t deals = 0;
            std::array<std::vector<std::size_t>, kSolverPlayers> reached;
            for (int p = 0; p < kSolverPlayers; ++p) reached[p].resize(board.hands[p].classes());
            for (const BoardChild& child : board.children) {
                deals += child.ups;
                for (int p = 0; p < kSolverPlayers; ++p) {
                    const BoardHands& below = runouts.rounds[round + 1][child.board].hands[p];
                    CHECK(runouts.maps[p][child.down].size() == below.classes());
                    for (std::uint32_t m = child.first_up; m < child.first_up + child.ups; ++m) {
                        CHECK(runouts.maps[p][m].size() == board.hands[p].classes());
                        for (std::size_t c = 0; c < runouts.maps[p][m].size(); ++c)
                            reached[p][c] += runouts.maps[p][m][c] < below.classes();
                    }
                }
            }
            CHECK(deals == static_cast<std::size_t>(left));  // one card at a time
            for (int p = 0; p < kSolverPlayers; ++p) {
                for (std::size_t count : reached[p])
                    CHECK(count == static_cast<std::size_t>(left - rules.hole_cards));
            }
        }
    }
}

}  // namespace

TEST(rhode_island_has_13_325_and_9997_classes) {
    const GameRules rules = island();
    const PrivateHands all = hands_of(rules, 0);
    const Runouts runouts = deal_runouts(rules, 0, 2, {}, {all, all});
    CHECK(runouts.rounds[0].size() == 1);
    CHECK(runouts.rounds[1].size() == 13);
    CHECK(runouts.rounds[2].size() == 325);
    for (int player = 0; player < kSolverPlayers; ++player) {
        CHECK(all_classes(runouts.rounds[0], player) == 13);
        CHECK(all_classes(runouts.rounds[1], player) == 325);
        CHECK(all_classes(runouts.rounds[2], player) == 9'997);
    }
    CHECK(runouts.chance[1] == 1.0 / 50);
    CHECK(runouts.chance[2] == 1.0 / 49);
    check_sound(rules, runouts, {all, all});
}

TEST(full_ranges_have_1755_flops_and_169_hands_before_them) {
    const GameRules rules = holdem();
    const PrivateHands all = hands_of(rules, 0);
    const Runouts runouts = deal_runouts(rules, 0, 1, {}, {all, all});
    CHECK(all_classes(runouts.rounds[0]) == 169);
    CHECK(runouts.rounds[1].size() == 1'755);
    if (!quick()) CHECK(all_classes(runouts.rounds[1]) == 1'286'792);
    std::size_t flops = 0;
    for (const BoardChild& child : runouts.rounds[0][0].children) flops += child.ups;
    CHECK(flops == 22'100);
    CHECK(std::abs(runouts.chance[1] * 17'296 - 1) < 1e-12);  // 48 cards are left to both players
}

TEST(suits_are_taken_together_only_where_ranges_and_board_allow) {
    // Three suits on the board: none is like another. One suit: the other three are alike.
    CHECK(from("2c3d4h", full_range("2c3d4h"), full_range("2c3d4h")).rounds[1].size() == 49);
    CHECK(from("2c3c4c", full_range("2c3c4c"), full_range("2c3c4c")).rounds[1].size() == 10 + 13);
    CHECK(from("2c3c4d", full_range("2c3c4d"), full_range("2c3c4d")).rounds[1].size() == 11 + 12 + 13);
    CHECK(from("2c2d2h", full_range("2c2d2h"), full_range("2c2d2h")).rounds[1].size() == 12 + 13);
    // A range that holds one hand of spades only: diamonds and hearts are alike.
    PrivateHands one_suit = full_range("2c3c4c");
    std::erase_if(one_suit.hands, [](const PrivateHand& hand) {
        return hand == PrivateHand{cards_of("AsKs")[0], cards_of("AsKs")[1]};
    });
    one_suit.weights.pop_back();
    CHECK(from("2c3c4c", one_suit, full_range("2c3c4c")).rounds[1].size() == 10 + 13 + 13);
    CHECK(from("2c3c4c", full_range("2c3c4c"), one_suit).rounds[1].size() == 10 + 13 + 13);
    // The same hands with another weight each: nothing is alike.
    Deal deal(3);
    PrivateHands odd = full_range("2c3c4c");
    for (double& weight : odd.weights) weight = (1 + deal.below(1'000'000)) / 1e6;
    CHECK(from("2c3c4c", odd, odd).rounds[1].size() == 49);
    CHECK(from("2c3c4c5c", odd, odd).rounds[1].size() == 48);
}

TEST(only_renamings_that_are_allowed_join_boards) {
    const std::vector<Card> board = cards_of("2c3c4c");
    const GameRules rules = holdem_spot(3, 10, 100);
    const PrivateHands full = full_range("2c3c4c");
    const std::vector<Renaming> same{{0, 1, 2, 3}}, two_alike{{0, 1, 2, 3}, {0, 2, 1, 3}};
    CHECK(deal_runouts(rules, 0, 1, board, {full, full}, same).rounds[1].size() == 49);
    CHECK(deal_runouts(rules, 0, 1, board, {full, full}, two_alike).rounds[1].size() == 10 + 13 + 13);
}

TEST(every_deal_is_there_once) {
    for (const char* board : {"2c3d4h", "2c3c4c", "QsJh2h", "7c7d7h", "QsJh2h5c"}) {
        Deal deal(7);
        const CardMask mask = mask_of_cards(cards_of(board));
        const GameRules rules = holdem_spot(__builtin_popcountll(mask), 10, 100);
        const BothHands all{hands_of(rules, mask), hands_of(rules, mask)};
        const BothHands some{hands_of(rules, mask, &deal, 20), hands_of(rules, mask, &deal, 8)};
        if (!quick() || __builtin_popcountll(mask) == 4)
            check_sound(rules, deal_runouts(rules, 0, rules.rounds - 1, cards_of(board), all), all);
        check_sound(rules, deal_runouts(rules, 0, rules.rounds - 1, cards_of(board), some), some);
    }
}

TEST(hands_lie_in_order_of_strength) {
    Deal deal(11);
    const Evaluator& evaluate = evaluator(RankingId::holdem);
    for (int trial = 0; trial < (quick() ? 5 : 40); ++trial) {
        CardMask used = 0;
        const std::vector<Card> board = deal.cards(5, used);
        const GameRules rules = holdem_spot(5, 10, 100);
        const BothHands hands{hands_of(rules, used, &deal, 1 + deal.below(9)),
                              hands_of(rules, used, &deal, 1 + deal.below(9))};
        const Runouts runouts = deal_runouts(rules, 0, 0, board, hands);
        const auto strength = [&](const PrivateHand& hand) {
            std::vector<Card> cards(board);
            cards.insert(cards.end(), {hand.first, hand.second});
            return evaluate(cards.data(), 7);
        };
        for (int p = 0; p < kSolverPlayers; ++p) {
            const BoardHands &own = runouts.rounds[0][0].hands[p], &other = runouts.rounds[0][0].hands[1 - p];
            std::size_t c = 0;
            for (const StrengthGroup& group : own.groups) {
                const Strength here = strength(own.cards[c]);
                std::size_t weaker = 0, not_stronger = 0;
                for (const PrivateHand& hand : other.all) {
                    weaker += strength(hand) < here;
                    not_stronger += strength(hand) <= here;
                }
                CHECK(group.weaker == weaker);
                CHECK(group.not_stronger == not_stronger);
                for (; c < group.own_end; ++c) CHECK(strength(own.cards[c]) == here);
            }
            CHECK(c == own.classes());
            for (std::size_t i = 1; i < own.all.size(); ++i)
                CHECK(strength(own.all[i - 1]) <= strength(own.all[i]));
        }
    }
}
