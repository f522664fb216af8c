// What the averages are worth at single decisions: walks of the engine that tell what they find on their way.
#include <algorithm>
#include <unordered_map>

#include "solvers/full_width/full_width.hpp"

namespace riverboat {

template <class Real>
void FullWidth<Real>::write_values(const Decision& d, int player, const Found& found, double* out) const {
    const RunoutBoard& board = game_->board_of(d.node, d.board);
    const Meetings<Real> meetings(board, player, game_->runouts.hole_cards, found.opponent);
    if (player != d.player) return meetings.divide(found.value, out);
    const Real* actions = found.actions;
    for (int a = 0; a < d.actions; ++a, actions += d.width, out += board.hands[player].classes())
        meetings.divide(actions, out);
}

template <class Real>
NodeValues FullWidth<Real>::node_values(unsigned threads) {
    NodeValues out(*game_);
    for (int player = 0; player < kSolverPlayers; ++player) {
        WalkContext ctx = context(Walk::expected, player, threads);
        record_ = [&](const Decision& d, const Found& found) {
            if (out.has(d.node)) write_values(d, player, found, out.rows(d, player));
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
    WalkContext ctx = context(Walk::expected, player, threads);
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
    record_ = [&](const Decision& d, const Found& found) {
        if (d.node == node) write_values(d, player, found, out.data());
    };
    Entry entry{street, opponent, nullptr, sums, node - starts[street]};
    walk_streets(ctx, round, board, {&entry, nullptr, 1, 0});
    record_ = nullptr;
    return out;
}

template <class Real>
std::vector<std::vector<double>> FullWidth<Real>::decision_values(
    Walk kind, int player, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& places,
    unsigned threads) {
    std::vector<std::vector<double>> out(places.size());
    std::unordered_map<std::size_t, double*> asked;  // by number of the decision
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto [board, node] = places[i];
        const Decision d = layout_.at(board, node);
        const std::size_t rows = d.player == player ? static_cast<std::size_t>(d.actions) : 1;
        out[i].resize(rows * game_->board_of(node, board).hands[player].classes());
        asked[d.number] = out[i].data();
    }
    WalkContext ctx = context(kind, player, threads);
    record_ = [&](const Decision& d, const Found& found) {
        const auto here = asked.find(d.number);
        if (here != asked.end()) write_values(d, player, found, here->second);
    };
    walk_root(ctx);
    record_ = nullptr;
    return out;
}

template <class Real>
std::vector<std::vector<double>> FullWidth<Real>::board_chances() const {
    const Runouts& runouts = game_->runouts;
    std::vector<std::vector<double>> out(runouts.rounds.size());
    for (std::size_t round = 0; round < out.size(); ++round) out[round].resize(runouts.rounds[round].size());
    out[runouts.first_round][0] = 1;
    for (std::size_t round = runouts.first_round; round + 1 < out.size(); ++round) {
        for (std::size_t b = 0; b < out[round].size(); ++b) {
            for (const BoardChild& child : runouts.rounds[round][b].children)
                out[round + 1][child.board] += out[round][b] * runouts.chance[round + 1] * child.ups;
        }
    }
    return out;
}

template <class Real>
std::vector<std::vector<double>> FullWidth<Real>::losses(int player, unsigned threads) {
    const BettingTree& tree = game_->tree;
    const std::vector<std::vector<double>> chances = board_chances();
    std::vector<std::vector<double>> out(chances.size());
    std::vector<std::size_t> nodes(out.size());
    for (std::size_t round = 0; round < out.size(); ++round) {
        nodes[round] = tree.first_node[round + 1] - tree.first_node[round];
        out[round].resize(chances[round].size() * nodes[round]);
    }
    WalkContext ctx = context(Walk::losses, player, threads);
    record_ = [&](const Decision& d, const Found& found) {
        if (d.player != player) return;
        const int round = tree.round[d.node];
        double sum = 0;
        for (HandIndex of : game_->board_of(d.node, d.board).hands[player].class_of) {
            double played = 0;
            for (int a = 0; a < d.actions; ++a)
                played +=
                    static_cast<double>(found.strategy[a * d.width + of]) * found.actions[a * d.width + of];
            sum += found.own[of] * (found.value[of] - played);
        }
        out[round][d.board * nodes[round] + d.node - tree.first_node[round]] = sum * chances[round][d.board];
    };
    walk_root(ctx);
    record_ = nullptr;
    return out;
}

template NodeValues FullWidth<float>::node_values(unsigned);
template NodeValues FullWidth<double>::node_values(unsigned);
template std::vector<std::vector<double>> FullWidth<float>::decision_values(
    Walk, int, const std::vector<std::pair<std::uint32_t, std::uint32_t>>&, unsigned);
template std::vector<std::vector<double>> FullWidth<double>::decision_values(
    Walk, int, const std::vector<std::pair<std::uint32_t, std::uint32_t>>&, unsigned);
template std::vector<std::vector<double>> FullWidth<float>::losses(int, unsigned);
template std::vector<std::vector<double>> FullWidth<double>::losses(int, unsigned);
template std::vector<double> FullWidth<float>::values_at(int, std::uint32_t, std::uint32_t, const double*,
                                                         unsigned);
template std::vector<double> FullWidth<double>::values_at(int, std::uint32_t, std::uint32_t, const double*,
                                                          unsigned);

}  // namespace riverboat
