#include "solvers/full_width/full_width.hpp"

#include <cmath>
#include <cstring>

#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

struct Setting {
    GameRules rules;
    Menu menu;
    std::vector<Card> board;
    BothHands hands;
};

Setting small_island() {
    const GameRules rules = island(quick() ? 3 : 5);
    return {rules, one_size(rules, 1), {}, {hands_of(rules, 0), hands_of(rules, 0)}};
}

Setting turn() {
    Deal deal(5);
    const std::vector<Card> board = cards_of("QsJh2h5c");
    const GameRules rules = holdem_spot(4, 20, 60);
    const CardMask used = mask_of_cards(board);
    const unsigned thin = quick() ? 40 : 8;
    return {rules,
            one_size(rules, 0.5),
            board,
            {hands_of(rules, used, &deal, thin), hands_of(rules, used, &deal, thin)}};
}

template <class Real>
struct Solved {
    std::unique_ptr<FullWidth<Real>> solver;
    std::array<std::vector<double>, kSolverPlayers> values, best;
};

// CFR+ for some iterations, predicting or not, and what comes out.
template <class Real>
Solved<Real> solve(const Setting& setting, unsigned threads, bool predict, bool small, int iterations = 6) {
    Solved<Real> out;
    auto game = std::make_shared<SolverGame>(SolverGame{
        setting.rules, tree_of(setting.rules, setting.menu), {0, 1}, setting.board, setting.hands, {}});
    game->runouts = deal_runouts(setting.rules, 0, setting.rules.rounds - 1, setting.board, setting.hands);
    out.solver = std::make_unique<FullWidth<Real>>(game, predict, small);
    UpdateFactors factors;
    factors.floor = true;
    factors.predict = predict;
    out.solver->run(std::vector<UpdateFactors>(static_cast<std::size_t>(iterations), factors), true, threads,
                    {});
    for (int p = 0; p < kSolverPlayers; ++p) {
        const std::size_t classes = out.solver->game().runouts.rounds[0][0].hands[p].classes();
        out.values[p].resize(classes);
        out.best[p].resize(classes);
        out.solver->walk(Walk::expected, p, threads, out.values[p].data());
        out.solver->walk(Walk::best_response, p, threads, out.best[p].data());
    }
    return out;
}

// The sum over a player's hands.
double total(const Setting& setting, const FullWidth<double>& solver, int player,
             const std::vector<double>& values) {
    const BoardHands& hands = solver.game().runouts.rounds[0][0].hands[player];
    double sum = 0;
    for (std::size_t c = 0; c < values.size(); ++c)
        sum += values[c] * hands.size[c] * setting.hands[player].weights[hands.first[c]];
    return sum;
}

template <class Real>
void check_threads(const Setting& setting, bool predict, bool small) {
    const auto one = solve<Real>(setting, 1, predict, small), three = solve<Real>(setting, 3, predict, small);
    CHECK(one.values == three.values);
    CHECK(one.best == three.best);
    const std::size_t cells = one.solver->decisions().cells();
    if (small) {
        CHECK(std::memcmp(one.solver->decisions().small_table(kRegrets),
                          three.solver->decisions().small_table(kRegrets), cells * 2) == 0);
    } else {
        CHECK(std::memcmp(one.solver->decisions().table(kRegrets), three.solver->decisions().table(kRegrets),
                          cells * sizeof(Real)) == 0);
    }
}

}  // namespace

TEST(what_one_wins_the_other_loses) {
    for (const Setting& setting : {small_island(), turn()}) {
        const auto solved = solve<double>(setting, 1, false, false);
        std::array<double, kSolverPlayers> value, best;
        for (int p = 0; p < kSolverPlayers; ++p) {
            value[p] = total(setting, *solved.solver, p, solved.values[p]);
            best[p] = total(setting, *solved.solver, p, solved.best[p]);
            CHECK(best[p] > value[p]);
            for (std::size_t c = 0; c < solved.values[p].size(); ++c)
                CHECK(solved.best[p][c] >= solved.values[p][c] - 1e-9);
        }
        CHECK(std::abs(value[0] + value[1]) < 1e-9 * (std::abs(best[0]) + std::abs(best[1])));
    }
}

TEST(more_iterations_leave_less_to_win) {
    for (const Setting& setting : {small_island(), turn()}) {
        double last = INFINITY;
        for (int iterations : {2, 16, 128}) {
            const auto solved = solve<double>(setting, 2, true, false, iterations);
            double gain = 0;
            for (int p = 0; p < kSolverPlayers; ++p)
                gain += total(setting, *solved.solver, p, solved.best[p]) -
                        total(setting, *solved.solver, p, solved.values[p]);
            CHECK(gain >= 0);
            CHECK(gain < last / 2);
            last = gain;
        }
    }
}

