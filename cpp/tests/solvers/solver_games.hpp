// Small games for the tests of the solvers.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "games/trees/tree.hpp"
#include "games/trees/tree_count.hpp"
#include "games/trees/tree_root.hpp"
#include "solvers/full_width/full_width.hpp"
#include "tests/deal.hpp"

namespace riverboat::test {

// Two players, limit, one card each, one board card before rounds 2 and 3: Rhode Island hold'em with the
// `ranks` highest ranks.
inline GameRules island(int ranks = 13) {
    GameRules rules;
    rules.players = 2;
    rules.rounds = 3;
    rules.stacks = {155, 155};
    rules.antes = {5, 5};
    rules.limit = true;
    rules.raise_sizes = {10, 20, 20};
    rules.max_raises = {3, 3, 3};
    rules.hole_cards = 1;
    rules.board_cards = {0, 1, 1};
    rules.ranking = RankingId::three_card;
    for (int card = 4 * (13 - ranks); card < kCards; ++card)
        rules.deck[rules.deck_size++] = static_cast<Card>(card);
    return rules;
}

// No-limit hold'em from a board of `start` cards on.
inline GameRules holdem_spot(int start, Chips pot, Chips stack) {
    GameRules rules;
    rules.players = 2;
    rules.rounds = 6 - start;
    rules.antes = {pot / 2, pot / 2};
    rules.stacks = {pot / 2 + stack, pot / 2 + stack};
    rules.min_bet = 1;
    rules.hole_cards = 2;
    rules.board_cards = {start, 1, 1, 0};
    for (int card = 0; card < kCards; ++card) rules.deck[rules.deck_size++] = static_cast<Card>(card);
    return rules;
}

// Bets of one size, in pots; all-in always.
inline Menu one_size(const GameRules& rules, double pots) {
    Menu menu;
    menu.lists = {{}, {{SizeUnit::pot, pots, std::numeric_limits<double>::infinity()}}};
    menu.list_of.assign(
        static_cast<std::size_t>(rules.rounds) * kMaxPlayers * (kMaxPlayers + 1) * menu.situations,
        rules.limit ? 0 : 1);
    for (auto& by_players : menu.max_raises) by_players.fill(1);
    if (rules.limit) {
        for (auto& by_players : menu.max_raises) by_players.fill(kNoCap);
    }
    menu.all_in_below = std::numeric_limits<double>::infinity();
    return menu;
}

inline BettingTree tree_of(const GameRules& rules, const Menu& menu) {
    const TreeRules tree{rules, menu, {}};
    const TreeState root = tree_root(tree, HandTable(rules));
    TreeSize size;
    for (const StreetCount& street : count_tree(tree, root, 1 << 20, {})) {
        for (const NodeCount& count : street.tree) {
            size.nodes += static_cast<std::uint64_t>(count.nodes);
            size.choices += static_cast<std::uint64_t>(count.choices);
        }
    }
    return build_tree(tree, root, rules.rounds, size, {});
}

// All hands of the deck that fit the board, or about one in `thin` with random weights.
inline PrivateHands hands_of(const GameRules& rules, CardMask board, Deal* deal = nullptr,
                             unsigned thin = 1) {
    PrivateHands out;
    for (int i = 0; i < rules.deck_size; ++i) {
        for (int j = rules.hole_cards == 2 ? 0 : i; j <= i; ++j) {
            if (rules.hole_cards == 2 && j == i) continue;
            const PrivateHand hand{rules.deck[i], rules.hole_cards == 2 ? rules.deck[j] : kNoSecondCard};
            if ((hand.mask() & board) || (deal != nullptr && deal->below(thin) != 0)) continue;
            out.hands.push_back(hand);
            out.weights.push_back(deal == nullptr ? 1.0 : (1 + deal->below(100)) / 100.0);
        }
    }
    return out;
}

}  // namespace riverboat::test
