#include "solvers/full_width/gates/gate.hpp"

#include <cmath>
#include <cstring>

#include "solvers/full_width/full_width.hpp"
#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// Two classes of one and three hands; the third meets nobody.
GateRules three_classes(bool each_hand) {
    GateRules rules;
    rules.each_hand = each_hand;
    rules.alternatives = {1, -1, 0};
    rules.chances = {1};
    rules.weights = {0.5, 1, 1};
    rules.sizes = {1, 3, 1};
    rules.met = {4, 2, 0};
    return rules;
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-12;
}

UpdateFactors plus(double keep_average = 1) {
    UpdateFactors factors;
    factors.floor = true;
    factors.keep_average = keep_average;
    return factors;
}

}  // namespace

TEST(each_hand_enters_if_that_is_worth_more) {
    Gate gate(three_classes(true));
    const std::vector<double> first = gate.reach(false, 1);
    CHECK(near(first[0], 0.25) && near(first[1], 0.5) && first[2] == 0);
    const double values[] = {8, -6, 99};  // 2 and -3 chips a hand
    gate.hear(values);
    gate.learn(plus());
    const std::vector<double> next = gate.reach(false, 1);
    CHECK(near(next[0], 0.5) && next[1] == 0 && next[2] == 0);
    const std::vector<double> average = gate.reach(true, 1);
    CHECK(near(average[0], 0.25) && near(average[1], 0.5));
}

TEST(one_choice_counts_every_hand_of_a_class) {
    Gate gate(three_classes(false));
    const double meetings = 0.5 * 4 + 3 * 2;
    const std::vector<double> first = gate.reach(false, 1);
    CHECK(near(first[0], meetings / 4 / 4) && near(first[1], meetings / 4 / 2) && first[2] == 0);
    const double values[] = {12, -1, 99};  // 2 and 0.5 chips over what they have instead
    gate.hear(values);
    gate.learn(plus());
    const std::vector<double> next = gate.reach(false, 1);  // regrets are 2 - 0.875 and 0.5 - 0.875
    CHECK(near(next[0], meetings / 4) && next[1] == 0);
}

TEST(draws_are_chosen_for_apart) {
    GateRules rules = three_classes(true);
    rules.alternatives = {1, -1, 0, 3, -1, 0};
    rules.chances = {0.25, 0.75};
    Gate gate(rules);
    gate.reach(false, 1);
    const double values[] = {8, 2, 0};  // 2 chips: more than in the first draw, less than in the second
    gate.hear(values);
    gate.learn(plus());
    const std::vector<double> next = gate.reach(false, 1);
    CHECK(near(next[0], 0.25 * 0.5) && near(next[1], 1));
}

TEST(predictions_count_the_last_regrets_twice) {
    GateRules rules = three_classes(true);
    rules.predictive = true;
    Gate gate(rules);
    for (const double value : {12.0, 0.0}) {  // 3 chips and 0 against 1
        gate.reach(false, 1);
        const double values[] = {value, 0, 0};
        gate.hear(values);
        gate.learn(plus());
    }
    // Enters for sure after the first; then the regret of staying out is 1, and it is predicted once more.
    const std::vector<double> next = gate.reach(false, 1);
    CHECK(near(next[0], 0.5 * 1.0 / 3));
}

// Who never has anything better instead enters with all hands in the end; threads change no bit.
TEST(gated_games_are_solved_on_threads) {
    const GameRules rules = island(3);
    auto game = std::make_shared<SolverGame>(SolverGame{
        rules, tree_of(rules, one_size(rules, 1)), {0, 1}, {}, {hands_of(rules, 0), hands_of(rules, 0)}, {}});
    game->runouts = deal_runouts(rules, 0, rules.rounds - 1, {}, game->hands);
    const BoardHands& hands = game->runouts.rounds[0][0].hands[1];
    const std::size_t classes = hands.classes();
    for (const bool each_hand : {true, false}) {
        GateRules gate;
        gate.player = 1;
        gate.each_hand = each_hand;
        gate.alternatives.assign(classes, -1000);
        gate.chances = {1};
        gate.weights.assign(classes, 1);
        gate.sizes.assign(hands.size.begin(), hands.size.end());
        gate.met.assign(classes, rules.deck_size - 1);
        FullWidth<double> one(game, false, false), three(game, false, false);
        for (auto* solver : {&one, &three}) {
            solver->set_gate(gate);
            solver->run(std::vector<UpdateFactors>(20, plus()), true, solver == &one ? 1 : 3, {});
        }
        CHECK(one.gate()->table() == three.gate()->table());
        CHECK(std::memcmp(one.decisions().table(kRegrets), three.decisions().table(kRegrets),
                          one.decisions().cells() * sizeof(double)) == 0);
        double sum = 0;
        for (std::size_t h = 0; h < classes; ++h) {
            const double enters = one.gate_reach(false)[h];
            if (each_hand) CHECK(enters == 1);
            sum += enters * gate.sizes[h];
        }
        CHECK(std::abs(sum - rules.deck_size) < 1e-9);  // as many as without a gate
    }
}
