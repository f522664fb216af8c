#include "bind/bind.hpp"
#include "games/rules/playout.hpp"
#include "games/rules/table.hpp"
#include "games/rules/verify.hpp"

namespace riverboat::bind {

namespace {

using Amounts = std::vector<Chips>;

template <class T, std::size_t Size>
void fill(std::array<T, Size>& into, const std::vector<T>& from) {
    std::copy_n(from.begin(), std::min(Size, from.size()), into.begin());
}

GameRules make_rules(const Amounts& stacks, const Amounts& blinds, const Amounts& antes, bool limit,
                     Chips min_bet, const Amounts& raise_sizes, const std::vector<int>& max_raises,
                     const std::vector<int>& first_to_act, int hole_cards,
                     const std::vector<int>& board_cards, const std::vector<Card>& deck, int ranking) {
    GameRules rules;
    rules.players = static_cast<int>(stacks.size());
    rules.rounds = static_cast<int>(board_cards.size());
    fill(rules.stacks, stacks);
    fill(rules.blinds, blinds);
    fill(rules.antes, antes);
    rules.limit = limit;
    rules.min_bet = min_bet;
    fill(rules.raise_sizes, raise_sizes);
    fill(rules.max_raises, max_raises);
    fill(rules.first_to_act, first_to_act);
    rules.hole_cards = hole_cards;
    fill(rules.board_cards, board_cards);
    fill(rules.deck, deck);
    rules.deck_size = static_cast<int>(deck.size());
    rules.ranking = static_cast<RankingId>(ranking);
    return rules;
}

Amounts by_seat(const HandTable& table, const BySeat& amounts) {
    return Amounts(amounts.begin(), amounts.begin() + table.rules().players);
}

std::vector<int> seats_of(SeatMask mask) {
    std::vector<int> seats;
    for (unsigned left = mask; left != 0; left &= left - 1) seats.push_back(__builtin_ctz(left));
    return seats;
}

std::vector<std::pair<Chips, std::vector<int>>> pots(const HandTable& table) {
    const Pots all = pots_of(table.rules(), table.betting());
    std::vector<std::pair<Chips, std::vector<int>>> out;
    for (int i = 0; i < all.count; ++i) out.emplace_back(all.pots[i].amount, seats_of(all.pots[i].seats));
    return out;
}

std::vector<int> shown_in_order(const HandTable& table) {
    if (!table.betting().is_showdown()) return {};
    std::array<std::int8_t, kMaxPlayers> seats;
    const int count = showdown_order(table.betting(), seats);
    return std::vector<int>(seats.begin(), seats.begin() + count);
}

std::vector<int> known(const Card* cards, int count) {
    std::vector<int> out;
    for (int i = 0; i < count && cards[i] != kUnknownCard; ++i) out.push_back(cards[i]);
    return out;
}

std::vector<std::vector<int>> hole_cards(const HandTable& table) {
    std::vector<std::vector<int>> all;
    for (int seat = 0; seat < table.rules().players; ++seat) {
        all.push_back(known(table.dealt().holes[seat].data(), table.rules().hole_cards));
    }
    return all;
}

LegalActions legal(const HandTable& table) {
    const std::string why_not = why_not_check_or_call(table.rules(), table.betting());
    if (!why_not.empty()) throw RuleError(why_not);
    return legal_actions(table.rules(), table.betting());
}

std::optional<Chips> if_raise(const LegalActions& legal, Chips amount) {
    return legal.can_raise() ? std::optional<Chips>(amount) : std::nullopt;
}

std::string text(const LegalActions& legal) {
    std::string out = "LegalActions(can_fold=" + std::string(legal.fold ? "True" : "False") +
                      ", call=" + std::to_string(legal.call);
    if (legal.can_raise())
        out += ", raise_to=" + std::to_string(legal.min_raise_to) + ".." + std::to_string(legal.max_raise_to);
    return out + ")";
}

void require(const std::string& why_not) {
    if (!why_not.empty()) throw RuleError(why_not);
}

// The verify and can forms of an action, from its one validator.
template <class Class, class WhyNot, class... Extra>
void def_action(Class& cls, const char* verify, const char* can, WhyNot why_not, const Extra&... extra) {
    cls.def(
        verify, [why_not](const HandTable& t) { require(why_not(t.rules(), t.betting())); }, extra...,
        "Raise a GameError that says why, if the actor may not.");
    cls.def(
        can, [why_not](const HandTable& t) { return why_not(t.rules(), t.betting()).empty(); }, extra...,
        "Whether the actor may.");
}

void register_errors() {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const RuleError& e) {
            PyErr_SetString(nb::module_::import_("riverboat.errors").attr("GameError").ptr(), e.what());
        }
    });
}

