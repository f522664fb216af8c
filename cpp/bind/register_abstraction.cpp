#include "abstraction/clustering/kmeans.hpp"
#include "abstraction/clustering/kmeans_1d.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

using Weights = std::optional<VectorIn<double>>;
using Labels = ArrayOut<std::uint32_t>;

template <class Real>
Points<Real> points_of(const MatrixIn<Real>& points, const Weights& weights = {}) {
    return {points.data(), points.shape(0), points.shape(1), weights ? weights->data() : nullptr};
}

template <class Array>
std::vector<double> copy_of(const Array& values) {
    return {values.data(), values.data() + values.size()};
}

template <class Real>
std::tuple<Labels, ArrayOut<double>, double, std::size_t, std::size_t> run_lloyd(
    MatrixIn<Real> points, MatrixIn<double> start, Weights weights, std::size_t iterations, double tolerance,
    unsigned threads, nb::object progress) {
    const Points<Real> given = points_of(points, weights);
    std::vector<double> from = copy_of(start);
    const std::size_t k = start.shape(0);
    Clusters found;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        found = lloyd(given, std::move(from), LloydOptions{iterations, tolerance, threads}, watch);
    }
    return {to_array(std::move(found.labels), {given.count}),
            to_array(std::move(found.centroids), {k, given.dims}), found.error, found.iterations,
            found.missing};
}

template <class Real>
Labels nearest(MatrixIn<Real> points, MatrixIn<double> centroids, unsigned threads) {
    std::vector<double> values = copy_of(centroids);
    std::vector<std::uint32_t> labels;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        labels = nearest_centroids(points_of(points), std::move(values), threads, watch);
    }
    return to_array(std::move(labels), {points.shape(0)});
}

template <class Real>
Labels seeds(MatrixIn<Real> points, std::size_t k, Weights weights, std::uint64_t seed, unsigned threads) {
    std::vector<std::uint32_t> found;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        found = kmeans_plus_plus(points_of(points, weights), k, seed, threads, watch);
    }
    return to_array(std::move(found), {k});
}

Labels line(VectorIn<double> values, VectorIn<double> weights, std::size_t k, nb::object progress) {
    const std::vector<double> places = copy_of(values), masses = copy_of(weights);
    std::vector<std::uint32_t> begins;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        begins = kmeans_1d(places, masses, k, watch);
    }
    return to_array(std::move(begins), {k});
}

template <class Real>
void register_kmeans(nb::module_& m) {
    using namespace nb::literals;
    m.def("kmeans_lloyd", &run_lloyd<Real>, "points"_a.noconvert(), "start"_a, "weights"_a.none(),
          "iterations"_a, "tolerance"_a, "threads"_a, "progress"_a.none(),
          "Labels, centroids, error, iterations, and how many clusters found no point.");
    m.def("nearest_centroids", &nearest<Real>, "points"_a.noconvert(), "centroids"_a, "threads"_a,
          "The number of the nearest centroid for each point.");
    m.def("kmeans_plus_plus", &seeds<Real>, "points"_a.noconvert(), "k"_a, "weights"_a.none(), "seed"_a,
          "threads"_a, "Numbers of k points that lie apart.");
}

}  // namespace

void register_abstraction(nb::module_& m) {
    using namespace nb::literals;
    register_kmeans<float>(m);
    register_kmeans<double>(m);
    m.def("kmeans_line", &line, "values"_a, "weights"_a, "k"_a, "progress"_a.none(),
          "Where each of the k best clusters of ascending values begins.");
}

}  // namespace riverboat::bind
