#include "solvers/full_width.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

#include "games/showdown.hpp"

namespace riverboat {

namespace {

// Zeroed pages that are taken when first touched, in large pages where the system has them.
template <class Real>
Real* new_table(std::size_t cells) {
    const std::size_t bytes = std::max<std::size_t>(cells * sizeof(Real), 64);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (bytes >= 4u << 20) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<Real*>(memory);
}

template <class Real>
void free_table(Real* table, std::size_t cells) {
    if (table != nullptr) munmap(table, std::max<std::size_t>(cells * sizeof(Real), 64));
}

EndPayoff payoff_of(const SolverGame& game, std::size_t end, int player) {
    Betting b{};
    b.players = kSolverPlayers;
    b.actor = b.aggressor = kNobody;
    const SeatMask in = game.tree.end_in_hand[end];
    b.folded = static_cast<SeatMask>(~in & 3);
    double pot = 0;
    for (int seat = 0; seat < kSolverPlayers; ++seat) {
        b.total[seat] = game.tree.end_put_in[end * kSolverPlayers + static_cast<std::size_t>(seat)];
        pot += b.total[seat];
    }
    const auto net = [&](Strength mine, Strength other) {
        Strength strengths[kMaxPlayers] = {};
        strengths[player] = mine;
        strengths[1 - player] = other;
        return static_cast<double>(payoffs(game.rules, b, strengths)[player]);
    };
    pot -= std::abs(b.total[0] - b.total[1]);  // the part that nobody called goes back without rake
    double rake = game.rake.share * pot;
    if (game.rake.cap > 0) rake = std::min(rake, game.rake.cap);
    if (b.folded != 0) {
        const bool wins = in >> player & 1;
        return {net(1, 1) - (wins ? rake : 0), 0, 0, true};
    }
    return {net(2, 1) - rake, net(1, 1) - rake / 2, net(1, 2), false};
}

}  // namespace

Arena::Arena(std::size_t bytes) : memory_(new char[bytes + 64]) {
    base_ = memory_.get() + (64 - reinterpret_cast<std::uintptr_t>(memory_.get()) % 64) % 64;
}

// What a walk has found on a street and not yet evaluated. `value` is where the value goes.
template <class Real>
struct FullWidth<Real>::Open {
    struct End {
        const Real* opponent;
        Real* value;
        EndPayoff payoff;
    };
    struct Street {
        const Real *opponent, *own;
        Real* value;
        std::uint32_t street;
    };
    End *folds, *showdowns, *runouts;
    Street* streets;
    std::size_t fold_count = 0, showdown_count = 0, runout_count = 0, street_count = 0;
};

template <class Real>
FullWidth<Real>::FullWidth(SolverGame game, bool predictive)
    : game_(std::move(game)),
      runouts_(deal_runouts(game_.rules, game_.tree.round.empty() ? 0 : game_.tree.round[0], game_.board,
                            game_.hands)),
      kernels_(kernels<Real>()) {
    prepare_choices();
    prepare_payoffs();
    prepare_places();
    regrets_ = new_table<Real>(cells_);
    averages_ = new_table<Real>(cells_);
    if (predictive) predictions_ = new_table<Real>(cells_);
}

template <class Real>
FullWidth<Real>::~FullWidth() {
    free_table(regrets_, cells_);
    free_table(averages_, cells_);
    free_table(predictions_, cells_);
}

template <class Real>
void FullWidth<Real>::prepare_choices() {
    const BettingTree& tree = game_.tree;
    target_kind_.resize(tree.child.size());
    target_.resize(tree.child.size());
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
        const int round = tree.round[node];
        const auto& starts = tree.street_starts[round];
        const std::uint32_t first = *(std::upper_bound(starts.begin(), starts.end(), node) - 1);
        for (std::uint32_t c = tree.first_choice[node]; c < tree.first_choice[node + 1]; ++c) {
            const std::int32_t child = tree.child[c];
            if (child < 0) {
                const SeatMask in = tree.end_in_hand[~child];
                const bool fold = (in & (in - 1)) == 0;
                target_kind_[c] = fold || round + 1 == game_.rules.rounds ? Target::end : Target::runout;
                target_[c] = static_cast<std::uint32_t>(~child);
            } else if (tree.round[child] == round) {
                target_kind_[c] = Target::node;
                target_[c] = static_cast<std::uint32_t>(child) - first;
            } else {
                const auto& next = tree.street_starts[round + 1];
                target_kind_[c] = Target::street;
                target_[c] = static_cast<std::uint32_t>(
                    std::lower_bound(next.begin(), next.end(), static_cast<std::uint32_t>(child)) -
                    next.begin());
            }
        }
    }
}

