#include "bind/bind.hpp"
#include "games/trees/plan.hpp"
#include "games/trees/tree.hpp"
#include "games/trees/tree_root.hpp"
#include "games/trees/tree_translation.hpp"

namespace riverboat::bind {

namespace {

using namespace nb::literals;
using SizeTuple = std::tuple<int, double, double>;

Menu make_menu(const std::vector<std::vector<SizeTuple>>& lists, const std::vector<std::uint16_t>& list_of,
               int situations, const std::vector<std::vector<int>>& max_raises, int max_raises_per_hand,
               double all_in_below, double force_all_in, double merge, int limps, int max_players_to_flop,
               bool has_donks, Chips big_blind) {
    Menu menu;
    for (const auto& list : lists) {
        menu.lists.emplace_back();
        for (const auto& [unit, value, most] : list)
            menu.lists.back().push_back({static_cast<SizeUnit>(unit), value, most});
    }
    menu.list_of = list_of;
    menu.situations = situations;
    for (std::size_t round = 0; round < max_raises.size(); ++round)
        std::copy_n(max_raises[round].begin(), kMaxPlayers + 1, menu.max_raises[round].begin());
    menu.max_raises_per_hand = max_raises_per_hand;
    menu.all_in_below = all_in_below;
    menu.force_all_in = force_all_in;
    menu.merge = merge;
    menu.limps = static_cast<Limps>(limps);
    menu.max_players_to_flop = max_players_to_flop;
    menu.has_donks = has_donks;
    menu.big_blind = big_blind;
    return menu;
}

void register_menu(nb::module_& m) {
    nb::class_<Menu>(m, "BetMenu", "The native form of a Menu for one game.")
        .def(
            "__init__",
            [](Menu* self, const std::vector<std::vector<SizeTuple>>& lists,
               const std::vector<std::uint16_t>& list_of, int situations,
               const std::vector<std::vector<int>>& max_raises, int max_raises_per_hand, double all_in_below,
               double force_all_in, double merge, int limps, int max_players_to_flop, bool has_donks,
               Chips big_blind) {
                new (self)
                    Menu(make_menu(lists, list_of, situations, max_raises, max_raises_per_hand, all_in_below,
                                   force_all_in, merge, limps, max_players_to_flop, has_donks, big_blind));
            },
            "lists"_a, "list_of"_a, "situations"_a, "max_raises"_a, "max_raises_per_hand"_a, "all_in_below"_a,
            "force_all_in"_a, "merge"_a, "limps"_a, "max_players_to_flop"_a, "has_donks"_a, "big_blind"_a)
        .def(
            "choices",
            [](const Menu& menu, const HandTable& table) {
                if (table.betting().is_over()) throw RuleError("the hand is over; nobody can act any more");
                const Choices choices = choices_at(menu, table);
                return std::vector<Action>(choices.actions.begin(), choices.actions.begin() + choices.count);
            },
            "table"_a, "What the menu offers whoever is to act: fold, call, then raises, ascending.");
    m.attr("MOST_ACTIONS") = kMostActions;
    m.attr("MOST_SIZES") = kMostActions - 3;  // fold, call and all-in have their places too
    m.attr("NO_CAP") = kNoCap;
}

// A read-only view that keeps the tree alive.
template <class T>
using View = nb::ndarray<nb::numpy, const T, nb::device::cpu>;

template <class T>
View<T> view(nb::handle owner, const std::vector<T>& values) {
    return View<T>(values.data(), {values.size()}, owner);
}

template <class T>
void def_view(nb::class_<BettingTree>& cls, const char* name, std::vector<T> BettingTree::* values,
              const char* doc) {
    cls.def_prop_ro(
        name, [values](nb::handle self) { return view(self, nb::cast<const BettingTree&>(self).*values); },
        doc);
}

void register_arrays(nb::module_& m) {
    nb::class_<BettingTree> tree(m, "TreeArrays", "A betting tree. See riverboat.games.BettingTree.");
    def_view(tree, "round", &BettingTree::round, "By node.");
    def_view(tree, "actor", &BettingTree::actor, "By node.");
    def_view(tree, "first_choice", &BettingTree::first_choice, "By node, and one more.");
    def_view(tree, "row", &BettingTree::row, "By node.");
    def_view(tree, "action", &BettingTree::action, "By choice.");
    def_view(tree, "child", &BettingTree::child, "By choice: a node, or ~e for end e.");
    def_view(tree, "end_in_hand", &BettingTree::end_in_hand, "By end: a bit for each seat.");
    def_view(tree, "end_unseen", &BettingTree::end_unseen,
             "By end: 1 if all but one folded before the first board.");
    def_view(tree, "row_choices", &BettingTree::row_choices, "By row.");
    def_view(tree, "first_node", &BettingTree::first_node, "By round, and one more.");
    tree.def_prop_ro(
        "end_put_in",
        [](nb::handle self) {
            const auto& t = nb::cast<const BettingTree&>(self);
            const std::size_t ends = t.end_in_hand.size();
            const std::size_t players = ends == 0 ? 0 : t.end_put_in.size() / ends;
            return View<Chips>(t.end_put_in.data(), {ends, players}, self);
        },
        "[end, seat], antes included.");
    tree.def(
        "street_starts",
        [](nb::handle self, std::size_t round) {
            return view(self, nb::cast<const BettingTree&>(self).street_starts.at(round));
        },
        "round"_a, "The first node of each block of the round.");
    tree.def(
        "with_rows",
        [](const BettingTree& self, const VectorIn<std::uint32_t>& row,
           const VectorIn<std::uint16_t>& row_choices) {
            BettingTree out = self;
            out.row.assign(row.data(), row.data() + row.size());
            out.row_choices.assign(row_choices.data(), row_choices.data() + row_choices.size());
            return out;
        },
        "row"_a, "row_choices"_a, "The same tree with other rows, by node.");
}

nb::object to_int(BigCount count) {
    std::string digits;
    for (; count != 0 || digits.empty(); count /= 10)
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(count % 10)));
    return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 10));
}

