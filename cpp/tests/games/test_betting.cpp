#include "games/rules/betting.hpp"

#include <numeric>
#include <string>
#include <vector>

#include "games/rules/playout.hpp"
#include "games/rules/showdown.hpp"
#include "games/rules/table.hpp"
#include "games/rules/verify.hpp"
#include "runtime/rng.hpp"
#include "tests/check.hpp"

using namespace riverboat;

namespace {

GameRules no_limit(const std::vector<Chips>& stacks, const std::vector<Chips>& blinds, Chips min_bet = 2) {
    GameRules rules;
    rules.players = static_cast<int>(stacks.size());
    rules.rounds = 4;
    std::copy(stacks.begin(), stacks.end(), rules.stacks.begin());
    std::copy(blinds.begin(), blinds.end(), rules.blinds.begin());
    rules.min_bet = min_bet;
    rules.first_to_act = {stacks.size() == 2 ? 1 : static_cast<int>(2 % stacks.size()), 0, 0, 0};
    rules.hole_cards = 2;
    rules.board_cards = {0, 3, 1, 1};
    rules.deck_size = kCards;
    std::iota(rules.deck.begin(), rules.deck.end(), Card{0});
    return rules;
}

// Plays a line such as "f c r6"; returns the state after it.
Betting after(const GameRules& rules, const std::string& line) {
    Betting b = start_betting(rules);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == 'f') {
            CHECK(why_not_fold(rules, b).empty());
            apply_fold(rules, b);
        } else if (line[at] == 'c') {
            CHECK(!b.is_over());
            apply_check_or_call(rules, b);
        } else if (line[at] == 'r') {
            const Chips to = std::stoi(line.substr(at + 1));
            CHECK(why_not_raise_to(rules, b, to).empty());
            apply_raise_to(rules, b, to);
        }
    }
    return b;
}

bool raises_are(const GameRules& rules, const Betting& b, Chips low, Chips high) {
    const LegalActions legal = legal_actions(rules, b);
    return legal.can_raise() && legal.min_raise_to == low && legal.max_raise_to == high;
}

BySeat results(const GameRules& rules, const Betting& b, const std::vector<Strength>& strengths) {
    return payoffs(rules, b, strengths.data());
}

bool same(const BySeat& got, const std::vector<Chips>& expected) {
    return std::equal(expected.begin(), expected.end(), got.begin());
}

}  // namespace

TEST(heads_up_button_acts_first_then_last) {
    const GameRules rules = no_limit({200, 200}, {2, 1});
    CHECK(after(rules, "").actor == 1);
    CHECK(after(rules, "c").actor == 0);
    CHECK(after(rules, "c c").actor == 0 && after(rules, "c c").round == 1);
    CHECK(!legal_actions(rules, after(rules, "c")).fold);
}

TEST(minimum_raises) {
    const GameRules rules = no_limit({200, 200, 200}, {1, 2, 0});
    CHECK(raises_are(rules, after(rules, ""), 4, 200));
    CHECK(raises_are(rules, after(rules, "r7"), 12, 200));
    CHECK(raises_are(rules, after(rules, "r7 r12"), 17, 200));
    CHECK(raises_are(rules, after(rules, "c c c"), 2, 198));
    CHECK(why_not_raise_to(rules, after(rules, "r7"), 11).find("minimum is 12") != std::string::npos);
    CHECK(why_not_raise_to(rules, after(rules, "r7"), 201).find("maximum 200") != std::string::npos);
}

TEST(real_tables_let_more_happen) {
    HandTable table(no_limit({200, 200, 200}, {1, 2, 0}));
    table.record(3);  // below the minimum of 4
    CHECK(table.betting().highest == 3 && table.betting().last_raise == 2);
    table.record(kCall);
    table.record(kCall);
    table.record(kFold);  // where a check is free
    CHECK(table.betting().in_hand() == 0b110 && table.betting().round == 1);
    for (Action action : {-2, 199, 198}) {
        bool refused = false;
        try {
            table.record(action);
        } catch (const RuleError&) {
            refused = true;
        }
        CHECK(refused);
    }
    table.record(197);
    table.record(kCall);
    CHECK(table.betting().is_showdown());
    CHECK((table.taken() == std::vector<Action>{3, kCall, kCall, kFold, 197, kCall}));
}

