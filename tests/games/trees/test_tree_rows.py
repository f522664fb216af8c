"""Rows against a second implementation of their keys in plain Python, with letters checked by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from riverboat.games import (
    CALL,
    FOLD,
    Action,
    BettingTree,
    Game,
    Menu,
    Rows,
    Table,
    TreeConfig,
    build_tree,
    kuhn,
    leduc,
    limit_holdem,
    menu_from_table,
    nolimit_holdem,
    parse_line,
    plan,
    spot,
    street_names,
)
from riverboat.games.rules.action import act
from riverboat.games.trees.rows import ROW_KEYS

Step = tuple[int, int, str, object]
"""Round, seat, letter, and where a raise stands on the menu."""


def all_in_to(table: Table) -> int:
    reach = [bet + stack for bet, stack in zip(table.bets, table.stacks, strict=True)]
    actor, legal = table.actor, table.legal_actions
    assert actor is not None
    others = max(reach[seat] for seat in table.in_hand if seat != actor)
    return max(legal.min_raise_to or 0, min(reach[actor], others))


def label(table: Table, menu: Menu, action: Action) -> object:
    if action <= CALL:
        return 0
    if table.game.betting == "no-limit" and action == all_in_to(table):
        return "all-in"
    return [choice for choice in menu.choices(table) if choice > CALL].index(action)


def steps(game: Game, actions: tuple[Action, ...], check: str, menu: Menu | None = None) -> list[Step]:
    """The history as letters; with a menu, also where raises stand on it."""
    table, raises, raised, found, round_ = Table(game), 0, set[int](), list[Step](), 0
    for action in actions:
        if table.round != round_:
            round_, raises, raised = table.round, 0, set()
        seat = table.actor
        assert seat is not None
        if action > CALL:
            letter = "R" if raises else "r"
            raised, raises = raised | {seat}, raises + 1
        elif action == FOLD:
            letter = "p"
        elif table.to_call == 0:
            letter = "c" if check == "call" else "p"
        else:
            letter = "C" if seat in raised else "c"
        found.append((table.round, seat, letter, None if menu is None else label(table, menu, action)))
        act(table, action)
    return found


def row_key(table: Table, menu: Menu, rows: Rows) -> object:
    history = steps(table.game, tuple(table.taken), rows.check, menu)
    choices = tuple((min(action, 1), label(table, menu, action)) for action in menu.choices(table))
    rest = (table.round, table.actor, choices)
    if rows.key == "own":
        return tuple(table.taken)
    if rows.key == "pot-stack":
        return rest, pot_stack(table, history)
    if rows.key == "last-action":
        return rest, frozenset({seat: letter for _, seat, letter, _ in history}.items())
    if rows.key == "round-actions":
        return rest, tuple((letter, size) for round_, _, letter, size in history if round_ == table.round)
    return rest, frozenset({(round_, seat): letter for round_, seat, letter, _ in history}.items())


def pot_stack(table: Table, history: list[Step]) -> object:
    on_street = [step for step in history if step[0] == table.round]
    raises = sum(letter in "rR" for _, _, letter, _ in on_street)
    has_blinds = table.round == 0 and any(table.game.blinds)
    last = max((place for place, step in enumerate(on_street) if step[2] in "rR"), default=-1)
    answered = {seat for _, seat, _, _ in on_street[max(last, 0) :]}
    to_act = [seat for seat in table.in_hand if seat not in answered and seat not in table.all_in]
    actor = table.actor
    assert actor is not None
    others = max(table.bets[seat] + table.stacks[seat] for seat in table.in_hand if seat != actor)
    stack = min(table.stacks[actor], others - table.bets[actor])
    return (
        len(table.in_hand),
        len(to_act),
        max(0, raises - (not has_blinds)),
        doubling(table.pot / table.game.big_blind),
        doubling(stack / table.pot),
    )


def doubling(ratio: float) -> int:
    return math.floor(math.log2(ratio) + 0.5) if ratio > 0 else -100


def nodes(tree: BettingTree) -> Iterator[tuple[int, Table]]:
    """Every history of the tree with its node; the table must be left as it is."""
    table = tree.root

    def visit(node: int) -> Iterator[tuple[int, Table]]:
        yield node, table
        for action in tree.choices(node):
            child = tree.step(node, action)
            if child >= 0:
                act(table, action)
                yield from visit(child)
                table.undo()

    return visit(0)


MENU = menu_from_table({"every": {"bets": "100% 200%", "raises": "+1x", "max_raises": 1}})
CASES: list[tuple[Game, Menu, str]] = [
    (kuhn(3), Menu(), ""),
    (leduc(), Menu(), ""),
    (limit_holdem(), Menu(), "r c / b c /"),
    (nolimit_holdem(stack_bb=12), MENU, ""),
    (nolimit_holdem(stack_bb=40), MENU, "r2 c / k"),
    (nolimit_holdem(players=3, stack_bb=4), MENU, ""),
    (nolimit_holdem(players=3, stack_bb=4), MENU, "r2 c"),
    (spot("QsJh2h5c", 40, (200, 90, 400), players=3, min_bet=10), MENU, ""),
]
KEYS = [
    Rows(key, check)
    for key in ROW_KEYS
    for check in ("fold", "call")
    if check == "fold" or Rows(key).has_letters
]


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("rows", KEYS, ids=str)
@pytest.mark.parametrize(("game", "menu", "line"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_rows_are_shared_by_exactly_the_nodes_with_the_same_key(
    game: Game, menu: Menu, line: str, rows: Rows, joined: bool
) -> None:
    root = Table(game)
    for action in parse_line(line, game).actions:
        act(root, action)
    tree = build_tree(
        game, menu, root=root, rows=rows, joined_from=street_names(game)[root.round] if joined else None
    )
    if joined and rows.key == "own":
        assert tree.rows == tree.nodes
        return
    row_of: dict[object, int] = {}
    for node, table in nodes(tree):
        row = int(tree.row[node])
        assert row_of.setdefault(row_key(table, menu, rows), row) == row
        assert tree.row_choices[row] == len(tree.choices(node))
    assert len(set(row_of.values())) == len(row_of) == tree.rows


# --- the letters, by hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("f f f f r2 c / k", "p p p p r c / p"),  # a check is passive, like a fold
        ("f f f f c k / k k", "p p p p c p / p p"),
        ("f f f f r2 r4 c", "p p p p r R C"),  # small blind calls a raise over its own
        ("f f r2 c r6 c c", "p p r c R c C"),
        ("c r2 c c f f c", "c r c c p p c"),
        ("r2 r4 r8 c c", "r R R c c"),
        ("f f f f c k / k b2 r6 c", "p p p p c p / p r R C"),
        (
            "f f f f r2 c / b2 c / b2 c",
            "p p p p r c / r c / r c",
        ),  # one's own raise of an earlier street does not count
    ],
)
def test_letters(line: str, letters: str) -> None:
    game = nolimit_holdem(players=6)
    actions = parse_line(line, game).actions
    found = [letter for _, _, letter, _ in steps(game, actions, "fold")]
    assert found == letters.replace("/", "").split()
    with_calls = [letter for _, _, letter, _ in steps(game, actions, "call")]
    words = line.replace("/", "").split()
    assert with_calls == ["c" if word == "k" else letter for word, letter in zip(words, found, strict=True)]


def rows_of(rows: object, *lines: str) -> list[int]:
    """The rows of heads-up lines with one bet size, numbered in order of first use."""
    menu = menu_from_table({"every": {"bets": "2bb", "raises": ["2bb 3bb", "2x"]}, "all_in": "never"})
    tree = build_tree(nolimit_holdem(stack_bb=1000), menu, rows=Rows.parse(rows), max_nodes=10**7)
    found = [int(tree.row[tree.walk(line)]) for line in lines]
    return [list(dict.fromkeys(found)).index(row) for row in found]


def test_which_lines_share_a_row() -> None:
    lines = ("r2 c /", "r3 c /", "c r2 c /", "c k /", "r2 r4 c /")
    assert rows_of("own", *lines) == [0, 1, 2, 3, 4]
    assert rows_of("last-action", *lines) == [
        0,
        0,
        1,
        2,
        3,
    ]  # sizes are not told apart: r c, r c, c r, c p, C R
    assert rows_of("round-actions", *lines) == [0, 0, 0, 0, 0]  # nothing on the flop yet
    assert rows_of("last-per-round", *lines) == [0, 0, 1, 2, 3]
    later = ("r2 c / k b2", "r3 c / k b2", "c k / k b2", "r2 c / b2 r4")
    assert rows_of("round-actions", *later) == [0, 0, 0, 1]
    assert rows_of("last-per-round", *later) == [0, 0, 1, 2]
    assert rows_of("last-action", *later) == [0, 0, 0, 1]  # letters of the flop replace those before it


def test_a_check_counts_as_a_fold_or_as_a_call() -> None:
    menu = menu_from_table(
        {"every": {"bets": "2bb", "raises": ["2bb", "2x"], "max_raises": 1}, "all_in": "never"}
    )
    game = nolimit_holdem(stacks=(150, 10_000, 10_000), players=3)
    shares: dict[str, list[bool]] = {}
    for check in ("fold", "call"):
        tree = build_tree(
            game, menu, rows=Rows.parse({"key": "last-action", "check": check}), joined_from="preflop"
        )

        def row(line: str, tree: BettingTree = tree) -> int:
            return int(tree.row[tree.walk(line)])

        # Seat 2 faces a bet of seat 1. Seat 0 has checked; or folded before the flop; or is all-in by a call.
        checked, folded, called = "c c k / k b2", "c f k / b2", "c c r2 c c / b2"
        shares[check] = [row(checked) == row(folded), row(checked) == row(called)]
    assert shares == {"fold": [True, False], "call": [False, True]}


@pytest.mark.parametrize("key", ROW_KEYS)
def test_plans_count_the_rows_of_the_built_tree(key: str) -> None:
    game = nolimit_holdem(players=3, stack_bb=10)
    for check in ("fold", "call") if Rows(key).has_letters else ("fold",):  # type: ignore[arg-type]
        config = TreeConfig("x", game, MENU, joined_from="preflop", rows=Rows(key, check))  # type: ignore[arg-type]
        counted = plan(config, buckets=(1, 1, 1, 1)).row_plan(key)
        tree = build_tree(config)
        assert counted.rows is not None
        assert counted.actions is not None
        assert sum(counted.rows) == tree.rows
        assert sum(counted.actions) == tree.row_choices.sum()
