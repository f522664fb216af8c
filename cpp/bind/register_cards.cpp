#include <array>

#include "bind/bind.hpp"
#include "cards/equity/board.hpp"
#include "cards/evaluator/enumeration.hpp"
#include "cards/evaluator/evaluator.hpp"

namespace riverboat::bind {

namespace {

// Checks as it reads: a call from Python costs less than checking there would. 0 stands for "no hand":
// whoever asks finds out why.
Strength evaluate(const Evaluator& evaluator, nb::handle cards) {
    const RankingRules& rules = evaluator.rules();
    if (!PyList_CheckExact(cards.ptr()) && !PyTuple_CheckExact(cards.ptr())) return 0;
    const auto sequence = nb::borrow<nb::sequence>(cards);
    const std::size_t count = nb::len(sequence);
    if (count < static_cast<std::size_t>(rules.min_cards) ||
        count > static_cast<std::size_t>(rules.max_cards))
        return 0;
    std::array<Card, 7> ids;
    CardMask seen = bit_of(4 * rules.lowest_rank) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        const nb::object item = sequence[i];
        if (!PyLong_CheckExact(item.ptr())) return 0;
        int overflow;
        const long id = PyLong_AsLongAndOverflow(item.ptr(), &overflow);
        if (id < 0 || id >= kCards || (seen & bit_of(static_cast<int>(id)))) return 0;
        seen |= bit_of(static_cast<int>(id));
        ids[i] = static_cast<Card>(id);
    }
    return evaluator(ids.data(), static_cast<int>(count));
}

std::ptrdiff_t evaluate_many(const Evaluator& evaluator, MatrixIn<Card> hands, VectorInto<Strength> out,
                             unsigned threads) {
    const std::size_t rows = hands.shape(0), count = hands.shape(1);
    if (out.shape(0) != rows) throw nb::value_error("out must have a place for every hand");
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    return evaluate_batch(evaluator, {hands.data(), rows * count}, static_cast<int>(count),
                          {out.data(), rows}, threads, watch);
}

ArrayOut<std::uint64_t> counts(const Evaluator& evaluator, int count, unsigned threads, nb::object progress) {
    std::vector<std::uint64_t> out;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        out = strength_counts(evaluator, count, threads, watch);
    }
    const std::size_t size = out.size();
    return to_array(std::move(out), {size});
}

std::vector<std::tuple<int, std::vector<int>>> classes(const Evaluator& evaluator) {
    std::vector<std::tuple<int, std::vector<int>>> all;
    for (const StrengthClass& cls : evaluator.classes()) {
        all.emplace_back(static_cast<int>(cls.category),
                         std::vector<int>(cls.ranks.begin(), cls.ranks.begin() + cls.count_ranks));
    }
    return all;
}

}  // namespace

void register_cards(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Evaluator>(m, "Evaluator", "The strengths of one ranking of hands.")
        .def_prop_ro("name", [](const Evaluator& e) { return std::string(e.rules().name); })
        .def_prop_ro("min_cards", [](const Evaluator& e) { return e.rules().min_cards; })
        .def_prop_ro("max_cards", [](const Evaluator& e) { return e.rules().max_cards; })
        .def_prop_ro("hand_size", [](const Evaluator& e) { return e.rules().hand_size; })
        .def("evaluate", &evaluate, "cards"_a.none(),
             "Strength of a list or tuple of ids; 0 if they are no hand.")
        .def(
            "evaluate_batch", &evaluate_many, "hands"_a, "out"_a, "threads"_a,
            "Write the strengths of the rows to `out`; return the first row that is no hand (-1 if all are).")
        .def("strength_counts", &counts, "count"_a, "threads"_a, "progress"_a.none(),
             "How many of all hands of `count` cards have each strength.")
        .def("classes", &classes, "Category and deciding ranks of every strength from 1 up.");
    m.def(
        "evaluator",
        [](int ranking) -> const Evaluator& { return evaluator(static_cast<RankingId>(ranking)); },
        nb::rv_policy::reference, "ranking"_a, "The evaluator of ranking 0 .. 5 (RankingId).");
}

}  // namespace riverboat::bind
