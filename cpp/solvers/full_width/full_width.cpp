#include "solvers/full_width/full_width.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace riverboat {

template <class Real>
FullWidth<Real>::FullWidth(std::shared_ptr<const SolverGame> game, bool predictive, bool small,
                           std::shared_ptr<const Ties> ties, bool own_tables)
    : game_(std::move(game)),
      kernels_(kernels<Real>()),
      routes_(*game_),
      layout_(*game_),
      decisions_(layout_.cells(), layout_.decisions(), predictive, small,
                 ties ? std::make_unique<TiedRows<Real>>(*game_, std::move(ties)) : nullptr, own_tables) {}

template <class Real>
template <class Other>
void FullWidth<Real>::borrow_averages(FullWidth<Other>& from) {
    decisions_.lent_averages = [this, &from](const Decision& d, Scratch& scratch, Real* rows) {
        const std::size_t mark = scratch.mark();
        const Decision theirs = from.decision(d.board, d.node);
        const Other* lent = from.decisions().read(theirs, kAverages, scratch);
        const std::size_t classes =
            game_->runouts.rounds[game_->tree.round[d.node]][d.board].hands[d.player].classes();
        for (int a = 0; a < d.actions; ++a) {
            Real* row = rows + a * d.width;
            std::copy_n(lent + a * theirs.width, classes, row);
            std::fill(row + classes, row + d.width, Real(0));
        }
        scratch.back_to(mark);
    };
    if (choices_ == nullptr) return;
    choices_->lent_averages = [this, &from](const Decision& d, Scratch&, Real* rows) {
        const std::vector<double> lent = from.leaf_choices(d.node, d.player);
        const std::size_t classes = lent.size() / static_cast<std::size_t>(d.actions);
        for (int a = 0; a < d.actions; ++a) {
            Real* row = rows + a * d.width;
            std::copy_n(lent.data() + a * classes, classes, row);
            std::fill(row + classes, row + d.width, Real(0));
        }
    };
}

template <class Real>
std::vector<double> FullWidth<Real>::strategy(std::uint32_t board, std::uint32_t node, bool average) {
    const Decision d = layout_.at(board, node);
    Scratch scratch(8 * d.cells() * sizeof(Real) + 1024);  // its own: somebody else may be walking
    const std::size_t classes =
        game_->runouts.rounds[game_->tree.round[node]][board].hands[d.player].classes();
    Real* rows = scratch.take<Real>(d.cells());
    decisions_.strategy(d, average, scratch, rows);
    std::vector<double> out;
    for (int a = 0; a < d.actions; ++a)
        out.insert(out.end(), rows + a * d.width, rows + a * d.width + classes);
    return out;
}

// Enough for the widest street of each round at once.
template <class Real>
std::size_t FullWidth<Real>::scratch_bytes() const {
    const std::size_t hands = std::max(game_->hands[0].size(), game_->hands[1].size()) + 32;
    std::size_t bytes = 1 << 16, all_ins = 0;  // at most, from the rounds before
    for (int round = game_->runouts.first_round; round < game_->rules.rounds; ++round) {
        std::size_t most = kChoicesTogether;
        for (const WalkRoutes::Street& street : routes_.streets[round])
            most = std::max<std::size_t>(most, kChoicesTogether + street.choices);
        bytes += (most + all_ins) * (8 * hands * sizeof(Real) + 1024) +
                 8 * kMostActions * hands * sizeof(Real) + work_size<Real>(hands, hands) * sizeof(Real) +
                 8192;
        all_ins += most;
    }
    return bytes + (leaves_ ? leaves_->scratch_bytes() : 0);
}

template <class Real>
WalkContext FullWidth<Real>::context(Walk kind, int player, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    while (scratches_.size() < threads + 1) scratches_.push_back(std::make_unique<Scratch>(scratch_bytes()));
    for (auto& scratch : scratches_) scratch->back_to(0);  // a walk that was stopped leaves its marks
    record_ = nullptr;
    return {kind, player, {}, threads, scratches_[0].get()};
}

template <class Real>
void FullWidth<Real>::begin(double share, unsigned threads) {
    for (int player = 0; player < kSolverPlayers; ++player) {
        WalkContext ctx = context(Walk::begin, player, threads);
        ctx.share = share;
        walk_root(ctx);
    }
}

template <class Real>
void FullWidth<Real>::walk(Walk kind, int player, unsigned threads, double* values, const double* opponent) {
    WalkContext ctx = context(kind, player, threads);
    const Real* out = walk_root(ctx, opponent);
    std::copy_n(out, game_->runouts.rounds[game_->runouts.first_round][0].hands[player].classes(), values);
}

