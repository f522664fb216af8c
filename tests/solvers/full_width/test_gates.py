"""Gates at the root against the gadgets of the papers, node by node in the reference."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.games.rules.hand_numbers import hand_numbers
from riverboat.solvers import GameSetup, Rake, SolveOptions, game_setup, spot_setup
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.gates import Gate, Maxmargin, Resolve
from riverboat.solvers.reference import ReferenceCFR, deviation_gains
from riverboat.solvers.reference.dealt import DealtTree, dealt_tree, strategy_rows
from riverboat.solvers.reference.gadgets import hands_dealt, maxmargin_gadget, resolve_gadget
from riverboat.solvers.solutions.solving import run_solver

GADGETS = {Resolve: resolve_gadget, Maxmargin: maxmargin_gadget}
KINDS = pytest.mark.parametrize("kind", [Resolve, Maxmargin])
PLAYERS = pytest.mark.parametrize("player", [0, 1])


@cache
def river() -> GameSetup:
    """A spot whose clubs and diamonds are the same, so that classes of its root have several hands."""
    spot = spot_setup(
        board="QsJs2s5h9h", oop="AA,QQ,KT,87s", ip="KK,JJ,98,T8s", pot=100, stack=150, sizes="60%"
    )
    return spot.game_setup()


def some(setup: GameSetup, player: int, draws: int = 1) -> np.ndarray:
    """Alternatives that the suits of the game do not tell apart, around what hands win."""
    solver = setup.solver("cfr+")
    solver.run(20)
    hands = solver.hands[player]
    values = np.zeros((draws, 52 if setup.game.hole_cards == 1 else 1326))
    found = np.nan_to_num(solver.hand_values(player))
    for draw in range(draws):
        values[draw, hand_numbers(hands.cards)] = found + (draw - 0.3) * np.abs(found).mean() * 0.2
    return values


def gadget(solver: FullWidth, gate: Gate) -> DealtTree:
    hands = solver.hands[gate.player]
    draws = gate.draws[:, hand_numbers(hands.cards)].tolist()
    make = GADGETS[type(gate)]
    assert gate.chances is not None
    return make(dealt_tree(solver), gate.player, hands_dealt(solver, gate.player), draws, gate.chances)


@KINDS
@PLAYERS
@pytest.mark.parametrize(
    ("rule", "alternating"),
    [("cfr+", True), ("dcfr", True), ("pdcfr+", True), ("cfr", False), ("pcfr+", False)],
)
def test_gates_are_the_gadgets(kind: type[Gate], player: int, rule: str, alternating: bool) -> None:
    """Strategies after some iterations are those of the tree in which the choice is a node, and so are their gains."""
    setup = game_setup("leduc")
    gate = kind(player, some(setup, player))
    solver = FullWidth(setup.tree, rule=rule, gate=gate, alternating=alternating)
    tree = gadget(solver, gate)
    plain = ReferenceCFR(tree, rule, alternating=alternating)
    for _ in range(2):
        solver.run(4)
        plain.run(4)
        average = plain.average_strategy()
        rows = len(tree.places)
        assert np.allclose(
            np.concatenate(strategy_rows(tree, solver)), np.concatenate(average[:rows]), rtol=0, atol=1e-9
        )
    assert solver.quick_exploitability() == pytest.approx(sum(deviation_gains(tree, average)) / 2, abs=1e-9)


@KINDS
@PLAYERS
def test_suits_that_make_no_difference_are_joined_behind_a_gate(kind: type[Gate], player: int) -> None:
    setup = river()
    gate = kind(player, some(setup, player))
    solver = setup.solver("cfr+", precision=64, gate=gate)
    classes = len(solver.game.board_hands(solver.game.first_round, 0, player)[0])
    assert classes < len(solver.hands[player])
    tree = gadget(solver, gate)
    plain = ReferenceCFR(tree, "cfr+")
    solver.run(8)
    plain.run(8)
    average = plain.average_strategy()
    rows = np.concatenate(average[: len(tree.places)])
    assert np.allclose(np.concatenate(strategy_rows(tree, solver)), rows, rtol=0, atol=1e-9)
    assert solver.quick_exploitability() == pytest.approx(sum(deviation_gains(tree, average)) / 2, abs=1e-8)


@KINDS
@PLAYERS
def test_every_draw_of_alternatives_is_a_choice_of_its_own(kind: type[Gate], player: int) -> None:
    """Current strategies are compared: the reference averages a set by the reach of its first node alone."""
    setup = river()
    gate = kind(player, some(setup, player, draws=2), (0.25, 0.75))
    solver = setup.solver("dcfr", precision=64, gate=gate)
    tree = gadget(solver, gate)
    plain = ReferenceCFR(tree, "dcfr")
    solver.run(8)
    plain.run(8)
    rows = np.concatenate(plain.strategy[: len(tree.places)])
    assert np.allclose(np.concatenate(strategy_rows(tree, solver, current=True)), rows, rtol=0, atol=1e-9)
    solver.run(500)
    assert solver.quick_exploitability() < 0.2


@KINDS
def test_alternatives_that_tell_suits_apart_keep_them_apart(kind: type[Gate]) -> None:
    setup = river()
    values = some(setup, 1)
    values[0, hand_numbers(np.array([[47, 44]], np.uint8))] += 10  # KsKc, and not KsKd
    solver = setup.solver("cfr+", gate=kind(1, values))
    classes = len(solver.game.board_hands(solver.game.first_round, 0, 1)[0])
    assert classes == len(solver.hands[1])


@KINDS
@pytest.mark.parametrize("precision", [16, 32])
def test_fewer_bits_find_the_same(kind: type[Gate], precision: int) -> None:
    setup = river()
    gate = kind(1, some(setup, 1))
    whole, short = (setup.solver("dcfr", precision=bits, gate=gate) for bits in (64, precision))  # type: ignore[arg-type]
    for solver in (whole, short):
        solver.run(200)
    assert short.entry() == pytest.approx(whole.entry(), abs=0.03 * whole.entry().max())
    assert short.quick_exploitability() < 1


def test_who_has_nothing_instead_always_enters() -> None:
    """With alternatives below all that can be lost, the gate is open, and what is solved is the game."""
    solver = game_setup("leduc").solver("dcfr+", gate=Resolve(0, np.full(52, -100.0)))
    solver.run(500)
    assert solver.entry() == pytest.approx(np.ones(6), abs=1e-6)
    assert solver.accuracy().exploitability < 1e-3


def test_maxmargin_makes_the_least_margin_as_large_as_it_can_be() -> None:
    """No hand may win more over its alternative than the gate's value, and the hands that are chosen win just that."""
    setup = river()
    gate = Maxmargin(1, some(setup, 1))
    solver = setup.solver("dcfr", precision=64, gate=gate)
    solver.run(3000)
    wins = solver.hand_values(1, kind="best") - gate.draws[0, hand_numbers(solver.hands[1].cards)]
    chosen = solver.entry() * solver.met[1]
    most = np.nanmax(wins)
    assert np.average(wins, weights=chosen) == pytest.approx(most, abs=0.1)


