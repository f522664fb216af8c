#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "bind/bind.hpp"
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

    std::size_t starts(int round) const {
        return routes_.streets.at(static_cast<std::size_t>(round)).size() +
               runouts_[static_cast<std::size_t>(round)].size();
    }
    nb::tuple programs(int round, int player, bool split) const {
        check(round, player);
        WalkPrograms found = walk_programs(*game_, routes_, round, player, split);
        return nb::make_tuple(flat(std::move(found.code)), flat(std::move(found.first)), found.planes);
    }
    ArrayOut<double> payoffs(int player) const {
        std::vector<double> out;
        for (const EndPayoff& end : routes_.payoffs.at(static_cast<std::size_t>(player)))
            out.insert(out.end(), {end.win, end.tie, end.lose});
        return to_array(std::move(out), {routes_.payoffs[0].size(), 3});
    }
    std::size_t most_hands(int round) const {
        std::size_t most = 0;
        for (const RunoutBoard& board : game_->runouts.rounds.at(static_cast<std::size_t>(round)))
            most = std::max({most, board.hands[0].all.size(), board.hands[1].all.size()});
        return most;
    }
    std::size_t decisions() const { return TableLayout<float>(*game_).decisions(); }
    double chance(int round) const { return game_->runouts.chance.at(static_cast<std::size_t>(round)); }
    ArrayOut<double> root_reach(int player) const {
        const BoardHands& root =
            game_->runouts.rounds[game_->runouts.first_round][0].hands.at(static_cast<std::size_t>(player));
        std::vector<double> out;
        for (HandIndex first : root.first) out.push_back(game_->hands[player].weights[first]);
        return flat(std::move(out));
    }
    nb::tuple boards(int round, int bits, std::size_t chunk, std::size_t chunks, std::size_t room,
                     unsigned threads) const {
        check(round, 0);
        FlatBoards found;
        {
            const nb::gil_scoped_release release;
            found = flat_boards(*game_, round, bits, {chunk, chunks, room}, threads);
        }
        nb::list maps, lists, looks;
        for (int p = 0; p < kSolverPlayers; ++p) {
            maps.append(flat(std::move(found.maps[p])));
            lists.append(flat(std::move(found.lists[p])));
            looks.append(flat(std::move(found.looks[p])));
        }
        return nb::make_tuple(rows(found.boards), rows(found.deals), maps, lists, looks);
    }

  private:
    void check(int round, int player) const {
        if (round < game_->runouts.first_round || round >= game_->rules.rounds || player < 0 || player > 1)
            throw std::out_of_range("there is no such round or player");
    }

    std::shared_ptr<SolverGame> game_;
    WalkRoutes routes_;
    std::vector<std::vector<std::uint32_t>> runouts_;
};

}  // namespace

void register_flat_walk(nb::module_& m) {
    nb::class_<FlatWalk>(m, "FlatWalk", "The full-width walk of a game as arrays for a card.")
        .def(nb::init<std::shared_ptr<SolverGame>>(), "game"_a)
        .def("starts", &FlatWalk::starts, "round"_a,
             "Streets that begin on a round, and hands all-in before.")
        .def("programs", &FlatWalk::programs, "round"_a, "player"_a, "split"_a,
             nb::sig("def programs(self, round: int, player: int, split: bool) -> "
                     "tuple[numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.uint32], int]"),
             "The steps of all starts, where each begins and the last ends, and how many planes they need.")
        .def("payoffs", &FlatWalk::payoffs, "player"_a,
             "[ends, 3]: what a player wins with the better hand, "
             "an equal one and a worse one.")
        .def("most_hands", &FlatWalk::most_hands, "round"_a,
             "Hands of a player on a board of a round, at most.")
        .def("decisions", &FlatWalk::decisions, "Nodes on all boards of their rounds.")
        .def("chance", &FlatWalk::chance, "round"_a, "The probability of each deal of a round.")
        .def("root_reach", &FlatWalk::root_reach, "player"_a, "Weights of a player's classes at the root.")
        .def("boards", &FlatWalk::boards, "round"_a, "bits"_a, "chunk"_a, "chunks"_a, "room"_a, "threads"_a,
             nb::sig("def boards(self, round: int, bits: int, chunk: int, chunks: int, room: int, "
                     "threads: int) -> "
                     "tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32], "
                     "list[numpy.typing.NDArray[numpy.uint16]], list[numpy.typing.NDArray[numpy.uint16]], "
                     "list[numpy.typing.NDArray[numpy.uint16]]]"),
             "Boards and deals as rows of numbers; maps, lists and looks by player. See flat_walk.hpp.");
}

}  // namespace riverboat::bind
