// From one street to the next: the boards that can come, one after the other or shared out among threads.
#include <algorithm>
#include <cstring>

#include "solvers/full_width/full_width.hpp"

namespace riverboat {

// Tasks for each thread, if there are enough: so that none waits long for the others at the end.
constexpr std::size_t kTasksEach = 8;

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
    for (const BoardChild& child : here.children) {
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

template void FullWidth<float>::go_on(WalkContext&, int, std::uint32_t, const Flow&);
template void FullWidth<double>::go_on(WalkContext&, int, std::uint32_t, const Flow&);

}  // namespace riverboat
