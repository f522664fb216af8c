#include "bind/bind.hpp"
#include "cards/isomorphism/board_index.hpp"
#include "cards/isomorphism/indexer.hpp"

namespace riverboat::bind {

namespace {

template <class T>
using Indexed = std::pair<ArrayOut<T>, std::size_t>;

std::size_t index(const HandIndexer& indexer, int round, MatrixIn<Card> cards, VectorInto<std::int64_t> out,
                  unsigned threads) {
    const std::size_t hands = cards.shape(0);
    if (out.shape(0) != hands) throw nb::value_error("out must have a place for every hand");
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    return indexer.index(round, cards.data(), hands, out.data(), threads, watch);
}

Indexed<std::int64_t> index_all(const HandIndexer& indexer, MatrixIn<Card> cards, unsigned threads) {
    const std::size_t hands = cards.shape(0);
    const auto width = static_cast<std::size_t>(indexer.rounds());
    std::vector<std::int64_t> out(hands * width);
    std::size_t good;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        good = indexer.index_all(cards.data(), hands, out.data(), threads, watch);
    }
    return {to_array(std::move(out), {hands, width}), good};
}

Indexed<Card> cards_of(const HandIndexer& indexer, int round, VectorIn<std::int64_t> indices,
                       unsigned threads) {
    const std::size_t hands = indices.shape(0);
    const auto width = static_cast<std::size_t>(indexer.cards(round));
    std::vector<Card> out(hands * width);
    std::size_t good;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        good = indexer.cards_of(round, indices.data(), hands, out.data(), threads, watch);
    }
    return {to_array(std::move(out), {hands, width}), good};
}

Indexed<std::int64_t> weights(const HandIndexer& indexer, int round, VectorIn<std::int64_t> indices,
                              unsigned threads) {
    const std::size_t hands = indices.shape(0);
    std::vector<std::int64_t> out(hands);
    std::size_t good;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        good = indexer.weights(round, indices.data(), hands, out.data(), threads, watch);
    }
    return {to_array(std::move(out), {hands}), good};
}

}  // namespace

void register_isomorphism(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<HandIndexer>(
        m, "HandIndexer",
        "Index of hands up to suits. Batches return the results and the first row that is not "
        "valid (the number of rows if all are); `index` writes the results to `out`. threads 0 means all.")
        .def(nb::init<const std::vector<int>&, unsigned, unsigned>(), "rounds"_a, "rank_mask"_a,
             "suit_mask"_a)
        .def("size", &HandIndexer::size, "round"_a)
        .def("index", &index, "round"_a, "cards"_a, "out"_a, "threads"_a)
        .def("index_all", &index_all, "cards"_a, "threads"_a)
        .def("cards", &cards_of, "round"_a, "indices"_a, "threads"_a)
        .def("weights", &weights, "round"_a, "indices"_a, "threads"_a);
    m.def(
        "board_places",
        [](int cards) {
            std::vector<std::uint32_t> places = board_places(cards);
            const std::size_t count = places.size();
            return to_array(std::move(places), {count});
        },
        "cards"_a, "Of every board, its number up to suits << 8 | what its suits become, two bits each.");
}

}  // namespace riverboat::bind