void register_table(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<HandTable> table(m, "HandTable", "One hand: betting and cards. See riverboat.games.Table.");
    table.def(nb::init<const GameRules&>(), "rules"_a);
    def_action(table, "verify_fold", "can_fold", &why_not_fold);
    def_action(table, "verify_check_or_call", "can_check_or_call", &why_not_check_or_call);
    def_action(table, "verify_raise", "can_raise", &why_not_raise);
    table
        .def(
            "verify_raise_to",
            [](const HandTable& t, std::int64_t to) {
                require(why_not_raise_to(t.rules(), t.betting(), to));
            },
            "amount"_a, "Raise a GameError that names the minimum and maximum, if the amount is not legal.")
        .def(
            "can_raise_to",
            [](const HandTable& t, std::int64_t to) {
                return why_not_raise_to(t.rules(), t.betting(), to).empty();
            },
            "amount"_a, "Whether the actor may bet or raise to that amount.")
        .def("fold", &HandTable::fold, "Fold. There must be something to call.")
        .def("check_or_call", &HandTable::check_or_call, "Check, or call what is to call.")
        .def("raise_to", &HandTable::raise_to, "amount"_a,
             "Bet or raise so that the actor has `amount` chips in on this street.")
        .def("record", &HandTable::record, "action"_a,
             "Do an action that a real table let happen: -1 folds, even where a check is free, 0 checks or "
             "calls, a "
             "number raises to it, even below the minimum.")
        .def("undo", &HandTable::undo, "Take the last action back.")
        .def(
            "assign", [](HandTable& t, const HandTable& from) { t = from; }, "other"_a,
            "Become a copy of another table of the same game.")
        .def("new_hand", &HandTable::restart, "Begin again with unknown cards.")
        .def("deal_rest", &HandTable::deal_random, "seed"_a, "Draw every card that is not known yet.")
        .def("set_hole_cards", &HandTable::set_hole_cards, "seat"_a, "cards"_a, "Give a seat its card ids.")
        .def("set_board", &HandTable::set_board, "cards"_a, "Set the board's card ids from the first on.");
    table.def_prop_ro("legal_actions", &legal, "What the actor may do.")
        .def_prop_ro(
            "actor",
            [](const HandTable& t) {
                return t.betting().is_over() ? std::nullopt : std::optional<int>(t.betting().actor);
            },
            "The seat to act; None when the hand is over.")
        .def_prop_ro("is_over", [](const HandTable& t) { return t.betting().is_over(); })
        .def_prop_ro(
            "is_showdown", [](const HandTable& t) { return t.betting().is_showdown(); },
            "Whether the hand is over with two or more players in.")
        .def_prop_ro(
            "round", [](const HandTable& t) { return static_cast<int>(t.betting().round); },
            "The betting round, from 0.")
        .def_prop_ro("actions", &HandTable::actions, "How many actions were taken.")
        .def_prop_ro("taken", &HandTable::taken,
                     "The actions so far: -1 for a fold, 0 for a check or call, or the amount of a raise.")
        .def_prop_ro(
            "to_call", [](const HandTable& t) { return t.betting().is_over() ? 0 : legal(t).call; },
            "Chips the actor adds by calling; 0 when he can check, or when the hand is over.")
        .def_prop_ro(
            "stacks", [](const HandTable& t) { return by_seat(t, t.betting().stack); },
            "Chips behind, by seat; at the end not yet the winnings.")
        .def_prop_ro(
            "bets", [](const HandTable& t) { return by_seat(t, t.betting().bet); },
            "Chips put in on this street, by seat; antes not counted.")
        .def_prop_ro(
            "put_in", [](const HandTable& t) { return by_seat(t, t.betting().total); },
            "Chips put in in the whole hand, by seat, antes included.")
        .def_prop_ro(
            "in_hand", [](const HandTable& t) { return seats_of(t.betting().in_hand()); },
            "The seats that have not folded, ascending.")
        .def_prop_ro(
            "all_in", [](const HandTable& t) { return seats_of(t.betting().all_in & t.betting().in_hand()); },
            "The seats in the hand without chips behind, ascending.")
        .def_prop_ro(
            "pots", &pots,
            "Chips and seats of each pot, the main pot first: what earlier rounds put in, and at the "
            "end everything but the uncalled bet.")
        .def_prop_ro("showdown_order", &shown_in_order,
                     "Who shows, in order: the last aggressor first, else left of the button; empty if "
                     "there is no showdown.")
        .def_prop_ro(
            "payoffs", [](const HandTable& t) { return by_seat(t, t.payoffs()); },
            "Net result by seat; the hand must be over, and the cards known if there is a showdown.")
        .def_prop_ro("hole_cards", &hole_cards, "Card ids by seat; empty where unknown.")
        .def_prop_ro(
            "board", [](const HandTable& t) { return known(t.dealt().board.data(), t.board_shown()); },
            "Card ids on the board in this round.");
}

