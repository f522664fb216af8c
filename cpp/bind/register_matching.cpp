#include "abstraction/distances/matching.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

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

void register_matching(nb::module_& m) {
    using namespace nb::literals;
    m.def("matching_costs", &costs, "children"_a, "ground"_a, "threads"_a,
          "Mean cost of the cheapest perfect matching between the children of each two nodes. children: rows "
          "of kinds, ascending; ground: a metric between kinds. threads 0 means all.");
}

}  // namespace riverboat::bind
