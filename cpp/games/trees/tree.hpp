// A betting tree in flat arrays.
//
// Nodes are decisions, street by street; on a street they lie in blocks, one for each situation that starts
// it. Children come after their parents, and everything that follows the start of a street on that street is
// one run of nodes. A node's choices are `first_choice[node]` up to
// `first_choice[node + 1]`; a choice leads to another node, or to an end of the hand.
//
// Streets may be joined from some round on: histories that come to the same situation share a node there, so
// the tree is a DAG. Situations are the same only if all that decides legal actions and payoffs is. They are
// compared where a street begins and inside one street; blocks stay apart even where they come to be alike.
#pragma once

#include <cstdint>
#include <vector>

#include "games/trees/street.hpp"
#include "runtime/parallel.hpp"

namespace riverboat {

struct BettingTree {
    // By node.
    std::vector<std::uint8_t> round, actor;
    std::vector<std::uint32_t> first_choice;  // one more than there are nodes
    std::vector<std::uint32_t> row;           // in the table of strategies
    // By choice.
    std::vector<Action> action;
    std::vector<std::int32_t> child;  // a node, or ~e for end e
    // By end; equal ends are one.
    std::vector<SeatMask> end_in_hand;     // who is left: one player, or several who show
    std::vector<Chips> end_put_in;         // [end][seat], antes included
    std::vector<std::uint8_t> end_unseen;  // 1: all but one folded before a card lay on the board
    // By row.
    std::vector<std::uint16_t> row_choices;

    std::vector<std::uint32_t> first_node;                  // by round, one more than there are rounds
    std::vector<std::vector<std::uint32_t>> street_starts;  // by round: the first nodes of its blocks

    std::size_t nodes() const { return round.size(); }
};

// How large a tree is; see count_tree, which finds it out beforehand.
struct TreeSize {
    std::uint64_t nodes = 0;
    std::uint64_t choices = 0;
};

// `joined_from`: the first round whose equal situations are joined; the number of rounds joins nothing.
// `size` must be right: memory is taken for exactly that much.
BettingTree build_tree(const TreeRules& rules, const TreeState& root, int joined_from, const TreeSize& size,
                       const Watch& watch);

}  // namespace riverboat
