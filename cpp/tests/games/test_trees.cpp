#include "tests/check.hpp"

#include <limits>
#include <map>
#include <random>
#include <set>

#include "games/trees/plan.hpp"
#include "games/trees/row_count.hpp"
#include "games/trees/tree.hpp"
#include "games/trees/tree_count.hpp"
#include "games/trees/tree_root.hpp"

using namespace riverboat;

namespace {

constexpr double kAlways = std::numeric_limits<double>::infinity();

GameRules holdem(int players, Chips stack) {
    GameRules rules;
    rules.players = players;
    rules.rounds = 4;
    for (int seat = 0; seat < players; ++seat) rules.stacks[seat] = stack;
    rules.blinds[players == 2 ? 1 : 0] = 50;
    rules.blinds[players == 2 ? 0 : 1] = 100;
    rules.min_bet = 100;
    rules.first_to_act = {players == 2 ? 1 : 2 % players, 0, 0, 0};
    rules.hole_cards = 2;
    rules.board_cards = {0, 3, 1, 1};
    for (int card = 0; card < 52; ++card) rules.deck[card] = static_cast<Card>(card);
    rules.deck_size = 52;
    return rules;
}

// The same sizes on all streets.
Menu menu_of(std::vector<Size> bets, std::vector<Size> raises, int max_raises) {
    Menu menu;
    menu.lists = {std::move(bets), std::move(raises)};
    menu.list_of.assign(static_cast<std::size_t>(kMaxRounds * kMaxPlayers * (kMaxPlayers + 1) * 3), 0);
    for (std::size_t i = 2; i < menu.list_of.size(); i += 3) menu.list_of[i] = 1;
    for (auto& caps : menu.max_raises) caps.fill(max_raises);
    menu.all_in_below = kAlways;
    menu.big_blind = 100;
    return menu;
}

Menu one_raise(Size size) {
    Menu menu = menu_of({size}, {size}, kNoCap);
    menu.all_in_below = -1;
    return menu;
}

std::vector<Action> choices(const Menu& menu, const HandTable& table) {
    const Choices all = choices_at(menu, table);
    return {all.actions.begin(), all.actions.begin() + all.count};
}

using Actions = std::vector<Action>;

struct Built {
    BettingTree tree;
    std::uint64_t nodes = 0, choices = 0;
};

Built build(const TreeRules& rules, const HandTable& table, int joined_from) {
    const TreeState root = tree_root(rules, table);
    Built built;
    const auto counts = count_tree(rules, root, 1'000'000, {});
    for (int round = 0; round < rules.game.rounds; ++round) {
        const auto& of = round < joined_from ? counts[round].tree : counts[round].joined;
        for (const NodeCount& count : of) {
            built.nodes += static_cast<std::uint64_t>(count.nodes);
            built.choices += static_cast<std::uint64_t>(count.choices);
        }
    }
    built.tree = build_tree(rules, root, joined_from, {built.nodes, built.choices}, {});
    return built;
}

const std::vector<RowKey> kRowKeys = {{RowKind::own, false},
                                      {RowKind::pot_stack, false},
                                      {RowKind::last_action, false},
                                      {RowKind::last_action, true},
                                      {RowKind::round_actions, false},
                                      {RowKind::round_actions, true},
                                      {RowKind::last_per_round, false},
                                      {RowKind::last_per_round, true}};

}  // namespace

