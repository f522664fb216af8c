#include "abstraction/features/feature_index.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

std::shared_ptr<FeatureIndex> make_index(int board_cards, FeatureRules rules, unsigned threads,
                                         nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return std::make_shared<FeatureIndex>(board_cards, rules, threads, watch);
}

template <class T>
ArrayOut<T> copied(const std::vector<T>& values) {
    return to_array(std::vector<T>(values), {values.size()});
}

std::size_t deal_buckets(const FeatureIndex& index, MatrixIn<Card> deals, VectorInto<std::uint32_t> out,
                         unsigned threads) {
    if (out.shape(0) != deals.shape(0)) throw nb::value_error("out must have a place for every deal");
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    return index.deal_buckets(deals.data(), deals.shape(0), out.data(), threads, watch);
}

std::size_t hand_buckets(const FeatureIndex& index, const std::vector<Card>& board, MatrixIn<Card> hands,
                         VectorInto<std::uint32_t> out) {
    if (out.shape(0) != hands.shape(0)) throw nb::value_error("out must have a place for every hand");
    const nb::gil_scoped_release release;
    return index.hand_buckets(board, hands.data(), hands.shape(0), out.data());
}

}  // namespace

void register_features(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<FeatureRules>(m, "FeatureRules", "How finely the features of a hand are told.")
        .def(
            "__init__",
            [](FeatureRules* at, bool suit_counts, bool top_counts, bool pair_counts, bool kicker,
               bool draws) { new (at) FeatureRules{suit_counts, top_counts, pair_counts, kicker, draws}; },
            "suit_counts"_a, "top_counts"_a, "pair_counts"_a, "kicker"_a, "draws"_a);
    m.def(
        "feature_word",
        [](const std::vector<Card>& hole, const std::vector<Card>& board, FeatureRules rules) {
            return FeatureBoard(board, rules).word(hole.at(0), hole.at(1));
        },
        "hole"_a, "board"_a, "rules"_a, "The features of one good deal as a number.");
    nb::class_<FeatureIndex>(m, "FeatureIndex", "The feature words of a round and their places.")
        .def_prop_ro(
            "words", [](const FeatureIndex& index) { return copied(index.words()); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "deals", [](const FeatureIndex& index) { return copied(index.deals()); },
            nb::rv_policy::automatic)
        .def("deal_buckets", &deal_buckets, "deals"_a, "out"_a, "threads"_a,
             "Write the places of the deals; return the first that is no deal, or how many there are.")
        .def("hand_buckets", &hand_buckets, "board"_a, "hands"_a, "out"_a,
             "The same for hands on one board.");
    m.def("feature_index", &make_index, "board_cards"_a, "rules"_a, "threads"_a, "progress"_a.none(),
          "Look at every hand on every board.");
}

}  // namespace riverboat::bind
