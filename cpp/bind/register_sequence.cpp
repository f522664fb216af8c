#include <stdexcept>
#include <string>

#include "bind/bind.hpp"
#include "solvers/sequence/payoffs.hpp"
#include "solvers/sequence/treeplex.hpp"

namespace riverboat::bind {

namespace {

using Numbers = VectorIn<double>;
using Places = VectorIn<std::int32_t>;

std::vector<std::int32_t> copied(const Places& places) {
    return {places.data(), places.data() + places.shape(0)};
}

void check_size(const Numbers& numbers, std::size_t size) {
    if (numbers.shape(0) != size)
        throw nb::value_error(("there must be " + std::to_string(size) + " numbers").c_str());
}

template <class Fill>
ArrayOut<double> filled(std::size_t size, const Fill& fill) {
    std::vector<double> out(size);
    {
        const nb::gil_scoped_release release;
        fill(out.data());
    }
    return to_array(std::move(out), {size});
}

template <class Fill>
std::pair<double, ArrayOut<double>> valued(std::size_t size, const Fill& fill) {
    double value = 0.0;
    ArrayOut<double> out = filled(size, [&](double* into) { value = fill(into); });
    return {value, out};
}

std::pair<double, ArrayOut<double>> best(const Treeplex& sequences, Numbers gradient) {
    check_size(gradient, sequences.sequences());
    return valued(sequences.sequences(), [&](double* out) { return sequences.best(gradient.data(), out); });
}

std::pair<double, ArrayOut<double>> smoothed(const Treeplex& sequences, Numbers gradient, double mu,
                                             bool entropy, Numbers weights, std::optional<Numbers> centre) {
    check_size(gradient, sequences.sequences());
    check_size(weights, sequences.sets());
    if (centre) check_size(*centre, sequences.sequences());
    return valued(sequences.sequences(), [&](double* out) {
        return sequences.smoothed(gradient.data(), mu, entropy ? Distance::entropy : Distance::euclidean,
                                  weights.data(), centre ? centre->data() : nullptr, out);
    });
}

std::pair<double, ArrayOut<double>> regrets(const Treeplex& sequences, Numbers gradient,
                                            Numbers probabilities) {
    check_size(gradient, sequences.sequences());
    check_size(probabilities, sequences.sequences());
    return valued(sequences.sequences(),
                  [&](double* out) { return sequences.regrets(gradient.data(), probabilities.data(), out); });
}

ArrayOut<double> matched(const Treeplex& sequences, Numbers target) {
    check_size(target, sequences.sequences());
    return filled(sequences.sequences(), [&](double* out) { sequences.matched(target.data(), out); });
}

ArrayOut<double> plan(const Treeplex& sequences, Numbers probabilities) {
    check_size(probabilities, sequences.sequences());
    return filled(sequences.sequences(), [&](double* out) { sequences.plan(probabilities.data(), out); });
}

void check_places(const Places& places, std::size_t size) {
    for (std::size_t i = 0; i < places.shape(0); ++i)
        if (places.data()[i] < 0 || static_cast<std::size_t>(places.data()[i]) >= size)
            throw nb::value_error("an entry lies outside of the matrix");
}

SparseRows sparse_rows(std::size_t rows, std::size_t columns, Places row_of, Places column_of, Numbers values,
                       std::size_t width) {
    check_places(row_of, rows);
    check_places(column_of, columns);
    if (column_of.shape(0) != row_of.shape(0) || values.shape(0) != width * row_of.shape(0))
        throw nb::value_error("every entry has a row, a column and its values");
    const std::size_t count = row_of.shape(0);
    return {rows, {row_of.data(), count}, {column_of.data(), count}, {values.data(), width * count}, width};
}

// Adds products of one part of A to `out`.
void add_sparse(const SparseRows& matrix, Numbers plan, VectorInto<double> out, unsigned threads) {
    if (out.shape(0) + 1 != matrix.begin.size()) throw nb::value_error("out has another size");
    if (plan.shape(0) < matrix.columns) throw nb::value_error("the plan is too short");
    const nb::gil_scoped_release release;
    add_product(matrix, plan.data(), out.data(), threads);
}

RoundSide round_side(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
                     SparseRows pairs, Places own, Places other, Numbers always, Numbers won) {
    RoundSide side{base, width, other_base, other_width, std::move(pairs), {}, false};
    check_places(own, width);
    check_places(other, other_width);
    for (std::size_t i = 0; i < own.shape(0); ++i) {
        side.ends.push_back({own.data()[i], other.data()[i], always.data()[i], won.data()[i]});
        side.shows |= won.data()[i] != 0.0;
    }
    return side;
}

void add_round(const RoundSide& side, Numbers plan, VectorInto<double> out, unsigned threads) {
    if (out.shape(0) < side.base + side.width * (side.pairs.begin.size() - 1))
        throw nb::value_error("out is too short");
    if (plan.shape(0) < side.other_base + side.other_width * side.pairs.columns)
        throw nb::value_error("the plan is too short");
    const nb::gil_scoped_release release;
    side.add_product(plan.data(), out.data(), threads);
}

}  // namespace

void register_sequence(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Treeplex>(m, "Treeplex", "The sequences of one player.")
        .def(
            "__init__",
            [](Treeplex* self, Places parent, Places first) {
                new (self) Treeplex(copied(parent), copied(first));
            },
            "parent"_a, "first"_a)
        .def(
            "depths", [](const Treeplex& t) { return to_array(std::vector<double>(t.depths()), {t.sets()}); },
            "By set: how many can follow one another, itself included.")
        .def("best", &best, "gradient"_a, "What the best plan wins, and that plan.")
        .def("smoothed", &smoothed, "gradient"_a, "mu"_a, "entropy"_a, "weights"_a, "centre"_a.none(),
             "The best value after mu times a dilated distance, and the probabilities.")
        .def("regrets", &regrets, "gradient"_a, "probabilities"_a,
             "What probabilities win, and the regret of each action.")
        .def("matched", &matched, "target"_a, "Regret matching; of a plan, its probabilities.")
        .def("plan", &plan, "probabilities"_a, "The plan of probabilities.");
    nb::class_<SparseRows>(m, "SparseRows", "Entries of a matrix by row, some numbers in each.")
        .def(
            "__init__",
            [](SparseRows* self, std::size_t rows, std::size_t columns, Places row_of, Places column_of,
               Numbers values, std::size_t width) {
                new (self) SparseRows(sparse_rows(rows, columns, row_of, column_of, values, width));
            },
            "rows"_a, "columns"_a, "row_of"_a, "column_of"_a, "values"_a, "width"_a)
        .def_prop_ro("bytes", &SparseRows::bytes)
        .def("add_product", &add_sparse, "plan"_a, "out"_a, "threads"_a,
             "Add the product with a plan to out.");
    nb::class_<RoundSide>(m, "RoundSide", "A betting round as Kronecker products, for one player.")
        .def(
            "__init__",
            [](RoundSide* self, std::size_t base, std::size_t width, std::size_t other_base,
               std::size_t other_width, SparseRows pairs, Places own, Places other, Numbers always,
               Numbers won) {
                new (self) RoundSide(round_side(base, width, other_base, other_width, std::move(pairs), own,
                                                other, always, won));
            },
            "base"_a, "width"_a, "other_base"_a, "other_width"_a, "pairs"_a, "own"_a, "other"_a, "always"_a,
            "won"_a)
        .def_prop_ro("bytes",
                     [](const RoundSide& side) { return side.pairs.bytes() + 24 * side.ends.size(); })
        .def("add_product", &add_round, "plan"_a, "out"_a, "threads"_a,
             "Add the product with a plan to out.");
}

}  // namespace riverboat::bind