template <class Real>
void FullWidth<Real>::update(int player, const UpdateFactors& factors, const KeptAverages& kept,
                             unsigned threads) {
    WalkContext ctx = context(Walk::update, player, threads);
    ctx.factors = factors;
    ctx.kept = kept;
    pruned_ = 0;
    decisions_.begin_walk(ctx.threads);
    const Real* values = walk_root(ctx);
    decisions_.end_walk(player, factors, kept);
    if (gate_ && gate_->player() == player) gate_->hear(values);
    if (choices_) choices_->end_walk(player, factors, kept);
}

// The values by class of the root; good until the next walk.
template <class Real>
const Real* FullWidth<Real>::walk_root(WalkContext& ctx, const double* opponent) {
    if (!reaches_[0].empty()) return walk_rest(ctx);
    const int player = ctx.player;
    const int round = game_->runouts.first_round;
    const RunoutBoard& root = game_->runouts.rounds[round][0];
    std::array<Real*, kSolverPlayers> reach;
    for (int p = 0; p < kSolverPlayers; ++p) {
        reach[p] = ctx.scratch->take<Real>(width(root, p));
        std::fill_n(reach[p], width(root, p), Real(0));
        for (std::size_t i = 0; i < root.hands[p].classes(); ++i)
            reach[p][i] = static_cast<Real>(game_->hands[p].weights[root.hands[p].first[i]]);
    }
    if (opponent) std::copy_n(opponent, root.hands[1 - player].classes(), reach[1 - player]);
    if (gate_ && ctx.kind == Walk::update) std::ranges::copy(gate_reach(false), reach[gate_->player()]);
    Real* out = ctx.scratch->take<Real>(width(root, player));
    const bool asks_own = ctx.kind == Walk::losses || ctx.kept[player] || (leaves_ && leaves_->function());
    Entry entry{0, reach[1 - player], asks_own ? reach[player] : nullptr, out};
    walk_streets(ctx, round, 0, {&entry, nullptr, 1, 0});
    return out;
}

// Averages cost least where reach is carried anyway: as player 0 walks, player 1's takes in what he plays,
// and as player 1 walks, player 0's. But then player 0 has learnt already, so that is what he plays in the
// next iteration: its part of the average is added ahead of time, by the weight that it will have. So the
// first iteration of a run carries player 0's own reach, and the last one leaves his average alone. All sums
// are those of walks that move their own player's average, to the bit.
//
// Where the opponent does not play what his average takes in, or the walk does not come everywhere, that is
// what walks do.
template <class Real>
void FullWidth<Real>::run(const std::vector<UpdateFactors>& iterations, bool alternating, unsigned threads,
                          const Watch& watch) {
    bool ahead = false;  // whether player 0's average has its part of this iteration
    std::exception_ptr stopped;
    const std::size_t total = iterations.size(), between = decisions_.cells() > 1u << 16 ? 1 : 16;
    for (std::size_t i = 0; i < total && !stopped; ++i) {
        const UpdateFactors& factors = iterations[i];
        const bool each_his_own = factors.respond || factors.prune;
        const std::optional<double> keep = factors.keep_average, none;
        const std::optional<double> own = each_his_own ? keep : none, other = each_his_own ? none : keep;
        if (!alternating) {
            decisions_.defer();
            if (choices_) choices_->defer();
        }
        update(0, factors, {!alternating ? own : ahead ? none : keep, other}, threads);
        if (gate_ && alternating && gate_->player() == 0) gate_->learn(factors);
        if (watch && i > 0 && i % between == 0) {  // while this can still become the last
            try {
                watch(i, total);
            } catch (...) {
                stopped = std::current_exception();
            }
        }
        ahead = alternating && !each_his_own && !stopped && i + 1 < total;
        const std::optional<double> next = ahead ? std::optional(iterations[i + 1].keep_average) : none;
        update(1, factors, {alternating ? next : other, own}, threads);
        if (!alternating) {
            decisions_.apply(factors);
            if (choices_) choices_->apply(factors);
        }
        if (gate_ && !(alternating && gate_->player() == 0)) gate_->learn(factors);
        ++iterations_;
    }
    if (stopped) std::rethrow_exception(stopped);
    if (watch && total > 0) watch(total, total);
}

template class FullWidth<float>;
template class FullWidth<double>;
template void FullWidth<double>::borrow_averages(FullWidth<float>&);

}  // namespace riverboat
