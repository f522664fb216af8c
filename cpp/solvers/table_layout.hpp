// Where each decision on each board has its numbers: by street, board and node, as [action][class].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/decisions.hpp"
#include "solvers/solver_game.hpp"

namespace riverboat {

template <class Real>
class TableLayout {
  public:
    explicit TableLayout(const SolverGame& game);

    std::size_t cells() const { return cells_; }          // numbers in one table
    std::size_t decisions() const { return decisions_; }  // nodes on all boards of their rounds
    Decision at(std::uint32_t board, std::uint32_t node) const;

  private:
    const SolverGame& game_;
    std::array<std::vector<std::uint32_t>, kSolverPlayers>
        before_;  // by node: choices of the player before it
    std::vector<std::vector<std::size_t>> first_cell_, first_decision_;  // by round and board
    std::size_t cells_ = 0, decisions_ = 0;
};

}  // namespace riverboat
