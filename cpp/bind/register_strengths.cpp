#include <stdexcept>

#include "abstraction/strengths/cluster_strengths.hpp"
#include "abstraction/strengths/river_pairs.hpp"
#include "abstraction/strengths/strengths.hpp"
#include "abstraction/strengths/turn_rivers.hpp"
#include "bind/bind.hpp"
#include "runtime/sum_rows.hpp"

namespace riverboat::bind {

namespace {

template <class T>
using MatrixInto = nb::ndarray<T, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

const Evaluator& holdem() {
    return evaluator(RankingId::holdem);
}

void street(int board_cards, std::size_t begin, std::size_t end, VectorInto<std::uint32_t> wins,
            VectorInto<std::uint32_t> ties, VectorInto<std::uint32_t> squares, unsigned threads,
            nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    street_strengths(holdem(), board_cards, begin, end, {wins.data(), ties.data(), squares.data()}, threads,
                     watch);
}

ArrayOut<float> clusters(MatrixIn<Card> boards, VectorIn<std::uint8_t> cluster_of, int count,
                         unsigned threads) {
    ClusterOfHand of_hand;
    std::copy_n(cluster_of.data(), kHands, of_hand.begin());
    std::vector<float> out(boards.shape(0) * static_cast<std::size_t>(kHands * count));
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        cluster_strengths(holdem(), boards.data(), boards.shape(0), static_cast<int>(boards.shape(1)),
                          of_hand, count, out.data(), threads, watch);
    }
    return to_array(std::move(out), {boards.shape(0), kHands, static_cast<std::size_t>(count)});
}

template <class BoardOf>
std::span<const BoardOf> boards_of(const MatrixIn<Card>& boards) {
    static_assert(sizeof(BoardOf) == std::tuple_size_v<BoardOf>);
    if (boards.shape(1) != std::tuple_size_v<BoardOf>)
        throw nb::value_error("boards have another number of cards");
    return {reinterpret_cast<const BoardOf*>(boards.data()), boards.shape(0)};
}

const std::uint16_t* table_of(const VectorIn<std::uint16_t>& bucket_of_pair) {
    if (bucket_of_pair.shape(0) != kPairSide * kPairSide)
        throw nb::value_error("there must be a bucket for every pair");
    return bucket_of_pair.data();
}

void pairs(MatrixIn<Card> boards, MatrixInto<std::uint16_t> out, unsigned threads, nb::object progress) {
    static_assert(sizeof(WinTie) == 4);
    const auto rows = boards_of<Board>(boards);
    if (out.shape(0) != 123'156'254 || out.shape(1) != 2)
        throw nb::value_error("out must have two places for every class");
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    river_pairs(holdem(), rows, reinterpret_cast<WinTie*>(out.data()), threads, watch);
}

ArrayOut<std::uint64_t> pair_counts(MatrixIn<Card> boards, VectorIn<std::int64_t> weights, unsigned threads,
                                    nb::object progress) {
    const auto rows = boards_of<Board>(boards);
    if (weights.shape(0) != rows.size()) throw nb::value_error("there must be a weight for every board");
    std::vector<std::uint64_t> counts;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        counts = river_pair_counts(holdem(), rows, {weights.data(), rows.size()}, threads, watch);
    }
    return to_array(std::move(counts), {kPairSide, kPairSide});
}

void rivers_of_classes(MatrixIn<Card> boards, VectorIn<std::uint16_t> bucket_of_pair,
                       MatrixInto<std::uint16_t> out, unsigned threads, nb::object progress) {
    const auto rows = boards_of<TurnBoard>(boards);
    const std::uint16_t* table = table_of(bucket_of_pair);
    if (out.shape(0) != 13'960'050 || out.shape(1) != kTurnRivers)
        throw nb::value_error("out must have 46 places for every class");
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    turn_rivers(holdem(), rows, table, out.data(), threads, watch);
}