// [players in the hand] -> (nodes, choices, ends)
nb::list to_list(const std::array<NodeCount, kMaxPlayers + 1>& counts) {
    nb::list out;
    for (const NodeCount& count : counts)
        out.append(nb::make_tuple(to_int(count.nodes), to_int(count.choices), to_int(count.ends)));
    return out;
}

// By round: tree and joined by players in the hand; shapes, starts, whether joined is known.
nb::list to_list(const std::vector<StreetCount>& streets) {
    nb::list out;
    for (const StreetCount& s : streets)
        out.append(nb::make_tuple(to_list(s.tree), to_list(s.joined), s.shapes, s.starts, s.joined_known));
    return out;
}

nb::object count(const TreeRules& rules, const HandTable& root, std::uint64_t most,
                 std::vector<double> weights, double heaviest, nb::object progress) {
    weights.resize(static_cast<std::size_t>(rules.game.rounds));
    std::optional<std::vector<StreetCount>> counts;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        counts = count_tree(rules, tree_root(rules, root), most, watch, {std::move(weights), heaviest});
    }
    return counts ? nb::object(to_list(*counts)) : nb::none();
}

nb::tuple plan(const TreeRules& rules, const HandTable& root, std::uint64_t most, unsigned threads,
               nb::object progress) {
    PlanCount counts;
    {
        const Watch watch = python_watch(progress);
        const nb::gil_scoped_release release;
        counts = count_plan(rules, root, most, threads, watch);
    }
    nb::list rows;
    for (const auto& of_key : counts.rows) {
        nb::list by_round;
        for (const RowCount& r : of_key) by_round.append(nb::make_tuple(r.rows, r.choices));
        rows.append(by_round);
    }
    return nb::make_tuple(to_list(counts.streets), rows);
}

BettingTree build(const TreeRules& rules, const HandTable& root, int joined_from, std::uint64_t nodes,
                  std::uint64_t choices, nb::object progress) {
    const Watch watch = python_watch(progress);
    const nb::gil_scoped_release release;
    return build_tree(rules, tree_root(rules, root), joined_from, {nodes, choices}, watch);
}

// The Python type of what `to_list` makes of a StreetCount.
#define STREET_COUNT "tuple[list[tuple[int, int, int]], list[tuple[int, int, int]], int, int, bool]"

}  // namespace

void register_trees(nb::module_& m) {
    register_menu(m);
    register_arrays(m);
    nb::class_<TreeRules>(m, "TreeRules", "A game, a menu and a row key.")
        .def(
            "__init__",
            [](TreeRules* self, const GameRules& game, const Menu& menu, int row_key, bool check_is_call,
               bool keep_aggressor) {
                new (self)
                    TreeRules{game, menu, {static_cast<RowKind>(row_key), check_is_call, keep_aggressor}};
            },
            "game"_a, "menu"_a, "row_key"_a, "check_is_call"_a, "keep_aggressor"_a);
    m.def("build_tree", &build, "rules"_a, "root"_a, "joined_from"_a, "nodes"_a, "choices"_a,
          "progress"_a.none(), "Lay a tree out; its size must be known.");
    nb::class_<TreeTranslation>(m, "TreeMatch",
                                "What nodes and choices of one tree stand for in another; -1: nothing.")
        .def_prop_ro("node",
                     [](nb::handle self) { return view(self, nb::cast<const TreeTranslation&>(self).node); })
        .def_prop_ro("choice", [](nb::handle self) {
            return view(self, nb::cast<const TreeTranslation&>(self).choice);
        });
    m.def(
        "match_trees",
        [](const BettingTree& finer, const HandTable& root, const BettingTree& other, std::uint32_t node) {
            const nb::gil_scoped_release release;
            return translate_tree(root.rules(), finer, root.betting(), other, node);
        },
        "finer"_a, "root"_a, "other"_a, "other_node"_a,
        "Walk a tree beside a coarser one of the same game that has `other_node` at its root.");
    m.def(
        "row_hash",
        [](const TreeRules& rules, const HandTable& table) {
            if (table.betting().is_over()) throw RuleError("the hand is over; nobody can act any more");
            return row_hash_at(rules, table);
        },
        "rules"_a, "table"_a, "A number that decisions of one row share; for keys other than 'own'.");
    m.def("count_tree", &count, "rules"_a, "root"_a, "most_situations"_a, "weights"_a, "heaviest"_a,
          "progress"_a.none(),
          nb::sig("def count_tree(rules: TreeRules, root: HandTable, most_situations: int, "
                  "weights: Sequence[float], heaviest: float, progress: object | None) -> list[" STREET_COUNT
                  "] | None"),
          "By round: (nodes, choices, ends) by players in the hand for the tree and for the joined tree, "
          "distinct streets, distinct starts, whether the joined tree was counted. None once the choices of "
          "the tree, by round times a weight, are known to be heavier than allowed.");
    m.def("count_plan", &plan, "rules"_a, "root"_a, "most_situations"_a, "threads"_a, "progress"_a.none(),
          nb::sig("def count_plan(rules: TreeRules, root: HandTable, most_situations: int, threads: int, "
                  "progress: object | None) -> tuple[list[" STREET_COUNT "], list[list[tuple[int, int]]]]"),
          "What count_tree gives, and by row key and round the rows and their choices.");
}

}  // namespace riverboat::bind
