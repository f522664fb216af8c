// A two-player game that is ready to be solved: rules, tree, hands, and all boards that can come.
#pragma once

#include <array>
#include <vector>

#include "games/trees/tree.hpp"
#include "solvers/game/runouts.hpp"

namespace riverboat {

struct Rake {
    double share = 0;  // of the pot
    double cap = 0;    // chips; 0 is none
};

// What all-in hands win before any board, for trees that go no further: [own class][opponent's class], the
// share of boards times the opponent's hands that can be met.
struct AllInShares {
    std::vector<double> wins, ties, losses;
    bool empty() const { return wins.empty(); }
};

struct SolverGame {
    GameRules rules;
    BettingTree tree;                                // plain: nothing joined
    std::array<int, kSolverPlayers> seats = {0, 1};  // of the two players; everybody else has folded
    std::vector<Card> board;                         // on the table where the tree begins
    BothHands hands;
    Rake rake;
    // If there are some, ends are worth prizes: stacks before the hand of all seats and of players who are
    // not in it.
    std::vector<double> prize_stacks, payouts;
    Runouts runouts = {};
    std::array<AllInShares, kSolverPlayers> all_in = {};  // empty: run the boards out

    int player_at(std::uint32_t node) const { return tree.actor[node] == seats[1]; }
    const RunoutBoard& board_of(std::uint32_t node, std::uint32_t number) const {
        return runouts.rounds[tree.round[node]][number];
    }
    // Forgets all boards but the first, for who has no more to walk.
    void keep_root() {
        for (std::size_t round = static_cast<std::size_t>(runouts.first_round) + 1;
             round < runouts.rounds.size(); ++round)
            runouts.rounds[round] = {};
        runouts.maps = {};
    }
};

}  // namespace riverboat
