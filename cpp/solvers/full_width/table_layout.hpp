// Where each decision on each board has its numbers: by street, board and node, as [action][class].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/full_width/decisions.hpp"
#include "solvers/game/solver_game.hpp"

namespace riverboat {

template <class Real>
class TableLayout {
  public:
    explicit TableLayout(const SolverGame& game);

    std::size_t cells() const { return cells_; }          // numbers in one table
    std::size_t decisions() const { return decisions_; }  // nodes on all boards of their rounds
    // Where the tables of a board begin, and how long the rows of either player are on it.
    struct BoardPlace {
        std::uint32_t board;
        std::size_t cell, decision;
        std::array<std::size_t, kSolverPlayers> width;
    };
    const BoardPlace& on(int round, std::uint32_t board) const { return places_[round][board]; }
    Decision at(const BoardPlace& place, std::uint32_t node) const {
        const BettingTree& tree = game_.tree;
        const int player = game_.player_at(node);
        return {place.cell + before_[0][node] * place.width[0] + before_[1][node] * place.width[1],
                place.decision + node - tree.first_node[tree.round[node]],
                player,
                static_cast<int>(tree.first_choice[node + 1] - tree.first_choice[node]),
                place.width[player],
                place.board,
                node};
    }
    Decision at(std::uint32_t board, std::uint32_t node) const {
        return at(on(game_.tree.round[node], board), node);
    }

  private:
    const SolverGame& game_;
    std::array<std::vector<std::uint32_t>, kSolverPlayers>
        before_;                                   // by node: choices of the player before it
    std::vector<std::vector<BoardPlace>> places_;  // by round and board
    std::size_t cells_ = 0, decisions_ = 0;
};

}  // namespace riverboat