template <class Real>
void FullWidth<Real>::prepare_payoffs() {
    for (int player = 0; player < kSolverPlayers; ++player) {
        for (std::size_t end = 0; end < game_.tree.end_in_hand.size(); ++end)
            payoffs_[player].push_back(payoff_of(game_, end, player));
    }
}

template <class Real>
void FullWidth<Real>::prepare_places() {
    const BettingTree& tree = game_.tree;
    board_first_.resize(static_cast<std::size_t>(game_.rules.rounds));
    for (int p = 0; p < kSolverPlayers; ++p) before_[p].resize(tree.nodes());
    for (int round = runouts_.first_round; round < game_.rules.rounds; ++round) {
        std::array<std::uint32_t, kSolverPlayers> choices{};
        for (std::uint32_t node = tree.first_node[round]; node < tree.first_node[round + 1]; ++node) {
            for (int p = 0; p < kSolverPlayers; ++p) before_[p][node] = choices[p];
            choices[tree.actor[node]] += tree.first_choice[node + 1] - tree.first_choice[node];
        }
        for (const RunoutBoard& board : runouts_.rounds[round]) {
            board_first_[round].push_back(cells_);
            cells_ += choices[0] * board.hands[0].size() + choices[1] * board.hands[1].size();
        }
    }
}

template <class Real>
std::size_t FullWidth<Real>::arena_bytes() const {
    const BettingTree& tree = game_.tree;
    const std::size_t hands = std::max(game_.hands[0].size(), game_.hands[1].size()) + 32;
    std::size_t bytes = 1 << 16;
    for (int round = runouts_.first_round; round < game_.rules.rounds; ++round) {
        std::size_t most = 0;
        const auto& starts = tree.street_starts[round];
        for (std::size_t s = 0; s < starts.size(); ++s) {
            const std::uint32_t last = s + 1 < starts.size() ? starts[s + 1] : tree.first_node[round + 1];
            const std::size_t nodes = last - starts[s];
            const std::size_t choices = tree.first_choice[last] - tree.first_choice[starts[s]];
            most = std::max(most, choices * (4 * hands * sizeof(Real) + 400) + nodes * 200 + 4096);
        }
        bytes += most + 8 * hands * sizeof(Real) + work_size<Real>(hands, hands) * sizeof(Real);
    }
    return bytes;
}

template <class Real>
void FullWidth<Real>::strategy(int player, std::size_t at, int actions, std::size_t hands, bool average,
                               Real* out) {
    if (average || predictions_ == nullptr)
        kernels_.match((average ? averages_ : regrets_) + at, actions, hands, out);
    else
        kernels_.match_predicted(regrets_ + at, predictions_ + at, static_cast<Real>(keep_predicted_[player]),
                                 actions, hands, out);
}

template <class Real>
void FullWidth<Real>::evaluate_ends(WalkContext& ctx, const RunoutBoard& board, Open& open) {
    const std::size_t mark = ctx.arena->mark();
    Real* work = ctx.arena->take<Real>(
        work_size<Real>(board.hands[ctx.player].size(), board.hands[1 - ctx.player].size()));
    for (auto [ends, count] :
         {std::pair(open.folds, open.fold_count), std::pair(open.showdowns, open.showdown_count)}) {
        for (std::size_t first = 0; first < count; first += kLanes<Real>) {
            EndJob<Real> job;
            job.ends = static_cast<int>(std::min<std::size_t>(kLanes<Real>, count - first));
            for (int i = 0; i < job.ends; ++i) {
                job.reach[i] = ends[first + i].opponent;
                job.values[i] = ends[first + i].value;
                job.payoff[i] = ends[first + i].payoff;
            }
            kernels_.ends(job, board, ctx.player, runouts_.hole_cards, work);
        }
    }
    ctx.arena->back_to(mark);
}