def test_rake_is_in_the_values_behind_a_gate() -> None:
    setup = replace(river(), rake=Rake(0.05, 3.0))
    gate = Resolve(0, some(setup, 0))
    solver = setup.solver("cfr+", precision=64, gate=gate)
    tree = gadget(solver, gate)
    plain = ReferenceCFR(tree, "cfr+")
    solver.run(5)
    plain.run(5)
    rows = np.concatenate(plain.average_strategy()[: len(tree.places)])
    assert np.allclose(np.concatenate(strategy_rows(tree, solver)), rows, rtol=0, atol=1e-9)


@KINDS
def test_a_gate_goes_on_from_a_checkpoint(kind: type[Gate], tmp_path) -> None:  # type: ignore[no-untyped-def]
    setup, path = game_setup("leduc"), tmp_path / "state.rb"
    gate = kind(1, some(setup, 1))
    options = {"rule": "pcfr+", "checkpoint": path}
    run_solver(setup, setup.solver("pcfr+", gate=gate), SolveOptions(iterations=7, **options))
    later = setup.solver("pcfr+", gate=kind(1, gate.draws))
    run_solver(setup, later, SolveOptions(iterations=12, resume=True, **options))
    whole = setup.solver("pcfr+", gate=gate)
    whole.run(12)
    for name, table in whole.engine.tables().items():
        assert np.array_equal(table, later.engine.tables()[name]), name
    other = setup.solver("pcfr+", gate=kind(1, gate.draws + 1))
    with pytest.raises(SolverError, match="other than asked for"):
        run_solver(setup, other, SolveOptions(iterations=12, resume=True, **options))


def test_what_is_no_gate_is_refused() -> None:
    setup = game_setup("leduc")
    with pytest.raises(SolverError, match="players are 0 and 1"):
        Resolve(2, np.zeros(52))
    with pytest.raises(SolverError, match="give chips by hand"):
        Resolve(0, np.zeros(53))
    with pytest.raises(SolverError, match="give chips by hand"):
        Resolve(0, "much")
    with pytest.raises(SolverError, match="one for each of 2 draws"):
        Maxmargin(0, np.zeros((2, 52)), (0.5, 0.4))
    with pytest.raises(SolverError, match="'leduc' has 52"):
        setup.solver(gate=Resolve(0, np.zeros(1326)))
    with pytest.raises(SolverError, match="Jh has the alternative"):
        setup.solver(gate=Resolve(0, np.full(52, np.nan)))
    with pytest.raises(SolverError, match="fictitious play"):
        setup.solver("fp", gate=Resolve(0, np.zeros(52)))
    with pytest.raises(SolverError, match="there is no gate"):
        setup.solver().entry()