using PlayedTuple =
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::int64_t>, std::uint64_t>;

PlayedTuple play(const GameRules& rules, int policy, std::uint64_t hands, std::uint64_t seed,
                 unsigned threads, nb::object progress) {
    Playout sums;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        sums = play_hands(rules, static_cast<Policy>(policy), hands, seed, threads, watch);
    }
    const std::vector<std::int64_t> won(sums.won.begin(), sums.won.begin() + rules.players);
    return {sums.hands, sums.actions, sums.showdowns, won, sums.checksum};
}

}  // namespace

void register_games(nb::module_& m) {
    using namespace nb::literals;
    register_errors();
    nb::class_<GameRules>(m, "GameRules", "The native form of a Game.")
        .def(
            "__init__",
            [](GameRules* self, const Amounts& stacks, const Amounts& blinds, const Amounts& antes,
               bool limit, Chips min_bet, const Amounts& raise_sizes, const std::vector<int>& max_raises,
               const std::vector<int>& first_to_act, int holes, const std::vector<int>& board_cards,
               const std::vector<Card>& deck, int ranking) {
                new (self) GameRules(make_rules(stacks, blinds, antes, limit, min_bet, raise_sizes,
                                                max_raises, first_to_act, holes, board_cards, deck, ranking));
            },
            "stacks"_a, "blinds"_a, "antes"_a, "limit"_a, "min_bet"_a, "raise_sizes"_a, "max_raises"_a,
            "first_to_act"_a, "hole_cards"_a, "board_cards"_a, "deck"_a, "ranking"_a);
    nb::class_<LegalActions>(m, "LegalActions", "What a player may do; checking or calling always is.")
        .def_ro("can_fold", &LegalActions::fold, "Only when there is something to call.")
        .def_ro("call", &LegalActions::call, "Chips that a call adds; 0 is a check.")
        .def_prop_ro("can_raise", &LegalActions::can_raise)
        .def_prop_ro(
            "min_raise_to", [](const LegalActions& l) { return if_raise(l, l.min_raise_to); },
            "The smallest bet or raise, as the amount in on this street; None if there is none.")
        .def_prop_ro(
            "max_raise_to", [](const LegalActions& l) { return if_raise(l, l.max_raise_to); },
            "The largest bet or raise: all-in, except in limit games; None if there is none.")
        .def("__repr__", &text);
    register_table(m);
    m.def("play_hands", &play, "rules"_a, "policy"_a, "hands"_a, "seed"_a, "threads"_a, "progress"_a.none(),
          "Play whole hands: hands, actions, showdowns, chips won by seat, checksum.");
}

}  // namespace riverboat::bind
