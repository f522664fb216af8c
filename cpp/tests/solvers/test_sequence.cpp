#include <cmath>
#include <stdexcept>
#include <vector>

#include "solvers/sequence/hands.hpp"
#include "solvers/sequence/payoffs.hpp"
#include "solvers/sequence/treeplex.hpp"
#include "tests/check.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// Two actions, and two more after the first of them.
const std::vector<Treeplex::Index> kParent{0, 1}, kFirst{1, 3, 5};

Treeplex small() {
    return Treeplex(kParent, kFirst);
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-12;
}

}  // namespace

TEST(best_plan) {
    const std::vector<double> gradient{0.5, 1.0, 2.0, 0.0, 3.0};
    std::vector<double> plan(5);
    CHECK(near(small().best(gradient.data(), plan.data()), 4.5));
    CHECK((plan == std::vector<double>{1, 1, 0, 0, 1}));
}

TEST(smoothed_answers_come_to_the_best) {
    const Treeplex tree = small();
    const std::vector<double> gradient{0.0, 1.0, 2.0, 0.0, 3.0}, ones(2, 1.0);
    for (const Distance distance : {Distance::entropy, Distance::euclidean}) {
        std::vector<double> probabilities(5);
        const double value =
            tree.smoothed(gradient.data(), 1e-9, distance, ones.data(), nullptr, probabilities.data());
        CHECK(std::abs(value - 4.0) < 1e-7);
        CHECK(near(probabilities[1] + probabilities[2], 1.0));
        // So much is paid for any distance that nothing moves.
        tree.smoothed(gradient.data(), 1e12, distance, ones.data(), nullptr, probabilities.data());
        CHECK(std::abs(probabilities[1] - 0.5) < 1e-9);
    }
}

TEST(regrets_and_matching) {
    const Treeplex tree = small();
    const std::vector<double> gradient{0.0, 1.0, 2.0, 0.0, 3.0}, half{1, 0.5, 0.5, 0.5, 0.5};
    std::vector<double> regrets(5), matched(5);
    CHECK(near(tree.regrets(gradient.data(), half.data(), regrets.data()), 2.25));
    CHECK((regrets == std::vector<double>{0, 0.25, -0.25, -1.5, 1.5}));
    tree.matched(regrets.data(), matched.data());
    CHECK((matched == std::vector<double>{1, 1, 0, 0, 1}));
}

TEST(what_is_no_tree_throws) {
    bool thrown = false;
    try {
        const std::vector<Treeplex::Index> parent{3}, first{1, 3};
        Treeplex(parent, first);
    } catch (const std::invalid_argument&) {
        thrown = true;
    }
    CHECK(thrown);
}

TEST(products_on_any_number_of_threads) {
    // Signals x signals times betting x betting, multiplied out by hand.
    constexpr std::size_t kSignals = 300, kWidth = 40;
    std::vector<std::int32_t> rows, columns;
    std::vector<double> values;
    for (std::int32_t i = 0; i < 300; ++i)
        for (std::int32_t j = 0; j < 300; j += 1 + i % 7) {
            rows.push_back(i);
            columns.push_back(j);
            values.push_back(1.0 / (1 + i + j));
            values.push_back((i < j) - (i > j));
        }
    const RoundSide side(1, kWidth, 1, kWidth, SparseRows(kSignals, rows, columns, values, 2),
                         {{2, 5, 0.5, 2.0}, {7, 5, -1.0, 0.0}});
    std::vector<double> plan(1 + kSignals * kWidth), expected(plan.size(), 0.0);
    for (std::size_t i = 0; i < plan.size(); ++i) plan[i] = std::sin(static_cast<double>(i));
    for (std::size_t e = 0; e < rows.size(); ++e) {
        const double y = plan[1 + static_cast<std::size_t>(columns[e]) * kWidth + 5];
        const std::size_t at = 1 + static_cast<std::size_t>(rows[e]) * kWidth;
        expected[at + 2] += (0.5 * values[2 * e] + 2.0 * values[2 * e + 1]) * y;
        expected[at + 7] -= values[2 * e] * y;
    }
    for (const unsigned threads : {1u, 2u, 5u}) {
        std::vector<double> out(plan.size(), 0.0);
        side.add_product(plan.data(), out.data(), threads);
        for (std::size_t i = 0; i < out.size(); ++i) CHECK(std::abs(out[i] - expected[i]) < 1e-9);
    }
}

