// What a walk does where it stops: continuations are chosen, values looked up, and those who are all-in paid.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/full_width/full_width.hpp"

namespace riverboat {

template <class Real>
void FullWidth<Real>::set_leaves(const LeafSides& sides, LeafFunction function) {
    for (const LeafSide& side : sides) {
        if (side.continuations < 1 || side.continuations > kMostActions)
            throw std::invalid_argument("a player has from 1 to " + std::to_string(kMostActions) +
                                        " continuations");
    }
    leaves_ = std::make_unique<ValueLeaves<Real>>(*game_, sides, std::move(function));
    scratches_.clear();  // leaves need more of it
    const std::size_t leaves = leaves_->count();
    const Decision end = leaf_choice(static_cast<std::uint32_t>(leaves), 0);
    choices_ = std::make_unique<Decisions<Real>>(end.place, end.number, decisions_.has(kPredictions), false,
                                                 nullptr);
}

// One of the two players' choices at a leaf; with one continuation it is none.
template <class Real>
Decision FullWidth<Real>::leaf_choice(std::uint32_t leaf, int player) const {
    const auto& place = layout_.on(game_->runouts.first_round, 0);
    const auto cells = [&](int p) { return leaves_->continuations(p) * place.width[p]; };
    return {leaf * (cells(0) + cells(1)) + (player == 1 ? cells(0) : 0),
            leaf * std::size_t{kSolverPlayers} + static_cast<std::size_t>(player),
            player,
            static_cast<int>(leaves_->continuations(player)),
            place.width[player],
            0,
            leaf};
}

template <class Real>
std::vector<double> FullWidth<Real>::leaf_choices(std::uint32_t leaf, int player) {
    const Decision d = leaf_choice(leaf, player);
    Scratch scratch(8 * d.cells() * sizeof(Real) + 1024);
    Real* rows = scratch.take<Real>(d.cells());
    choices_->strategy(d, true, scratch, rows);
    const std::size_t classes = game_->runouts.rounds[game_->runouts.first_round][0].hands[player].classes();
    std::vector<double> out;
    for (int a = 0; a < d.actions; ++a)
        out.insert(out.end(), rows + a * d.width, rows + a * d.width + classes);
    return out;
}

// Both choose at once: the opponent's reach falls apart by what he chooses, and one's own choice is between
// values against all of it.
template <class Real>
void FullWidth<Real>::walk_leaf(WalkContext& ctx, const Entry& leaf) {
    Scratch& scratch = *ctx.scratch;
    const std::size_t mark = scratch.mark();
    Decisions<Real>& choices = *choices_;
    const int player = ctx.player, other = 1 - player;
    const bool updating = ctx.kind == Walk::update;
    const Decision own = leaf_choice(leaf.street, player), theirs = leaf_choice(leaf.street, other);
    const auto spread_over = [&](const Decision& d, const Real* reach) {
        Real* spread = scratch.take<Real>(d.cells());
        if (ctx.kept[d.player])
            choices.play(d, reach, *ctx.kept[d.player], scratch, ctx.part, spread);
        else
            choices.descend(d, reach, !updating || ctx.factors.respond, scratch, spread);
        return spread;
    };
    const Real* reach = theirs.actions > 1 ? spread_over(theirs, leaf.opponent) : leaf.opponent;
    if (own.actions == 1) {
        leaves_->values(player, leaf.street, reach, scratch, leaf.value);
        return scratch.back_to(mark);
    }
    if (leaf.own != nullptr && ctx.kept[player]) spread_over(own, leaf.own);  // his average moves on
    Real* values = scratch.take<Real>(own.cells());
    leaves_->values(player, leaf.street, reach, scratch, values);
    if (ctx.kind == Walk::best_response || ctx.kind == Walk::losses) {
        choices.best(own, values, scratch, leaf.value);
    } else if (updating) {
        choices.ascend(own, values, ctx.factors, scratch, ctx.part, leaf.value);
    } else {
        Real* strategy = scratch.take<Real>(own.cells());
        choices.strategy(own, true, scratch, strategy);
        kernels_.mix(strategy, values, own.actions, own.width, leaf.value);
    }
    scratch.back_to(mark);
}

// A function is asked for all leaves at once, so that a network has them in one batch.
template <class Real>
void FullWidth<Real>::ask_leaves(const WalkContext& ctx, const Flow& flow) {
    const RunoutBoard& board = game_->runouts.rounds[game_->runouts.first_round][0];
    const std::size_t own = board.hands[ctx.player].classes(), other = board.hands[1 - ctx.player].classes();
    LeafQuestion question{ctx.player, {}, {}, {}};
    for (std::size_t i = 0; i < flow.street_count; ++i) {
        const Entry& leaf = flow.streets[i];
        if (leaf.own == nullptr)
            throw std::invalid_argument("a function of leaves asks for both reaches; walk from the root");
        question.leaves.push_back(leaf.street);
        question.own.insert(question.own.end(), leaf.own, leaf.own + own);
        question.opponent.insert(question.opponent.end(), leaf.opponent, leaf.opponent + other);
    }
    const std::vector<double> found = leaves_->function()(question);
    for (std::size_t i = 0; i < flow.street_count; ++i) {
        Real* value = flow.streets[i].value;
        std::copy_n(found.data() + i * own, own, value);
        std::fill(value + own, value + width(board, ctx.player), Real(0));  // what tables keep there repeats
    }
}

template <class Real>
void FullWidth<Real>::evaluate_leaves(WalkContext& ctx, const Flow& flow) {
    const bool asks = static_cast<bool>(leaves_->function());
    if (asks && flow.street_count > 0) ask_leaves(ctx, flow);
    const std::size_t streets = asks ? 0 : flow.street_count, tasks = streets + flow.all_in_count;
    const auto evaluate = [&](WalkContext& own, std::size_t task) {
        if (task < streets) return walk_leaf(own, flow.streets[task]);
        const End& end = flow.all_ins[task - streets];
        leaves_->all_in(own.player, end.opponent, end.payoff, *own.scratch, end.value);
    };
    if (ctx.threads == 1) {
        for (std::size_t task = 0; task < tasks; ++task) evaluate(ctx, task);
        return;
    }
    parallel_chunks(tasks, ctx.threads, {}, [&](std::size_t task, unsigned worker) {
        WalkContext own = ctx;
        own.scratch = scratches_[worker + 1].get();
        evaluate(own, task);
    });
}

template <class Real>
void FullWidth<Real>::begin_at_leaves(LeafReaches reaches) {
    reaches_ = std::move(reaches);
}

// The values of all leaves, one row of classes after the other.
template <class Real>
const Real* FullWidth<Real>::walk_rest(WalkContext& ctx) {
    const int round = game_->runouts.first_round, player = ctx.player;
    const RunoutBoard& board = game_->runouts.rounds[round][0];
    const std::size_t leaves = routes_.streets[round + 1].size();
    const bool asks_own = ctx.kind == Walk::losses || ctx.kept[player];
    std::array<Real*, kSolverPlayers> reach;
    for (int p = 0; p < kSolverPlayers; ++p) {
        const std::size_t row = width(board, p), classes = board.hands[p].classes();
        reach[p] = ctx.scratch->take<Real>(leaves * row);
        std::fill_n(reach[p], leaves * row, Real(0));
        for (std::size_t i = 0; i < leaves; ++i)
            std::copy_n(reaches_[p].data() + i * classes, classes, reach[p] + i * row);
    }
    const std::size_t own = width(board, player), other = width(board, 1 - player);
    Real* out = ctx.scratch->take<Real>(leaves * own);
    auto* streets = ctx.scratch->take<Entry>(leaves);
    for (std::uint32_t i = 0; i < leaves; ++i)
        streets[i] = {i, reach[1 - player] + i * other, asks_own ? reach[player] + i * own : nullptr,
                      out + i * own};
    go_on(ctx, round, 0, {streets, nullptr, leaves, 0});
    return out;
}

template <class Real>
std::vector<double> FullWidth<Real>::walk_from_leaves(Walk kind, int player, unsigned threads) {
    WalkContext ctx = context(kind, player, threads);
    const Real* found = walk_rest(ctx);
    const int round = game_->runouts.first_round;
    const RunoutBoard& board = game_->runouts.rounds[round][0];
    const std::size_t row = width(board, player), classes = board.hands[player].classes();
    std::vector<double> out;
    for (std::size_t i = 0; i < routes_.streets[round + 1].size(); ++i)
        out.insert(out.end(), found + i * row, found + i * row + classes);
    return out;
}

#define RIVERBOAT_LEAVES(Real)                                                           \
    template void FullWidth<Real>::begin_at_leaves(LeafReaches);                         \
    template const Real* FullWidth<Real>::walk_rest(WalkContext&);                       \
    template std::vector<double> FullWidth<Real>::walk_from_leaves(Walk, int, unsigned); \
    template void FullWidth<Real>::set_leaves(const LeafSides&, LeafFunction);           \
    template std::vector<double> FullWidth<Real>::leaf_choices(std::uint32_t leaf, int); \
    template Decision FullWidth<Real>::leaf_choice(std::uint32_t leaf, int) const;       \
    template void FullWidth<Real>::evaluate_leaves(WalkContext&, const Flow&);

RIVERBOAT_LEAVES(float)
RIVERBOAT_LEAVES(double)

}  // namespace riverboat
