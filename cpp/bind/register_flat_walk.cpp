#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "bind/bind.hpp"
#include "solvers/full_width/flat_boards.hpp"
#include "solvers/full_width/flat_walk.hpp"
#include "solvers/full_width/table_layout.hpp"

namespace riverboat::bind {

namespace {

using namespace nb::literals;

template <class T>
ArrayOut<T> flat(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return to_array(std::move(values), {size});
}

// Records of whole numbers as [records, numbers].
template <class Record>
ArrayOut<std::uint32_t> rows(const std::vector<Record>& records) {
    constexpr std::size_t numbers = sizeof(Record) / sizeof(std::uint32_t);
    std::vector<std::uint32_t> out(records.size() * numbers);
    std::memcpy(out.data(), records.data(), records.size() * sizeof(Record));
    return to_array(std::move(out), {records.size(), numbers});
}

class FlatWalk {
  public:
    explicit FlatWalk(std::shared_ptr<SolverGame> game)
        : game_(std::move(game)), routes_(*game_), runouts_(runouts_before(*game_, routes_)) {}

    int rounds() const { return game_->rules.rounds; }
    std::size_t starts(int round) const {
        return routes_.streets.at(static_cast<std::size_t>(round)).size() +
               runouts_[static_cast<std::size_t>(round)].size();
    }
    nb::tuple programs(int round, int player) const {
        check(round, player);
        WalkPrograms found = walk_programs(*game_, routes_, round, player);
        return nb::make_tuple(flat(std::move(found.code)), flat(std::move(found.first)),
                              flat(std::move(found.factors)), found.planes);
    }
    double chance(int round) const { return game_->runouts.chance.at(static_cast<std::size_t>(round)); }

  private:
    void check(int round, int player) const {
        if (round < game_->runouts.first_round || round >= game_->rules.rounds || player < 0 || player > 1)
            throw std::out_of_range("there is no such round or player");
    }