// The values of one street on one board of the next round, as its own hands see them.
template <class Real>
void FullWidth<Real>::child_values(WalkContext& ctx, int round, const BoardChild& child, std::uint32_t street,
                                   const Real* opponent, const Real* own, Real* out) {
    const std::size_t mark = ctx.arena->mark();
    const RunoutBoard& board = runouts_.rounds[round + 1][child.board];
    const std::size_t own_hands = board.hands[ctx.player].size();
    const std::size_t other_hands = board.hands[1 - ctx.player].size();
    Real* other_reach = ctx.arena->take<Real>(other_hands);
    kernels_.gather(runouts_.maps[1 - ctx.player][child.first_map].data(), opponent, other_hands,
                    other_reach);
    Real* own_reach = nullptr;
    if (own != nullptr) {
        own_reach = ctx.arena->take<Real>(own_hands);
        kernels_.gather(runouts_.maps[ctx.player][child.first_map].data(), own, own_hands, own_reach);
    }
    walk_street(ctx, round + 1, child.board, street, other_reach, own_reach, out);
    ctx.arena->back_to(mark);
}

// All-in showdowns: nothing but cards to come.
template <class Real>
void FullWidth<Real>::run_out(WalkContext& ctx, int round, std::uint32_t board, const Open& open,
                              const BoardChild& child) {
    (void)board;
    const std::size_t mark = ctx.arena->mark();
    const RunoutBoard& next = runouts_.rounds[round + 1][child.board];
    const std::size_t own_hands = next.hands[ctx.player].size();
    const std::size_t other_hands = next.hands[1 - ctx.player].size();
    Open inner{};
    auto* ends = ctx.arena->take<typename Open::End>(open.runout_count);
    for (std::size_t i = 0; i < open.runout_count; ++i) {
        Real* reach = ctx.arena->take<Real>(other_hands);
        kernels_.gather(runouts_.maps[1 - ctx.player][child.first_map].data(), open.runouts[i].opponent,
                        other_hands, reach);
        ends[i] = {reach, ctx.arena->take<Real>(own_hands), open.runouts[i].payoff};
    }
    if (round + 2 == game_.rules.rounds) {
        inner.showdowns = ends;
        inner.showdown_count = open.runout_count;
        evaluate_ends(ctx, next, inner);
    } else {
        inner.runouts = ends;
        inner.runout_count = open.runout_count;
        go_on(ctx, round + 1, child.board, inner);
    }
    const Real chance = static_cast<Real>(runouts_.chance[round + 1]);
    for (std::size_t i = 0; i < open.runout_count; ++i) {
        for (std::uint32_t m = child.first_map; m < child.first_map + child.maps; ++m)
            kernels_.scatter_add(runouts_.maps[ctx.player][m].data(), ends[i].value, chance, own_hands,
                                 open.runouts[i].value);
    }
    ctx.arena->back_to(mark);
}

// Deals the next street to everything that goes on to it.
template <class Real>
void FullWidth<Real>::go_on(WalkContext& ctx, int round, std::uint32_t board, Open& open) {
    const RunoutBoard& here = runouts_.rounds[round][board];
    const std::size_t bytes = here.hands[ctx.player].size() * sizeof(Real);
    for (std::size_t i = 0; i < open.street_count; ++i) std::memset(open.streets[i].value, 0, bytes);
    for (std::size_t i = 0; i < open.runout_count; ++i) std::memset(open.runouts[i].value, 0, bytes);
    if (ctx.threads > 1 && open.street_count > 0) return go_on_shared(ctx, round, board, open);
    const Real chance = static_cast<Real>(runouts_.chance[round + 1]);
    for (const BoardChild& child : here.children) {
        const std::size_t mark = ctx.arena->mark();
        const std::size_t own_hands = runouts_.rounds[round + 1][child.board].hands[ctx.player].size();
        Real* values = ctx.arena->take<Real>(own_hands);
        for (std::size_t i = 0; i < open.street_count; ++i) {
            const auto& street = open.streets[i];
            child_values(ctx, round, child, street.street, street.opponent, street.own, values);
            for (std::uint32_t m = child.first_map; m < child.first_map + child.maps; ++m)
                kernels_.scatter_add(runouts_.maps[ctx.player][m].data(), values, chance, own_hands,
                                     street.value);
        }
        if (open.runout_count > 0) run_out(ctx, round, board, open, child);
        ctx.arena->back_to(mark);
    }
}

