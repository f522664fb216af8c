#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/check.hpp"
#include "tournament/jam_fold_dealt.hpp"
#include "tournament/jam_fold_many.hpp"
#include "tournament/jam_fold_three.hpp"
#include "tournament/settle.hpp"

using namespace riverboat;

namespace {

// Three players hold one of a few cards each; lower numbers win. Orders as three_way.hpp has them.
constexpr int kCards = 5;

std::vector<float> few_cards() {
    std::vector<float> chances(kCards * kCards * kOrders * kCards, 0.0f);
    const float chance = 1.0f / (kCards * (kCards - 1) * (kCards - 2));
    for (int a = 0; a < kCards; ++a) {
        for (int b = 0; b < kCards; ++b) {
            for (int c = 0; c < kCards; ++c) {
                if (a == b || a == c || b == c) continue;
                const int order = a < b ? (b < c ? 0 : a < c ? 1 : 4) : (a < c ? 2 : b < c ? 3 : 5);
                chances[((a * kCards + b) * kOrders + order) * kCards + c] = chance;
            }
        }
    }
    return chances;
}

// Chips won with ten big blinds each, blinds a half and one: by the set of jams and the order.
ThreeValues chips() {
    const JamTable table{{10, 10, 10}, {0, 0.5, 1}};
    const std::uint8_t places[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    ThreeValues values{};
    for (std::uint32_t jams = 0; jams < 8; ++jams) {
        for (int order = 0; order < 6; ++order) {
            const JamSettled after = settle(table, jams, places[order]);
            for (int seat = 0; seat < 3; ++seat) values[jams][order][seat] = after.stacks[seat] - 10;
        }
    }
    return values;
}

}  // namespace

TEST(chips_stay_on_the_table) {
    const JamTable table{{12, 5, 8, 0.7}, {0.1, 0.1, 0.6, 0.7}};
    const std::uint8_t places[4] = {2, 0, 1, 1};
    for (std::uint32_t jams = 0; jams < 16; ++jams) {
        const JamSettled after = settle(table, jams, places);
        double sum = 0.0;
        for (const double stack : after.stacks) sum += stack;
        CHECK(std::abs(sum - 25.7) < 1e-9);
    }
}

TEST(three_players_come_near_an_equilibrium) {
    const std::vector<float> chances = few_cards();
    const ThreeJam game(chances, kCards);
    const ThreeValues values = chips();
    const std::vector<double> start(kThreeRows * kCards, 0.5);
    const std::array<bool, kThreeRows> locked = {false, false, false, true, false, false, false};
    for (const JamRule rule : {JamRule::cfr_plus, JamRule::fictitious_play}) {
        const JamSolved found = game.solve(values, start, locked, {rule, 2000, 0.0, 500, 0.0});
        for (const double gain : found.gains) CHECK(gain < 0.02);
        const auto ends = game.ends(found.strategy);
        double sum = 0.0;
        for (const auto& end : ends) {
            for (const double chance : end) sum += chance;
        }
        CHECK(std::abs(sum - 1.0) < 1e-6);
        // What jamming brings over folding, by seats and by ends.
        const std::vector<double> direct = game.advantages(values, found.strategy);
        const std::vector<float> by_ends = game.coefficients(found.strategy);
        constexpr int seats[kThreeRows] = {0, 1, 1, 2, 2, 2, 2};
        for (int row = 0; row < kThreeRows; ++row) {
            if (row == 3) continue;
            for (int card = 0; card < kCards; ++card) {
                double worth = 0.0;
                for (int end = 0; end < kThreeEnds; ++end) {
                    for (int order = 0; order < kOrders; ++order) {
                        worth += by_ends[((row * kCards + card) * kThreeEnds + end) * kOrders + order] *
                                 values[end][order][seats[row]];
                    }
                }
                CHECK(std::abs(worth - direct[row * kCards + card]) < 1e-5);
            }
        }
    }
}

TEST(deals_are_the_same_with_any_threads) {
    const JamTable table{{6, 6, 6, 6}, {0, 0, 0.5, 1}};
    const JamWorth worth{{50, 30, 20}, {2, 2, 2, 2}};
    const std::vector<double> strategy(15 * kJamClasses, 0.4);
    const JamSums one = sample_jams(table, worth, strategy, 7, 0, 4096, 1, Watch{});
    const JamSums three = sample_jams(table, worth, strategy, 7, 0, 4096, 3, Watch{});
    CHECK(one.values == three.values);
    CHECK(one.advantages == three.advantages);
    double sum = 0.0;
    for (const double value : one.values) sum += value;
    CHECK(std::abs(sum / one.deals - 108.0) < 1e-6);
}

TEST(orders_of_strengths_are_all_there_are) {
    const std::size_t expected[] = {3, 13, 75, 541};
    for (int players = 2; players <= 5; ++players) CHECK(orders_of(players).size() == expected[players - 2]);
}

TEST(dealt_hands_are_hands_of_one_deck) {
    const DealtHands dealt = deal_hands(4, 4096, 1);
    CHECK(dealt.classes.size() == 4 * 4096 && dealt.orders.size() == 4096);
    double pairs = 0.0;
    for (const std::uint8_t held : dealt.classes) pairs += held % 14 == 0;  // the diagonal of the grid
    CHECK(std::abs(pairs / (4 * 4096.0) - 1.0 / 17) < 0.01);
    for (const std::uint16_t order : dealt.orders) CHECK(order < 75);
}

TEST(a_pool_of_all_deals_is_the_exact_game) {
    std::vector<std::uint8_t> held;
    std::vector<std::uint16_t> orders;
    const auto known = orders_of(3);
    for (int a = 0; a < kCards; ++a) {
        for (int b = 0; b < kCards; ++b) {
            for (int c = 0; c < kCards; ++c) {
                if (a == b || a == c || b == c) continue;
                std::array<std::uint8_t, kMostDealt> places{};
                places[0] = static_cast<std::uint8_t>((b < a) + (c < a));
                places[1] = static_cast<std::uint8_t>((a < b) + (c < b));
                places[2] = static_cast<std::uint8_t>((a < c) + (b < c));
                held.insert(held.end(), {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                                         static_cast<std::uint8_t>(c)});
                orders.push_back(static_cast<std::uint16_t>(
                    std::lower_bound(known.begin(), known.end(), places) - known.begin()));
            }
        }
    }
    const DealtJam game(3, kCards, held, orders, orders.size());
    const JamTable table{{10, 10, 10}, {0, 0.5, 1}};
    std::vector<double> values;
    for (std::uint32_t jams = 0; jams < 8; ++jams) {
        for (const auto& places : known) {
            const JamSettled after = settle(table, jams, {places.data(), 3});
            for (int seat = 0; seat < 3; ++seat) values.push_back(after.stacks[seat] - 10);
        }
    }
    const std::vector<double> start(kThreeRows * kCards, 0.5);
    std::vector<bool> locked(kThreeRows, false);
    locked[3] = true;
    JamSolve how;
    how.iterations = 2000;
    how.look_every = 2000;
    const DealtJam::Solved solved = game.solve(values.data(), start, locked, how);
    for (const double gain : solved.gains) CHECK(gain < 0.01);
}
