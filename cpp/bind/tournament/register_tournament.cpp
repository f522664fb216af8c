#include "bind/bind.hpp"
#include "games/payouts/finishes.hpp"
#include "tournament/jam_fold_many.hpp"
#include "tournament/jam_fold_three.hpp"
#include "tournament/settle.hpp"
#include "tournament/three_way.hpp"

namespace riverboat::bind {

namespace {

ArrayOut<double> finishes(VectorIn<double> stacks, int places, bool weitzman) {
    const std::span<const double> chips(stacks.data(), stacks.shape(0));
    std::vector<double> out;
    {
        const nb::gil_scoped_release release;
        out = weitzman ? weitzman_finishes(chips, places) : harville_finishes(chips, places);
    }
    return to_array(std::move(out), {chips.size(), static_cast<std::size_t>(places)});
}

ArrayOut<double> bounties_won(VectorIn<double> stacks, VectorIn<double> bounties) {
    const std::size_t players = stacks.shape(0);
    return to_array(harville_bounties({stacks.data(), players}, {bounties.data(), players}), {players});
}

ArrayOut<std::uint32_t> orders(MatrixIn<std::uint8_t> triples, unsigned threads, nb::object progress) {
    const std::size_t count = triples.shape(0);
    std::vector<ClassTriple> asked(count);
    for (std::size_t at = 0; at < count; ++at) {
        for (int i = 0; i < 3; ++i) asked[at][i] = triples.data()[3 * at + i];
    }
    std::vector<std::uint32_t> out(count * kOrders);
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        const auto counted = three_way_orders(asked, threads, watch);
        for (std::size_t at = 0; at < count; ++at) {
            std::copy(counted[at].begin(), counted[at].end(), out.begin() + at * kOrders);
        }
    }
    return to_array(std::move(out), {count, static_cast<std::size_t>(kOrders)});
}

JamTable table_of(VectorIn<double> stacks, VectorIn<double> posted) {
    return {{stacks.data(), stacks.data() + stacks.shape(0)},
            {posted.data(), posted.data() + posted.shape(0)}};
}

JamWorth worth_of_lists(VectorIn<double> payouts, VectorIn<double> heads) {
    return {{payouts.data(), payouts.data() + payouts.shape(0)},
            {heads.data(), heads.data() + heads.shape(0)}};
}

std::pair<ArrayOut<double>, ArrayOut<double>> settled(VectorIn<double> stacks, VectorIn<double> posted,
                                                      std::uint32_t jams, VectorIn<std::uint8_t> places) {
    const JamTable table = table_of(stacks, posted);
    JamSettled after = settle(table, jams, {places.data(), places.shape(0)});
    const std::size_t players = table.stacks.size();
    return {to_array(std::move(after.stacks), {players}),
            to_array(std::move(after.heads_won), {players, players})};
}

ArrayOut<double> end_worth(VectorIn<double> stacks, VectorIn<double> posted, VectorIn<double> payouts,
                           VectorIn<double> heads, std::uint32_t jams, VectorIn<std::uint8_t> places) {
    return to_array(worth_of(table_of(stacks, posted), worth_of_lists(payouts, heads), jams,
                             {places.data(), places.shape(0)}),
                    {stacks.shape(0)});
}

using Sampled = std::tuple<ArrayOut<double>, ArrayOut<double>, ArrayOut<double>, double>;
Sampled sampled_jams(VectorIn<double> stacks, VectorIn<double> posted, VectorIn<double> payouts,
                     VectorIn<double> heads, MatrixIn<double> strategy, std::uint64_t seed,
                     std::uint64_t first, std::uint64_t deals, unsigned threads, nb::object progress) {
    const JamTable table = table_of(stacks, posted);
    const JamWorth worth = worth_of_lists(payouts, heads);
    const std::size_t players = table.stacks.size(), rows = strategy.shape(0);
    JamSums sums;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        sums =
            sample_jams(table, worth, {strategy.data(), strategy.size()}, seed, first, deals, threads, watch);
    }
    return Sampled{to_array(std::move(sums.advantages), {rows, kJamClasses}),
                   to_array(std::move(sums.values), {players}), to_array(std::move(sums.squares), {players}),
                   sums.deals};
}

using Chances = nb::ndarray<const float, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using EndValues =
    nb::ndarray<const double, nb::numpy, nb::shape<kThreeEnds, kOrders, 3>, nb::c_contig, nb::device::cpu>;

ThreeValues values_of(EndValues values) {
    ThreeValues out;
    for (int end = 0; end < kThreeEnds; ++end) {
        for (int order = 0; order < kOrders; ++order) {
            for (int seat = 0; seat < 3; ++seat) out[end][order][seat] = values(end, order, seat);
        }
    }
    return out;
}

