#include "solvers/full_width/leaves/value_leaves.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "solvers/full_width/full_width.hpp"
#include "tests/check.hpp"
#include "tests/solvers/kernel_numbers.hpp"
#include "tests/solvers/solver_games.hpp"

using namespace riverboat;
using namespace riverboat::test;

namespace {

// --- the kernel --------------------------------------------------------------------------------------------

template <class Real>
void check_weighted_rows() {
    Deal deal(3);
    for (const std::size_t vectors : {1u, 2u, 3u, 4u, 5u, 8u, 11u}) {
        for (const std::size_t count : {0u, 1u, 6u, 90u}) {
            constexpr std::size_t height = 30;
            const std::size_t width = vectors * kLanes<Real>;
            Numbers<Real> matrix(height * width), weights(count + 1), out(width);
            matrix.randomise(deal, -5, 5);
            weights.randomise(deal, 0, 1);
            out.randomise(deal, 0, 1);  // what was there does not count
            std::vector<HandIndex> rows;
            for (std::size_t n = 0; n < count; ++n)
                rows.push_back(static_cast<HandIndex>(deal.below(height)));
            kernels<Real>().weighted_rows(matrix, width, rows.data(), weights, count, out);
            std::vector<double> expected(width);
            for (std::size_t n = 0; n < count; ++n) {
                for (std::size_t h = 0; h < width; ++h)
                    expected[h] += static_cast<double>(weights[n]) * matrix[rows[n] * width + h];
            }
            for (std::size_t h = 0; h < width; ++h)
                CHECK(std::abs(out[h] - expected[h]) < (sizeof(Real) == 8 ? 1e-11 : 1e-3));
        }
    }
}

// --- games -------------------------------------------------------------------------------------------------

std::shared_ptr<SolverGame> small_island() {
    const GameRules rules = island(3);
    auto game = std::make_shared<SolverGame>(SolverGame{
        rules, tree_of(rules, one_size(rules, 1)), {0, 1}, {}, {hands_of(rules, 0), hands_of(rules, 0)}, {}});
    game->runouts = deal_runouts(rules, 0, 0, {}, game->hands);
    return game;
}

std::shared_ptr<SolverGame> turn() {
    Deal deal(5);
    const std::vector<Card> board = cards_of("QsJh2h5c");
    const GameRules rules = holdem_spot(4, 20, 60);
    const CardMask used = mask_of_cards(board);
    auto game = std::make_shared<SolverGame>(
        SolverGame{rules,
                   tree_of(rules, one_size(rules, 0.5)),
                   {0, 1},
                   board,
                   {hands_of(rules, used, &deal, 20), hands_of(rules, used, &deal, 3)},
                   {}});
    game->runouts = deal_runouts(rules, 0, 0, board, game->hands);
    return game;
}

const RunoutBoard& root(const SolverGame& game) {
    return game.runouts.rounds[0][0];
}

// Random values; what one player wins the other loses.
LeafSides sides_of(const SolverGame& game, std::array<std::uint32_t, 2> groups,
                   std::array<std::uint32_t, 2> continuations) {
    Deal deal(groups[0]);
    LeafSides sides;
    for (int p = 0; p < kSolverPlayers; ++p) {
        sides[p].groups = groups[p];
        sides[p].continuations = continuations[p];
        for (std::size_t i = 0; i < root(game).hands[p].classes(); ++i)
            sides[p].group_of.push_back(static_cast<HandIndex>(deal.below(groups[p])));
    }
    const std::size_t leaves = game.tree.street_starts[1].size(), k0 = continuations[0],
                      k1 = continuations[1], g0 = groups[0], g1 = groups[1];
    sides[0].values.resize(leaves * k0 * k1 * g0 * g1);
    sides[1].values.resize(sides[0].values.size());
    sides[0].equity.resize(g0 * g1);
    sides[1].equity.resize(g0 * g1);
    for (std::size_t i = 0; i < g0; ++i) {
        for (std::size_t j = 0; j < g1; ++j) {
            const float share = static_cast<float>(deal.below(65)) / 64;  // exact
            sides[0].equity[j * g0 + i] = share;
            sides[1].equity[i * g1 + j] = 1 - share;
            for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
                for (std::size_t a = 0; a < k0; ++a) {
                    for (std::size_t b = 0; b < k1; ++b) {
                        const float chips = static_cast<float>(deal.below(2001)) / 50 - 20;
                        sides[0].values[(((leaf * k0 + a) * k1 + b) * g1 + j) * g0 + i] = chips;
                        sides[1].values[(((leaf * k1 + b) * k0 + a) * g0 + i) * g1 + j] = -chips;
                    }
                }
            }
        }
    }
    return sides;
}

