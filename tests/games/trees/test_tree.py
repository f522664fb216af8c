from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.games.trees.brute_force import exact_keys
from tests.games.trees.trees import menu_or_jam, play_at_random, small_games, tables

from riverboat.errors import GameError, MenuError
from riverboat.games import (
    CALL,
    FOLD,
    BettingTree,
    Game,
    Menu,
    Table,
    TreeConfig,
    build_tree,
    count_tree,
    kuhn,
    leduc,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
    read_config,
    spot,
    street_names,
    write_config,
)
from riverboat.games.rules.action import act
from riverboat.games.trees.rows import ROW_KEYS
from riverboat.games.trees.tree_count import tree_size

MOST = 1500  # histories of a random tree that a test goes through
relaxed = settings(
    max_examples=400, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow], deadline=None
)


def histories(config: TreeConfig, root: Table) -> int:
    """How many decisions there are if every history has its own."""
    counts = count_tree(config, root)
    return sum(count.nodes for street in counts for count in street.tree.values())


def check_every_history(tree: BettingTree) -> int:
    """Walk every history at a table and in the tree; return the number of decisions passed."""
    table, passed = tree.root, 0
    todo: list[tuple[int, list[int]]] = [(0, tree.choices(0))]
    while todo:
        node, left = todo[-1]
        if len(left) == len(tree.choices(node)):
            passed += 1
            assert tree.choices(node) == tree.menu.choices(table)
            assert (tree.actor[node], tree.round[node]) == (table.actor, table.round)
        if not left:
            todo.pop()
            if todo:
                table.undo()
            continue
        action = left.pop()
        child = tree.step(node, action)
        act(table, action)  # raises if it is not legal
        if child >= 0:
            assert child > node
            todo.append((child, tree.choices(child)))
            continue
        assert table.is_over
        assert tree.end_put_in[~child].tolist() == table.put_in
        assert [
            seat for seat in range(tree.game.players) if tree.end_in_hand[~child] >> seat & 1
        ] == table.in_hand
        table.undo()
    return passed


def check_order(tree: BettingTree) -> None:
    assert np.all(np.diff(tree.first_choice.astype(np.int64)) >= 1)
    assert tree.first_choice[-1] == len(tree.action) == len(tree.child)
    assert np.all(np.diff(tree.round.astype(int)) >= 0)
    assert tree.first_node.tolist() == np.searchsorted(tree.round, range(tree.game.rounds + 1)).tolist()
    parents = np.repeat(np.arange(tree.nodes), np.diff(tree.first_choice))
    inner = tree.child >= 0
    assert np.all(tree.child[inner] > parents[inner])
    assert set(tree.child[inner].tolist()) == set(range(1, tree.nodes))  # nothing is out of reach
    assert set((~tree.child[~inner]).tolist()) == set(range(tree.ends))
    later = inner & (tree.round[np.maximum(tree.child, 0)] > tree.round[parents])
    starts = np.concatenate(tree.street_starts)
    assert set(tree.child[later].tolist()) | {0} == set(starts.tolist())
    assert (
        len(np.unique(np.column_stack([tree.end_in_hand, tree.end_unseen, tree.end_put_in]), axis=0))
        == tree.ends
    )
    # On a street, everything that follows a start lies between it and the next one.
    block = np.searchsorted(np.sort(starts), np.arange(tree.nodes), side="right")
    same = inner & ~later
    assert np.all(block[tree.child[same]] == block[parents[same]])


@relaxed
@given(small_games, tables, st.integers(0, 2**32), st.sampled_from(ROW_KEYS), st.booleans(), st.data())
def test_trees_agree_with_the_table(
    game: Game, table: dict[str, object], seed: int, rows: str, mid_hand: bool, data: st.DataObject
) -> None:
    menu = menu_or_jam(table, game)
    root = play_at_random(game, seed, most=8 if mid_hand else 1)
    assume(not root.is_over)
    names = street_names(game)
    joined = data.draw(st.sampled_from(["never", *names]))
    config = TreeConfig("x", game, menu, joined_from=joined)
    number = histories(config, root)
    assume(number <= MOST)
    tree = build_tree(game, menu, root=root, joined_from=joined, rows=rows)
    assert check_every_history(tree) == number
    check_order(tree)
    counted = count_tree(tree.config, root)
    size = tree_size(tree.config, counted)
    assert size is not None
    assert (tree.nodes, len(tree.action), int((tree.child < 0).sum())) == (
        size.nodes,
        size.actions,
        size.ends,
    )
    if joined == "never":
        assert tree.nodes == number


