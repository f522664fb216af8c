// What decisions are worth to both players, by class of hands.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/full_width/decisions.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

// A weight of hands to meet at most this large is rounding: nothing is left to meet.
inline constexpr double kNoMeeting = 1e-12;

// Chips that hands win on average, all that they put in counted: counterfactual values over the weight of the
// opponent's hands that they can meet. NaN for hands that meet nobody. `opponent` is his reach by class.
template <class Real>
class Meetings {
  public:
    Meetings(const RunoutBoard& board, int player, int hole_cards, const Real* opponent);
    void divide(const Real* values, double* out) const;

  private:
    std::vector<double> met_;  // by class of the player
};

// The values at all decisions of the streets before the last. One array for each street: boards one after the
// other, and on each the nodes; of a node [action][class] of who acts, then [class] of the other.
class NodeValues {
  public:
    explicit NodeValues(const SolverGame& game);

    bool has(std::uint32_t node) const { return game_.tree.round[node] + 1 < game_.rules.rounds; }
    // The rows of a player at a decision.
    double* rows(const Decision& d, int player);

    std::vector<std::vector<double>> rounds;                    // empty where nothing is kept
    std::array<std::vector<double>, kSolverPlayers> root_sums;  // counterfactual values by class of the root

  private:
    const SolverGame& game_;
    std::array<std::vector<std::uint32_t>, kSolverPlayers> before_;  // by node: rows of the player before it
    std::vector<std::vector<std::size_t>> first_;                    // by round and board
};

}  // namespace riverboat
