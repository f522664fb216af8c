// Ends of a walk that are not ends of the hand: what the rest is worth there is told from outside.
//
// A walk with leaves stops where the street on which the tree begins has ended. A leaf is a street of the
// next round, by its number. Hands fall into groups, and two hands without a common card are worth what their
// groups are worth against each other, so that the leaf is bilinear in both reaches and the whole a zero-sum
// game like any other; hands that share a card never meet. Before that each player may choose one of several
// continuations by hand, not seeing the other's choice: a decision like all others (Brown, Sandholm and Amos
// 2018, where the opponent alone chooses; Brown and Sandholm 2019, where everybody does).
//
// The other kind of leaf is a function of both reaches, asked for all leaves of a walk at once.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/scratch.hpp"
#include "solvers/full_width/kernels/kernels.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

// How one player's hands are told apart at the leaves, and what they are worth to him.
struct LeafSide {
    std::uint32_t groups = 1, continuations = 1;
    std::vector<HandIndex> group_of;  // by class of his hands on the first board
    // Chips: [leaf][his continuation][the other's][the other's group][his group].
    std::vector<float> values;
    // The share of the pot that he wins all-in: [the other's group][his group].
    std::vector<float> equity;
};
using LeafSides = std::array<LeafSide, kSolverPlayers>;

// Reach by class at some leaves, [leaf][class]; what comes back are the counterfactual values of the player's
// hands, [leaf][class].
struct LeafQuestion {
    int player;
    std::vector<std::uint32_t> leaves;
    std::vector<double> own, opponent;
};
using LeafFunction = std::function<std::vector<double>(const LeafQuestion&)>;

template <class Real>
class ValueLeaves {
  public:
    // With a function the values of the sides are not asked for.
    ValueLeaves(const SolverGame& game, const LeafSides& sides, LeafFunction function);

    // How many there are.
    std::size_t count() const;
    std::uint32_t continuations(int player) const { return continuations_[player]; }
    const LeafFunction& function() const { return function_; }
    // What `values` and `all_in` take from their scratch at most.
    std::size_t scratch_bytes() const;

    // What the player's hands are worth by his continuations, [continuation][width], from the opponent's
    // reach by his.
    void values(int player, std::uint32_t leaf, const Real* reach, Scratch& scratch, Real* out) const;
    // The same where both are all-in.
    void all_in(int player, const Real* reach, const EndPayoff& payoff, Scratch& scratch, Real* out) const;

  private:
    // The hands of a player that hold a card: their classes and groups.
    struct Holding {
        std::vector<HandIndex> classes, groups;
    };
    // The opponent's reach, added up by group, and by card as `Holding` lists hands.
    struct Gathered {
        Real* by_group;
        std::array<Real*, kCards> by_card;
    };
    Gathered gather(int other, const Real* reach, Scratch& scratch) const;
    void multiply(int player, const Real* matrix, const Gathered& gathered, const Real* reach,
                  Scratch& scratch, Real* out) const;

    const SolverGame& game_;
    const RunoutBoard& board_;
    const Kernels<Real>& kernels_;
    std::array<std::uint32_t, kSolverPlayers> groups_, continuations_;
    std::array<std::size_t, kSolverPlayers> row_, width_;  // lengths of rows by group, by class
    std::array<std::vector<HandIndex>, kSolverPlayers> group_of_;
    std::array<std::vector<Real>, kSolverPlayers> values_, equity_;  // rows of whole vectors
    std::array<std::array<Holding, kCards>, kSolverPlayers> holding_;
    std::vector<HandIndex> every_group_;
    LeafFunction function_;
};

}  // namespace riverboat