// The same on several threads. The values are added up in order at the end, so that they do not depend on who
// was first.
template <class Real>
void FullWidth<Real>::go_on_shared(WalkContext& ctx, int round, std::uint32_t board, Open& open) {
    const RunoutBoard& here = runouts_.rounds[round][board];
    const std::size_t streets = open.street_count, tasks = here.children.size() * streets;
    const std::size_t hands = here.hands[ctx.player].size();
    const std::size_t wave =
        std::max<std::size_t>(streets, (std::size_t{64} << 20) / (hands * sizeof(Real) + 1));
    const Real chance = static_cast<Real>(runouts_.chance[round + 1]);
    std::vector<Real> values(std::min(wave, tasks) * hands);
    for (std::size_t first = 0; first < tasks; first += wave) {
        const std::size_t count = std::min(wave, tasks - first);
        parallel_chunks(count, ctx.threads, {}, [&](std::size_t i, unsigned worker) {
            const auto& street = open.streets[(first + i) % streets];
            WalkContext own = ctx;
            own.threads = 1;
            own.arena = arenas_[worker + 1].get();
            child_values(own, round, here.children[(first + i) / streets], street.street, street.opponent,
                         street.own, values.data() + i * hands);
        });
        for (std::size_t i = 0; i < count; ++i) {
            const BoardChild& child = here.children[(first + i) / streets];
            const std::size_t own_hands = runouts_.rounds[round + 1][child.board].hands[ctx.player].size();
            for (std::uint32_t m = child.first_map; m < child.first_map + child.maps; ++m)
                kernels_.scatter_add(runouts_.maps[ctx.player][m].data(), values.data() + i * hands, chance,
                                     own_hands, open.streets[(first + i) % streets].value);
        }
    }
    if (open.runout_count == 0) return;
    for (const BoardChild& child : here.children) run_out(ctx, round, board, open, child);
}