TEST(straddle_sets_the_minimum_raise) {
    GameRules rules = no_limit({200, 200, 200, 200}, {1, 2, 4, 0});
    rules.first_to_act[0] = 3;
    CHECK(raises_are(rules, after(rules, ""), 8, 200));
    CHECK(after(rules, "c c c").actor == 2);  // the straddle has the option
    CHECK(raises_are(rules, after(rules, "c c c c"), 2, 196));
}

TEST(short_blind_keeps_its_price) {
    const GameRules rules = no_limit({200, 1, 200, 200}, {1, 2, 0, 0});
    CHECK(legal_actions(rules, after(rules, "")).call == 2);
    CHECK(raises_are(rules, after(rules, ""), 4, 200));
    CHECK(legal_actions(rules, after(rules, "c f")).call == 1);
    // Nobody left could pay more than the small blind has in: no question.
    CHECK(after(rules, "f f").is_showdown());
    CHECK(same(results(rules, after(rules, "f f"), {1, 2, 0, 0}), {-1, 1, 0, 0}));
    CHECK(same(results(rules, after(rules, "c f f"), {0, 2, 1, 0}), {-1, 2, -1, 0}));
}

TEST(short_blind_heads_up_costs_what_it_has) {
    const GameRules rules = no_limit({3, 200}, {4, 2}, 4);
    CHECK(legal_actions(rules, after(rules, "")).call == 1);
    CHECK(legal_actions(rules, after(rules, "")).no_raise == NoRaise::nobody_else);
    CHECK(after(rules, "c").is_showdown());
}

TEST(short_all_in_does_not_reopen) {
    const GameRules rules = no_limit({500, 500, 500, 150}, {1, 2, 0, 0});
    const Betting b = after(rules, "r100 r150 c c");  // seat 2 has raised and faces 50, half a raise
    CHECK(b.actor == 2 && legal_actions(rules, b).no_raise == NoRaise::not_reopened);
    CHECK(legal_actions(rules, b).call == 50);
    CHECK(raises_are(rules, after(rules, "r100 r150"), 248, 500));  // seat 0 has not acted
}

TEST(short_all_ins_that_add_up_reopen) {
    const GameRules rules = no_limit({200, 500, 500, 150}, {1, 2, 0, 0});
    CHECK(raises_are(rules, after(rules, "r100 r150 r200 c"), 298, 500));  // 100 faced, 98 is a full raise
    const GameRules less = no_limit({190, 500, 500, 150}, {1, 2, 0, 0});
    const Betting b = after(less, "r100 r150 r190 c");
    CHECK(b.actor == 2 && legal_actions(less, b).no_raise == NoRaise::not_reopened);
}

TEST(one_more_short_all_in_keeps_the_betting_open) {
    const GameRules rules = no_limit({200, 250, 500, 150, 500}, {1, 2, 0, 0, 0});
    CHECK(raises_are(rules, after(rules, "r100 r150 c r200 r250"), 348, 500));  // seat 2 faces 150
}

TEST(limper_may_not_raise_a_short_all_in) {
    const GameRules rules = no_limit({200, 200, 200, 3}, {1, 2, 0, 0});
    const Betting b = after(rules, "c r3 c c");
    CHECK(b.actor == 2 && legal_actions(rules, b).no_raise == NoRaise::not_reopened);
}

TEST(nobody_else_can_act) {
    const GameRules rules = no_limit({50, 200, 100}, {1, 2, 0});
    const Betting b = after(rules, "r100 c");
    CHECK(legal_actions(rules, b).no_raise == NoRaise::nobody_else && legal_actions(rules, b).call == 98);
    const Betting over = after(rules, "r100 c c");
    CHECK(over.is_showdown() && over.round == 3);
    CHECK(over.aggressor == 2);
}