// Every hand of the opponent that shares no card with one's own: its reach times pay(its class).
template <class Pay>
double plain(const RunoutBoard& board, int player, std::size_t own_class, const Pay& pay) {
    const PrivateHand& own = board.hands[player].cards[own_class];
    const BoardHands& theirs = board.hands[1 - player];
    double sum = 0;
    for (std::size_t j = 0; j < theirs.all.size(); ++j) {
        if (!(theirs.all[j].mask() & own.mask())) sum += pay(theirs.class_of[j]);
    }
    return sum;
}

template <class Real>
void check_leaves(const SolverGame& game, std::array<std::uint32_t, 2> groups,
                  std::array<std::uint32_t, 2> continuations) {
    const LeafSides sides = sides_of(game, groups, continuations);
    const ValueLeaves<Real> leaves(game, sides, {});
    CHECK(leaves.count() == game.tree.street_starts[1].size() && leaves.count() > 1);
    const RunoutBoard& board = root(game);
    const double digits = sizeof(Real) == 8 ? 1e-10 : 5e-2;  // sums of hundreds of chips, less what is common
    Deal deal(8);
    for (int player = 0; player < kSolverPlayers; ++player) {
        const int other = 1 - player;
        const std::size_t own = board.hands[player].classes(), width = width_of<Real>(own),
                          others = board.hands[other].classes(), reach_width = width_of<Real>(others);
        const std::size_t k = continuations[player], theirs = continuations[other];
        Numbers<Real> reach(theirs * reach_width), out(k * width);
        reach.randomise(deal, 0, 1);
        if (theirs > 1) std::fill_n(static_cast<Real*>(reach), reach_width, Real(0));  // never chosen
        Scratch scratch(leaves.scratch_bytes());                                       // no more than that
        const auto leaf = static_cast<std::uint32_t>(leaves.count() - 1);
        leaves.values(player, leaf, reach, scratch, out);
        CHECK(scratch.mark() == 0);
        for (std::size_t mine = 0; mine < k; ++mine) {
            for (std::size_t i = 0; i < own; ++i) {
                double expected = 0;
                for (std::size_t c = 0; c < theirs; ++c) {
                    const float* matrix =
                        &sides[player].values[((leaf * k + mine) * theirs + c) * groups[0] * groups[1]];
                    expected += plain(board, player, i, [&](std::size_t j) {
                        return static_cast<double>(reach[c * reach_width + j]) *
                               matrix[sides[other].group_of[j] * groups[player] + sides[player].group_of[i]];
                    });
                }
                CHECK(std::abs(out[mine * width + i] - expected) < digits);
            }
            for (std::size_t i = own; i < width; ++i) CHECK(out[mine * width + i] == 0);
        }
        const EndPayoff payoff{30, 0, -30, false};
        Numbers<Real> paid(width);
        reach.randomise(deal, 0, 1);
        leaves.all_in(player, reach, payoff, scratch, paid);
        for (std::size_t i = 0; i < own; ++i) {
            const double expected = plain(board, player, i, [&](std::size_t j) {
                const float share =
                    sides[player]
                        .equity[sides[other].group_of[j] * groups[player] + sides[player].group_of[i]];
                return static_cast<double>(reach[j]) * (payoff.lose + (payoff.win - payoff.lose) * share);
            });
            CHECK(std::abs(paid[i] - expected) < digits);
        }
    }
}

// --- solvers -----------------------------------------------------------------------------------------------

template <class Real>
struct Solved {
    std::unique_ptr<FullWidth<Real>> solver;
    std::array<std::vector<double>, kSolverPlayers> values, best;
};

template <class Real>
Solved<Real> solve(const std::shared_ptr<SolverGame>& game, const LeafSides& sides, LeafFunction function,
                   unsigned threads, bool alternating = true, int iterations = 6) {
    Solved<Real> out;
    out.solver = std::make_unique<FullWidth<Real>>(game, true, false);
    out.solver->set_leaves(sides, std::move(function));
    UpdateFactors factors;
    factors.floor = factors.predict = true;
    out.solver->run(std::vector<UpdateFactors>(static_cast<std::size_t>(iterations), factors), alternating,
                    threads, {});
    for (int p = 0; p < kSolverPlayers; ++p) {
        out.values[p].resize(root(*game).hands[p].classes());
        out.best[p].resize(out.values[p].size());
        out.solver->walk(Walk::expected, p, threads, out.values[p].data());
        out.solver->walk(Walk::best_response, p, threads, out.best[p].data());
    }
    return out;
}

double total(const SolverGame& game, int player, const std::vector<double>& values) {
    const BoardHands& hands = root(game).hands[player];
    double sum = 0;
    for (std::size_t c = 0; c < values.size(); ++c)
        sum += values[c] * hands.size[c] * game.hands[player].weights[hands.first[c]];
    return sum;
}