template <class Real>
void FullWidth<Real>::walk_street(WalkContext& ctx, int round, std::uint32_t board, std::uint32_t street,
                                  const Real* opponent, const Real* own, Real* out) {
    const BettingTree& tree = game_.tree;
    const RunoutBoard& here = runouts_.rounds[round][board];
    const int player = ctx.player;
    const std::size_t own_hands = here.hands[player].size(), other_hands = here.hands[1 - player].size();
    const auto& starts = tree.street_starts[round];
    const std::uint32_t first = starts[street];
    const std::uint32_t last = street + 1 < starts.size() ? starts[street + 1] : tree.first_node[round + 1];
    const std::uint32_t nodes = last - first, first_choice = tree.first_choice[first];
    const std::uint32_t choices = tree.first_choice[last] - first_choice;
    const bool updating = ctx.kind == Walk::update;

    Arena& arena = *ctx.arena;
    const std::size_t mark = arena.mark();
    auto** opponent_at = arena.take<const Real*>(nodes);
    auto** own_at = arena.take<const Real*>(nodes);
    auto** strategy_at = arena.take<Real*>(nodes);
    auto** value_at = arena.take<Real*>(nodes);
    Real* values = arena.take<Real>(choices * own_hands);
    Open open{};
    open.folds = arena.take<typename Open::End>(choices);
    open.showdowns = arena.take<typename Open::End>(choices);
    open.runouts = arena.take<typename Open::End>(choices);
    open.streets = arena.take<typename Open::Street>(choices);
    opponent_at[0] = opponent;
    own_at[0] = own;
    value_at[0] = out;

    for (std::uint32_t i = 0; i < nodes; ++i) {
        const std::uint32_t node = first + i, begin = tree.first_choice[node];
        const int actions = static_cast<int>(tree.first_choice[node + 1] - begin);
        const bool mine = tree.actor[node] == player;
        const std::size_t at = place(round, board, node), hands = mine ? own_hands : other_hands;
        const Real* reach = opponent_at[i];
        const Real* own_reach = own_at[i];
        Real* spread = nullptr;  // the reach of who acts, by action
        if (mine) {
            strategy_at[i] = nullptr;
            if (ctx.kind != Walk::best_response) {
                strategy_at[i] = arena.take<Real>(actions * hands);
                strategy(player, at, actions, hands, !updating, strategy_at[i]);
            }
            if (updating) {
                spread = arena.take<Real>(actions * hands);
                kernels_.multiply(strategy_at[i], own_reach, actions, hands, spread);
                kernels_.average(averages_ + at, spread, static_cast<Real>(ctx.factors.keep_average),
                                 actions * hands);
            }
        } else {
            spread = arena.take<Real>(actions * hands);
            strategy(1 - player, at, actions, hands, !updating, spread);
            kernels_.multiply(spread, reach, actions, hands, spread);
        }
        for (int a = 0; a < actions; ++a) {
            const std::uint32_t c = begin + static_cast<std::uint32_t>(a);
            const Real* next_reach = mine ? reach : spread + a * hands;
            const Real* next_own = mine ? (updating ? spread + a * hands : nullptr) : own_reach;
            Real* value = values + (c - first_choice) * own_hands;
            const std::uint32_t target = target_[c];
            switch (target_kind_[c]) {
                case Target::node:
                    opponent_at[target] = next_reach;
                    own_at[target] = next_own;
                    value_at[target] = value;
                    break;
                case Target::end: {
                    const EndPayoff& payoff = payoffs_[player][target];
                    (payoff.is_fold ? open.folds[open.fold_count++]
                                    : open.showdowns[open.showdown_count++]) = {next_reach, value, payoff};
                    break;
                }
                case Target::runout:
                    open.runouts[open.runout_count++] = {next_reach, value, payoffs_[player][target]};
                    break;
                case Target::street:
                    open.streets[open.street_count++] = {next_reach, next_own, value, target};
                    break;
            }
        }
    }
    evaluate_ends(ctx, here, open);
    if (open.street_count + open.runout_count > 0) go_on(ctx, round, board, open);

    for (std::uint32_t i = nodes; i-- > 0;) {
        const std::uint32_t node = first + i, begin = tree.first_choice[node];
        const int actions = static_cast<int>(tree.first_choice[node + 1] - begin);
        const Real* of_actions = values + (begin - first_choice) * own_hands;
        if (tree.actor[node] != player) {
            kernels_.add_up(of_actions, actions, own_hands, value_at[i]);
        } else if (ctx.kind == Walk::best_response) {
            kernels_.best(of_actions, actions, own_hands, value_at[i]);
        } else {
            kernels_.mix(strategy_at[i], of_actions, actions, own_hands, value_at[i]);
            if (!updating) continue;
            const std::size_t at = place(round, board, node);
            kernels_.update(regrets_ + at, predictions_ == nullptr ? nullptr : predictions_ + at, of_actions,
                            value_at[i], actions, own_hands, ctx.factors);
        }
    }
    arena.back_to(mark);
}

template <class Real>
void FullWidth<Real>::walk(Walk kind, int player, const UpdateFactors& factors, unsigned threads,
                           double* values) {
    if (threads == 0) threads = hardware_threads();
    while (arenas_.size() < threads + 1) arenas_.push_back(std::make_unique<Arena>(arena_bytes()));
    WalkContext ctx{kind, player, factors, threads, arenas_[0].get()};
    const int round = runouts_.first_round;
    const RunoutBoard& root = runouts_.rounds[round][0];
    std::array<Real*, kSolverPlayers> reach;
    for (int p = 0; p < kSolverPlayers; ++p) {
        reach[p] = ctx.arena->take<Real>(root.hands[p].size());
        for (std::size_t i = 0; i < root.hands[p].size(); ++i)
            reach[p][i] = static_cast<Real>(game_.hands[p].weights[root.hands[p][i]]);
    }
    Real* out = ctx.arena->take<Real>(root.hands[player].size());
    walk_street(ctx, round, 0, 0, reach[1 - player], reach[player], out);
    for (std::size_t i = 0; i < root.hands[player].size(); ++i) values[i] = out[i];
    if (kind == Walk::update) keep_predicted_[player] = factors.keep_predicted;
    ctx.arena->back_to(0);
}

template class FullWidth<float>;
template class FullWidth<double>;

}  // namespace riverboat
