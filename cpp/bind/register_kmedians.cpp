#include "abstraction/clustering/kmedians.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

using Labels = ArrayOut<std::uint32_t>;

Points<double> points_of(const MatrixIn<double>& points, const VectorIn<double>& weights) {
    if (weights.shape(0) != points.shape(0)) throw nb::value_error("there must be a weight for every point");
    return {points.data(), points.shape(0), points.shape(1), weights.data()};
}

std::pair<Labels, double> run_lloyd(MatrixIn<double> points, VectorIn<double> weights,
                                    MatrixIn<std::uint32_t> order, MatrixIn<double> start, std::size_t moves,
                                    unsigned threads) {
    const Points<double> given = points_of(points, weights);
    if (order.shape(0) != given.dims || order.shape(1) != given.count || start.shape(1) != given.dims)
        throw nb::value_error("order must be [dims, points] and start [k, dims]");
    std::vector<double> from{start.data(), start.data() + start.size()};
    Medians found;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        found = kmedians_lloyd(given, order.data(), std::move(from), moves, threads, watch);
    }
    return {to_array(std::move(found.labels), {given.count}), found.error};
}

Labels greedy(MatrixIn<double> points, VectorIn<double> weights, VectorIn<std::int64_t> candidates,
              std::size_t k, unsigned threads) {
    const Points<double> given = points_of(points, weights);
    if (k > candidates.shape(0)) throw nb::value_error("there must be a candidate for every centre");
    std::vector<std::uint32_t> found;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        found = kmedians_greedy(given, {candidates.data(), candidates.shape(0)}, k, threads, watch);
    }
    return to_array(std::move(found), {k});
}

Labels draw(MatrixIn<double> points, VectorIn<double> weights, VectorIn<double> random) {
    const Points<double> given = points_of(points, weights);
    std::vector<std::uint32_t> found;
    {
        const nb::gil_scoped_release release;
        found = kmedians_draw(given, {random.data(), random.shape(0)});
    }
    return to_array(std::move(found), {random.shape(0)});
}

}  // namespace

void register_kmedians(nb::module_& m) {
    using namespace nb::literals;
    m.def("kmedians_lloyd", &run_lloyd, "points"_a, "weights"_a, "order"_a, "start"_a, "moves"_a, "threads"_a,
          "The nearest centre of each point, where centres no longer get better, and the error.");
    m.def("kmedians_greedy", &greedy, "points"_a, "weights"_a, "candidates"_a, "k"_a, "threads"_a,
          "Places among candidates, points' numbers: each lowers the error most.");
    m.def("kmedians_draw", &draw, "points"_a, "weights"_a, "random"_a,
          "Numbers of points that lie apart, drawn with numbers in [0, 1).");
}

}  // namespace riverboat::bind
