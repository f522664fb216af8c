#include "abstraction/distances/matching.hpp"
#include "abstraction/distances/row_distances.hpp"
#include "abstraction/distances/sample_transport.hpp"
#include "abstraction/distances/transport.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

// A matrix that NumPy made, to be filled.
template <class T>
using MatrixInto = nb::ndarray<T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Starts = VectorIn<std::int64_t>;
using Buckets = VectorIn<std::uint32_t>;
using Weights = VectorIn<double>;

void many(Starts from_starts, Buckets from_buckets, Weights from_weights, Starts to_starts,
          Buckets to_buckets, Weights to_weights, MatrixIn<double> ground, TransportMethod method,
          double epsilon, double tolerance, int most_iterations, MatrixInto<double> out, unsigned threads,
          nb::object progress) {
    const Histograms from{
        {from_starts.data(), from_starts.shape(0)}, from_buckets.data(), from_weights.data()};
    const Histograms to{{to_starts.data(), to_starts.shape(0)}, to_buckets.data(), to_weights.data()};
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    transport_many(from, to, {ground.data(), ground.shape(0), ground.shape(1)},
                   {method, epsilon, tolerance, most_iterations}, out.data(), threads, watch);
}

void samples(MatrixIn<std::uint16_t> from, MatrixIn<std::uint16_t> to, MatrixIn<double> ground,
             MatrixInto<float> out, unsigned threads, nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    sample_transport({from.data(), from.shape(0), from.shape(1)}, {to.data(), to.shape(0), to.shape(1)},
                     {ground.data(), ground.shape(0), ground.shape(1)}, out.data(), threads, watch);
}

template <class Real>
void rows(MatrixIn<Real> points, MatrixIn<Real> others, Norm norm, MatrixInto<Real> out, unsigned threads,
          nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    row_distances(points.data(), points.shape(0), others.data(), others.shape(0), points.shape(1), norm,
                  out.data(), threads, watch);
}

ArrayOut<double> costs(MatrixIn<std::int32_t> children, MatrixIn<double> ground, unsigned threads) {
    const Families families{children.data(), children.shape(0), children.shape(1), ground.data(),
                            ground.shape(0)};
    std::vector<double> out;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        out = matching_costs(families, threads, watch);
    }
    return to_array(std::move(out), {families.nodes, families.nodes});
}

}  // namespace

void register_transport(nb::module_& m) {
    using namespace nb::literals;
    nb::enum_<TransportMethod>(m, "TransportMethod", "How an earth mover's distance is found.")
        .value("exact", TransportMethod::exact)
        .value("greedy", TransportMethod::greedy)
        .value("sinkhorn", TransportMethod::sinkhorn);
    nb::enum_<Norm>(m, "Norm", "How differences of rows add up.").value("l1", Norm::l1).value("l2", Norm::l2);
    m.def("transport_many", &many, "from_starts"_a, "from_buckets"_a, "from_weights"_a, "to_starts"_a,
          "to_buckets"_a, "to_weights"_a, "ground"_a, "method"_a, "epsilon"_a, "tolerance"_a,
          "most_iterations"_a, "out"_a, "threads"_a, "progress"_a.none(),
          "Earth mover's distances of all histograms to all others.");
    m.def("sample_transport", &samples, "rows"_a, "others"_a, "ground"_a, "out"_a, "threads"_a,
          "progress"_a.none(),
          "Earth mover's distances of all samples to all others; samples have the same number of buckets.");
    m.attr("WIDEST_SAMPLE") = kWidestSample;
    m.def("row_distances", &rows<float>, "points"_a.noconvert(), "others"_a.noconvert(), "norm"_a,
          "out"_a.noconvert(), "threads"_a, "progress"_a.none());
    m.def("row_distances", &rows<double>, "points"_a.noconvert(), "others"_a.noconvert(), "norm"_a,
          "out"_a.noconvert(), "threads"_a, "progress"_a.none(),
          "Distances of all rows to all other rows, by the sum of differences or by its Euclidean sister.");
    m.def("matching_costs", &costs, "children"_a, "ground"_a, "threads"_a,
          "Mean cost of the cheapest perfect matching between the children of each two nodes. children: rows "
          "of kinds, ascending; ground: a metric between kinds. threads 0 means all.");
}

}  // namespace riverboat::bind
