#include "solvers/full_width/node_values.hpp"

#include <limits>

namespace riverboat {

template <class Real>
Meetings<Real>::Meetings(const RunoutBoard& board, int player, int hole_cards, const Real* opponent) {
    const BoardHands &own = board.hands[player], &other = board.hands[1 - player];
    std::array<double, kCards> with_card{};
    double all = 0;
    for (std::size_t i = 0; i < other.all.size(); ++i) {
        const double reach = opponent[other.class_of[i]];
        all += reach;
        with_card[other.all[i].first] += reach;
        if (hole_cards == 2) with_card[other.all[i].second] += reach;
    }
    met_.resize(own.classes());
    for (std::size_t i = 0; i < met_.size(); ++i) {
        met_[i] = all - with_card[own.cards[i].first];
        if (hole_cards == 1) continue;
        met_[i] -= with_card[own.cards[i].second];
        // The same hand was taken away once with each card.
        if (own.same[i] < other.classes()) met_[i] += opponent[own.same[i]];
    }
}

template <class Real>
void Meetings<Real>::divide(const Real* values, double* out) const {
    for (std::size_t i = 0; i < met_.size(); ++i)
        out[i] = met_[i] > kNoMeeting ? values[i] / met_[i] : std::numeric_limits<double>::quiet_NaN();
}

NodeValues::NodeValues(const SolverGame& game) : game_(game) {
    const BettingTree& tree = game.tree;
    rounds.resize(static_cast<std::size_t>(game.rules.rounds));
    first_.resize(rounds.size());
    for (auto& rows : before_) rows.resize(tree.nodes());
    for (int round = game.runouts.first_round; round + 1 < game.rules.rounds; ++round) {
        std::array<std::uint32_t, kSolverPlayers> rows{};
        for (std::uint32_t node = tree.first_node[round]; node < tree.first_node[round + 1]; ++node) {
            for (int p = 0; p < kSolverPlayers; ++p) {
                before_[p][node] = rows[p];
                rows[p] +=
                    p == game.player_at(node) ? tree.first_choice[node + 1] - tree.first_choice[node] : 1;
            }
        }
        std::size_t cells = 0;
        for (const RunoutBoard& board : game.runouts.rounds[round]) {
            first_[round].push_back(cells);
            for (int p = 0; p < kSolverPlayers; ++p) cells += rows[p] * board.hands[p].classes();
        }
        rounds[round].resize(cells);
    }
}

double* NodeValues::rows(const Decision& d, int player) {
    const int round = game_.tree.round[d.node];
    const auto& hands = game_.runouts.rounds[round][d.board].hands;
    std::size_t at = first_[round][d.board];
    for (int p = 0; p < kSolverPlayers; ++p) at += before_[p][d.node] * hands[p].classes();
    if (player != d.player) at += static_cast<std::size_t>(d.actions) * hands[d.player].classes();
    return rounds[round].data() + at;
}

template class Meetings<float>;
template class Meetings<double>;

}  // namespace riverboat
