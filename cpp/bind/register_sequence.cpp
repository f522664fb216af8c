#include <algorithm>
#include <stdexcept>
#include <string>

#include "bind/bind.hpp"
#include "solvers/sequence/bucket_pairs.hpp"
#include "solvers/sequence/hands.hpp"
#include "solvers/sequence/payoffs.hpp"
#include "solvers/sequence/treeplex.hpp"

namespace riverboat::bind {

namespace {

using Numbers = VectorIn<double>;
using Places = VectorIn<std::int32_t>;

using Into = VectorInto<double>;

std::span<const std::int32_t> spanned(const Places& places) {
    return {places.data(), places.shape(0)};
}

template <class Array>
void check_size(const Array& numbers, std::size_t size) {
    if (numbers.shape(0) != size)
        throw nb::value_error(("there must be " + std::to_string(size) + " numbers").c_str());
}

double best(const Treeplex& sequences, Numbers gradient, Into out) {
    check_size(gradient, sequences.sequences());
    check_size(out, sequences.sequences());
    const nb::gil_scoped_release release;
    return sequences.best(gradient.data(), out.data());
}

double smoothed(const Treeplex& sequences, Numbers gradient, double mu, bool entropy, Numbers weights,
                std::optional<Numbers> centre, Into out) {
    check_size(gradient, sequences.sequences());
    check_size(weights, sequences.sets());
    check_size(out, sequences.sequences());
    if (centre) check_size(*centre, sequences.sequences());
    const nb::gil_scoped_release release;
    return sequences.smoothed(gradient.data(), mu, entropy ? Distance::entropy : Distance::euclidean,
                              weights.data(), centre ? centre->data() : nullptr, out.data());
}

double regrets(const Treeplex& sequences, Numbers gradient, Numbers probabilities, Into out) {
    check_size(gradient, sequences.sequences());
    check_size(probabilities, sequences.sequences());
    check_size(out, sequences.sequences());
    const nb::gil_scoped_release release;
    return sequences.regrets(gradient.data(), probabilities.data(), out.data());
}

void matched(const Treeplex& sequences, Numbers target, Into out) {
    check_size(target, sequences.sequences());
    check_size(out, sequences.sequences());
    const nb::gil_scoped_release release;
    sequences.matched(target.data(), out.data());
}

void plan(const Treeplex& sequences, Numbers probabilities, Into out) {
    check_size(probabilities, sequences.sequences());
    check_size(out, sequences.sequences());
    const nb::gil_scoped_release release;
    sequences.plan(probabilities.data(), out.data());
}

void bucket_pairs(MatrixIn<std::uint8_t> cards, MatrixIn<std::int32_t> strengths,
                  MatrixIn<std::int32_t> buckets, Numbers first, Numbers second, std::size_t count, Into met,
                  Into won) {
    const std::size_t hands = cards.shape(0), boards = strengths.shape(0);
    check_size(first, hands);
    check_size(second, hands);
    check_size(met, count * count);
    check_size(won, count * count);
    if (cards.shape(1) != 2 || strengths.shape(1) != hands || buckets.shape(0) != boards ||
        buckets.shape(1) != hands)
        throw nb::value_error("hands have two cards, and on every board a strength and a bucket");
    for (std::size_t i = 0; i < 2 * hands; ++i)
        if (cards.data()[i] >= 52) throw nb::value_error("a card is from 0 to 51");
    for (std::size_t i = 0; i < boards * hands; ++i)
        if (strengths.data()[i] >= 0 &&
            (buckets.data()[i] < 0 || static_cast<std::size_t>(buckets.data()[i]) >= count))
            throw nb::value_error("a bucket is not among those that there are");
    const nb::gil_scoped_release release;
    for (std::size_t board = 0; board < boards; ++board)
        add_bucket_pairs({{cards.data(), 2 * hands},
                          {strengths.data() + board * hands, hands},
                          {buckets.data() + board * hands, hands},
                          {first.data(), hands},
                          {second.data(), hands},
                          count},
                         met.data(), won.data());
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

void check_ends(const Places& own, std::size_t width, const Places& other, std::size_t other_width,
                const Numbers& always, const Numbers& won) {
    check_places(own, width);
    check_places(other, other_width);
    check_size(always, own.shape(0));
    check_size(won, own.shape(0));
    check_size(other, own.shape(0));
}

std::vector<RoundEnd> round_ends(const Places& own, const Places& other, const Numbers& always,
                                 const Numbers& won) {
    std::vector<RoundEnd> ends;
    for (std::size_t i = 0; i < own.shape(0); ++i)
        ends.push_back({own.data()[i], other.data()[i], always.data()[i], won.data()[i]});
    return ends;
}

RoundSide round_side(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
                     SparseRows pairs, Places own, Places other, Numbers always, Numbers won) {
    check_ends(own, width, other, other_width, always, won);
    return {base, width, other_base, other_width, std::move(pairs), round_ends(own, other, always, won)};
}

WeighedHands weighed_hands(MatrixIn<std::uint8_t> cards, Numbers weights) {
    const std::size_t held = cards.shape(1);
    if (held < 1 || held > 2) throw nb::value_error("hands have one or two cards");
    check_size(weights, cards.shape(0));
    WeighedHands hands;
    for (std::size_t h = 0; h < cards.shape(0); ++h) {
        const std::uint8_t second = held == 2 ? cards(h, 1) : WeighedHands::kNoCard;
        if (cards(h, 0) >= WeighedHands::kNoCard || second > WeighedHands::kNoCard)
            throw nb::value_error("there is no such card");
        hands.cards.insert(hands.cards.end(), {cards(h, 0), second});
        hands.weights.push_back(weights.data()[h]);
    }
    return hands;
}

// Strengths of all hands on a board, -1 of those that share a card with it.
HandsOnABoard on_a_board(std::int32_t block, MatrixIn<std::int32_t> strengths, std::size_t row) {
    if (block < 0) throw nb::value_error("blocks are numbered from 0");
    HandsOnABoard board;
    board.block = static_cast<std::size_t>(block);
    for (std::size_t h = 0; h < strengths.shape(1); ++h)
        if (strengths(row, h) >= 0) board.hand.push_back(static_cast<std::int32_t>(h));
    const auto strength = [&](std::int32_t h) { return strengths(row, static_cast<std::size_t>(h)); };
    std::stable_sort(board.hand.begin(), board.hand.end(),
                     [&](std::int32_t a, std::int32_t b) { return strength(a) < strength(b); });
    for (const std::int32_t h : board.hand) board.strength.push_back(strength(h));
    return board;
}

using Strengths = MatrixIn<std::int32_t>;

std::vector<HandsSide::Board> boards_of(Places blocks, Strengths own, Strengths other,
                                        const WeighedHands& mine, const WeighedHands& theirs) {
    check_size(blocks, own.shape(0));
    check_size(blocks, other.shape(0));
    if (own.shape(1) != mine.size() || other.shape(1) != theirs.size())
        throw nb::value_error("every hand has a strength on every board");
    std::vector<HandsSide::Board> boards;
    for (std::size_t i = 0; i < blocks.shape(0); ++i)
        boards.push_back({on_a_board(blocks.data()[i], own, i), on_a_board(blocks.data()[i], other, i)});
    return boards;
}

HandsSide hands_side(std::size_t base, std::size_t width, std::size_t other_base, std::size_t other_width,
                     WeighedHands mine, WeighedHands theirs, std::vector<HandsSide::Board> met,
                     std::vector<HandsSide::Board> won, double often, double scale, Places own, Places other,
                     Numbers always, Numbers win) {
    check_ends(own, width, other, other_width, always, win);
    return {base,
            width,
            other_base,
            other_width,
            std::move(mine),
            std::move(theirs),
            std::move(met),
            std::move(won),
            often,
            scale,
            round_ends(own, other, always, win)};
}

template <class Side>
void add_round(const Side& side, Numbers plan, Into out, unsigned threads) {
    if (out.shape(0) < side.least_out()) throw nb::value_error("out is too short");
    if (plan.shape(0) < side.least_plan()) throw nb::value_error("the plan is too short");
    const nb::gil_scoped_release release;
    side.add_product(plan.data(), out.data(), threads);
}

}  // namespace

void register_sequence(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Treeplex>(m, "Treeplex",
                         "The sequences of one player; all walks write to out, in place if asked.")
        .def(
            "__init__",
            [](Treeplex* self, Places parent, Places first) {
                new (self) Treeplex(spanned(parent), spanned(first));
            },
            nb::arg("parent").noconvert(), nb::arg("first").noconvert(), nb::keep_alive<1, 2>(),
            nb::keep_alive<1, 3>())
        .def(
            "depths", [](const Treeplex& t) { return to_array(t.depths(), {t.sets()}); },
            "By set: how many can follow one another, itself included.")
        .def("best", &best, "gradient"_a, "out"_a, "What the best plan wins.")
        .def("smoothed", &smoothed, "gradient"_a, "mu"_a, "entropy"_a, "weights"_a, "centre"_a.none(),
             "out"_a, "The best value after mu times a dilated distance; probabilities.")
        .def("regrets", &regrets, "gradient"_a, "probabilities"_a, "out"_a,
             "What probabilities win; the regret of each action.")
        .def("matched", &matched, "target"_a, "out"_a, "Regret matching; of a plan, its probabilities.")
        .def("plan", &plan, "probabilities"_a, "out"_a, "The plan of probabilities.");
    m.def("add_bucket_pairs", &bucket_pairs, "cards"_a, "strengths"_a, "buckets"_a, "first"_a, "second"_a,
          "count"_a, "met"_a, "won"_a,
          "Add how often buckets of two players' hands meet on boards, and who then wins.");
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
        .def_prop_ro("bytes", &RoundSide::bytes)
        .def("add_product", &add_round<RoundSide>, "plan"_a, "out"_a, "threads"_a,
             "Add the product with a plan to out.");
    nb::class_<WeighedHands>(m, "WeighedHands", "Hands of one or two cards, and weights.")
        .def(
            "__init__",
            [](WeighedHands* self, MatrixIn<std::uint8_t> cards, Numbers weights) {
                new (self) WeighedHands(weighed_hands(cards, weights));
            },
            "cards"_a, "weights"_a);
    nb::class_<HandsSide>(m, "HandsSide", "A betting round of hands on boards, for one player.")
        .def(
            "__init__",
            [](HandsSide* self, std::size_t base, std::size_t width, std::size_t other_base,
               std::size_t other_width, const WeighedHands& mine, const WeighedHands& theirs,
               Places met_blocks, Strengths met_own, Strengths met_other, Places won_blocks,
               Strengths won_own, Strengths won_other, double often, double scale, Places own, Places other,
               Numbers always, Numbers won) {
                new (self) HandsSide(hands_side(base, width, other_base, other_width, mine, theirs,
                                                boards_of(met_blocks, met_own, met_other, mine, theirs),
                                                boards_of(won_blocks, won_own, won_other, mine, theirs),
                                                often, scale, own, other, always, won));
            },
            "base"_a, "width"_a, "other_base"_a, "other_width"_a, "mine"_a, "theirs"_a, "met_blocks"_a,
            "met_own"_a, "met_other"_a, "won_blocks"_a, "won_own"_a, "won_other"_a, "often"_a, "scale"_a,
            "own"_a, "other"_a, "always"_a, "won"_a)
        .def_prop_ro("bytes", &HandsSide::bytes)
        .def("add_product", &add_round<HandsSide>, "plan"_a, "out"_a, "threads"_a,
             "Add the product with a plan to out.");
}

}  // namespace riverboat::bind
