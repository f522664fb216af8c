#include "bind/bind.hpp"
#include "tournament/jam_fold_dealt.hpp"

namespace riverboat::bind {

namespace {

std::pair<ArrayOut<std::uint8_t>, ArrayOut<std::uint16_t>> dealt(int players, std::uint64_t deals,
                                                                 std::uint64_t seed) {
    DealtHands made;
    {
        const nb::gil_scoped_release release;
        made = deal_hands(players, deals, seed);
    }
    return {to_array(std::move(made.classes), {deals, static_cast<std::size_t>(players)}),
            to_array(std::move(made.orders), {deals})};
}

using Ends = nb::ndarray<const double, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

using Solved = std::tuple<ArrayOut<double>, std::vector<double>, int>;
Solved solve(const DealtJam& game, Ends values, MatrixIn<double> start, const std::vector<bool>& locked,
             bool fictitious, int iterations, double target, int look_every, double start_weight) {
    const JamSolve how{fictitious ? JamRule::fictitious_play : JamRule::cfr_plus, iterations, target,
                       look_every, start_weight};
    DealtJam::Solved solved;
    {
        const nb::gil_scoped_release release;
        solved = game.solve(values.data(), {start.data(), start.size()}, locked, how);
    }
    return Solved{to_array(std::move(solved.strategy), {game.rows(), start.shape(1)}), solved.gains,
                  solved.iterations};
}

ArrayOut<double> advantages(const DealtJam& game, Ends values, MatrixIn<double> strategy) {
    std::vector<double> out;
    {
        const nb::gil_scoped_release release;
        out = game.advantages(values.data(), strategy.data());
    }
    return to_array(std::move(out), {game.rows(), strategy.shape(1)});
}

ArrayOut<float> coefficients(const DealtJam& game, MatrixIn<double> strategy) {
    std::vector<float> out;
    {
        const nb::gil_scoped_release release;
        out = game.coefficients(strategy.data());
    }
    return to_array(std::move(out), {game.rows(), strategy.shape(1), game.ends_count(), game.orders_count()});
}

ArrayOut<double> ends(const DealtJam& game, MatrixIn<double> strategy) {
    std::vector<double> out;
    {
        const nb::gil_scoped_release release;
        out = game.ends(strategy.data());
    }
    return to_array(std::move(out), {game.ends_count(), game.orders_count()});
}

}  // namespace

void register_dealt_jams(nb::module_& m) {
    using namespace nb::literals;
    m.def("deal_hands", &dealt, "players"_a, "deals"_a, "seed"_a,
          "Classes uint8[deals, players] and orders of the strengths uint16[deals] of deals at random.");
    nb::class_<DealtJam>(m, "DealtJam", "Jam or fold for two to six players over a pool of deals.")
        .def(
            "__init__",
            [](DealtJam* self, int classes, MatrixIn<std::uint8_t> held, VectorIn<std::uint16_t> orders,
               std::size_t batch) {
                new (self) DealtJam(static_cast<int>(held.shape(1)), classes, {held.data(), held.size()},
                                    {orders.data(), orders.size()}, batch);
            },
            "classes"_a, "held"_a, "orders"_a, "batch"_a, nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>())
        .def("solve", &solve, "values"_a, "start"_a, "locked"_a, "fictitious"_a, "iterations"_a, "target"_a,
             "look_every"_a, "start_weight"_a)
        .def("advantages", &advantages, "values"_a, "strategy"_a)
        .def("coefficients", &coefficients, "strategy"_a)
        .def("ends", &ends, "strategy"_a);
}

}  // namespace riverboat::bind
