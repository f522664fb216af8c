#include "solvers/table_layout.hpp"

namespace riverboat {

template <class Real>
TableLayout<Real>::TableLayout(const SolverGame& game) : game_(game) {
    const BettingTree& tree = game.tree;
    first_cell_.resize(static_cast<std::size_t>(game.rules.rounds));
    first_decision_.resize(static_cast<std::size_t>(game.rules.rounds));
    for (int p = 0; p < kSolverPlayers; ++p) before_[p].resize(tree.nodes());
    for (int round = game.runouts.first_round; round < game.rules.rounds; ++round) {
        std::array<std::uint32_t, kSolverPlayers> choices{};
        for (std::uint32_t node = tree.first_node[round]; node < tree.first_node[round + 1]; ++node) {
            for (int p = 0; p < kSolverPlayers; ++p) before_[p][node] = choices[p];
            choices[game.player_at(node)] += tree.first_choice[node + 1] - tree.first_choice[node];
        }
        for (const RunoutBoard& board : game.runouts.rounds[round]) {
            first_cell_[round].push_back(cells_);
            first_decision_[round].push_back(decisions_);
            for (int p = 0; p < kSolverPlayers; ++p)
                cells_ += choices[p] * width_of<Real>(board.hands[p].classes());
            decisions_ += tree.first_node[round + 1] - tree.first_node[round];
        }
    }
}

template <class Real>
Decision TableLayout<Real>::at(std::uint32_t board, std::uint32_t node) const {
    const BettingTree& tree = game_.tree;
    const int round = tree.round[node], player = game_.player_at(node);
    std::array<std::size_t, kSolverPlayers> width;
    for (int p = 0; p < kSolverPlayers; ++p)
        width[p] = width_of<Real>(game_.runouts.rounds[round][board].hands[p].classes());
    return {first_cell_[round][board] + before_[0][node] * width[0] + before_[1][node] * width[1],
            first_decision_[round][board] + node - tree.first_node[round],
            player,
            static_cast<int>(tree.first_choice[node + 1] - tree.first_choice[node]),
            width[player],
            board,
            node};
}

template class TableLayout<float>;
template class TableLayout<double>;

}  // namespace riverboat
