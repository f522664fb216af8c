#include "solvers/full_width/full_width.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace riverboat {

// Streets are walked together until they have so many choices: enough ends to fill the lanes.
constexpr std::uint32_t kChoicesTogether = 96;

// Tasks for each thread, if there are enough: so that none waits long for the others at the end.
constexpr std::size_t kTasksEach = 8;

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

template <class Real>
FullWidth<Real>::FullWidth(std::shared_ptr<const SolverGame> game, bool predictive, bool small,
                           std::shared_ptr<const Ties> ties)
    : game_(std::move(game)),
      kernels_(kernels<Real>()),
      routes_(*game_),
      layout_(*game_),
      decisions_(layout_.cells(), layout_.decisions(), predictive, small,
                 ties ? std::make_unique<TiedRows<Real>>(*game_, std::move(ties)) : nullptr) {}

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
    return bytes;
}

template <class Real>
void FullWidth<Real>::evaluate_ends(WalkContext& ctx, const RunoutBoard& board, Open& open) {
    const std::size_t mark = ctx.scratch->mark();
    Real* work = ctx.scratch->take<Real>(
        work_size<Real>(board.hands[ctx.player].classes(), board.hands[1 - ctx.player].classes()));
    // Folds first, so that one job at most has both kinds; one-card hands keep them apart.
    const std::size_t lines = board.hands[0].all.size() + board.hands[1].all.size();
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
        job.ahead = ctx.ahead.take(lines);
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

Ahead TablesAhead::take(std::size_t lines) {
    while (part < parts.size() && parts[part].first >= parts[part].second) ++part;
    if (part == parts.size()) return {reinterpret_cast<const char*>(this), 0};
    const char* line = parts[part].first;
    parts[part].first += 64 * lines;
    return {line, 64};
}

// What the walk of a board that ends the hand will read and write.
template <class Real>
TablesAhead FullWidth<Real>::tables_of(const WalkContext& ctx, int round, const BoardChild& child,
                                       const Flow& flow) {
    TablesAhead out;
    if (ctx.kind != Walk::update || decisions_.ties() || flow.street_count == 0) return out;
    std::uint32_t first = ~0u, last = 0;
    for (std::size_t i = 0; i < flow.street_count; ++i) {
        const WalkRoutes::Street& street = routes_.streets[round + 1][flow.streets[i].street];
        first = std::min(first, street.first);
        last = std::max(last, street.first + street.nodes - 1);
    }
    const Decision begin = layout_.at(child.board, first), end = layout_.at(child.board, last);
    const auto part = [&](TableKind kind) {
        const char* table = decisions_.bytes_of(kind);
        const std::size_t each = decisions_.cell_bytes();
        return std::pair(table + each * begin.place, table + each * (end.place + end.cells()));
    };
    out.parts[0] = part(kRegrets);
    out.parts[1] = part(kAverages);
    return out;
}

// What goes on to the next round is worth on one of its boards, as the hands of that board see it: streets,
// then those who are all-in.
template <class Real>
void FullWidth<Real>::walk_child(WalkContext& ctx, int round, const BoardChild& child, const Flow& flow,
                                 Real* values) {
    const std::size_t mark = ctx.scratch->mark();
    const RunoutBoard& board = game_->runouts.rounds[round + 1][child.board];
    const std::size_t own_width = width(board, ctx.player);
    auto* streets = ctx.scratch->take<Entry>(flow.street_count);
    auto* all_ins = ctx.scratch->take<End>(flow.all_in_count);
    for (std::size_t i = 0; i < flow.street_count; ++i, values += own_width) {
        const auto& [street, opponent, own, value, node] = flow.streets[i];
        streets[i] = {street, take_down(ctx, child, 1 - ctx.player, opponent),
                      own == nullptr ? nullptr : take_down(ctx, child, ctx.player, own), values};
    }
    for (std::size_t i = 0; i < flow.all_in_count; ++i, values += own_width)
        all_ins[i] = {take_down(ctx, child, 1 - ctx.player, flow.all_ins[i].opponent), values,
                      flow.all_ins[i].payoff};
    std::size_t first = 0, all_in_count = flow.all_in_count;
    do {
        std::size_t end = first;
        for (std::uint32_t choices = 0; end < flow.street_count && choices < kChoicesTogether; ++end)
            choices += routes_.streets[round + 1][streets[end].street].choices;
        walk_streets(ctx, round + 1, child.board, {streets + first, all_ins, end - first, all_in_count});
        first = end;
        all_in_count = 0;
    } while (first < flow.street_count);
    ctx.scratch->back_to(mark);
}

// A player's reach on a board of the next round.
template <class Real>
const Real* FullWidth<Real>::take_down(WalkContext& ctx, const BoardChild& child, int player,
                                       const Real* reach) const {
    const std::vector<HandIndex>& map = game_->runouts.maps[player][child.down];
    const std::size_t row = width_of<Real>(map.size());
    Real* out = ctx.scratch->take<Real>(row);
    kernels_.gather(map.data(), reach, map.size(), out);
    std::fill(out + map.size(), out + row, Real(0));
    return out;
}

// Adds what a board is worth to the values of the board before, once for each deal that is the same but for
// suits.
template <class Real>
void FullWidth<Real>::take_back(const WalkContext& ctx, int round, const BoardChild& child,
                                const Real* values, Real* to) const {
    const Real chance = static_cast<Real>(game_->runouts.chance[round + 1]);
    for (std::uint32_t m = child.first_up; m < child.first_up + child.ups; ++m) {
        const std::vector<HandIndex>& map = game_->runouts.maps[ctx.player][m];
        kernels_.gather_add(map.data(), values, chance, map.size(), to);
    }
}

// Deals the next street to everything that goes on to it.
template <class Real>
void FullWidth<Real>::go_on(WalkContext& ctx, int round, std::uint32_t board, const Flow& flow) {
    const RunoutBoard& here = game_->runouts.rounds[round][board];
    const std::size_t bytes = width(here, ctx.player) * sizeof(Real);
    for (std::size_t i = 0; i < flow.count(); ++i) std::memset(flow.value(i), 0, bytes);
    if (ctx.threads > 1 && flow.street_count > 0) return go_on_shared(ctx, round, board, flow);
    const bool last = round + 2 == game_->rules.rounds;
    for (std::size_t b = 0; b < here.children.size(); ++b) {
        const BoardChild& child = here.children[b];
        if (last && b + 1 < here.children.size())
            ctx.ahead = tables_of(ctx, round, here.children[b + 1], flow);
        const std::size_t mark = ctx.scratch->mark();
        const std::size_t own_width = width(game_->runouts.rounds[round + 1][child.board], ctx.player);
        Real* values = ctx.scratch->take<Real>(flow.count() * own_width);
        walk_child(ctx, round, child, flow, values);
        for (std::size_t i = 0; i < flow.count(); ++i)
            take_back(ctx, round, child, values + i * own_width, flow.value(i));
        ctx.scratch->back_to(mark);
    }
}

// The same on several threads: a task is a board with all streets, or with some of them where boards are few.
// The values are added up in order at the end, so that they do not depend on who was first. For the same
// reason each part of what tied decisions learn has tasks that are settled beforehand.
template <class Real>
void FullWidth<Real>::go_on_shared(WalkContext& ctx, int round, std::uint32_t board, const Flow& flow) {
    const RunoutBoard& here = game_->runouts.rounds[round][board];
    const std::size_t boards = here.children.size();
    const std::size_t wanted = (kTasksEach * ctx.threads + boards - 1) / boards;
    const std::size_t together = (flow.street_count + wanted - 1) / wanted;
    const std::size_t tasks_on = (flow.street_count + together - 1) / together;
    std::size_t most = 0;  // width; a board may have more than the one before, as it has fewer symmetries
    for (const BoardChild& child : here.children)
        most = std::max(most, width(game_->runouts.rounds[round + 1][child.board], ctx.player));
    const std::size_t cells = flow.count() * most;
    const std::size_t wave = std::max<std::size_t>(1, (std::size_t{256} << 20) / (cells * sizeof(Real)));
    Scratch memory(std::min(wave, boards) * cells * sizeof(Real) + 64);
    Real* values = memory.take<Real>(std::min(wave, boards) * cells);
    for (std::size_t first = 0; first < boards; first += wave) {
        const std::size_t count = std::min(wave, boards - first);
        const std::size_t tasks = count * tasks_on;
        const std::size_t shares = decisions_.ties() ? ctx.threads : tasks;
        parallel_chunks(shares, ctx.threads, {}, [&](std::size_t share, unsigned worker) {
            WalkContext own = ctx;
            own.threads = 1;
            own.scratch = scratches_[worker + 1].get();
            own.part = decisions_.ties() ? static_cast<unsigned>(share) : 0;
            for (std::size_t task = share; task < tasks; task += shares) {
                const std::size_t b = task / tasks_on, s = task % tasks_on * together;
                const BoardChild& child = here.children[first + b];
                const bool last = s + together >= flow.street_count;  // who are all-in come after all streets
                const Flow some{flow.streets + s, flow.all_ins, std::min(together, flow.street_count - s),
                                last ? flow.all_in_count : 0};
                const std::size_t own_width =
                    width(game_->runouts.rounds[round + 1][child.board], ctx.player);
                walk_child(own, round, child, some, values + b * cells + s * own_width);
            }
        });
        for (std::size_t b = 0; b < count; ++b) {
            const BoardChild& child = here.children[first + b];
            const std::size_t own_width = width(game_->runouts.rounds[round + 1][child.board], ctx.player);
            for (std::size_t i = 0; i < flow.count(); ++i)
                take_back(ctx, round, child, values + b * cells + i * own_width, flow.value(i));
        }
    }
}

template <class Real>
void FullWidth<Real>::walk_down(WalkContext& ctx, int round, std::uint32_t board, const Entry& entry,
                                Visit& visit, Open& open) {
    const BettingTree& tree = game_->tree;
    const auto& place = layout_.on(round, board);
    const int player = ctx.player;
    const std::size_t own_hands = place.width[player];
    const WalkRoutes::Street& street = routes_.streets[round][entry.street];
    const bool updating = ctx.kind == Walk::update;
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
    for (std::uint32_t i = entry.node; i < visit.nodes; ++i) {
        if (visit.opponent[i] == nullptr) continue;
        const std::uint32_t node = visit.first + i, begin = tree.first_choice[node];
        Real* value = visit.values + (begin - first_choice) * own_hands;
        const Decision d = layout_.at(place, node);
        const bool mine = d.player == player;
        Real* spread = nullptr;  // the reach of who acts, by action
        if (mine && ctx.kind != Walk::best_response) visit.strategy[i] = scratch.take<Real>(d.cells());
        if (!mine || updating) spread = scratch.take<Real>(d.cells());
        if (!mine)
            decisions_.descend_other(d, visit.opponent[i], !updating || ctx.factors.respond, scratch, spread);
        else if (updating)
            decisions_.descend_own(d, visit.own[i], static_cast<Real>(ctx.factors.keep_average), scratch,
                                   ctx.part, visit.strategy[i], spread);
        else if (ctx.kind != Walk::best_response)
            decisions_.strategy(d, true, scratch, visit.strategy[i]);
        for (int a = 0; a < d.actions; ++a, value += own_hands) {
            const std::uint32_t c = begin + static_cast<std::uint32_t>(a), target = routes_.target[c];
            const Real* opponent = mine ? visit.opponent[i] : spread + a * d.width;
            const Real* own = !mine ? visit.own[i] : updating ? spread + a * d.width : nullptr;
            if (mine && updating && ctx.factors.prune &&
                prune(ctx, d, a, visit.strategy[i] + a * d.width, opponent, value))
                continue;
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
        else if (ctx.kind == Walk::best_response)
            decisions_.best(d, values, *ctx.scratch, visit.value[i]);
        else if (ctx.kind == Walk::update)
            decisions_.ascend_own(d, visit.strategy[i], values, ctx.factors, *ctx.scratch, ctx.part,
                                  visit.value[i]);
        else
            kernels_.mix(visit.strategy[i], values, d.actions, hands, visit.value[i]);
        if (ctx.kind == Walk::begin && d.player == ctx.player)
            decisions_.begin(d, visit.strategy[i], values, static_cast<Real>(ctx.share), *ctx.scratch);
        if (record_) record_(d, visit.opponent[i], values, visit.value[i]);
    }
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
    if (open.next.count() > 0) go_on(ctx, round, board, open.next);
    for (std::size_t i = 0; i < coming.street_count; ++i) walk_up(ctx, round, board, visits[i]);
    scratch.back_to(mark);
}

template <class Real>
WalkContext FullWidth<Real>::context(Walk kind, int player, const UpdateFactors& factors, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    while (scratches_.size() < threads + 1) scratches_.push_back(std::make_unique<Scratch>(scratch_bytes()));
    for (auto& scratch : scratches_) scratch->back_to(0);  // a walk that was stopped leaves its marks
    record_ = nullptr;
    return {kind, player, factors, threads, scratches_[0].get()};
}

template <class Real>
void FullWidth<Real>::begin(double share, unsigned threads) {
    for (int player = 0; player < kSolverPlayers; ++player) {
        WalkContext ctx = context(Walk::begin, player, {}, threads);
        ctx.share = share;
        walk_root(ctx);
    }
}

template <class Real>
void FullWidth<Real>::walk(Walk kind, int player, const UpdateFactors& factors, unsigned threads,
                           double* values) {
    WalkContext ctx = context(kind, player, factors, threads);
    pruned_ = 0;
    if (kind == Walk::update) decisions_.begin_walk(ctx.threads);
    const Real* out = walk_root(ctx);
    if (kind == Walk::update) decisions_.end_walk(player, factors);
    std::copy_n(out, game_->runouts.rounds[game_->runouts.first_round][0].hands[player].classes(), values);
}

// The values by class of the root; good until the next walk.
template <class Real>
const Real* FullWidth<Real>::walk_root(WalkContext& ctx) {
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
    Real* out = ctx.scratch->take<Real>(width(root, player));
    Entry entry{0, reach[1 - player], reach[player], out};
    walk_streets(ctx, round, 0, {&entry, nullptr, 1, 0});
    return out;
}

template <class Real>
void FullWidth<Real>::run(const std::vector<UpdateFactors>& iterations, bool alternating, unsigned threads,
                          const Watch& watch) {
    std::vector<double> values(std::max(game_->hands[0].size(), game_->hands[1].size()));
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        if (!alternating) decisions_.defer();
        for (int player = 0; player < kSolverPlayers; ++player)
            walk(Walk::update, player, iterations[i], threads, values.data());
        if (!alternating) decisions_.apply(iterations[i]);
        ++iterations_;
        if (watch && (i % 16 == 15 || decisions_.cells() > 1u << 16 || i + 1 == iterations.size()))
            watch(i + 1, iterations.size());
    }
}

template class FullWidth<float>;
template class FullWidth<double>;
template void FullWidth<double>::borrow_averages(FullWidth<float>&);

}  // namespace riverboat
