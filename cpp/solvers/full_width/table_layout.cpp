#include "solvers/full_width/table_layout.hpp"

namespace riverboat {

template <class Real>
TableLayout<Real>::TableLayout(const SolverGame& game) : game_(game) {
    const BettingTree& tree = game.tree;
    places_.resize(static_cast<std::size_t>(game.rules.rounds));
    for (int p = 0; p < kSolverPlayers; ++p) before_[p].resize(tree.nodes());
    for (int round = game.runouts.first_round; round < game.rules.rounds; ++round) {
        std::array<std::uint32_t, kSolverPlayers> choices{};
        for (std::uint32_t node = tree.first_node[round]; node < tree.first_node[round + 1]; ++node) {
            for (int p = 0; p < kSolverPlayers; ++p) before_[p][node] = choices[p];
            choices[game.player_at(node)] += tree.first_choice[node + 1] - tree.first_choice[node];
        }
        for (const RunoutBoard& board : game.runouts.rounds[round]) {
            BoardPlace place{static_cast<std::uint32_t>(places_[round].size()), cells_, decisions_, {}};
            for (int p = 0; p < kSolverPlayers; ++p) {
                place.width[p] = width_of<Real>(board.hands[p].classes());
                cells_ += choices[p] * place.width[p];
            }
            places_[round].push_back(place);
            decisions_ += tree.first_node[round + 1] - tree.first_node[round];
        }
    }
}

template class TableLayout<float>;
template class TableLayout<double>;

}  // namespace riverboat