bool refuses(const auto& body) {
    try {
        body();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(weighted_rows_are_summed) {
    check_weighted_rows<double>();
    check_weighted_rows<float>();
}

TEST(leaves_are_sums_over_hands_without_a_common_card) {
    for (const auto& game : {small_island(), turn()}) {
        for (const auto& k : {std::array{1u, 1u}, {2u, 3u}}) {
            check_leaves<double>(*game, {5, 40}, k);
            check_leaves<float>(*game, {5, 40}, k);
            check_leaves<double>(*game, {300, 1}, k);  // more groups than hands
        }
    }
}

TEST(what_one_wins_at_leaves_the_other_loses) {
    for (const auto& game : {small_island(), turn()}) {
        const LeafSides sides = sides_of(*game, {6, 7}, {2, 3});
        double last = INFINITY;
        for (const int iterations : {2, 64}) {
            const auto solved = solve<double>(game, sides, {}, 2, true, iterations);
            const double first = total(*game, 0, solved.values[0]),
                         second = total(*game, 1, solved.values[1]);
            const double gain =
                total(*game, 0, solved.best[0]) + total(*game, 1, solved.best[1]) - first - second;
            CHECK(std::abs(first + second) < 1e-9 * (1 + std::abs(first) + std::abs(gain)));
            CHECK(gain > 0 && gain < last / 4);
            last = gain;
        }
    }
}

TEST(threads_change_no_bit_at_leaves) {
    for (const auto& game : {small_island(), turn()}) {
        const LeafSides sides = sides_of(*game, {6, 7}, {4, 2});
        for (const bool alternating : {true, false}) {
            const auto one = solve<float>(game, sides, {}, 1, alternating),
                       three = solve<float>(game, sides, {}, 3, alternating);
            CHECK(one.values == three.values && one.best == three.best);
            for (const TableKind kind : {kRegrets, kAverages})
                CHECK(std::memcmp(one.solver->decisions().table(kind), three.solver->decisions().table(kind),
                                  one.solver->decisions().cells() * sizeof(float)) == 0);
            for (const int p : {0, 1}) {
                const std::vector<double> chosen = one.solver->leaf_choices(1, p);
                CHECK(chosen == three.solver->leaf_choices(1, p));
                const std::size_t classes = one.values[p].size();
                for (std::size_t i = 0; i < classes; ++i) {
                    double sum = 0;
                    for (std::size_t at = i; at < chosen.size(); at += classes) sum += chosen[at];
                    CHECK(std::abs(sum - 1) < 1e-5);
                }
            }
        }
    }
}

// A function that answers by the same values, from the reach that it is told.
TEST(a_function_of_leaves_is_asked_by_class) {
    for (const auto& game : {small_island(), turn()}) {
        const LeafSides sides = sides_of(*game, {6, 7}, {1, 1});
        const ValueLeaves<double> by_group(*game, sides, {});
        const LeafFunction function = [&](const LeafQuestion& asked) {
            const auto& hands = root(*game).hands;
            const std::size_t own = hands[asked.player].classes(), other = hands[1 - asked.player].classes();
            CHECK(asked.own.size() == asked.leaves.size() * own);
            CHECK(asked.opponent.size() == asked.leaves.size() * other);
            std::vector<double> out;
            for (std::size_t i = 0; i < asked.leaves.size(); ++i) {
                Numbers<double> reach(width_of<double>(other)), values(width_of<double>(own));
                std::copy_n(asked.opponent.data() + i * other, other, static_cast<double*>(reach));
                Scratch scratch(by_group.scratch_bytes());
                by_group.values(asked.player, asked.leaves[i], reach, scratch, values);
                out.insert(out.end(), static_cast<double*>(values), static_cast<double*>(values) + own);
            }
            return out;
        };
        const auto by_table = solve<double>(game, sides, {}, 1),
                   asked = solve<double>(game, sides, function, 2),
                   again = solve<double>(game, sides, function, 1);
        CHECK(by_table.values == asked.values && by_table.best == asked.best);
        const std::size_t bytes = asked.solver->decisions().cells() * sizeof(double);
        CHECK(std::memcmp(asked.solver->decisions().table(kRegrets),
                          again.solver->decisions().table(kRegrets), bytes) == 0);
        const std::vector<double> reach(root(*game).hands[1].classes(), 1.0);
        CHECK(refuses([&] { asked.solver->values_at(0, 0, 0, reach.data(), 1); }));
        CHECK(by_table.solver->values_at(0, 0, 0, reach.data(), 1).size() > 0);
    }
}

TEST(more_continuations_than_a_decision_has_room_for_are_refused) {
    const auto game = small_island();
    for (const std::uint32_t k : {0u, 65u}) {
        FullWidth<float> solver(game, false, false);
        CHECK(refuses([&] { solver.set_leaves(sides_of(*game, {1, 1}, {1, k}), {}); }));
    }
    CHECK(solve<float>(game, sides_of(*game, {1, 1}, {64, 64}), {}, 2).values[0].size() > 0);
}
