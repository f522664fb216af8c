// Many games dealt at once: each is like another in rules, tree and rake, with a board and ranges of its own.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "runtime/parallel.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

struct GameDeal {
    const SolverGame* like;                             // its own board and hands do not matter
    std::vector<Card> board;                            // on the table where the tree begins
    std::array<const double*, kSolverPlayers> weights;  // of all hands of two cards, by hand index
};

// Hands of two cards that fit a board and have a weight: by their low card, then by the high one.
PrivateHands fitting_hands(const GameRules& rules, const std::vector<Card>& board, const double* weights);

// The sum over all pairs of hands without a common card of the product of their weights.
double meeting_weight(const BothHands& hands);

struct DealtGames {
    std::vector<std::shared_ptr<SolverGame>> games;  // one of a player without hands has no boards
    std::vector<double> meetings;                    // meeting_weight of each
};
DealtGames deal_games(const std::vector<GameDeal>& deals, unsigned threads, const Watch& watch);

}  // namespace riverboat
