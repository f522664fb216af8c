#include "bind/bind.hpp"
#include "solvers/continuations/continuation_values.hpp"

namespace riverboat::bind {

namespace {

using namespace nb::literals;

template <class T, class From>
std::vector<T> listed(const VectorIn<From>& array) {
    std::vector<T> out;
    for (std::size_t i = 0; i < array.size(); ++i) out.push_back(static_cast<T>(array(i)));
    return out;
}

template <class T, class Array>
std::vector<T> copied(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

RunoutSample to_sample(const MatrixIn<std::uint64_t>& cards, const MatrixIn<std::uint32_t>& strength,
                       const std::vector<MatrixIn<std::uint32_t>>& buckets) {
    RunoutSample out{cards.shape(1), copied<std::uint64_t>(cards), copied<std::uint32_t>(strength), {}};
    for (const auto& of_street : buckets) out.buckets.push_back(copied<std::uint32_t>(of_street));
    return out;
}

std::vector<ActionBias> to_biases(const MatrixIn<float>& rows) {
    std::vector<ActionBias> out;
    for (std::size_t i = 0; i < rows.shape(0); ++i) out.push_back({rows(i, 0), rows(i, 1), rows(i, 2)});
    return out;
}

}  // namespace

void register_continuations(nb::module_& m) {
    nb::class_<ContinuationTree>(m, "ContinuationTree", "The betting below a leaf, and how it is played.")
        .def(
            "__init__",
            [](ContinuationTree* self, const VectorIn<std::uint8_t>& actor,
               const VectorIn<std::uint8_t>& street, const VectorIn<std::uint32_t>& first_choice,
               const VectorIn<std::uint8_t>& kind, const VectorIn<std::int32_t>& child,
               const VectorIn<std::uint32_t>& place, const VectorIn<float>& probabilities,
               const VectorIn<float>& lose, const VectorIn<float>& more) {
                new (self) ContinuationTree{copied<std::uint8_t>(actor),
                                            copied<std::uint8_t>(street),
                                            copied<std::uint32_t>(first_choice),
                                            listed<ActionKind>(kind),
                                            copied<std::int32_t>(child),
                                            copied<std::uint32_t>(place),
                                            copied<float>(probabilities),
                                            copied<float>(lose),
                                            copied<float>(more)};
            },
            "actor"_a, "street"_a, "first_choice"_a, "kind"_a, "child"_a, "place"_a, "probabilities"_a,
            "lose"_a, "more"_a);
    nb::class_<RunoutSample>(m, "RunoutSample", "Hands that stand for groups on runouts, [runouts, groups].")
        .def(
            "__init__",
            [](RunoutSample* self, const MatrixIn<std::uint64_t>& cards,
               const MatrixIn<std::uint32_t>& strength, const std::vector<MatrixIn<std::uint32_t>>& buckets) {
                new (self) RunoutSample(to_sample(cards, strength, buckets));
            },
            "cards"_a, "strength"_a, "buckets"_a);
    m.def(
        "continuation_values",
        [](const std::vector<ContinuationTree*>& leaves, const RunoutSample& first,
           const RunoutSample& second, const MatrixIn<float>& biases0, const MatrixIn<float>& biases1,
           unsigned threads, nb::object progress) {
            std::vector<ContinuationTree> trees;
            for (const ContinuationTree* tree : leaves) trees.push_back(*tree);
            const std::array<std::vector<ActionBias>, 2> biases = {to_biases(biases0), to_biases(biases1)};
            const Watch watch = python_watch(progress);
            ContinuationValues found;
            {
                const nb::gil_scoped_release release;
                found = continuation_values(trees, {first, second}, biases, threads, watch);
            }
            const std::size_t groups0 = first.groups, groups1 = second.groups;
            return nb::make_tuple(to_array(std::move(found.values), {leaves.size(), biases[0].size(),
                                                                     biases[1].size(), groups0, groups1}),
                                  to_array(std::move(found.equity), {groups0, groups1}),
                                  to_array(std::move(found.met), {groups0, groups1}));
        },
        "leaves"_a, "first"_a, "second"_a, "biases0"_a, "biases1"_a, "threads"_a, "progress"_a.none(),
        nb::sig("def continuation_values(leaves: collections.abc.Sequence[ContinuationTree], first: "
                "RunoutSample, second: RunoutSample, biases0: numpy.typing.NDArray[numpy.float32], biases1: "
                "numpy.typing.NDArray[numpy.float32], threads: int, progress: object | None) -> "
                "tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], "
                "numpy.typing.NDArray[numpy.float32]]"),
        "Values [leaves, biases0, biases1, groups0, groups1], equity and runouts met [groups0, groups1].");
}

}  // namespace riverboat::bind
