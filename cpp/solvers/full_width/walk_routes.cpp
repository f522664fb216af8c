#include "solvers/full_width/walk_routes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "games/payouts/finishes.hpp"
#include "games/rules/showdown.hpp"

namespace riverboat {

namespace {

// What stacks after the hand are worth in prizes more than before it, in chips: times all chips over all
// prizes.
double worth_in_chips(const SolverGame& game, const std::vector<double>& after, int seat) {
    const std::vector<double>& before = game.prize_stacks;
    const double scale = std::accumulate(before.begin(), before.end(), 0.0) /
                         std::accumulate(game.payouts.begin(), game.payouts.end(), 0.0);
    return scale * (prizes_after_hand(before, after, game.payouts)[static_cast<std::size_t>(seat)] -
                    prizes_after_hand(before, before, game.payouts)[static_cast<std::size_t>(seat)]);
}

EndPayoff payoff_of(const SolverGame& game, std::size_t end, int player) {
    const auto players = static_cast<std::size_t>(game.rules.players);
    const int own = game.seats[player], other = game.seats[1 - player];
    const SeatMask in = game.tree.end_in_hand[end];
    Betting b{};
    b.players = static_cast<std::int8_t>(game.rules.players);
    b.actor = b.aggressor = kNobody;
    b.folded = static_cast<SeatMask>(~in & ((1u << players) - 1));
    for (std::size_t seat = 0; seat < players; ++seat)
        b.total[seat] = game.tree.end_put_in[end * players + seat];
    const auto net = [&](Strength mine, Strength theirs) {
        Strength strengths[kMaxPlayers] = {};
        strengths[own] = mine;
        strengths[other] = theirs;
        const auto chips = payoffs(game.rules, b, strengths);
        if (game.payouts.empty()) return static_cast<double>(chips[own]);
        std::vector<double> after = game.prize_stacks;
        for (std::size_t seat = 0; seat < players; ++seat) after[seat] += static_cast<double>(chips[seat]);
        return worth_in_chips(game, after, own);
    };
    const Pots pots = pots_of(game.rules, b);  // what nobody called goes back without rake
    Chips called = 0;
    for (int i = 0; i < pots.count; ++i) called += pots.pots[i].amount;
    double rake = game.rake.share * called;
    if (game.rake.cap > 0) rake = std::min(rake, game.rake.cap);
    if ((in & (in - 1)) == 0) return {net(1, 1) - (in >> own & 1 ? rake : 0), 0, 0, true};
    return {net(2, 1) - rake, net(1, 1) - rake / 2, net(1, 2), false};
}

}  // namespace

std::uint32_t street_of(const std::vector<std::uint32_t>& starts, std::uint32_t node) {
    return static_cast<std::uint32_t>(std::upper_bound(starts.begin(), starts.end(), node) - starts.begin() -
                                      1);
}

WalkRoutes::WalkRoutes(const SolverGame& game) {
    const BettingTree& tree = game.tree;
    streets.resize(static_cast<std::size_t>(game.rules.rounds));
    for (int round = 0; round < game.rules.rounds; ++round) {
        const auto& starts = tree.street_starts[round];
        for (std::size_t s = 0; s < starts.size(); ++s) {
            const std::uint32_t last = s + 1 < starts.size() ? starts[s + 1] : tree.first_node[round + 1];
            streets[round].push_back(
                {starts[s], last - starts[s], tree.first_choice[last] - tree.first_choice[starts[s]]});
        }
    }
    for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
        const int round = tree.round[node];
        const auto& starts = tree.street_starts[round];
        for (std::uint32_t c = tree.first_choice[node]; c < tree.first_choice[node + 1]; ++c) {
            const std::int32_t child = tree.child[c];
            const auto next = static_cast<std::uint32_t>(child < 0 ? ~child : child);
            if (child < 0) {
                const SeatMask in = tree.end_in_hand[next];
                const bool fold = (in & (in - 1)) == 0;
                kind.push_back(fold || round + 1 == game.rules.rounds ? Target::end : Target::runout);
                target.push_back(next);
            } else if (tree.round[next] == round) {
                kind.push_back(Target::node);
                target.push_back(next - starts[street_of(starts, node)]);
            } else {
                kind.push_back(Target::street);
                target.push_back(street_of(tree.street_starts[round + 1], next));
            }
        }
    }
    for (int player = 0; player < kSolverPlayers; ++player) {
        for (std::size_t end = 0; end < tree.end_in_hand.size(); ++end)
            payoffs[player].push_back(payoff_of(game, end, player));
    }
    find_totals(game);
    for (int player = 0; player < kSolverPlayers; ++player) find_bounds(game, player);
}

// What one wins at a showdown the other loses but for the rake, so that cards do not matter. Where the rake
// has come to its cap, betting does not either.
void WalkRoutes::find_totals(const SolverGame& game) {
    const BettingTree& tree = game.tree;
    total.resize(kind.size());
    for (std::uint32_t c = static_cast<std::uint32_t>(kind.size()); c-- > 0;) {
        const std::int32_t child = tree.child[c];
        if (child < 0) {
            const EndPayoff& one = payoffs[0][static_cast<std::size_t>(~child)];
            const EndPayoff& other = payoffs[1][static_cast<std::size_t>(~child)];
            total[c] = one.win + (other.is_fold ? other.win : other.lose);
            continue;
        }
        const auto first = total.begin() + tree.first_choice[child];
        const bool settled = std::all_of(first, total.begin() + tree.first_choice[child + 1],
                                         [&](double after) { return after == *first; });
        total[c] = settled ? *first : std::numeric_limits<double>::quiet_NaN();
    }
}

// Children come after their parents, so that one pass from the end on knows all that follows.
void WalkRoutes::find_bounds(const SolverGame& game, int player) {
    const BettingTree& tree = game.tree;
    std::vector<double>&high = most[player], &low = least[player];
    high.resize(kind.size());
    low.resize(kind.size());
    for (std::uint32_t c = static_cast<std::uint32_t>(kind.size()); c-- > 0;) {
        const std::int32_t child = tree.child[c];
        if (child < 0) {
            const EndPayoff& pay = payoffs[player][static_cast<std::size_t>(~child)];
            high[c] = pay.is_fold ? pay.win : std::max({pay.win, pay.tie, pay.lose});
            low[c] = pay.is_fold ? pay.win : std::min({pay.win, pay.tie, pay.lose});
            continue;
        }
        const std::uint32_t first = tree.first_choice[child], last = tree.first_choice[child + 1];
        high[c] = *std::max_element(high.begin() + first, high.begin() + last);
        low[c] = *std::min_element(low.begin() + first, low.begin() + last);
    }
}

}  // namespace riverboat
