#include "solvers/full_width/tied_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "tests/check.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

std::shared_ptr<SolverGame> small_island() {
    const GameRules rules = island(4);
    const BothHands hands = {hands_of(rules, 0), hands_of(rules, 0)};
    auto game = std::make_shared<SolverGame>(
        SolverGame{rules, tree_of(rules, one_size(rules, 1)), {0, 1}, {}, hands, {}});
    game->runouts = deal_runouts(rules, 0, rules.rounds - 1, {}, hands);
    return game;
}

// Buckets without a meaning, so that boards and hands of all kinds meet in one.
std::shared_ptr<const Ties> some_ties(const SolverGame& game) {
    auto ties = std::make_shared<Ties>();
    for (const auto& boards : game.runouts.rounds) {
        auto& round = ties->rounds.emplace_back();
        for (int p = 0; p < kSolverPlayers; ++p) {
            round[p].count = static_cast<std::uint32_t>(3 + 2 * ties->rounds.size());
            for (const RunoutBoard& board : boards) {
                for (std::size_t c = 0; c < board.hands[p].classes(); ++c)
                    round[p].of.push_back(static_cast<std::uint32_t>(round[p].of.size() * 7) %
                                          round[p].count);
            }
        }
    }
    return ties;
}

template <class Real>
std::unique_ptr<FullWidth<Real>> solve(const std::shared_ptr<SolverGame>& game, unsigned threads,
                                       bool alternating) {
    auto solver = std::make_unique<FullWidth<Real>>(game, true, false, some_ties(*game));
    UpdateFactors factors;
    factors.floor = factors.predict = true;
    solver->run(std::vector<UpdateFactors>(4, factors), alternating, threads, {});
    return solver;
}

template <class Real>
void check_threads(Real close) {
    const auto game = small_island();
    for (bool alternating : {true, false}) {
        const auto one = solve<Real>(game, 1, alternating), three = solve<Real>(game, 3, alternating),
                   again = solve<Real>(game, 3, alternating);
        const std::size_t cells = one->decisions().cells();
        for (TableKind kind : {kRegrets, kAverages, kPredictions}) {
            const Real *a = one->decisions().table(kind), *b = three->decisions().table(kind);
            CHECK(std::memcmp(b, again->decisions().table(kind), cells * sizeof(Real)) == 0);
            Real most = 0, off = 0;
            for (std::size_t i = 0; i < cells; ++i) {
                most = std::max(most, std::abs(a[i]));
                off = std::max(off, std::abs(a[i] - b[i]));
            }
            CHECK(most > 0);
            CHECK(off <= close * most);
        }
    }
}

}  // namespace

TEST(the_same_threads_give_the_same_bits) {
    check_threads<float>(1e-3f);
    check_threads<double>(1e-10);
}

// A one for each class of a node on all boards adds up to all deals of a hand and a board, each as likely as
// it is given the opponent's hand.
TEST(classes_count_as_often_as_they_are_dealt) {
    const auto game = small_island();
    const FullWidth<double> solver(game, false, false);
    TiedRows<double> tied(*game, some_ties(*game));
    const double deck = game->rules.deck_size;
    const double deals[] = {deck, deck * (deck - 1) / (deck - 2),
                            deck * (deck - 1) / (deck - 2) * (deck - 2) / (deck - 3)};
    for (std::uint32_t node = 0; node < game->tree.nodes(); node += 7) {
        const auto round = game->tree.round[node];
        const int player = game->player_at(node);
        tied.begin_walk(2);
        for (std::uint32_t board = 0; board < game->runouts.rounds[round].size(); ++board) {
            const Decision d = solver.decision(board, node);
            const std::vector<double> ones(d.cells(), 1.0);
            tied.remember_reach(d, ones.data(), board % 2);
            tied.remember_regrets(d, ones.data(), board % 2);
        }
        const int actions = solver.decision(0, node).actions;
        for (auto kind : {TiedRows<double>::kRegret, TiedRows<double>::kReach}) {  // all hands have weight 1
            const auto learnt = tied.learnt(player, kind);
            CHECK(std::abs(std::accumulate(learnt.sums, learnt.sums + learnt.count, 0.0) -
                           actions * deals[round]) < 1e-9);
            tied.forget(player, kind);
            const auto after = tied.learnt(player, kind);
            CHECK(std::all_of(after.sums, after.sums + after.count, [](double x) { return x == 0; }));
        }
    }
}