    std::shared_ptr<SolverGame> game_;
    WalkRoutes routes_;
    std::vector<std::vector<std::uint32_t>> runouts_;
};

using Games = std::vector<std::shared_ptr<SolverGame>>;

void check_round(const Games& games, int round) {
    for (const auto& game : games) {
        if (round < game->runouts.first_round || round >= game->rules.rounds || game->runouts.rounds.empty())
            throw std::out_of_range("there is no such round");
    }
}

std::size_t most_hands(const Games& games, int round) {
    check_round(games, round);
    std::size_t most = 0;
    for (const auto& game : games) {
        for (const RunoutBoard& board : game->runouts.rounds[round])
            most = std::max({most, board.hands[0].all.size(), board.hands[1].all.size()});
    }
    return most;
}

// [games, 2]: numbers in one table, and nodes on all boards of their rounds.
ArrayOut<std::uint64_t> table_sizes(const Games& games, int bits) {
    std::vector<std::uint64_t> out;
    const auto add = [&](const auto& layout) { out.insert(out.end(), {layout.cells(), layout.decisions()}); };
    for (const auto& game : games)
        bits == 64 ? add(TableLayout<double>(*game)) : add(TableLayout<float>(*game));
    return to_array(std::move(out), {games.size(), 2});
}

// [games, room]: the weight of a hand of each class of a player at the root, and how many hands it has.
nb::tuple root_classes(const Games& games, int player, std::size_t room) {
    std::vector<double> weights(games.size() * room);
    std::vector<HandIndex> sizes(games.size() * room);
    for (std::size_t g = 0; g < games.size(); ++g) {
        const Runouts& runouts = games[g]->runouts;
        const BoardHands& root =
            runouts.rounds[runouts.first_round][0].hands.at(static_cast<std::size_t>(player));
        const auto& of_hand = games[g]->hands[player].weights;
        if (root.classes() > room) throw std::out_of_range("there is no room for all classes");
        std::copy(root.size.begin(), root.size.end(), sizes.begin() + static_cast<std::ptrdiff_t>(g * room));
        for (std::size_t k = 0; k < root.classes(); ++k) weights[g * room + k] = of_hand[root.first[k]];
    }
    return nb::make_tuple(to_array(std::move(weights), {games.size(), room}),
                          to_array(std::move(sizes), {games.size(), room}));
}

template <class T>
ArrayOut<T> flat(Uncleared<T>&& values) {
    T* data = values.data.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return ArrayOut<T>(data, {values.size}, owner);
}

nb::tuple boards(const Games& games, int round, int bits, std::size_t threads, std::size_t each,
                 std::size_t chunk, unsigned workers) {
    check_round(games, round);
    std::vector<const SolverGame*> of;
    for (const auto& game : games) of.push_back(game.get());
    FlatBoards found;
    {
        const nb::gil_scoped_release release;
        found = flat_boards(of, round, bits, {threads, each, chunk}, workers);
    }
    nb::list maps, lists, looks;
    for (int p = 0; p < kSolverPlayers; ++p) {
        maps.append(flat(std::move(found.maps[p])));
        lists.append(flat(std::move(found.lists[p])));
        looks.append(flat(std::move(found.looks[p])));
    }
    return nb::make_tuple(nb::make_tuple(found.shape.threads, found.shape.each, found.shape.chunk,
                                         found.shape.span, found.alike, found.hole_cards),
                          rows(found.boards), rows(found.deals), flat(std::move(found.boards_of)),
                          flat(std::move(found.deals_of)), maps, lists, looks);
}

}  // namespace

void register_flat_walk(nb::module_& m) {
    nb::class_<FlatWalk>(m, "FlatWalk", "The full-width walk of a game as arrays for a card.")
        .def(nb::init<std::shared_ptr<SolverGame>>(), "game"_a)
        .def_prop_ro("rounds", &FlatWalk::rounds)
        .def("starts", &FlatWalk::starts, "round"_a,
             "Streets that begin on a round, and hands all-in before.")
        .def(
            "programs", &FlatWalk::programs, "round"_a, "player"_a,
            nb::sig("def programs(self, round: int, player: int) -> "
                    "tuple[numpy.typing.NDArray[numpy.int32], "
                    "numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float64], int]"),
            "The steps of all starts, where each begins and the last ends, factors, and how many planes they "
            "need.")
        .def("chance", &FlatWalk::chance, "round"_a, "The probability of each deal of a round.");
    m.def("most_hands", &most_hands, "games"_a, "round"_a,
          "Hands of a player on a board of a round, at most.");
    m.def("table_sizes", &table_sizes, "games"_a, "bits"_a,
          "[games, 2]: numbers in one table of a solver, and nodes on all boards of their rounds.");
    m.def("root_classes", &root_classes, "games"_a, "player"_a, "room"_a,
          nb::sig("def root_classes(games: collections.abc.Sequence[SolverGame], player: int, room: int) -> "
                  "tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.uint16]]"),
          "[games, room]: the weight of a hand of each class of a player at the root, and how many hands it "
          "has.");
    m.def("flat_boards", &boards, "games"_a, "round"_a, "bits"_a, "threads"_a, "each"_a, "chunk"_a,
          "workers"_a,
          nb::sig("def flat_boards(games: collections.abc.Sequence[SolverGame], round: int, bits: int, "
                  "threads: int, each: int, chunk: int, workers: int) -> tuple[tuple[int, int, int, int, "
                  "bool, int], "
                  "numpy.typing.NDArray[numpy.uint32], "
                  "numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], "
                  "numpy.typing.NDArray[numpy.uint32], list[numpy.typing.NDArray[numpy.uint16]], "
                  "list[numpy.typing.NDArray[numpy.uint16]], list[numpy.typing.NDArray[numpy.uint16]]]"),
          "The shape of a block: threads, classes and hands of a list for each, threads of a list, whether "
          "classes "
          "have several hands, cards of a hand. Boards and deals as rows of numbers, and how many each game "
          "has; maps, lists and "
          "looks by player. See flat_boards.hpp.");
}

}  // namespace riverboat::bind
