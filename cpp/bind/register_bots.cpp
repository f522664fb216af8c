#include "bind/bind.hpp"
#include "bots/all_in.hpp"
#include "bots/bot_match.hpp"
#include "bots/preflop_chances.hpp"
#include "bots/win_rate.hpp"
#include "games/rules/table.hpp"
#include "runtime/siphash.hpp"
#include "runtime/splitmix.hpp"

namespace riverboat::bind {

namespace {

double win_rate(const GameRules& rules, const std::vector<Card>& hole, const std::vector<Card>& board,
                int opponents, std::uint32_t samples, std::uint64_t seed) {
    return win_rate_of(sampled_shares(rules, {hole, board, opponents}, samples, seed), samples);
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

BotRule make_rule(bool random, const std::array<std::vector<double>, kMaxRounds>& cuts,
                  const std::vector<std::array<int, 3>>& choices,
                  const std::array<double, kMaxPlayers>& factor, double sizing, std::uint32_t samples,
                  const std::vector<double>& pots, double call_most, bool against_one) {
    BotRule rule{random, cuts, {}, factor, sizing, samples, pots, call_most, against_one};
    for (const auto& row : choices) {
        rule.choices.push_back(
            {static_cast<Choice>(row[0]), static_cast<Choice>(row[1]), static_cast<Choice>(row[2])});
    }
    return rule;
}

std::vector<double> adjusted_payoffs(const HandTable& table, int known, std::optional<double> first) {
    std::vector<double> worth(static_cast<std::size_t>(table.rules().players));
    share_by_equity(table.rules(), table.betting(), table.dealt(), known, worth.data(), first);
    return worth;
}

nb::tuple series(const std::vector<GameRules>& tables, const std::vector<BotRule>& bots, int stacks,
                 std::uint64_t hands, std::pair<std::uint64_t, std::uint64_t> key, std::uint64_t first,
                 std::uint64_t count, std::uint64_t rotation) {
    SeriesRows rows;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        rows = play_series({tables, bots, static_cast<Stacks>(stacks), hands, {key.first, key.second}},
                           {first, count, rotation}, watch);
    }
    std::vector<std::int64_t> places;
    std::vector<double> pots;
    std::vector<std::uint8_t> columns;
    std::vector<Card> cards;
    for (const PreflopAllIn& one : rows.preflop) {
        places.push_back(static_cast<std::int64_t>(one.hand));
        pots.push_back(one.pot);
        columns.insert(columns.end(), one.columns.begin(), one.columns.end());
        cards.insert(cards.end(), one.cards.begin(), one.cards.end());
    }
    const std::size_t played = rows.unit.size(), all_in = places.size(), games = rows.games_won.size();
    return nb::make_tuple(
        to_array(std::move(rows.won), {played, bots.size()}),
        to_array(std::move(rows.adjusted), {played, bots.size()}),
        to_array(std::move(rows.seat), {played, bots.size()}), to_array(std::move(rows.players), {played}),
        to_array(std::move(rows.unit), {played}), to_array(std::move(rows.games_won), {games}),
        nb::make_tuple(
            to_array(std::move(places), {all_in}), to_array(std::move(columns), {all_in, std::size_t{2}}),
            to_array(std::move(pots), {all_in}), to_array(std::move(cards), {all_in, std::size_t{4}})));
}

std::uint64_t mix_all(const std::vector<std::uint64_t>& numbers) {
    return mix(numbers);
}

std::uint64_t siphash_of(std::pair<std::uint64_t, std::uint64_t> key,
                         const std::vector<std::uint64_t>& numbers) {
    return siphash({key.first, key.second}, numbers);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> preflop() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> chances;
    for (const PreflopChances& one : kPreflopChances) chances.emplace_back(one.wins, one.ties);
    return chances;
}

}  // namespace

void register_bots(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<BotRule>(m, "BotRule", "The native form of a bot; see riverboat.bots.Thresholds.")
        .def(nb::new_(&make_rule), "random"_a, "cuts"_a, "choices"_a, "factor"_a, "sizing"_a, "samples"_a,
             "pots"_a, "call_most"_a, "against_one"_a);
    m.def(
        "play_series", &series, "tables"_a, "bots"_a, "stacks"_a, "hands"_a, "key"_a, "first"_a, "count"_a,
        "rotation"_a,
        nb::sig(
            "def play_series(tables: Sequence[GameRules], bots: Sequence[BotRule], stacks: int, hands: int, "
            "key: tuple[int, int], first: int, count: int, rotation: int) -> tuple[NDArray[numpy.int64], "
            "NDArray[numpy.float64], NDArray[numpy.int8], NDArray[numpy.int8], NDArray[numpy.int64], "
            "NDArray[numpy.float64], tuple[NDArray[numpy.int64], NDArray[numpy.uint8], "
            "NDArray[numpy.float64], NDArray[numpy.uint8]]]"),
        "Rows of hands by bot: chips won, the same adjusted for all-ins, seats, players, units; shares of "
        "games won; and of all-ins of two players before the flop, which "
        "are adjusted as if the first had lost, the rows, the two bots, the pots and the four cards.");
    m.def("adjusted_payoffs", &adjusted_payoffs, "table"_a, "known"_a, "first"_a = nb::none(),
          "Net chips by seat of a showdown in hold'em, pots shared by equity given so many cards of the "
          "board.");
    m.def("mix", &mix_all, "numbers"_a, "A number that depends on all the numbers and their order.");
    m.def("siphash", &siphash_of, "key"_a, "numbers"_a,
          "A number that depends on a key and all the numbers, and tells nothing of either.");
    m.def("preflop_chances", &preflop,
          "Wins and ties against a random hand by class, of 1225 * 1712304 deals.");
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
