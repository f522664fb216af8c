#include "abstraction/tables/board_tables.hpp"
#include "abstraction/tables/hand_tables.hpp"
#include "abstraction/tables/ordered_tables.hpp"
#include "abstraction/tables/sequence_tables.hpp"
#include "bind/bind.hpp"

namespace riverboat::bind {

namespace {

// The memory of each table, and how many bytes a bucket has in it; the tables keep the arrays.
using Memory = std::vector<VectorIn<std::uint8_t>>;

std::vector<BucketTable> tables_of(const Memory& memory, const std::vector<int>& widths) {
    std::vector<BucketTable> tables;
    for (std::size_t i = 0; i < memory.size(); ++i) tables.push_back({memory[i].data(), widths.at(i)});
    return tables;
}

std::size_t lookup(const DealBuckets& tables, MatrixIn<Card> cards, int players,
                   VectorInto<std::uint32_t> out, unsigned threads) {
    const std::size_t deals = cards.shape(0);
    const auto places = static_cast<std::size_t>(players * tables.rounds());
    if (cards.shape(1) != static_cast<std::size_t>(tables.deal_cards(players)))
        throw nb::value_error("a deal has another number of cards");
    if (out.shape(0) != deals * places)
        throw nb::value_error("out must have a place for every player and round");
    const Watch watch = python_watch();
    const nb::gil_scoped_release release;
    return buckets_of_deals(tables, cards.data(), deals, players, out.data(), threads, watch);
}

template <class Number>
void fill_turns(unsigned rank_mask, VectorIn<Number> by_class, VectorInto<Number> out, unsigned threads,
                nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    fill_ordered_turns(rank_mask, by_class.data(), out.data(), threads, watch);
}

template <class Number>
void fill(int board_cards, unsigned rank_mask, VectorIn<Number> by_class, VectorInto<Number> out,
          unsigned threads, nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    fill_board_table(board_cards, rank_mask, by_class.data(), out.data(), threads, watch);
}

}  // namespace

void register_board_tables(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<DealBuckets>(m, "DealBuckets", "The buckets of all players on all rounds of a deal.")
        .def("lookup", &lookup, "cards"_a, "players"_a, "out"_a, "threads"_a,
             "Write [deals][players][rounds]; return the first row that is no deal, or how many there are.");
    nb::class_<BoardTables, DealBuckets>(m, "BoardTables", "Hold'em by board: tables [boards * 1326].")
        .def(
            "__init__",
            [](BoardTables* at, std::vector<int> board_cards, const Memory& memory,
               const std::vector<int>& widths, CardMask deck, std::vector<std::uint32_t> remembered) {
                new (at) BoardTables(std::move(board_cards), tables_of(memory, widths), deck,
                                     std::move(remembered));
            },
            "board_cards"_a, "memory"_a, "widths"_a, "deck"_a, "remembered"_a, nb::keep_alive<1, 3>());
    nb::class_<OrderedTables, DealBuckets>(m, "OrderedTables",
                                           "Hold'em by board, with the turn in order: see BoardTables.")
        .def(
            "__init__",
            [](OrderedTables* at, std::vector<int> board_cards, const Memory& memory,
               const std::vector<int>& widths, CardMask deck, std::vector<std::uint32_t> remembered,
               std::optional<VectorIn<std::uint8_t>> pairs, int pair_width) {
                const BucketTable of_pairs = pairs ? BucketTable{pairs->data(), pair_width} : BucketTable{};
                new (at) OrderedTables(std::move(board_cards), tables_of(memory, widths), deck,
                                       std::move(remembered), of_pairs);
            },
            "board_cards"_a, "memory"_a, "widths"_a, "deck"_a, "remembered"_a, "pairs"_a.none(),
            "pair_width"_a, nb::keep_alive<1, 3>(), nb::keep_alive<1, 7>());
    nb::class_<SequenceTables, DealBuckets>(m, "SequenceTables",
                                            "Small games by the cards seen: tables [deck ** cards].")
        .def(
            "__init__",
            [](SequenceTables* at, int hole_cards, std::vector<int> board_cards, const Memory& memory,
               const std::vector<int>& widths, CardMask deck, std::vector<std::uint32_t> remembered) {
                new (at) SequenceTables(hole_cards, std::move(board_cards), tables_of(memory, widths), deck,
                                        std::move(remembered));
            },
            "hole_cards"_a, "board_cards"_a, "memory"_a, "widths"_a, "deck"_a, "remembered"_a,
            nb::keep_alive<1, 4>());
    nb::class_<HandTables, DealBuckets>(m, "HandTables", "One board: tables [runouts * hands].")
        .def(
            "__init__",
            [](HandTables* at, int hole_cards, std::vector<int> board_cards, const Memory& memory,
               const std::vector<int>& widths, CardMask deck, int known) {
                new (at)
                    HandTables(hole_cards, std::move(board_cards), tables_of(memory, widths), deck, known);
            },
            "hole_cards"_a, "board_cards"_a, "memory"_a, "widths"_a, "deck"_a, "known"_a,
            nb::keep_alive<1, 4>());
    const char* fill_text = "Fill a table [boards * 1326] from one by class.";
    m.def("fill_board_table", &fill<std::uint8_t>, "board_cards"_a, "rank_mask"_a, "by_class"_a, "out"_a,
          "threads"_a, "progress"_a.none(), fill_text);
    m.def("fill_board_table", &fill<std::uint16_t>, "board_cards"_a, "rank_mask"_a, "by_class"_a, "out"_a,
          "threads"_a, "progress"_a.none(), fill_text);
    m.def("fill_board_table", &fill<std::uint32_t>, "board_cards"_a, "rank_mask"_a, "by_class"_a, "out"_a,
          "threads"_a, "progress"_a.none(), fill_text);
    const char* turns_text = "Fill the turns of OrderedTables, [1755 * 52 * 1326], from a table by class.";
    m.def("fill_ordered_turns", &fill_turns<std::uint8_t>, "rank_mask"_a, "by_class"_a, "out"_a, "threads"_a,
          "progress"_a.none(), turns_text);
    m.def("fill_ordered_turns", &fill_turns<std::uint16_t>, "rank_mask"_a, "by_class"_a, "out"_a, "threads"_a,
          "progress"_a.none(), turns_text);
    m.def("fill_ordered_turns", &fill_turns<std::uint32_t>, "rank_mask"_a, "by_class"_a, "out"_a, "threads"_a,
          "progress"_a.none(), turns_text);
}

}  // namespace riverboat::bind