TEST(hands_on_boards_are_all_pairs_that_share_no_card) {
    // Hands of two cards of fourteen, on boards of one card; strengths with ties; enough for several threads.
    constexpr std::size_t kWidth = 70, kBoards = 14;
    WeighedHands own, other;
    for (std::uint8_t high = 1; high < 14; ++high)
        for (std::uint8_t low = 0; low < high; ++low) {
            own.cards.insert(own.cards.end(), {high, low});
            own.weights.push_back(1.0 / (1 + high + low));
            if ((high + low) % 3 == 0) continue;  // some hands only one player has
            other.cards.insert(other.cards.end(), {high, low});
            other.weights.push_back(0.5 + low);
        }
    const auto strength = [](const WeighedHands& hands, std::size_t h, std::size_t board) {
        const std::uint8_t* const held = &hands.cards[2 * h];
        return held[0] == board || held[1] == board ? -1 : (held[0] * 7 + held[1] * 5) % 9;
    };
    const auto on = [&](const WeighedHands& hands, std::size_t board) {
        HandsOnABoard found;
        found.block = board;
        for (std::int32_t level = 0; level < 9; ++level)
            for (std::size_t h = 0; h < hands.size(); ++h)
                if (strength(hands, h, board) == level) {
                    found.hand.push_back(static_cast<std::int32_t>(h));
                    found.strength.push_back(level);
                }
        return found;
    };
    std::vector<HandsSide::Board> boards;
    for (std::size_t board = 0; board < kBoards; ++board)
        boards.push_back({on(own, board), on(other, board)});
    std::vector<RoundEnd> ends{{2, 5, 0.5, 2.0}, {7, 5, -1.0, 0.0}, {0, 19, 0.0, 3.0}};
    for (std::int32_t other_sequence = 0; other_sequence < 70; ++other_sequence)
        ends.push_back({other_sequence / 2, other_sequence, 0.25, -0.5});
    const HandsSide side(1, kWidth, 1, kWidth, own, other, boards, boards, 4.0, 0.25, ends);
    std::vector<double> plan(1 + kBoards * other.size() * kWidth);
    for (std::size_t i = 0; i < plan.size(); ++i) plan[i] = std::sin(static_cast<double>(i));
    std::vector<double> expected(1 + kBoards * own.size() * kWidth, 0.0);
    for (std::size_t board = 0; board < kBoards; ++board)
        for (std::size_t i = 0; i < own.size(); ++i)
            for (std::size_t j = 0; j < other.size(); ++j) {
                const std::int32_t mine = strength(own, i, board), theirs = strength(other, j, board);
                const std::uint8_t *const a = &own.cards[2 * i], *const b = &other.cards[2 * j];
                if (mine < 0 || theirs < 0 || a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1])
                    continue;
                const double pair = 0.25 * own.weights[i] * other.weights[j];
                for (const RoundEnd& end : ends)
                    expected[1 + (board * own.size() + i) * kWidth + static_cast<std::size_t>(end.own)] +=
                        pair * (4.0 * end.always + ((mine > theirs) - (mine < theirs)) * end.won) *
                        plan[1 + (board * other.size() + j) * kWidth + static_cast<std::size_t>(end.other)];
            }
    CHECK(side.least_out() == expected.size() && side.least_plan() == plan.size());
    for (const unsigned threads : {1u, 3u}) {
        std::vector<double> out(expected.size(), 0.0);
        side.add_product(plan.data(), out.data(), threads);
        for (std::size_t i = 0; i < out.size(); ++i) CHECK(std::abs(out[i] - expected[i]) < 1e-9);
    }
}

TEST(entries_of_one_place_are_added_up) {
    const std::vector<std::int32_t> rows{1, 0, 1}, columns{1, 0, 1};
    const std::vector<double> values{2.0, 5.0, 3.0}, y{1.0, 10.0};
    const SparseRows matrix(2, rows, columns, values, 1);
    CHECK(matrix.value.size() == 2);
    std::vector<double> out(2, 0.0);
    add_product(matrix, y.data(), out.data(), 0);
    CHECK(near(out[0], 5.0) && near(out[1], 50.0));
}