// The average strategy of every decision becomes the one that is played next.
template <class Real>
void check_begin(const Setting& setting, bool small, double near) {
    const auto solved = solve<Real>(setting, 2, false, small);
    solved.solver->begin(3, 2);
    const SolverGame& game = solved.solver->game();
    for (std::uint32_t node = 0; node < game.tree.nodes(); ++node) {
        const std::vector<double> average = solved.solver->strategy(0, node, true),
                                  next = solved.solver->strategy(0, node, false);
        for (std::size_t i = 0; i < average.size(); ++i) CHECK(std::abs(average[i] - next[i]) < near);
    }
}

TEST(a_start_plays_the_averages) {
    for (const Setting& setting : {small_island(), turn()}) {
        check_begin<double>(setting, false, 1e-9);
        check_begin<float>(setting, false, 1e-4);
    }
}

TEST(threads_do_not_change_a_bit) {
    for (const Setting& setting : {small_island(), turn()}) {
        check_threads<double>(setting, false, false);
        check_threads<float>(setting, true, false);
        check_threads<float>(setting, true, true);
    }
}

// Values at all decisions before the last street: the same on any number of threads, and what the root is
// worth is what its actions are worth, weighed as they are played.
TEST(values_of_all_decisions) {
    for (const Setting& setting : {small_island(), turn()}) {
        const auto solved = solve<double>(setting, 1, false, false);
        NodeValues values = solved.solver->node_values(1), again = solved.solver->node_values(3);
        for (int p = 0; p < kSolverPlayers; ++p) CHECK(values.root_sums[p] == solved.values[p]);
        CHECK(values.rounds.size() == static_cast<std::size_t>(setting.rules.rounds));
        CHECK(values.rounds.back().empty() && !values.rounds.front().empty());
        for (std::size_t round = 0; round < values.rounds.size(); ++round) {
            const auto &one = values.rounds[round], &other = again.rounds[round];
            CHECK(one.size() == other.size());
            CHECK(one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) == 0);
        }
        const SolverGame& game = solved.solver->game();
        const RunoutBoard& root = game.runouts.rounds[0][0];
        const Decision d = solved.solver->decision(0, 0);
        const std::size_t classes = root.hands[d.player].classes();
        std::vector<double> reach;  // of the opponent
        for (HandIndex first : root.hands[1 - d.player].first)
            reach.push_back(game.hands[1 - d.player].weights[first]);
        const Meetings<double> meetings(root, d.player, game.runouts.hole_cards, reach.data());
        std::vector<double> expected(classes);
        meetings.divide(solved.values[d.player].data(), expected.data());
        const std::vector<double> strategy = solved.solver->strategy(0, 0, true);
        for (std::size_t c = 0; c < classes; ++c) {
            double mixed = 0;
            for (int a = 0; a < d.actions; ++a)
                mixed += strategy[a * classes + c] * values.rows(d, d.player)[a * classes + c];
            CHECK(std::abs(mixed - expected[c]) < 1e-9 * (1 + std::abs(mixed)));
        }
        const std::vector<double> from = solved.solver->values_at(d.player, 0, 0, reach.data(), 2);
        for (std::size_t i = 0; i < from.size(); ++i)
            CHECK(std::abs(from[i] - values.rows(d, d.player)[i]) < 1e-9 * (1 + std::abs(from[i])));
    }
}

// Every number of a table belongs to one decision, and every decision has a number of its own.
template <class Real>
void check_layout(const Setting& setting) {
    const auto solved = solve<Real>(setting, 1, false, false, 1);
    const SolverGame& game = solved.solver->game();
    std::vector<int> owners(solved.solver->decisions().cells()),
        numbers(solved.solver->decisions().decisions());
    for (std::uint32_t node = 0; node < game.tree.nodes(); ++node) {
        for (std::uint32_t board = 0; board < game.runouts.rounds[game.tree.round[node]].size(); ++board) {
            const Decision d = solved.solver->decision(board, node);
            CHECK(d.width >= game.board_of(node, board).hands[d.player].classes());
            ++numbers[d.number];
            for (std::size_t i = d.place; i < d.place + d.cells(); ++i) ++owners[i];
        }
    }
    CHECK(std::all_of(owners.begin(), owners.end(), [](int count) { return count == 1; }));
    CHECK(std::all_of(numbers.begin(), numbers.end(), [](int count) { return count == 1; }));
}

TEST(decisions_share_the_tables_out) {
    for (const Setting& setting : {small_island(), turn()}) {
        check_layout<float>(setting);
        check_layout<double>(setting);
    }
}