ArrayOut<std::uint16_t> rivers_of_hands(MatrixIn<Card> boards, VectorIn<std::int32_t> hands,
                                        VectorIn<std::uint16_t> bucket_of_pair, unsigned threads) {
    const auto rows = boards_of<TurnBoard>(boards);
    const std::uint16_t* table = table_of(bucket_of_pair);
    const std::size_t count = hands.shape(0);
    std::vector<std::uint16_t> out(rows.size() * count * kTurnRivers);
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        hand_rivers(holdem(), rows, {hands.data(), count}, table, out.data(), threads, watch);
    }
    return to_array(std::move(out), {rows.size(), count, static_cast<std::size_t>(kTurnRivers)});
}

ArrayOut<std::uint16_t> rivers_of_flop(MatrixIn<Card> flop, VectorIn<std::int32_t> hands,
                                       VectorIn<std::uint16_t> bucket_of_pair) {
    if (flop.shape(0) != 1) throw nb::value_error("there must be one flop");
    const FlopBoard& board = boards_of<FlopBoard>(flop)[0];
    const std::uint16_t* table = table_of(bucket_of_pair);
    const std::size_t turns = 49, count = hands.shape(0);
    std::vector<std::uint16_t> out(turns * count * kTurnRivers);
    {
        const nb::gil_scoped_release release;
        flop_rivers(holdem(), board, {hands.data(), count}, table, out.data());
    }
    return to_array(std::move(out), {turns, count, static_cast<std::size_t>(kTurnRivers)});
}

template <class Key>
void row_sums(MatrixIn<Key> keys, MatrixIn<double> table, MatrixInto<double> out, unsigned threads) {
    if (out.shape(0) != keys.shape(0) || out.shape(1) != table.shape(1))
        throw nb::value_error("out must have a row for every list of keys, as wide as the table");
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    sum_rows(keys.data(), keys.shape(0), keys.shape(1), {table.data(), table.shape(0), table.shape(1)},
             out.data(), threads, watch);
}

}  // namespace

void register_strengths(nb::module_& m) {
    using namespace nb::literals;
    m.def("street_strengths", &street, "board_cards"_a, "begin"_a, "end"_a, "wins"_a, "ties"_a, "squares"_a,
          "threads"_a, "progress"_a.none(),
          "Sums over the ways to end the board for the classes of canonical boards [begin, end).");
    m.def("cluster_strengths", &clusters, "boards"_a, "cluster_of"_a, "clusters"_a, "threads"_a,
          "Share of the pot of all hands against each cluster of hands, [N, 1326, clusters].");
    m.def("river_pairs", &pairs, "boards"_a, "out"_a, "threads"_a, "progress"_a.none(),
          "Write wins and ties of the classes of hands on boards [N, 5] to out [123156254, 2].");
    m.def("river_pair_counts", &pair_counts, "boards"_a, "weights"_a, "threads"_a, "progress"_a.none(),
          "How many hands on boards [N, 5], counted by weights, have each pair: [991 wins, 991 ties].");
    m.def("turn_rivers", &rivers_of_classes, "boards"_a, "bucket_of_pair"_a, "out"_a, "threads"_a,
          "progress"_a.none(),
          "Write the sorted river buckets of the classes of hands on boards [N, 4] to out [13960050, 46].");
    m.def("hand_rivers", &rivers_of_hands, "boards"_a, "hands"_a, "bucket_of_pair"_a, "threads"_a,
          "The sorted river buckets of chosen hands on boards [N, 4]: [N, hands, 46].");
    m.def("flop_rivers", &rivers_of_flop, "flop"_a, "hands"_a, "bucket_of_pair"_a,
          "The sorted river buckets of chosen hands on all turns of one flop [1, 3]: [49, hands, 46].");
    constexpr const char* kSumRows =
        "Write to out the sums of the table's rows that each list of keys names.";
    m.def("sum_rows", &row_sums<std::uint16_t>, "keys"_a, "table"_a, "out"_a, "threads"_a, kSumRows);
    m.def("sum_rows", &row_sums<std::uint32_t>, "keys"_a, "table"_a, "out"_a, "threads"_a, kSumRows);
}

}  // namespace riverboat::bind