@relaxed
@given(small_games, tables, st.integers(0, 2**32))
def test_joined_trees_are_as_small_as_brute_force_says(
    game: Game, table: dict[str, object], seed: int
) -> None:
    menu = menu_or_jam(table, game)
    root = play_at_random(game, seed, most=4)
    assume(not root.is_over)
    config = TreeConfig("x", game, menu)
    assume(histories(config, root) <= MOST)
    tree = build_tree(game, menu, root=root, joined_from=street_names(game)[0])
    assert tree.nodes == len(exact_keys(menu, root))


def test_three_player_tyche_sizes_by_brute_force() -> None:
    menu = menu_from_table(
        {
            "preflop": {"raises": "+1x +2x", "max_raises": 1},
            "flop": {"bets": "100% 200%", "raises": "+1x", "max_raises": 1},
            "turn": {"bets": "100%", "max_raises": 0},
            "river": {"bets": "50%", "max_raises": 0},
            "max_raises_per_hand": 2,
        }
    )
    game = nolimit_holdem(players=3, stack_bb=12)
    tree = build_tree(game, menu, joined_from="preflop")
    assert tree.nodes == len(exact_keys(menu, Table(game))) == 1201


# --- roots -------------------------------------------------------------------------------------------------


def below(tree: BettingTree, node: int) -> object:
    """The whole subtree, as nested tuples."""
    if node < 0:
        return (int(tree.end_in_hand[~node]), tuple(tree.end_put_in[~node].tolist()))
    return tuple((action, below(tree, tree.step(node, action))) for action in tree.choices(node))


@pytest.mark.parametrize("joined", ["never", "preflop", "turn"])
@pytest.mark.parametrize("line", ["r3", "r3 c /", "c k / b1 c /", "r3 c / k k / b1"])
def test_a_tree_from_mid_hand_is_a_part_of_the_whole(joined: str, line: str) -> None:
    menu = menu_from_table(
        {"every": {"bets": "1bb 100%", "raises": "3bb 2x", "donks": "3bb", "max_raises": 1}}
    )
    game = nolimit_holdem(stack_bb=8)
    whole = build_tree(game, menu, joined_from=joined)
    node = whole.walk(line)
    part = build_tree(game, menu, joined_from=joined, root=whole.table_at(node))
    assert below(part, 0) == below(whole, node)
    assert part.walk(line) == 0
    assert part.config.start == line.rstrip(" /") + (" /" if line.endswith("/") else "")


def test_a_config_starts_where_its_line_ends() -> None:
    tree = build_tree("tyche-2", rows="pot-stack")
    assert tree.root.taken == [FOLD] * 4
    assert tree.walk("f f f f") == 0
    assert tree.walk([FOLD] * 4) == 0
    child = tree.walk("f f f f c k /")
    assert (tree.actor[child], tree.round[child]) == (0, 1)  # the small blind acts first on every street
    with pytest.raises(GameError, match="does not begin with 'f f f f'"):
        tree.walk("f f f c")
    with pytest.raises(GameError, match="does not begin with"):
        tree.walk("f f")


# --- finding one's way -------------------------------------------------------------------------------------


def test_lines_lead_to_nodes_and_back() -> None:
    tree = build_tree(nolimit_holdem(stack_bb=10), read_config("hu-fcpa").menu)
    for node in range(tree.nodes):
        assert tree.walk(tree.line_to(node)) == node
        assert tree.walk(tree.actions_to(node)) == node
        assert tree.menu.choices(tree.table_at(node)) == tree.choices(node)


def test_walking_off_the_tree_says_what_is_there() -> None:
    tree = build_tree(nolimit_holdem(), read_config("hu-fcpa").menu)
    with pytest.raises(
        GameError, match="raise to 250 is not in the tree here; there are fold, check or call, raise to 300"
    ):
        tree.walk("r2.5")
    with pytest.raises(GameError, match="the hand is over before action 2"):
        tree.walk([FOLD, CALL])
    end = tree.walk([FOLD])
    assert end < 0
    assert tree.end_put_in[~end].tolist() == [100, 50]
    for node in (-1, tree.nodes):
        with pytest.raises(GameError, match="is not a node"):
            tree.choices(node)


def test_spots() -> None:
    tree = build_tree(spot("QsJh2h5c", 100, 300), menu_from_table({"every": {"bets": "50%"}}))
    assert street_names(tree.game) == ("turn", "river")
    assert tree.choices(0) == [CALL, 50, 300]
    assert tree.choices(tree.walk("b50 c /")) == [CALL, 100, 250]


# --- arrays ------------------------------------------------------------------------------------------------


def test_the_same_arguments_give_the_same_arrays() -> None:
    one, two = (build_tree("hu-100bb", joined_from="preflop", rows="last-per-round") for _ in range(2))
    for name, array in one.arrays.items():
        assert np.array_equal(array, two.arrays[name])


