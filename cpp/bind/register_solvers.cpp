#include "bind/bind.hpp"
#include "solvers/full_width/full_width.hpp"
#include "solvers/game/deal_games.hpp"

namespace riverboat::bind {

namespace {

using namespace nb::literals;

PrivateHands to_hands(const MatrixIn<Card>& cards, const VectorIn<double>& weights) {
    PrivateHands out;
    const std::size_t holes = cards.shape(1);
    for (std::size_t i = 0; i < cards.shape(0); ++i) {
        out.hands.push_back({cards(i, 0), holes == 2 ? cards(i, 1) : kNoSecondCard});
        out.weights.push_back(weights(i));
    }
    return out;
}

using Game = std::shared_ptr<SolverGame>;  // solvers share it, nobody copies it

Game prepare(const GameRules& rules, const BettingTree& tree, std::array<int, 2> seats,
             const std::vector<Card>& board, const MatrixIn<Card>& cards0, const VectorIn<double>& weights0,
             const MatrixIn<Card>& cards1, const VectorIn<double>& weights1, double rake, double rake_cap,
             bool only_first_round, const std::vector<Renaming>& renamings) {
    auto game =
        std::make_shared<SolverGame>(SolverGame{rules,
                                                tree,
                                                seats,
                                                board,
                                                {to_hands(cards0, weights0), to_hands(cards1, weights1)},
                                                {rake, rake_cap}});
    const nb::gil_scoped_release release;
    const int first = tree.round[0];
    game->runouts = deal_runouts(rules, first, only_first_round ? first : rules.rounds - 1, board,
                                 game->hands, renamings);
    return game;
}

// Games and what their hands weigh that can meet.
nb::tuple deal(const std::vector<Game>& like, const std::vector<std::vector<Card>>& boards,
               const std::vector<VectorIn<double>>& weights0, const std::vector<VectorIn<double>>& weights1,
               unsigned threads) {
    std::vector<GameDeal> deals;
    for (std::size_t i = 0; i < like.size(); ++i)
        deals.push_back({like[i].get(), boards.at(i), {weights0.at(i).data(), weights1.at(i).data()}});
    DealtGames dealt;
    {
        const Watch watch = python_watch();
        const nb::gil_scoped_release release;
        dealt = deal_games(deals, threads, watch);
    }
    const std::size_t games = dealt.games.size();
    return nb::make_tuple(std::move(dealt.games), to_array(std::move(dealt.meetings), {games}));
}

const RunoutBoard& board_of(const Runouts& runouts, int round, std::uint32_t board) {
    return runouts.rounds.at(static_cast<std::size_t>(round)).at(board);
}

std::vector<std::vector<int>> boards(const SolverGame& game, int round) {
    std::vector<std::vector<int>> out;
    for (const RunoutBoard& board : game.runouts.rounds.at(static_cast<std::size_t>(round)))
        out.emplace_back(board.dealt.begin(), board.dealt.end());
    return out;
}

std::vector<std::uint32_t> children(const SolverGame& game, int round, std::uint32_t board) {
    std::vector<std::uint32_t> out;
    for (const BoardChild& child : board_of(game.runouts, round, board).children) out.push_back(child.board);
    return out;
}

// Of one player: first hand and size of each class; cards and class of each hand, weakest first on the last
// street.
using HandArrays = std::tuple<ArrayOut<HandIndex>, ArrayOut<HandIndex>, ArrayOut<Card>, ArrayOut<HandIndex>>;
HandArrays board_hands(const SolverGame& game, int round, std::uint32_t board, int player) {
    const BoardHands& hands = board_of(game.runouts, round, board).hands.at(static_cast<std::size_t>(player));
    std::vector<Card> cards;
    for (const PrivateHand& hand : hands.all) {
        cards.push_back(hand.first);
        if (game.runouts.hole_cards == 2) cards.push_back(hand.second);
    }
    const auto holes = static_cast<std::size_t>(game.runouts.hole_cards);
    return {to_array(std::vector<HandIndex>(hands.first), {hands.first.size()}),
            to_array(std::vector<HandIndex>(hands.size), {hands.size.size()}),
            to_array(std::move(cards), {hands.all.size(), holes}),
            to_array(std::vector<HandIndex>(hands.class_of), {hands.class_of.size()})};
}

// [boards, players]: how many classes of hands there are.
ArrayOut<std::int64_t> class_counts(const SolverGame& game, int round) {
    const auto& boards = game.runouts.rounds.at(static_cast<std::size_t>(round));
    std::vector<std::int64_t> out;
    for (const RunoutBoard& board : boards) {
        for (const BoardHands& hands : board.hands) out.push_back(static_cast<std::int64_t>(hands.classes()));
    }
    return to_array(std::move(out), {boards.size(), std::size_t{kSolverPlayers}});
}

// The class of each hand, board after board and player after player, hands by their cards from the low one
// on.
ArrayOut<HandIndex> classes_by_cards(const SolverGame& game, int round) {
    std::vector<HandIndex> out;
    {
        const nb::gil_scoped_release release;
        for (const RunoutBoard& board : game.runouts.rounds.at(static_cast<std::size_t>(round))) {
            for (const BoardHands& hands : board.hands) append_by_cards(hands, out);
        }
    }
    const std::size_t size = out.size();
    return to_array(std::move(out), {size});
}

ArrayOut<double> whole(std::vector<double>&& values) {
    const std::size_t size = values.size();
    return to_array(std::move(values), {size});
}

std::vector<UpdateFactors> to_factors(const MatrixIn<double>& rows) {
    std::vector<UpdateFactors> out;
    for (std::size_t i = 0; i < rows.shape(0); ++i)
        out.push_back({rows(i, 0), rows(i, 1), rows(i, 2) != 0, rows(i, 3) != 0, rows(i, 4), rows(i, 5),
                       rows(i, 6) != 0, rows(i, 7) != 0});
    return out;
}

std::vector<float> flat(const ArrayIn<float>& array) {
    return {array.data(), array.data() + array.size()};
}

// A Python function of (player, leaves, own reach, the opponent's) that returns values, all [leaf, class].
LeafFunction leaf_function(const nb::object& function) {
    if (function.is_none()) return {};
    return [function](const LeafQuestion& asked) {
        const nb::gil_scoped_acquire acquire;
        const std::size_t leaves = asked.leaves.size(), own = asked.own.size() / leaves;
        auto answer = nb::cast<MatrixIn<double>>(function(
            asked.player, to_array(std::vector<std::uint32_t>(asked.leaves), {leaves}),
            to_array(std::vector<double>(asked.own), {leaves, own}),
            to_array(std::vector<double>(asked.opponent), {leaves, asked.opponent.size() / leaves})));
        if (answer.shape(0) != leaves || answer.shape(1) != own)
            throw std::invalid_argument("the function of leaves must return values as [leaves, classes]");
        return std::vector<double>(answer.data(), answer.data() + answer.size());
    };
}

template <class Real>
nb::class_<FullWidth<Real>> register_solver(nb::module_& m, const char* name) {
    using Solver = FullWidth<Real>;
    nb::class_<Solver> solver(m, name, "The full-width engine. See riverboat.solvers.FullWidth.");
    solver
        .def(
            "__init__",
            [](Solver* self, const Game& game, bool predictive, bool small,
               const std::shared_ptr<Ties>& ties) {
                const nb::gil_scoped_release release;
                new (self) Solver(game, predictive, small, ties);
            },
            "game"_a, "predictive"_a, "small"_a, "ties"_a.none() = nb::none())
        .def(
            "run",
            [](Solver& self, const MatrixIn<double>& factors, bool alternating, unsigned threads,
               nb::object progress) {
                const std::vector<UpdateFactors> iterations = to_factors(factors);
                const Watch watch = python_watch(progress);
                const nb::gil_scoped_release release;
                self.run(iterations, alternating, threads, watch);
            },
            "factors"_a, "alternating"_a, "threads"_a, "progress"_a.none(),
            "Iterations, one for each row of factors.")
        .def(
            "walk",
            [](Solver& self, int kind, int player, unsigned threads,
               const std::optional<VectorIn<double>>& opponent) {
                const Runouts& runouts = self.game().runouts;
                std::vector<double> values(runouts.rounds[runouts.first_round][0]
                                               .hands.at(static_cast<std::size_t>(player))
                                               .classes());
                {
                    const nb::gil_scoped_release release;
                    self.walk(static_cast<Walk>(kind), player, threads, values.data(),
                              opponent ? opponent->data() : nullptr);
                }
                const std::size_t count = values.size();
                return to_array(std::move(values), {count});
            },
            "kind"_a, "player"_a, "threads"_a, "opponent"_a = nb::none(),
            "Counterfactual values by class of the root: 1 of the best response, 2 of the averages, 5 what "
            "both win together by them. opponent: his reach by class, instead of the weights of his hands.")
        .def(
            "set_gate",
            [](Solver& self, int player, bool each_hand, const MatrixIn<double>& alternatives,
               const VectorIn<double>& chances, const VectorIn<double>& weights,
               const VectorIn<double>& sizes, const VectorIn<double>& met) {
                const auto copied = [](const auto& a) {
                    return std::vector<double>(a.data(), a.data() + a.size());
                };
                self.set_gate({player, each_hand, copied(alternatives), copied(chances), copied(weights),
                               copied(sizes), copied(met), self.decisions().has(kPredictions)});
            },
            "player"_a, "each_hand"_a, "alternatives"_a, "chances"_a, "weights"_a, "sizes"_a, "met"_a,
            "Let a player enter by a gate; alternatives: [draws, classes]. See "
            "riverboat.solvers.full_width.gates.")
        .def(
            "gate_reach",
            [](Solver& self, bool average) { return whole(std::vector<double>(self.gate_reach(average))); },
            "average"_a, "How the gated player enters, by class of the root.")
        .def(
            "node_values",
            [](Solver& self, unsigned threads) {
                NodeValues values = [&] {
                    const nb::gil_scoped_release release;
                    return self.node_values(threads);
                }();
                std::vector<ArrayOut<double>> rounds, sums;
                for (auto& round : values.rounds) rounds.push_back(whole(std::move(round)));
                for (auto& of_player : values.root_sums) sums.push_back(whole(std::move(of_player)));
                return std::make_pair(std::move(rounds), std::move(sums));
            },
            "threads"_a,
            "What the averages are worth at the decisions before the last street, by round; and "
            "counterfactual "
            "values by class of the root. See riverboat.solvers.full_width.node_values.")
        .def(
            "losses",
            [](Solver& self, int player, unsigned threads) {
                std::vector<std::vector<double>> found = [&] {
                    const nb::gil_scoped_release release;
                    return self.losses(player, threads);
                }();
                std::vector<ArrayOut<double>> rounds;
                for (auto& round : found) rounds.push_back(whole(std::move(round)));
                return rounds;
            },
            "player"_a, "threads"_a,
            "What a player's average loses at each decision against his best answer, by round as "
            "[board][node], in counterfactual values.")
        .def(
            "decision_values",
            [](Solver& self, int kind, int player,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& places, unsigned threads) {
                std::vector<std::vector<double>> found = [&] {
                    const nb::gil_scoped_release release;
                    return self.decision_values(static_cast<Walk>(kind), player, places, threads);
                }();
                std::vector<ArrayOut<double>> out;
                for (auto& values : found) out.push_back(whole(std::move(values)));
                return out;
            },
            "kind"_a, "player"_a, "places"_a, "threads"_a,
            "Chips that hands of a player win at decisions, each (board, node): [action][class] if he acts "
            "there, else [class]; kind: 1 the best answer, 2 the averages.")
        .def(
            "values_at",
            [](Solver& self, int player, std::uint32_t board, std::uint32_t node,
               const VectorIn<double>& reach, unsigned threads) {
                const RunoutBoard& here = board_of(self.game().runouts, self.game().tree.round[node], board);
                std::vector<double> values;
                {
                    const nb::gil_scoped_release release;
                    values = self.values_at(player, board, node, reach.data(), threads);
                }
                const std::size_t classes = here.hands.at(static_cast<std::size_t>(player)).classes();
                const Decision d = self.decision(board, node);
                const std::size_t rows = d.player == player ? static_cast<std::size_t>(d.actions) : 1;
                return to_array(std::move(values), {rows, classes});
            },
            "player"_a, "board"_a, "node"_a, "reach"_a, "threads"_a,
            "Chips that a player wins from a node on, [actions, classes] if he acts there, else [1, "
            "classes]; "
            "reach: the opponent's, by class.")
        .def(
            "strategy",
            [](Solver& self, std::uint32_t board, std::uint32_t node, bool average) {
                std::vector<double> rows = self.strategy(board, node, average);
                const auto actions = static_cast<std::size_t>(self.decision(board, node).actions);
                const std::size_t classes = rows.size() / actions;
                return to_array(std::move(rows), {actions, classes});
            },
            "board"_a, "node"_a, "average"_a, "[actions, classes] of who acts at the node.")
        .def(
            "set_averages",
            [](Solver& self, std::uint32_t board, std::uint32_t node, const MatrixIn<double>& rows) {
                self.decisions().set_averages(self.decision(board, node),
                                              std::vector<double>(rows.data(), rows.data() + rows.size()));
            },
            "board"_a, "node"_a, "rows"_a, "Make [actions, classes] the averages of a node on a board.")
        .def(
            "lock",
            [](Solver& self, std::uint32_t board, std::uint32_t node, const MatrixIn<double>& strategy,
               const VectorIn<std::uint8_t>& locked) {
                self.decisions().lock(
                    self.decision(board, node),
                    std::vector<double>(strategy.data(), strategy.data() + strategy.size()),
                    std::vector<std::uint8_t>(locked.data(), locked.data() + locked.size()));
            },
            "board"_a, "node"_a, "strategy"_a, "locked"_a,
            "Fix [actions, classes] for the classes that are locked; an empty `locked` unlocks the node.")
        .def(
            "set_leaves",
            [](Solver& self, const std::vector<LeafSide>& sides, const nb::object& function) {
                self.set_leaves({sides.at(0), sides.at(1)}, leaf_function(function));
            },
            "sides"_a, "function"_a.none(), "Stop at the end of the first street; see ValueLeaves.")
        .def(
            "leaf_choices",
            [](Solver& self, std::uint32_t leaf, int player) {
                std::vector<double> rows = self.leaf_choices(leaf, player);
                const auto actions = static_cast<std::size_t>(self.leaf_choice(leaf, player).actions);
                const std::size_t classes = rows.size() / actions;
                return to_array(std::move(rows), {actions, classes});
            },
            "leaf"_a, "player"_a, "[continuations, classes] that a player chooses on average.")
        .def(
            "begin_at_leaves",
            [](Solver& self, const MatrixIn<double>& first, const MatrixIn<double>& second) {
                self.begin_at_leaves({std::vector<double>(first.data(), first.data() + first.size()),
                                      std::vector<double>(second.data(), second.data() + second.size())});
            },
            "first"_a, "second"_a,
            "Walk from the leaves on, with the reach of both players as [leaves, classes]; empty: from the "
            "root.")
        .def(
            "walk_from_leaves",
            [](Solver& self, int kind, int player, unsigned threads) {
                std::vector<double> values;
                {
                    const nb::gil_scoped_release release;
                    values = self.walk_from_leaves(static_cast<Walk>(kind), player, threads);
                }
                const Runouts& runouts = self.game().runouts;
                const std::size_t classes = runouts.rounds[runouts.first_round][0]
                                                .hands.at(static_cast<std::size_t>(player))
                                                .classes();
                const std::size_t leaves = values.size() / classes;
                return to_array(std::move(values), {leaves, classes});
            },
            "kind"_a, "player"_a, "threads"_a,
            "Counterfactual values at the leaves, [leaves, classes]; kinds as in `walk`.")
        .def(
            "place",
            [](Solver& self, std::uint32_t board, std::uint32_t node) {
                const Decision d = self.decision(board, node);
                const TiedRows<Real>* ties = self.decisions().ties();
                return ties ? std::make_tuple(ties->place(d), d.number, d.actions, ties->width(d))
                            : std::make_tuple(d.place, d.number, d.actions, d.width);
            },
            "board"_a, "node"_a,
            "Where the [action][width] table of a node on a board begins, its number, actions and width. "
            "With "
            "ties the table of its row, and the width is the number of buckets.")
        .def(
            "tables",
            [](nb::handle self) {
                Decisions<Real>& decisions = nb::cast<Solver&>(self).decisions();
                nb::dict out;
                const char* names[] = {"regrets", "averages", "predictions"};
                for (TableKind kind : {kRegrets, kAverages, kPredictions}) {
                    if (!decisions.has(kind)) continue;
                    if (decisions.small())
                        out[names[kind]] = nb::cast(nb::ndarray<nb::numpy, std::uint16_t, nb::device::cpu>(
                            decisions.small_table(kind), {decisions.cells()}, self));
                    else
                        out[names[kind]] = nb::cast(nb::ndarray<nb::numpy, Real, nb::device::cpu>(
                            decisions.table(kind), {decisions.cells()}, self));
                }
                if (Gate* gate = nb::cast<Solver&>(self).gate())
                    out["gate"] = nb::cast(nb::ndarray<nb::numpy, double, nb::device::cpu>(
                        gate->table().data(), {gate->table().size()}, self));
                return out;
            },
            nb::sig("def tables(self) -> dict[str, numpy.typing.NDArray[numpy.generic]]"),
            "All that a solver remembers, as views that may be written to: regrets, averages, predictions, "
            "and those "
            "of its gate.")
        .def(
            "begin",
            [](Solver& self, double share, unsigned threads) {
                const nb::gil_scoped_release release;
                self.begin(share, threads);
            },
            "share"_a, "threads"_a,
            "Make the averages what the next iteration plays, with regrets of that share of the values.")
        .def("resume", &Solver::resume, "iterations"_a, "turns"_a, "keep_predicted"_a,
             "Go on where another solver stopped after so many turns, once its tables were copied.")
        .def_prop_ro("pruned", &Solver::pruned, "Actions that the last walk left out.")
        .def_prop_ro("iterations", &Solver::iterations, "Iterations that were finished.");
    return solver;
}

}  // namespace

void register_solvers(nb::module_& m) {
    nb::class_<SolverGame>(m, "SolverGame", "A two-player game with its boards dealt, ready to be solved.")
        .def_static(
            "undealt",
            [](const GameRules& rules, const BettingTree& tree, std::array<int, 2> seats, double rake,
               double rake_cap) {
                return std::make_shared<SolverGame>(SolverGame{rules, tree, seats, {}, {}, {rake, rake_cap}});
            },
            "rules"_a, "tree"_a, "seats"_a, "rake"_a, "rake_cap"_a, "A game for deal_games to be like.")
        .def(
            "set_prizes",
            [](SolverGame& self, std::vector<double> stacks, std::vector<double> payouts) {
                self.prize_stacks = std::move(stacks);
                self.payouts = std::move(payouts);
            },
            "stacks"_a, "payouts"_a, "Let ends be worth prizes; before an engine is made.")
        .def("boards", &boards, "round"_a, "The cards of each board of a round.")
        .def("children", &children, "round"_a, "board"_a, "The boards of the next round.")
        .def("board_hands", &board_hands, "round"_a, "board"_a, "player"_a,
             "First hand and size by class; cards and class by hand.")
        .def("class_counts", &class_counts, "round"_a,
             "How many classes of hands there are: [boards, players].")
        .def("classes_by_cards", &classes_by_cards, "round"_a,
             "The class of each hand, by board and player, hands in order of their cards.")
        .def(
            "set_all_in",
            [](SolverGame& game, int player, const MatrixIn<double>& wins, const MatrixIn<double>& ties,
               const MatrixIn<double>& losses) {
                const auto flat = [](const MatrixIn<double>& m) {
                    return std::vector<double>(m.data(), m.data() + m.size());
                };
                game.all_in.at(static_cast<std::size_t>(player)) = {flat(wins), flat(ties), flat(losses)};
            },
            "player"_a, "wins"_a, "ties"_a, "losses"_a,
            "What all-in hands win before any board, [own class, opponent's class]; see AllInShares.")
        .def("keep_root", &SolverGame::keep_root, "Forget all boards but the first.")
        .def_prop_ro("rounds", [](const SolverGame& game) { return game.rules.rounds; })
        .def_prop_ro("first_round", [](const SolverGame& game) { return game.runouts.first_round; })
        .def(
            "cells",
            [](const SolverGame& game, int bits) {
                return bits == 32 ? TableLayout<float>(game).cells() : TableLayout<double>(game).cells();
            },
            "bits"_a, "Numbers in one table of a solver.");
    nb::class_<LeafSide>(m, "LeafSide", "A player at value leaves; see riverboat.solvers.full_width.leaves.")
        .def(
            "__init__",
            [](LeafSide* self, std::uint32_t groups, std::uint32_t continuations,
               const VectorIn<HandIndex>& group_of, const ArrayIn<float>& values,
               const ArrayIn<float>& equity) {
                new (self) LeafSide{groups,
                                    continuations,
                                    {group_of.data(), group_of.data() + group_of.size()},
                                    flat(values),
                                    flat(equity)};
            },
            "groups"_a, "continuations"_a, "group_of"_a, "values"_a, "equity"_a);
    nb::class_<Ties>(m, "Ties", "The buckets of all classes of hands. See riverboat.solvers.Ties.")
        .def(
            "__init__",
            [](Ties* self, std::size_t rounds) { new (self) Ties{decltype(Ties::rounds)(rounds)}; },
            "rounds"_a)
        .def(
            "set",
            [](Ties& self, std::size_t round, std::size_t player, std::uint32_t count,
               const VectorIn<std::uint32_t>& buckets) {
                self.rounds.at(round).at(player) = {count, {buckets.data(), buckets.data() + buckets.size()}};
            },
            "round"_a, "player"_a, "count"_a, "buckets"_a,
            "How many buckets there are, and that of each class, the boards one after the other.")
        .def(
            "cells",
            [](const std::shared_ptr<Ties>& self, const SolverGame& game, int bits) {
                return bits == 32 ? TiedRows<float>(game, self).cells()
                                  : TiedRows<double>(game, self).cells();
            },
            "game"_a, "bits"_a, "Numbers in one table of a solver.");
    m.def("prepare_game", &prepare, "rules"_a, "tree"_a, "seats"_a, "board"_a, "cards0"_a, "weights0"_a,
          "cards1"_a, "weights1"_a, "rake"_a, "rake_cap"_a, "only_first_round"_a, "renamings"_a,
          "Deal the boards of a game; renamings: those of suits that leave it the same, none for all.");
    m.def(
        "deal_games", &deal, "like"_a, "boards"_a, "weights0"_a, "weights1"_a, "threads"_a,
        nb::sig("def deal_games(like: collections.abc.Sequence[SolverGame], boards: "
                "collections.abc.Sequence[collections.abc.Sequence[int]], weights0: "
                "collections.abc.Sequence[numpy.typing.NDArray[numpy.float64]], weights1: "
                "collections.abc.Sequence[numpy.typing.NDArray[numpy.float64]], threads: int) -> "
                "tuple[list[SolverGame], numpy.typing.NDArray[numpy.float64]]"),
        "Deal many games at once, each like another but for its board and the weights of all 1326 hands. "
        "Also "
        "what the hands of each weigh that can meet: 0 if a player has none, and such a game has no boards.");
    auto exact = register_solver<double>(m, "FullWidth64");
    register_solver<float>(m, "FullWidth32");
    exact.def(
        "borrow_averages",
        [](FullWidth<double>& self, FullWidth<float>& from) { self.borrow_averages(from); }, "solver"_a,
        nb::keep_alive<1, 2>(), "Evaluate the averages of another solver of the same game.");
    exact.def_static(
        "judge",
        [](const Game& game, const std::shared_ptr<Ties>& ties) {
            const nb::gil_scoped_release release;
            return new FullWidth<double>(game, false, false, ties, false);
        },
        "game"_a, "ties"_a.none(), nb::rv_policy::take_ownership,
        "A solver without tables, to borrow averages.");
}

}  // namespace riverboat::bind
