// What the averages are worth at single decisions: walks of the engine that tell what they find on their way.
#include <algorithm>

#include "solvers/full_width/full_width.hpp"

namespace riverboat {

template <class Real>
void FullWidth<Real>::write_values(const Decision& d, int player, const Real* opponent, const Real* actions,
                                   const Real* value, double* out) const {
    const RunoutBoard& board = game_->board_of(d.node, d.board);
    const Meetings<Real> meetings(board, player, game_->runouts.hole_cards, opponent);
    if (player != d.player) return meetings.divide(value, out);
    for (int a = 0; a < d.actions; ++a, actions += d.width, out += board.hands[player].classes())
        meetings.divide(actions, out);
}

template <class Real>
NodeValues FullWidth<Real>::node_values(unsigned threads) {
    NodeValues out(*game_);
    for (int player = 0; player < kSolverPlayers; ++player) {
        WalkContext ctx = context(Walk::expected, player, {}, threads);
        record_ = [&](const Decision& d, const Real* opponent, const Real* actions, const Real* value) {
            if (out.has(d.node)) write_values(d, player, opponent, actions, value, out.rows(d, player));
        };
        const Real* sums = walk_root(ctx);
        const std::size_t classes =
            game_->runouts.rounds[game_->runouts.first_round][0].hands[player].classes();
        out.root_sums[player].assign(sums, sums + classes);
    }
    record_ = nullptr;
    return out;
}

template <class Real>
std::vector<double> FullWidth<Real>::values_at(int player, std::uint32_t board, std::uint32_t node,
                                               const double* reach, unsigned threads) {
    WalkContext ctx = context(Walk::expected, player, {}, threads);
    const int round = game_->tree.round[node];
    const auto& starts = game_->tree.street_starts[round];
    const std::uint32_t street = street_of(starts, node);
    const RunoutBoard& here = game_->runouts.rounds[round][board];
    Real* opponent = ctx.scratch->take<Real>(width(here, 1 - player));
    std::fill_n(opponent, width(here, 1 - player), Real(0));
    std::copy_n(reach, here.hands[1 - player].classes(), opponent);
    Real* sums = ctx.scratch->take<Real>(width(here, player));
    const Decision asked = layout_.at(board, node);
    const std::size_t rows = asked.player == player ? static_cast<std::size_t>(asked.actions) : 1;
    std::vector<double> out(rows * here.hands[player].classes());
    record_ = [&](const Decision& d, const Real* reached, const Real* actions, const Real* value) {
        if (d.node == node) write_values(d, player, reached, actions, value, out.data());
    };
    Entry entry{street, opponent, nullptr, sums, node - starts[street]};
    walk_streets(ctx, round, board, {&entry, nullptr, 1, 0});
    record_ = nullptr;
    return out;
}

template NodeValues FullWidth<float>::node_values(unsigned);
template NodeValues FullWidth<double>::node_values(unsigned);
template std::vector<double> FullWidth<float>::values_at(int, std::uint32_t, std::uint32_t, const double*,
                                                         unsigned);
template std::vector<double> FullWidth<double>::values_at(int, std::uint32_t, std::uint32_t, const double*,
                                                          unsigned);

}  // namespace riverboat
