// The betting of a street on one board: strategies and reach on the way down, values and regrets on the way
// up.
#include <algorithm>
#include <cmath>

#include "solvers/full_width/full_width.hpp"

namespace riverboat {

template <class Real>
struct FullWidth<Real>::Visit {
    std::uint32_t first, nodes;    // in the tree
    const Real **opponent, **own;  // reach, by node
    Real** strategy;               // of nodes where the walking player acts
    Real** value;                  // where the value of a node goes
    Real* values;                  // of its choices, all nodes one after the other
};

template <class Real>
struct FullWidth<Real>::Open {
    End *folds, *showdowns;
    std::size_t fold_count = 0, showdown_count = 0;
    Flow next;
};

// Begins to fetch what the walk needs later: tables are far larger than caches, and at each decision it would
// wait for them.
template <class Real>
void FullWidth<Real>::fetch_tables(const WalkContext& ctx, const Decision& d, const Decision& later) const {
    if (ctx.kind == Walk::update) {
        if (d.player == ctx.player) decisions_.fetch(d, kRegrets);  // for the way up
        if (later.player == ctx.player) return;
        decisions_.fetch(later, kRegrets);
        if (ctx.kept[later.player]) decisions_.fetch(later, kAverages);
    } else if (later.player != ctx.player || ctx.kind != Walk::best_response) {
        decisions_.fetch(later, kAverages);
    }
}

// The reach of who acts, by action; null if it is not carried. The average moves on if the walk is to.
template <class Real>
const Real* FullWidth<Real>::spread_reach(WalkContext& ctx, const Decision& d, std::uint32_t i,
                                          Visit& visit) {
    const bool mine = d.player == ctx.player, updating = ctx.kind == Walk::update;
    const bool plays_average = mine && !updating && ctx.kind != Walk::best_response;
    const Real* reach = mine ? visit.own[i] : visit.opponent[i];
    Scratch& scratch = *ctx.scratch;
    if (plays_average || (mine && ctx.factors.prune)) {
        visit.strategy[i] = scratch.take<Real>(d.cells());
        decisions_.strategy(d, plays_average, scratch, visit.strategy[i]);
    }
    if (reach == nullptr) return nullptr;
    Real* spread = scratch.take<Real>(d.cells());
    if (plays_average)
        kernels_.multiply(visit.strategy[i], reach, d.actions, d.width, spread);
    else if (ctx.kept[d.player])
        decisions_.play(d, reach, *ctx.kept[d.player], scratch, ctx.part, spread);
    else
        decisions_.descend(d, reach, !updating || ctx.factors.respond, scratch, spread);
    return spread;
}

template <class Real>
void FullWidth<Real>::walk_down(WalkContext& ctx, int round, std::uint32_t board, const Entry& entry,
                                Visit& visit, Open& open) {
    const BettingTree& tree = game_->tree;
    const auto& place = layout_.on(round, board);
    const int player = ctx.player;
    const std::size_t own_hands = place.width[player];
    const WalkRoutes::Street& street = routes_.streets[round][entry.street];
    Scratch& scratch = *ctx.scratch;
    visit.first = street.first;
    visit.nodes = street.nodes;
    visit.opponent = scratch.take<const Real*>(visit.nodes);
    visit.own = scratch.take<const Real*>(visit.nodes);
    visit.strategy = scratch.take<Real*>(visit.nodes);
    visit.value = scratch.take<Real*>(visit.nodes);
    visit.values = scratch.take<Real>(street.choices * own_hands);
    std::fill_n(visit.opponent, visit.nodes, nullptr);  // where the walk does not come
    visit.opponent[entry.node] = entry.opponent;
    visit.own[entry.node] = entry.own;
    visit.value[entry.node] = entry.value;
    const std::uint32_t first_choice = tree.first_choice[visit.first];
    const std::size_t node_bytes =
        decisions_.cell_bytes() * (place.width[0] + place.width[1]);  // two actions
    const auto ahead = static_cast<std::uint32_t>(1 + kBytesAhead / node_bytes);
    const std::uint32_t last_node = tree.first_node[round + 1] - 1;
    for (std::uint32_t i = entry.node; i < visit.nodes; ++i) {
        if (visit.opponent[i] == nullptr) continue;
        const std::uint32_t node = visit.first + i, begin = tree.first_choice[node];
        Real* value = visit.values + (begin - first_choice) * own_hands;
        const Decision d = layout_.at(place, node);
        const bool mine = d.player == player;
        fetch_tables(ctx, d, layout_.at(place, std::min(node + ahead, last_node)));
        const Real* spread = spread_reach(ctx, d, i, visit);
        for (int a = 0; a < d.actions; ++a, value += own_hands) {
            const std::uint32_t c = begin + static_cast<std::uint32_t>(a), target = routes_.target[c];
            const Real* opponent = mine ? visit.opponent[i] : spread + a * d.width;
            const Real* own = !mine ? visit.own[i] : spread != nullptr ? spread + a * d.width : nullptr;
            if (mine && ctx.factors.prune &&
                prune(ctx, d, a, visit.strategy[i] + a * d.width, opponent, value))
                continue;
            if (ctx.kind == Walk::total && !std::isnan(routes_.total[c])) {  // as if somebody folded
                open.folds[open.fold_count++] = {opponent, value, {routes_.total[c], 0, 0, true}};
                continue;
            }
            switch (routes_.kind[c]) {
                case Target::node:
                    visit.opponent[target] = opponent;
                    visit.own[target] = own;
                    visit.value[target] = value;
                    break;
                case Target::end: {
                    const EndPayoff& payoff = routes_.payoffs[player][target];
                    auto& end = payoff.is_fold ? open.folds[open.fold_count++]
                                               : open.showdowns[open.showdown_count++];
                    end = {opponent, value, payoff};
                    break;
                }
                case Target::runout:
                    open.next.all_ins[open.next.all_in_count++] = {opponent, value,
                                                                   routes_.payoffs[player][target]};
                    break;
                case Target::street:
                    open.next.streets[open.next.street_count++] = {target, opponent, own, value};
                    break;
            }
        }
    }
}

// Regret-based pruning. An action that no hand plays is left out if its regrets stay negative even when it is
// worth the most it can be, and the decision the least; that is then what it counts as, so that its turn
// comes again.
template <class Real>
bool FullWidth<Real>::prune(const WalkContext& ctx, const Decision& d, int action, const Real* strategy,
                            const Real* opponent, Real* value) {
    const RunoutBoard& board = game_->board_of(d.node, d.board);
    const std::size_t classes = board.hands[ctx.player].classes();
    if (std::any_of(strategy, strategy + classes, [](Real p) { return p > 0; })) return false;
    Real met = 0;  // all that the opponent may hold
    for (HandIndex of : board.hands[1 - ctx.player].class_of) met += opponent[of];
    const std::uint32_t first = game_->tree.first_choice[d.node];
    const auto& most = routes_.most[ctx.player];
    const auto& least = routes_.least[ctx.player];
    const double lowest = *std::min_element(least.begin() + first, least.begin() + first + d.actions);
    const Real best = met * static_cast<Real>(std::max(most[first + action], 0.0));
    const Real worst = met * static_cast<Real>(std::min(lowest, 0.0));
    const Real* regret = decisions_.table(kRegrets) + d.place + action * d.width;
    if (std::any_of(regret, regret + classes, [&](Real r) { return r + best - worst >= 0; })) return false;
    std::fill_n(value, d.width, best);
    pruned_.fetch_add(1, std::memory_order_relaxed);
    return true;
}

template <class Real>
void FullWidth<Real>::walk_up(WalkContext& ctx, int round, std::uint32_t board, const Visit& visit) {
    const BettingTree& tree = game_->tree;
    const auto& place = layout_.on(round, board);
    const std::size_t hands = place.width[ctx.player];
    const std::uint32_t first_choice = tree.first_choice[visit.first];
    for (std::uint32_t i = visit.nodes; i-- > 0;) {
        if (visit.opponent[i] == nullptr) continue;
        const std::uint32_t node = visit.first + i;
        const Decision d = layout_.at(place, node);
        const Real* values = visit.values + (tree.first_choice[node] - first_choice) * hands;
        if (d.player != ctx.player)
            kernels_.add_up(values, d.actions, hands, visit.value[i]);
        else if (ctx.kind == Walk::best_response || ctx.kind == Walk::losses)
            decisions_.best(d, values, *ctx.scratch, visit.value[i]);
        else if (ctx.kind == Walk::update)
            decisions_.ascend(d, values, ctx.factors, *ctx.scratch, ctx.part, visit.value[i]);
        else
            kernels_.mix(visit.strategy[i], values, d.actions, hands, visit.value[i]);
        if (ctx.kind == Walk::begin && d.player == ctx.player)
            decisions_.begin(d, visit.strategy[i], values, static_cast<Real>(ctx.share), *ctx.scratch);
        if (record_) {
            const Real* strategy = d.player == ctx.player ? visit.strategy[i] : nullptr;
            record_(d, {visit.opponent[i], visit.own[i], strategy, values, visit.value[i]});
        }
    }
}

template <class Real>
void FullWidth<Real>::evaluate_ends(WalkContext& ctx, const RunoutBoard& board, Open& open) {
    const std::size_t mark = ctx.scratch->mark();
    Real* work = ctx.scratch->take<Real>(
        work_size<Real>(board.hands[ctx.player].classes(), board.hands[1 - ctx.player].classes()));
    // Folds first, so that one job at most has both kinds; one-card hands keep them apart.
    const std::size_t folds = open.fold_count, all = folds + open.showdown_count;
    const bool apart = game_->runouts.hole_cards == 1;
    for (std::size_t first = 0; first < all;) {
        EndJob<Real> job;
        const std::size_t end = apart && first < folds ? folds : all;
        job.ends = static_cast<int>(std::min<std::size_t>(kLanes<Real>, end - first));
        for (int i = 0; i < job.ends; ++i) {
            const std::size_t number = first + i;
            const auto& [reach, value, payoff] =
                number < folds ? open.folds[number] : open.showdowns[number - folds];
            job.reach[i] = reach;
            job.values[i] = value;
            job.payoff[i] = payoff;
        }
        kernels_.ends(job, board, ctx.player, game_->runouts.hole_cards, work);
        first += job.ends;
    }
    ctx.scratch->back_to(mark);
}

template <class Real>
void FullWidth<Real>::evaluate_all_in(WalkContext& ctx, const RunoutBoard& board, Open& open) const {
    const AllInShares& shares = game_->all_in[ctx.player];
    const std::size_t own = board.hands[ctx.player].classes(), others = board.hands[1 - ctx.player].classes();
    for (std::size_t e = 0; e < open.next.all_in_count; ++e) {
        const auto& [opponent, value, payoff] = open.next.all_ins[e];
        std::fill_n(value, width(board, ctx.player), Real(0));
        for (std::size_t i = 0; i < own; ++i) {
            const std::size_t row = i * others;
            double sum = 0;
            for (std::size_t j = 0; j < others; ++j) {
                sum += opponent[j] * (payoff.win * shares.wins[row + j] + payoff.tie * shares.ties[row + j] +
                                      payoff.lose * shares.losses[row + j]);
            }
            value[i] = static_cast<Real>(sum);
        }
    }
    open.next.all_in_count = 0;
}

template <class Real>
void FullWidth<Real>::walk_streets(WalkContext& ctx, int round, std::uint32_t board, const Flow& coming) {
    Scratch& scratch = *ctx.scratch;
    const std::size_t mark = scratch.mark();
    std::size_t choices = coming.all_in_count;
    for (std::size_t i = 0; i < coming.street_count; ++i)
        choices += routes_.streets[round][coming.streets[i].street].choices;
    Open open{};
    open.folds = scratch.take<End>(choices);
    open.showdowns = scratch.take<End>(choices);
    open.next.all_ins = scratch.take<End>(choices);
    open.next.streets = scratch.take<Entry>(choices);
    const bool last = round + 1 == game_->rules.rounds;
    std::copy_n(coming.all_ins, coming.all_in_count, last ? open.showdowns : open.next.all_ins);
    (last ? open.showdown_count : open.next.all_in_count) = coming.all_in_count;
    auto* visits = scratch.take<Visit>(coming.street_count);
    for (std::size_t i = 0; i < coming.street_count; ++i)
        walk_down(ctx, round, board, coming.streets[i], visits[i], open);
    evaluate_ends(ctx, game_->runouts.rounds[round][board], open);
    if (!game_->all_in[0].empty()) evaluate_all_in(ctx, game_->runouts.rounds[round][board], open);
    if (leaves_)
        evaluate_leaves(ctx, open.next);
    else if (open.next.count() > 0)
        go_on(ctx, round, board, open.next);
    for (std::size_t i = 0; i < coming.street_count; ++i) walk_up(ctx, round, board, visits[i]);
    scratch.back_to(mark);
}

template void FullWidth<float>::walk_streets(WalkContext&, int, std::uint32_t, const Flow&);
template void FullWidth<double>::walk_streets(WalkContext&, int, std::uint32_t, const Flow&);

}  // namespace riverboat
