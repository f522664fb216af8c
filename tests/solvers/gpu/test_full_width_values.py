"""What a card finds of strategies and in one iteration, against the C++ engine: to rounding, and no further."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.full_width_games import GAMES, card_of, cells, small, spot, walk

from riverboat.games import leduc
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.gpu import full_width_levels
from riverboat.solvers.update_rules.rules import RULES

BEST, EXPECTED = 1, 2


def is_equal(found: Any, wanted: Any, rtol: float = 1e-12) -> None:
    """Equal to rounding, by the largest of them: small numbers are what is left of large ones."""
    np.testing.assert_allclose(found, wanted, rtol=0, atol=rtol * np.abs(wanted).max())


def fill(solver: FullWidth) -> FullWidth:
    """Give a solver tables after four iterations, of nobody's making: no ties that rounding could break."""
    rng = np.random.default_rng(5)
    scale = float(np.abs(solver.engine.walk(BEST, 0, 1)).max())
    for name in solver.engine.tables():
        for node in range(solver.tree.nodes):
            for board in range(len(solver.boards(int(solver.tree.round[node])))):
                table = solver.table(name, node, board)
                drawn = rng.normal(scale=scale, size=table.shape)
                table[:] = drawn if name != "averages" else np.maximum(drawn, 0)
    solver.resume(4)
    return solver


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_processor(name: str) -> None:
    solver = fill(GAMES[name]())
    card = card_of(solver)
    for kind, number in (("best", BEST), ("expected", EXPECTED)):
        for player in (0, 1):
            wanted = np.asarray(solver.engine.walk(number, player, 1))
            is_equal(card.values(kind, player, 64)[0], wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["leduc", "turn"])
def test_long_programs_are_read_where_they_lie(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = fill(GAMES[name]())
    wanted = card_of(solver)
    found = card_of(solver)
    copied = found.shared_bytes(64), wanted.values("best", 0, 64)
    monkeypatch.setattr(full_width_levels, "MOST_COPIED", 8)
    assert found.shared_bytes(64) < copied[0]
    np.testing.assert_array_equal(found.values("best", 0, 64), copied[1])


def after_one_more(ours: FullWidth, theirs: FullWidth) -> None:
    """Make one iteration, the fifth, on a card for the first and in C++ for the second."""
    card = card_of(fill(ours))
    fill(theirs).run(1)
    walk(card, ours, 1, first=5)
    card.fetch(0, ours.engine.tables())


@pytest.mark.parametrize("name", [name for name in GAMES if name != "flop with suits alike"])
def test_an_iteration_is_that_of_the_processor(name: str) -> None:
    ours, theirs = GAMES[name](), GAMES[name]()
    after_one_more(ours, theirs)
    is_equal(cells(ours, "regrets"), cells(theirs, "regrets"))
    is_equal(cells(ours, "averages", player=1), cells(theirs, "averages", player=1))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "weights", "turn"])
def test_averages_of_player_0_take_in_what_he_goes_on_with(name: str) -> None:
    """At the root he acts with his weights alone."""
    before, ours, theirs = fill(GAMES[name]()), GAMES[name](), GAMES[name]()
    after_one_more(ours, theirs)
    kept = before.table("averages", 0) * before.rule.factors(5).keep_average
    weights = (theirs.table("averages", 0) - kept).sum(axis=0)
    is_equal(ours.table("averages", 0), kept + theirs.rows(0, current=True) * weights)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in ("fp", "rbp")])
def test_every_rule_moves_regrets_as_on_the_processor(rule: str) -> None:
    """But for those that find best answers or prune: the card goes other ways there."""
    ours, theirs = small(leduc(), rule), small(leduc(), rule)
    after_one_more(ours, theirs)
    for name in set(ours.engine.tables()) - {"averages"}:
        is_equal(cells(ours, name), cells(theirs, name))
    is_equal(cells(ours, "averages", player=1), cells(theirs, "averages", player=1))


@pytest.mark.parametrize("precision", [16, 32])
def test_tables_of_fewer_bits(precision: int) -> None:
    """Values are of the tables as they are, exact in 64 bits; regrets are off by the last bit of a cell."""
    ours, theirs = (spot(precision=precision, sizes="50% | 3x") for _ in "12")
    card = card_of(ours)
    walk(card, ours, 1)
    theirs.run(1)
    values = [card.values("best", player, 64)[0] for player in (0, 1)]
    card.fetch(0, ours.engine.tables())
    for player in (0, 1):
        is_equal(values[player], ours._judge.walk(BEST, player, 1))
    is_equal(ours.rows(0, current=True), theirs.rows(0, current=True), {16: 2**-8, 32: 1e-5}[precision])


@pytest.mark.parametrize("precision", [16, 32, 64])
def test_any_precision_learns(precision: int, emulated: EmulatedCard) -> None:
    solver = spot(precision=precision, sizes="50% | 3x", device="cuda")
    solver.run(200)
    assert solver.accuracy().exploitability < 0.02  # chips, in a pot of 20


def test_numbers_of_no_hand_stay_numbers() -> None:
    """Rows are wider than hands are many; what stands behind the last is read with the others."""
    for solver in (spot(sizes="50% | 3x", precision=32), small(leduc(), precision=64)):
        card = card_of(solver)
        walk(card, solver, 5)
        for table in card.tables.values():
            assert np.isfinite(table).all()