using Solved = std::tuple<ArrayOut<double>, std::array<double, 3>, int>;
Solved solve_three(const ThreeJam& game, EndValues values, MatrixIn<double> start,
                   const std::array<bool, kThreeRows>& locked, bool fictitious, int iterations, double target,
                   int look_every, double start_weight) {
    const ThreeValues ends = values_of(values);
    const JamSolve how{fictitious ? JamRule::fictitious_play : JamRule::cfr_plus, iterations, target,
                       look_every, start_weight};
    JamSolved solved;
    {
        const nb::gil_scoped_release release;
        solved = game.solve(ends, {start.data(), start.size()}, locked, how);
    }
    return Solved{to_array(std::move(solved.strategy), {kThreeRows, start.shape(1)}), solved.gains,
                  solved.iterations};
}

ArrayOut<double> three_advantages(const ThreeJam& game, EndValues values, MatrixIn<double> strategy) {
    const ThreeValues ends = values_of(values);
    std::vector<double> out;
    {
        const nb::gil_scoped_release release;
        out = game.advantages(ends, {strategy.data(), strategy.size()});
    }
    return to_array(std::move(out), {kThreeRows, strategy.shape(1)});
}

ArrayOut<float> three_coefficients(const ThreeJam& game, MatrixIn<double> strategy) {
    std::vector<float> out;
    {
        const nb::gil_scoped_release release;
        out = game.coefficients({strategy.data(), strategy.size()});
    }
    return to_array(std::move(out), {kThreeRows, strategy.shape(1), kThreeEnds, kOrders});
}

ArrayOut<double> three_ends(const ThreeJam& game, MatrixIn<double> strategy) {
    std::vector<double> out;
    {
        const nb::gil_scoped_release release;
        for (const auto& end : game.ends({strategy.data(), strategy.size()})) {
            out.insert(out.end(), end.begin(), end.end());
        }
    }
    return to_array(std::move(out), {kThreeEnds, kOrders});
}

}  // namespace

void register_tournament(nb::module_& m) {
    using namespace nb::literals;
    m.attr("MOST_EXACT_PLAYERS") = kMostExactPlayers;
    m.def("finish_chances", &finishes, "stacks"_a, "places"_a, "weitzman"_a,
          "Chances [players, places] to finish first, second, ... by Malmuth and Harville or by Weitzman.");
    m.def("bounties_won", &bounties_won, "stacks"_a, "bounties"_a,
          "What each player wins of bounties; a head goes to one of those who finish above, drawn by chips.");
    m.def("three_way_orders", &orders, "triples"_a, "threads"_a, "progress"_a.none(),
          "Deals by the 13 orders of three strengths, uint32[n, 13], for triples of classes, uint8[n, 3].");
    m.def(
        "prizes_after",
        [](VectorIn<double> before, VectorIn<double> after, VectorIn<double> payouts) {
            return to_array(
                prizes_after_hand({before.data(), before.shape(0)}, {after.data(), after.shape(0)},
                                  {payouts.data(), payouts.shape(0)}),
                {before.shape(0)});
        },
        "before"_a, "after"_a, "payouts"_a, "What stacks are worth after a hand in which some went out.");
    m.def("settle_jams", &settled, "stacks"_a, "posted"_a, "jams"_a, "places"_a,
          "Stacks after a hand of jam or fold, and shares of heads [winner, head].");
    m.def(
        "jams_in_hand",
        [](VectorIn<double> stacks, VectorIn<double> posted, std::uint32_t jams) {
            return in_hand(table_of(stacks, posted), jams);
        },
        "stacks"_a, "posted"_a, "jams"_a, "The seats that are in the hand, bit by bit.");
    m.def("jams_worth", &end_worth, "stacks"_a, "posted"_a, "payouts"_a, "heads"_a, "jams"_a, "places"_a,
          "What one end is worth to every seat: chips, or prizes and bounties.");
    m.def("sample_jams", &sampled_jams, "stacks"_a, "posted"_a, "payouts"_a, "heads"_a, "strategy"_a,
          "seed"_a, "first"_a, "deals"_a, "threads"_a, "progress"_a.none(),
          "Advantages of jamming [rows, 169], values and their squares by seat, and deals; all are sums.");
    nb::class_<ThreeJam>(m, "ThreeJam", "Jam or fold for three players over classes of hands, exactly.")
        .def(
            "__init__",
            [](ThreeJam* self, Chances chances) {
                new (self) ThreeJam({chances.data(), chances.size()}, static_cast<int>(chances.shape(0)));
            },
            "chances"_a, nb::keep_alive<1, 2>())
        .def("solve", &solve_three, "values"_a, "start"_a, "locked"_a, "fictitious"_a, "iterations"_a,
             "target"_a, "look_every"_a, "start_weight"_a)
        .def("advantages", &three_advantages, "values"_a, "strategy"_a)
        .def("coefficients", &three_coefficients, "strategy"_a)
        .def("ends", &three_ends, "strategy"_a);
}

}  // namespace riverboat::bind
