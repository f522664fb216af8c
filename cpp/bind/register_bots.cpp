#include "bind/bind.hpp"
#include "games/table.hpp"
#include "games/win_rate.hpp"

namespace riverboat::bind {

namespace {

double win_rate(const GameRules& rules, const std::vector<Card>& hole, const std::vector<Card>& board,
                int opponents, std::uint32_t samples, std::uint64_t seed) {
    return sampled_win_rate(rules, hole, board, opponents, samples, seed);
}

template <class T>
nb::tuple tuple_of(const T* values, int count) {
    nb::list out;
    for (int i = 0; i < count; ++i) out.append(static_cast<int>(values[i]));
    return nb::tuple(out);
}

// What Python bots see of a table, in one call: made of many properties it would cost more than the rules.
nb::tuple look(const HandTable& table) {
    const Betting& b = table.betting();
    const LegalActions legal = legal_actions(table.rules(), b);
    std::array<int, kMaxPlayers> in_hand;
    int count = 0;
    Chips pot = 0;
    for (int seat = 0; seat < b.players; ++seat) {
        if (b.in_hand() >> seat & 1) in_hand[count++] = seat;
        pot += b.total[seat];
    }
    return nb::make_tuple(tuple_of(table.dealt().board.data(), table.board_shown()),
                          static_cast<int>(b.round), tuple_of(b.stack.data(), b.players),
                          tuple_of(b.bet.data(), b.players), pot, tuple_of(in_hand.data(), count), legal.call,
                          legal.can_raise() ? legal.min_raise_to : 0,
                          legal.can_raise() ? legal.max_raise_to : 0);
}

}  // namespace

void register_bots(nb::module_& m) {
    using namespace nb::literals;
    m.def("win_rate", &win_rate, "rules"_a, "hole"_a, "board"_a, "opponents"_a, "samples"_a, "seed"_a,
          "Mean share of the pot of a hand against random hands, over sampled deals.");
    m.def(
        "look", &look, "table"_a,
        nb::sig("def look(table: HandTable) -> tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...], "
                "int, tuple[int, ...], int, int, int]"),
        "Board, round, stacks, bets, pot, seats in the hand, price of a call, smallest and largest raise (0 "
        "without any). The cards must be known, and somebody must be to act.");
}

}  // namespace riverboat::bind
