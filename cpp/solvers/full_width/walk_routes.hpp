// What a walk needs to know of the tree at every choice, found once: where it leads, and what ends pay.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/full_width/kernels/kernels.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

enum class Target : std::uint8_t {
    node,    // on the same street
    street,  // the next one begins
    end,     // a fold, or a showdown on the last street
    runout,  // a showdown with boards to come
};

struct WalkRoutes {
    explicit WalkRoutes(const SolverGame& game);

    std::vector<Target> kind;           // by choice
    std::vector<std::uint32_t> target;  // node in its street, street of the next round, or end
    std::array<std::vector<EndPayoff>, kSolverPlayers> payoffs;  // by end
    // By choice: what both players win together after it, whatever the cards are; NaN if it is not settled
    // yet.
    std::vector<double> total;
    // By choice: the most and the least that a player can still win after it.
    std::array<std::vector<double>, kSolverPlayers> most, least;

    struct Street {
        std::uint32_t first, nodes, choices;  // first node
    };
    std::vector<std::vector<Street>> streets;  // by round

  private:
    void find_totals(const SolverGame& game);
    void find_bounds(const SolverGame& game, int player);
};

// The street that a node is on, of those that begin at `starts`.
std::uint32_t street_of(const std::vector<std::uint32_t>& starts, std::uint32_t node);

}  // namespace riverboat