def test_arrays_are_read_only_views() -> None:
    tree = build_tree(leduc(), Menu())
    for array in tree.arrays.values():
        assert not array.flags.writeable
        assert not array.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        tree.action[0] = 7
    action = tree.action
    del tree
    assert action[0] == CALL  # a view keeps the memory


def test_shapes_and_types() -> None:
    tree = build_tree(kuhn(3), Menu())
    kinds = {name: (array.dtype.name, array.shape) for name, array in tree.arrays.items()}
    assert kinds == {
        "round": ("uint8", (12,)),
        "actor": ("uint8", (12,)),
        "first_choice": ("uint32", (13,)),
        "row": ("uint32", (12,)),
        "action": ("int32", (24,)),
        "child": ("int32", (24,)),
        "end_in_hand": ("uint16", (8,)),
        "end_put_in": ("int32", (8, 3)),
        "end_unseen": ("uint8", (8,)),
        "row_choices": ("uint16", (12,)),
        "first_node": ("uint32", (2,)),
        "street_starts_0": ("uint32", (1,)),
    }
    assert tree.nbytes == sum(array.nbytes for array in tree.arrays.values())


def test_repr_is_short() -> None:
    assert repr(build_tree("tyche-2", rows="pot-stack")).startswith(
        "<BettingTree 'tyche-2' after 'f f f f': 234,872 nodes"
    )


# --- limits ------------------------------------------------------------------------------------------------


def test_trees_that_do_not_fit_are_refused_before_they_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MenuError, match="has 1,360 nodes and 3,361 actions; at most 1,000 nodes"):
        build_tree("hu-fcpa", max_nodes=1000)
    monkeypatch.setattr("riverboat.games.trees.tree.available_memory", lambda: 10_000)
    with pytest.raises(MenuError, match=r"needs more than 9.8 KiB, all that is free .*; use fewer sizes"):
        build_tree("hu-fcpa")
    with pytest.raises(MenuError, match=r"428,331,860 nodes|needs more than"):
        build_tree("tyche-6", joined_from="never")


def test_arguments_are_checked() -> None:
    over = Table(leduc())
    for action in (CALL, CALL, CALL, CALL):
        act(over, action)
    with pytest.raises(MenuError, match="ends the hand"):
        build_tree(leduc(), Menu(), root=over)
    with pytest.raises(GameError, match="other rules"):
        build_tree(leduc(), Menu(), root=Table(kuhn()))
    with pytest.raises(MenuError, match="a game needs a menu"):
        build_tree(leduc())
    with pytest.raises(MenuError, match="has its own menu"):
        build_tree("hu-fcpa", Menu())
    with pytest.raises(MenuError, match="not a street"):
        build_tree(leduc(), Menu(), joined_from="flop")


def test_progress_is_told_and_can_stop_the_work() -> None:
    calls: list[tuple[int, int]] = []
    build_tree("tyche-2", rows="pot-stack", progress=lambda done, total: calls.append((done, total)))

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tree("tyche-4", progress=stop)


def test_random_hands_of_a_large_joined_tree() -> None:
    tree = build_tree("sixmax-laptop")
    rng = random.Random(3)
    for _ in range(300):
        table, node = tree.root, 0
        while node >= 0:
            assert tree.choices(node) == tree.menu.choices(table)
            action = rng.choice(tree.choices(node))
            act(table, action)
            node = tree.step(node, action)
        assert table.is_over
        assert tree.end_put_in[~node].tolist() == table.put_in


def test_limit_holdem_is_the_game_itself() -> None:
    tree = build_tree(limit_holdem(), Menu())
    assert tree.nodes == 6378
    assert check_every_history(tree) == 6378


def test_joined_trees_can_keep_who_bet_last() -> None:
    text = 'base = "hu-fcpa"\nreentrant_from = "flop"\n[game]\nstack_bb = 20'
    joined, keeping = read_config(text), read_config("keep_aggressor = true\n" + text)
    assert read_config(write_config(keeping)) == keeping
    one, other = build_tree(joined), build_tree(keeping)
    assert one.nodes < other.nodes < build_tree(joined, joined_from="never").nodes
    assert check_every_history(other) == check_every_history(one)
    # three big blinds each: raised by the button, or by the big blind after a limp
    raised, limped = (300, 0), (0, 300, 0)
    assert one.walk(raised) == one.walk(limped)
    assert other.walk(raised) != other.walk(limped)
    assert other.walk((*raised, 0, 0)) != other.walk((*limped, 0, 0))  # on the turn, too, after two checks
    assert tree_size(keeping, count_tree(keeping)).nodes == other.nodes