TEST(sizes_of_raises) {
    HandTable table(holdem(2, 10'000));  // the small blind to act: 150 in the pot, 50 to call
    CHECK((choices(one_raise({SizeUnit::pot, 1, 0}), table) == Actions{kFold, kCall, 300}));
    CHECK((choices(one_raise({SizeUnit::to_last, 2.5, 0}), table) == Actions{kFold, kCall, 250}));
    CHECK((choices(one_raise({SizeUnit::by_last, 2, 0}), table) == Actions{kFold, kCall, 300}));
    CHECK((choices(one_raise({SizeUnit::to_big_blinds, 3, 0}), table) == Actions{kFold, kCall, 300}));
    CHECK((choices(one_raise({SizeUnit::by_big_blinds, 3, 0}), table) == Actions{kFold, kCall, 400}));
    CHECK((choices(one_raise({SizeUnit::to_chips, 333, 0}), table) == Actions{kFold, kCall, 333}));
    CHECK((choices(one_raise({SizeUnit::by_chips, 333, 0}), table) == Actions{kFold, kCall, 433}));
    CHECK((choices(one_raise({SizeUnit::all_in, 0, 0}), table) == Actions{kFold, kCall, 10'000}));
    CHECK((choices(one_raise({SizeUnit::minimum, 0, 0}), table) == Actions{kFold, kCall, 200}));
    CHECK((choices(one_raise({SizeUnit::to_chips, 101, 0}), table) ==
           Actions{kFold, kCall, 200}));  // too small
    table.raise_to(300);
    CHECK((choices(one_raise({SizeUnit::by_last, 1, 0}), table) == Actions{kFold, kCall, 500}));
    CHECK((choices(one_raise({SizeUnit::to_last, 3, 0}), table) == Actions{kFold, kCall, 900}));
    CHECK((choices(one_raise({SizeUnit::pot, 1, 0}), table) == Actions{kFold, kCall, 900}));
}

TEST(nobody_raises_to_more_than_others_can_call) {
    GameRules rules = holdem(2, 10'000);
    rules.stacks[0] = 700;
    HandTable table(rules);
    CHECK((choices(one_raise({SizeUnit::all_in, 0, 0}), table) == Actions{kFold, kCall, 700}));
}

TEST(seats_are_counted) {
    for (unsigned mask = 0; mask < 1u << 16; ++mask) {
        int bits = 0;
        for (unsigned left = mask; left != 0; left &= left - 1) ++bits;
        if (seat_count(mask) != bits) CHECK(seat_count(mask) == bits);
    }
}

TEST(hash_index_numbers_like_a_map) {
    HashIndex index;
    std::map<std::uint64_t, std::uint32_t> expected;
    std::vector<std::uint64_t> things;
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t thing = random() % 5'000;
        const auto next = static_cast<std::uint32_t>(things.size());
        // Only 64 different tags: equality must decide.
        const auto [number, is_new] =
            index.find_or_add((thing % 64) << 32, next, [&](std::uint32_t n) { return things[n] == thing; });
        const auto [place, added] = expected.try_emplace(thing, next);
        CHECK(number == place->second && is_new == added);
        if (is_new) things.push_back(thing);
    }
    index.clear();
    CHECK(index.find_or_add(0, 0, [](std::uint32_t) { return true; }).second);
}

TEST(trees_are_as_large_as_counted_and_ordered) {
    const Menu menu = menu_of({{SizeUnit::pot, 1, 0}}, {{SizeUnit::by_last, 1, 0}}, 1);
    for (int players : {2, 3}) {
        for (const RowKey& key : kRowKeys) {
            const TreeRules rules{holdem(players, 1'000), menu, key};
            const HandTable table(rules.game);
            for (int joined_from : {0, 1, 4}) {
                const auto [tree, nodes, edges] = build(rules, table, joined_from);
                CHECK(tree.nodes() == nodes && tree.action.size() == edges);
                CHECK(tree.first_choice.size() == nodes + 1 && tree.first_choice.back() == edges);
                CHECK(tree.first_node.back() == nodes);
                std::set<std::uint32_t> rows;
                for (std::size_t node = 0; node < tree.nodes(); ++node) {
                    const std::uint32_t first = tree.first_choice[node], last = tree.first_choice[node + 1];
                    CHECK(tree.row_choices[tree.row[node]] == last - first);
                    rows.insert(tree.row[node]);
                    for (std::uint32_t c = first; c < last; ++c) {
                        CHECK(tree.child[c] < 0 || tree.child[c] > static_cast<std::int32_t>(node));
                        CHECK(c == first || tree.action[c] > tree.action[c - 1]);
                    }
                }
                CHECK(rows.size() == tree.row_choices.size());
            }
        }
    }
}

TEST(rows_are_as_many_as_counted) {
    const Menu menu = menu_of({{SizeUnit::pot, 1, 0}, {SizeUnit::pot, 2, 0}}, {{SizeUnit::by_last, 1, 0}}, 1);
    for (int players : {2, 3}) {
        for (RowKey key : kRowKeys) {
            if (key.kind == RowKind::own) continue;
            const TreeRules rules{holdem(players, players == 2 ? 5'000 : 800), menu, key};
            HandTable table(rules.game);
            for (bool later : {false, true}) {  // from the start, and after a raise and a call
                if (later) {
                    table.raise_to(200);
                    table.check_or_call();
                }
                const BettingTree tree = build(rules, table, 0).tree;
                std::uint64_t rows = 0, row_choices = 0, actions = 0;
                for (const RowCount& count : count_rows(rules, tree_root(rules, table), {})) {
                    rows += count.rows;
                    row_choices += count.choices;
                }
                for (std::uint16_t c : tree.row_choices) actions += c;
                CHECK(rows == tree.row_choices.size() && row_choices == actions);
            }
        }
    }
}

TEST(joined_counts_stop_where_there_are_too_many_situations) {
    const TreeRules rules{holdem(2, 5'000), menu_of({{SizeUnit::pot, 1, 0}}, {{SizeUnit::pot, 1, 0}}, 3), {}};
    const HandTable table(rules.game);
    const auto counts = count_tree(rules, tree_root(rules, table), 2, {});
    const auto all = count_tree(rules, tree_root(rules, table), 1'000'000, {});
    CHECK(counts[0].joined_known && !counts[1].joined_known && !counts[3].joined_known);
    for (int round = 0; round < 4; ++round) CHECK(counts[round].tree[2].nodes == all[round].tree[2].nodes);
}

TEST(plans_do_not_depend_on_threads) {
    const TreeRules rules{
        holdem(3, 2'000), menu_of({{SizeUnit::pot, 1, 0}}, {{SizeUnit::by_last, 1, 0}}, 1), {}};
    const HandTable table(rules.game);
    const PlanCount one = count_plan(rules, table, 1'000'000, 1, {}),
                    four = count_plan(rules, table, 1'000'000, 4, {});
    for (std::size_t key = 0; key < one.rows.size(); ++key) {
        for (int round = 0; round < 4; ++round) {
            CHECK(one.rows[key][round].rows == four.rows[key][round].rows && one.rows[key][round].rows > 0);
            CHECK(one.streets[round].joined[2].nodes == four.streets[round].joined[2].nodes);
        }
    }
}

TEST(roots_in_mid_hand_remember_the_hand) {
    Menu menu = menu_of({{SizeUnit::pot, 1, 0}}, {{SizeUnit::by_last, 1, 0}}, kNoCap);
    menu.all_in_below = -1;
    menu.max_raises_per_hand = 1;
    HandTable table(holdem(2, 10'000));
    CHECK((choices(menu, table) == Actions{kFold, kCall, 200}));
    table.raise_to(200);
    CHECK((choices(menu, table) == Actions{kFold, kCall}));  // the raise of the hand is used up
    table.check_or_call();
    CHECK((choices(menu, table) == Actions{kCall, 400}));  // a bet is no raise
    table.raise_to(400);
    CHECK((choices(menu, table) == Actions{kFold, kCall}));
    table.undo();
    CHECK((table.taken() == Actions{200, 0}));
}
