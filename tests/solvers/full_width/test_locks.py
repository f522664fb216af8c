"""Locks and warm starts, against the plain reference, simple truths and engines without symmetries."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import riverboat as rb
from riverboat.cli.main import app
from riverboat.errors import FileFormatError, GameError, HistoryError, RangeError, SolverError
from riverboat.games.rules.presets import preset
from riverboat.solvers import Lock, Solution, reference, spot_setup
from riverboat.solvers.full_width.engine import SAME_SUITS, FullWidth
from riverboat.solvers.full_width.setup import GameSetup, game_setup
from riverboat.solvers.spots.toml import read_toml

RIVER: dict[str, Any] = {
    "board": "QsJh2h5c9d",
    "oop": "AA,QQ,KQs,76s",
    "ip": "AQs,KQs,JTs,TT",
    "pot": 100,
    "stack": 200,
    "sizes": "50% | 3x",
}
TURN: dict[str, Any] = {**RIVER, "board": "QsJh2h5c"}
PAIRED: dict[str, Any] = {**TURN, "board": "QsQh2s2h"}  # spades and hearts are alike, and clubs and diamonds
SUITS = "cdhs"


@pytest.fixture(scope="module")
def turn() -> Solution:
    return rb.solve_spot(**TURN, target_pot_percent=0.1, threads=1)


@pytest.fixture(scope="module")
def leduc() -> Solution:
    return rb.solve("leduc", target=0.0005)


def _solver(setup: GameSetup, iterations: int) -> FullWidth:
    solver = setup.solver("dcfr", 64, 1)
    solver.run(iterations)
    return solver


# --- what a lock does ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_other_finds_the_best_response(name: str, player: int) -> None:
    """One player is locked to a random strategy, hand by hand and card by card; the reference knows the best answer."""
    random = np.random.default_rng(player)
    tree = reference.build_tree(preset(name))
    strategy, locks = reference.uniform(tree), []
    for number, info in enumerate(tree.info_sets):
        if info.seat == player:
            strategy[number] = random.dirichlet(np.ones(len(info.actions))).tolist()
            line = re.sub(r"([br])\d+", r"\1", info.line).replace("/", f" / {info.board} ")
            actions = [word.rstrip("0123456789") for word in info.actions]
            locks.append(Lock(line, dict(zip(actions, strategy[number], strict=True)), info.hole))
    best, _ = reference.best_response(tree, strategy, 1 - player)
    found = rb.solve(name, iterations=300, locks=locks, threads=1).accuracy
    assert found.best[1 - player] == pytest.approx(best, abs=1e-9)
    assert found.values[1 - player] == pytest.approx(best, abs=2e-3)
    assert found.best[player] == pytest.approx(
        found.values[player], abs=1e-9
    )  # locked everywhere, he gains nothing


@pytest.mark.parametrize("player", [0, 1])
def test_an_equilibrium_strategy_keeps_the_value(leduc: Solution, player: int) -> None:
    locks = []
    for node in range(leduc.tree.nodes):
        if leduc.solver.player_at(node) == player:
            line = leduc.tree.line_to(node)
            for card in ("Jh", "Js", "Qh", "Qs", "Kh", "Ks") if "/" in line else ("",):
                dealt = line.replace("/", f"/ {card}")
                locks.append(Lock(dealt, leduc.grid(dealt).strategy))
    locked = rb.solve("leduc", iterations=200, locks=locks, threads=1)
    assert locked.value == pytest.approx(leduc.value, abs=2 * leduc.exploitability)


def test_who_always_folds_gives_the_pot_away() -> None:
    solution = rb.solve_spot(**RIVER, locks=["b50%: f 1"], target_pot_percent=0.01, threads=1)
    assert solution.evs == pytest.approx((100, 0), abs=0.02)
    assert solution.grid().probability("7c6c", "b50") > 0.99
    node = solution.grid("b50%")
    assert (node.strategy == np.eye(len(node.actions))[0]).all()


def test_only_some_hands_are_locked() -> None:
    checks, lock = ": k 1", Lock("k b50%", {"f": 0.25, "c": 0.75}, "QQ")
    free = rb.solve_spot(**RIVER, locks=[checks], target_pot_percent=0.1, threads=1)
    solution = rb.solve_spot(**RIVER, locks=[checks, lock], target_pot_percent=0.1, threads=1)
    node = solution.grid("k b50%")
    for hand, row in zip(node.hands, node.strategy, strict=True):
        if hand[0] == hand[2] == "Q":
            np.testing.assert_allclose(row, [0.25, 0.75, 0], atol=1e-7)
    assert node.probability("7c6c", "f") > 0.99  # nothing, and free to fold
    assert solution.value_bounds[0] <= free.value_bounds[1]  # nobody wins more for being locked


def test_the_later_lock_holds_where_two_meet() -> None:
    locks = ["k: k 1", "k: b50% 1 @ TT", "k: b50% 0.5, k 0.5 @ TsTc"]
    node = rb.solve_spot(**RIVER, locks=locks, iterations=1, threads=1).grid("k")
    assert [node.probability(hand, "b50") for hand in ("ThTd", "TsTc")] == [1, 0.5]
    assert node.probability("KhQh", "k") == 1


def test_rows_by_hand_are_taken_as_a_node_has_them(turn: Solution) -> None:
    for line in ("k b50%", "k k / 7d"):
        node = turn.grid(line)
        locked = rb.solve_spot(**TURN, locks=[Lock(line, node.strategy)], iterations=1, threads=1).grid(line)
        assert locked.hands == node.hands
        np.testing.assert_allclose(locked.strategy, node.strategy, atol=1e-6)


def test_a_board_may_leave_a_player_no_hand() -> None:
    """The only hand of who is out of position cannot be there on an ace of spades or hearts."""
    spot = {**TURN, "oop": "AsAh", "ip": "KK,QQ"}
    solution = rb.solve_spot(**spot, locks=["k k /: k 1"], iterations=50, threads=1)
    for river in ("7d", "Ac"):
        assert solution.grid(f"k k / {river}").probability("AsAh", "k") == 1
    assert np.isfinite(rb.exploitability(solution.setup, solution))


# --- suits that make no difference -------------------------------------------------------------------------------


def _without_symmetries(setup: GameSetup, iterations: int) -> FullWidth:
    solver = FullWidth(
        setup.tree, board=setup.board, ranges=setup.ranges, rule="dcfr", renamings=[SAME_SUITS], threads=1
    )
    setup.found_locks.put_on(solver)
    solver.run(iterations)
    return solver


@pytest.mark.parametrize(
    ("lock", "kept"),
    [
        (None, 4),
        ("k: k 1 @ AQs", 4),
        ("k: b50% 1 @ JcTc", 2),
        ("k: b50% 1 @ JsTs,JcTc", 1),
        ("k k / 7c b50%: f 1", 2),
        ("k k / b50%: f 1", 4),
        ("k k / 7d: k 1 @ AdAc", 2),
    ],
)
def test_what_locks_tell_apart_is_not_joined(lock: str | None, kept: int) -> None:
    """With symmetries or without, the game is the same; a lock on one suit leaves fewer of them."""
    setup = spot_setup(
        **{**PAIRED, "oop": "AA,KQs", "ip": "AQs,JTs"}, locks=[lock] if lock else []
    ).game_setup()
    here, there = _solver(setup, 12), _without_symmetries(setup, 12)
    assert (len(here.renamings) or 24) >= kept
    boards = len(there.boards(1))
    assert len(here.boards(1)) == boards if kept == 1 else len(here.boards(1)) < boards
    np.testing.assert_allclose(here.accuracy().values, there.accuracy().values, atol=1e-9)
    np.testing.assert_allclose(here.accuracy().best, there.accuracy().best, atol=1e-9)


def test_one_card_is_locked_and_its_twin_is_not() -> None:
    solution = rb.solve_spot(**PAIRED, locks=["k k / 7c: b50% 1"], iterations=30, threads=1)
    assert (solution.grid("k k / 7c").strategy[:, 1] == 1).all()
    assert solution.grid("k k / 7d").strategy[:, 1].max() < 1
    free = rb.solve_spot(**PAIRED, iterations=30, threads=1)
    assert len(solution.solver.boards(1)) > len(free.solver.boards(1))


def test_a_line_without_cards_is_all_of_them() -> None:
    every = [rank + suit for rank in "23456789TJQKA" for suit in SUITS]
    cards = [card for card in every if card not in ("Qs", "Qh", "2s", "2h")]
    one = spot_setup(**PAIRED, locks=["k k / k: k 0.5, b50% 0.5"]).game_setup()
    many = spot_setup(**PAIRED, locks=[f"k k / {card} k: k 0.5, b50% 0.5" for card in cards]).game_setup()
    here, there = _solver(one, 10), _solver(many, 10)
    assert here.boards(1) == there.boards(1)
    np.testing.assert_allclose(here.accuracy().best, there.accuracy().best, atol=1e-9)


# --- files -------------------------------------------------------------------------------------------------------


def test_setups_carry_their_locks(turn: Solution) -> None:
    locks = [
        Lock("k", {"k": 1 / 3, "b50%": 2 / 3}, "TT,JTs"),
        Lock("k b50%", turn.grid("k b50%").strategy),
        "k k / 7d: k 1",
    ]
    setup = spot_setup(**TURN, locks=locks).game_setup()
    assert GameSetup.from_toml(setup.to_toml()) == setup
    assert "locks" not in turn.setup.to_toml()


def test_a_dropped_river_keeps_its_locks(tmp_path: Path) -> None:
    locks = ["k k / 7d: b50% 1 @ AsAc", "k k / k: k 1 @ JsTs", "k b50% c / k: k 1"]
    solution = rb.solve_spot(**TURN, locks=locks, target_pot_percent=0.2, threads=1)
    locked = Lock("k k / 7c k", solution.grid("k k / 7c k").strategy)  # a row for each hand
    solution = solution.resolve([*solution.setup.locks, locked], iterations=20)
    solution.save(tmp_path / "turn", drop="river")
    read = rb.open(tmp_path / "turn", threads=1)
    assert read.setup == solution.setup
    node = read.grid("k k / 7d")
    assert node.probability("AsAc", "b50") == 1
    assert node.probability("AsAh", "b50") < 1
    for card in ("7d", "2s"):
        assert read.grid(f"k k / {card} k").probability("JsTs", "k") == 1
    assert read.grid("k k / 7c k").strategy == pytest.approx(np.array(locked.mix), abs=1e-6)
    assert read.grid("k k / 2d").probability("AsAc", "b50") < 1
    assert (read.grid("k b50% c / 4d k").strategy[:, 0] == 1).all()


# --- warm starts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("precision", [16, 32, 64])
@pytest.mark.parametrize("rule", ["dcfr", "pcfr+"])
def test_the_same_game_goes_on_to_the_bit(rule: str, precision: Any) -> None:
    """In 16 bits also the rounding goes on, which follows a sequence."""
    begun, whole = (rb.solve("leduc", rule, iterations=n, precision=precision, threads=1) for n in (30, 70))
    for again in (
        rb.solve("leduc", rule, iterations=40, start=begun, precision=precision, threads=1),
        begun.resolve(iterations=15).resolve(iterations=25),
    ):
        assert again.accuracy == whole.accuracy
        tables = again.solver.engine.tables()
        for name, table in whole.solver.engine.tables().items():
            np.testing.assert_array_equal(table, tables[name])


@pytest.mark.parametrize("precision", [16, 32, 64])
def test_a_file_is_as_good_a_start(turn: Solution, tmp_path: Path, precision: Any) -> None:
    turn.save(tmp_path / "turn")
    start = rb.open(tmp_path / "turn", threads=1)
    once, twice = (
        rb.solve_spot(**TURN, start=start, iterations=n, precision=precision, threads=1) for n in (1, 2)
    )
    cold = rb.solve_spot(**TURN, iterations=2, threads=1)
    assert once.pot_percent == pytest.approx(turn.pot_percent, abs=0.02)
    assert twice.pot_percent < 2 < cold.pot_percent / 10


@pytest.mark.parametrize("rule", ["cfr+", "dcfr+", "pdcfr+"])
def test_every_rule_takes_a_start(leduc: Solution, rule: str) -> None:
    warm = rb.solve("leduc", rule, iterations=1, start=leduc)
    assert warm.exploitability < 2 * leduc.exploitability
    cold, warm = (rb.solve("leduc", rule, iterations=10, start=start) for start in (None, leduc))
    assert warm.exploitability < cold.exploitability / 2


@pytest.mark.parametrize(
    "change",
    [
        {"locks": ["k: k 1"]},
        {"sizes": "50% 100% | 3x"},
        {"ip": "AQs,KQs,JTs,TT,T9s,AQo"},
        {"oop": "AA,QQ"},
        {"stack": 190},
        {"rake": 0.05},
    ],
)
def test_another_game_begins_with_what_it_shares(turn: Solution, change: dict[str, Any]) -> None:
    """From the start on it is nearer than without one, and it comes to the same value."""
    setting = {**TURN, **change, "threads": 1}
    cold, warm = (rb.solve_spot(**setting, iterations=3, start=start) for start in (None, turn))
    assert warm.pot_percent < cold.pot_percent
    cold, warm = (rb.solve_spot(**setting, target_pot_percent=0.2, start=start) for start in (None, turn))
    assert warm.stopped == "target"
    assert warm.value == pytest.approx(cold.value, abs=0.4)


def test_lines_that_match_play_the_start_first(turn: Solution) -> None:
    setting = {**TURN, "sizes": "50% 100% | 3x", "ip": "AQs,KQs,JTs,TT,T9s"}
    warm = rb.solve_spot(**setting, start=turn, iterations=1, threads=1)
    for line in ("", "k b50%", "k k / 7d"):
        old, new = turn.grid(line), warm.grid(line)
        shared = [new.actions.index(action) for action in old.actions]
        rows = [new.hands.index(hand) for hand in old.hands]
        reached = new.reach[rows] > 1e-3
        np.testing.assert_allclose(new.strategy[rows][:, shared][reached], old.strategy[reached], atol=1e-4)


def test_resolve_ends_as_accurate_as_it_began(turn: Solution) -> None:
    locked = turn.resolve(["k: k 1"])
    assert locked.exploitability <= turn.exploitability
    assert locked.setup.locks == (Lock("k", {"k": 1.0}),)
    free = locked.resolve(())
    assert free.value == pytest.approx(turn.value, abs=2 * turn.exploitability)


@pytest.mark.parametrize("precision", [16, 64])
def test_a_checkpoint_remembers_the_start(turn: Solution, tmp_path: Path, precision: Any) -> None:
    setting = {**TURN, "locks": ["k: k 1"], "precision": precision, "threads": 1}
    whole = rb.solve_spot(**setting, start=turn, iterations=30)
    rb.solve_spot(**setting, start=turn, iterations=10, checkpoint=tmp_path / "c")
    again = rb.solve_spot(**setting, iterations=30, checkpoint=tmp_path / "c", resume=True)
    assert again.accuracy == whole.accuracy


# --- mistakes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "problem"),
    [
        (lambda: Lock("k", {"k": 0.5, "b50%": 0.4}), "sum to 0.9; they must sum to 1"),
        (lambda: Lock("k", {"k": 1.5, "b50%": -0.5}), "not probabilities"),
        (lambda: Lock("k", np.full((3, 2), 0.4)), "sum to 0.8"),
        (lambda: Lock("k", [0.5, 0.5]), "a row for each hand"),
        (lambda: "k 1", "is not a lock; write 'LINE: ACTION PROBABILITY, ...'"),
        (lambda: "k: k", "is not a lock"),
        (lambda: "k: k 1, k 1", "is not a lock"),
        (lambda: "k: k 1 @", "is not a lock"),
        (lambda: "k: b30% 1", r"'b30%': 30 chips are not in the tree here; there are k, b50 \(50%\), a"),
        (lambda: "k b33%: f 1", "33 chips are not in the tree here"),
        (lambda: "k: f 1 x", "is not a lock"),
        (lambda: "k: k 1 @ 72o", "holds none of these hands"),
        (lambda: "k: k 1 @ TT:0.5", "leave weights such as ':0.5' out"),
        (lambda: "k: k 1 @ XX", "XX"),
        (lambda: Lock("k", [[0.5, 0.5, 0.0]]), "the mix is 1 x 3; there are 15 hands and 3 actions"),
    ],
)
def test_mistakes_are_told(lock: Any, problem: str) -> None:
    with pytest.raises((SolverError, GameError, HistoryError, RangeError), match=problem):
        rb.solve_spot(**{**RIVER, "all_in": "always"}, locks=[lock()], iterations=1)


def test_a_start_must_begin_at_the_same_place(turn: Solution) -> None:
    with pytest.raises(SolverError, match="'spot' on QsJh2h5c, and this is 'spot' on QsJh2h5c9d"):
        rb.solve_spot(**RIVER, start=turn, iterations=1)
    with pytest.raises(SolverError, match="locks is 'k: k 1'; give a list"):
        turn.resolve("k: k 1", iterations=1)


def test_spot_files_have_locks() -> None:
    text = 'board = "QsJh2h5c9d"\noop = "AA"\nip = "KK"\npot = 100\nstack = 200\n'
    spot = read_toml(text + 'locks = ["k: k 1", "b50%: f 1 @ KsKh"]')
    assert spot.setup().locks == (Lock("k", {"k": 1}), Lock("b50%", {"f": 1}, "KsKh"))
    with pytest.raises(FileFormatError, match=r"line 6, locks: .*a valid line is locks = \["):
        read_toml(text + 'locks = ["k k 1"]')
    with pytest.raises(FileFormatError, match="line 6, locks: 1 must be"):
        read_toml(text + "locks = 1")


def test_the_command_line_locks_and_starts(tmp_path: Path) -> None:
    path, runner = str(tmp_path / "leduc"), CliRunner()
    runner.invoke(app, ["solve", "leduc", "-o", path], catch_exceptions=False)
    options = ["--lock", "k: k 1", "--lock", "b: f 1 @ J", "--start", path, "--iterations", "50", "--json"]
    result = runner.invoke(app, ["solve", "leduc", *options], catch_exceptions=False)
    assert result.exit_code == 0
    assert '"locks": ["k: k 1", "b: f 1 @ J"]' in result.stdout
    assert game_setup("leduc", locks=["b: f 1 @ J"]).locks[0].hands == "J"
