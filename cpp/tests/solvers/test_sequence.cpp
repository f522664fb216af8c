#include <cmath>
#include <stdexcept>
#include <vector>

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

TEST(entries_of_one_place_are_added_up) {
    const std::vector<std::int32_t> rows{1, 0, 1}, columns{1, 0, 1};
    const std::vector<double> values{2.0, 5.0, 3.0}, y{1.0, 10.0};
    const SparseRows matrix(2, rows, columns, values, 1);
    CHECK(matrix.value.size() == 2);
    std::vector<double> out(2, 0.0);
    add_product(matrix, y.data(), out.data(), 0);
    CHECK(near(out[0], 5.0) && near(out[1], 50.0));
}
