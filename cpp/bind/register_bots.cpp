#include "bind/bind.hpp"
#include "games/bot_match.hpp"
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

BotRule make_rule(bool random, const std::array<double, kMaxRounds>& fold_up_to,
                  const std::array<double, kMaxRounds>& raise_above,
                  const std::array<double, kMaxPlayers>& factor, double sizing, std::uint32_t samples) {
    return {random, fold_up_to, raise_above, factor, sizing, samples};
}

nb::tuple deals(const GameRules& rules, const std::vector<BotRule>& bots, std::uint64_t seed,
                std::uint64_t first, std::uint64_t count, std::uint64_t rotation) {
    DealResults results;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        results = play_deals(rules, bots, {seed, first, count, rotation}, watch);
    }
    std::vector<std::int64_t> places, stakes;
    std::vector<Card> cards;
    for (const PreflopAllIn& one : results.preflop) {
        places.push_back(static_cast<std::int64_t>(one.place));
        stakes.push_back(one.stake);
        cards.insert(cards.end(), one.cards.begin(), one.cards.end());
    }
    const auto seats = static_cast<std::size_t>(rules.players);
    const std::size_t all_in = places.size();
    return nb::make_tuple(to_array(std::move(results.won), {count, seats}),
                          to_array(std::move(results.adjusted), {count, seats}),
                          to_array(std::move(places), {all_in}), to_array(std::move(stakes), {all_in}),
                          to_array(std::move(cards), {all_in, std::size_t{4}}));
}

}  // namespace

void register_bots(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<BotRule>(m, "BotRule", "The native form of a bot; see riverboat.bots.Thresholds.")
        .def(nb::new_(&make_rule), "random"_a, "fold_up_to"_a, "raise_above"_a, "factor"_a, "sizing"_a,
             "samples"_a);
    m.def(
        "play_deals", &deals, "rules"_a, "bots"_a, "seed"_a, "first"_a, "count"_a, "rotation"_a,
        nb::sig(
            "def play_deals(rules: GameRules, bots: Sequence[BotRule], seed: int, first: int, count: int, "
            "rotation: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.float64], NDArray[numpy.int64], "
            "NDArray[numpy.int64], NDArray[numpy.uint8]]"),
        "Chips won by deal and seat, the same adjusted for all-ins, and of all-ins of two players before the "
        "flop, which are not adjusted, the deal, the stake and the four cards.");
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