TEST(limit_sizes_and_cap) {
    GameRules rules = no_limit({100, 100}, {2, 1});
    rules.limit = true;
    rules.min_bet = 0;
    rules.raise_sizes = {2, 2, 4, 4};
    rules.max_raises = {3, 4, 4, 4};
    CHECK(raises_are(rules, after(rules, ""), 4, 4));
    CHECK(legal_actions(rules, after(rules, "r4 r6 r8")).no_raise == NoRaise::capped);
    CHECK(raises_are(rules, after(rules, "c c c c"), 4, 4));
}

TEST(side_pots_and_uncalled_bet) {
    const GameRules rules = no_limit({50, 100, 200}, {1, 2, 0});
    const Betting b = after(rules, "r200 c c");
    const Pots pots = pots_of(rules, b);
    CHECK(pots.count == 2);
    CHECK(pots.pots[0].amount == 150 && pots.pots[0].seats == 0b111);
    CHECK(pots.pots[1].amount == 100 && pots.pots[1].seats == 0b110);
    CHECK(same(results(rules, b, {3, 2, 1}), {100, 0, -100}));
    CHECK(same(results(rules, b, {1, 1, 3}), {-50, -100, 150}));
}

TEST(odd_chips_go_left_of_the_button_one_by_one) {
    const GameRules rules = no_limit({200, 200, 200, 200}, {1, 2, 0, 0});
    // Seat 0 folds a chip: 3 * 3 + 1 = 10 for three winners, then 11 with two odd chips.
    CHECK(same(results(rules, after(rules, "r4 c f c c c c c c c c c c"), {0, 5, 5, 5}), {-1, 1, 0, 0}));
    const GameRules more = no_limit({200, 200, 200, 200}, {2, 3, 0, 0}, 3);
    CHECK(same(results(more, after(more, "c c f c c c c c c c c c"), {0, 5, 5, 5}), {-2, 1, 1, 0}));
}

TEST(antes_matched_and_dead) {
    GameRules rules = no_limit({1, 100, 100}, {0, 2, 0});
    rules.antes = {2, 2, 2};
    CHECK(same(results(rules, after(rules, "c c c c c c c c"), {3, 2, 1}), {2, 4, -4}) == false);
    const Betting b = after(rules, "c c c c c c c c");
    CHECK(same(results(rules, b, {3, 2, 1}), {2, 2, -4}));  // wins one chip of each other ante
    rules.antes = {0, 2, 0};
    rules.stacks[0] = 1;
    const Betting dead = after(rules, "f c");
    CHECK(dead.is_showdown() == true);
    CHECK(same(results(rules, dead, {3, 2, 1}), {3, -3, 0}));  // the whole big-blind ante
}

TEST(played_hands_do_not_depend_on_threads) {
    const GameRules rules = no_limit({1, 30, 200, 77, 3, 150}, {1, 2, 0, 0, 0, 0});
    const Watch silent = [](std::size_t, std::size_t) {};
    const std::uint64_t hands = riverboat::test::quick() ? 5'000 : 50'000;
    const Playout one = play_hands(rules, Policy::random, hands, 7, 1, silent);
    const Playout two = play_hands(rules, Policy::random, hands, 7, 2, silent);
    CHECK(one.hands == hands && one.checksum == two.checksum && one.won == two.won);
    CHECK(std::accumulate(one.won.begin(), one.won.end(), std::int64_t{0}) == 0);
}

TEST(table_takes_actions_back) {
    HandTable table(no_limit({200, 200}, {2, 1}));
    table.deal_random(1);
    table.raise_to(6);
    table.check_or_call();
    table.undo();
    CHECK(table.betting().actor == 0 && table.betting().bet[1] == 6);
    table.undo();
    bool refused = false;
    try {
        table.undo();
    } catch (const RuleError&) {
        refused = true;
    }
    CHECK(refused);
}
