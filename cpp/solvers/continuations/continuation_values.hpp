// What hands win against hands when both play on by given strategies: the values of leaves, in bulk.
//
// Below a leaf lies a small betting tree of the streets that are left. On one runout of the board each group
// of hands is stood for by one of its hands, drawn anew for every runout, which has a bucket on every street
// and a strength. What two groups are worth to each other is then a walk over that tree for a vector of
// opponents at once; the mean over runouts, of those where the two hands share no card, is the value. So
// there are no rollouts: all lines are weighted by how likely they are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/parallel.hpp"

namespace riverboat {

// How often an action is played is multiplied by its kind's number, then all are scaled to 1 again; where
// nothing is left, all are played alike.
enum class ActionKind : std::uint8_t { fold, call, raise };
using ActionBias = std::array<float, 3>;

// The betting below a leaf. Children come after their parents; chips are what player 0 wins.
struct ContinuationTree {
    std::vector<std::uint8_t> actor;          // by node: player 0 or 1
    std::vector<std::uint8_t> street;         // by node: of those that are left, from 0
    std::vector<std::uint32_t> first_choice;  // by node, and one more
    std::vector<ActionKind> kind;             // by choice
    std::vector<std::int32_t> child;          // by choice: a node, or ~end
    // By choice: where its node's probabilities begin, [bucket][action], plus the action.
    std::vector<std::uint32_t> place;
    std::vector<float> probabilities;
    std::vector<float> lose, more;  // by end: what a lost showdown pays, and what a won one pays more;
                                    // a fold pays no more
    std::size_t nodes() const { return actor.size(); }
};

// Hands that stand for groups, by player: [runout][group].
struct RunoutSample {
    std::size_t groups = 0;
    std::vector<std::uint64_t> cards;  // as bits; 0 if the board leaves no hand of the group
    std::vector<std::uint32_t> strength;
    std::vector<std::vector<std::uint32_t>> buckets;  // by street that is left
};
using RunoutSamples = std::array<RunoutSample, 2>;

struct ContinuationValues {
    std::vector<float>
        values;  // [leaf][bias of player 0][bias of player 1][group 0][group 1], chips of player 0
    std::vector<float> equity;  // [group 0][group 1], player 0's share of the pot at showdown
    std::vector<float> met;     // [group 0][group 1], runouts on which the two could meet
};

// `biases`: the continuations of either player, at least one each; ones throughout are the strategy itself.
ContinuationValues continuation_values(const std::vector<ContinuationTree>& leaves,
                                       const RunoutSamples& samples,
                                       const std::array<std::vector<ActionBias>, 2>& biases, unsigned threads,
                                       const Watch& watch);

}  // namespace riverboat
