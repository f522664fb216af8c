"""Runs of the full-width engine on a card: rules, locks, going on, checkpoints, solutions; and many games at once."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.solvers.gpu.emulated import EmulatedCard
from tests.solvers.gpu.full_width_games import RIVER, TURN, card_of, cells, small, spot, walk

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.games import kuhn, leduc
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.update_rules.rules import RULES

SPOT: dict[str, Any] = {
    "board": RIVER, "oop": "AA,KQs,55", "ip": "KK,QJs,77", "pot": 20, "stack": 90, "sizes": "50% | 3x",
    "precision": 64, "threads": 1,
}  # fmt: skip
TABLES = ("regrets", "averages")


def on_card(rule: str = "dcfr", **options: Any) -> FullWidth:
    return small(leduc(), rule, device="cuda", **options)


def is_same(one: FullWidth, other: FullWidth) -> None:
    for name in one.engine.tables():
        np.testing.assert_array_equal(cells(one, name), cells(other, name))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_learns_as_on_the_processor(rule: str, emulated: EmulatedCard) -> None:
    here, there = small(leduc(), rule), on_card(rule)
    for solver in (here, there):
        solver.run(40)
    assert there.accuracy().exploitability < 1.3 * here.accuracy().exploitability


def test_kuhn_is_solved(emulated: EmulatedCard) -> None:
    solver = small(kuhn(), "cfr+", device="cuda")
    solver.run(1000)
    assert solver.accuracy().values[0] == pytest.approx(-1 / 18, abs=1e-4)


# --- stop, go on, repeat --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["dcfr", "pcfr+", "fp"])
def test_a_run_repeats_and_goes_on_to_the_bit(rule: str, emulated: EmulatedCard) -> None:
    whole, again, parts, looked_at = (on_card(rule) for _ in range(4))
    whole.run(7)
    again.run(7)
    parts.run(3)
    parts.run(4)
    for _ in range(7):
        looked_at.run(1)
        looked_at.accuracy()
        looked_at.table("averages", 0)  # the tables go there and back
    for other in (again, parts, looked_at):
        is_same(whole, other)
    assert [s.iterations for s in (whole, parts)] == [7, 7]


def test_more_walks_than_factors_lie_on_the_card_at_a_time(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parts = on_card(), on_card()
    whole.run(7)
    monkeypatch.setattr("riverboat.solvers.gpu.full_width_card._TURNS", 4)
    parts.run(7)
    is_same(whole, parts)


def test_tables_come_back_when_somebody_looks(emulated: EmulatedCard) -> None:
    solver = on_card()
    for _ in "12":
        solver.run(5)
        fresh = small(leduc())
        fresh.copy_tables(solver)
        np.testing.assert_array_equal(solver.rows(0), fresh.rows(0))
        for ours, theirs in zip(solver.node_values().rows(0, 0), fresh.node_values().rows(0, 0), strict=True):
            np.testing.assert_array_equal(ours, theirs)
        np.testing.assert_array_equal(solver.losses(0)[0], fresh.losses(0)[0])
        assert solver.hand_values(1, kind="best") == pytest.approx(fresh.hand_values(1, kind="best"))


@pytest.mark.parametrize("precision", [32, 64])
def test_who_judges_knows_what_the_card_has_learnt_since(precision: int, emulated: EmulatedCard) -> None:
    """He reads the tables in memory, which are brought back before each look."""
    solver, fresh = (spot(precision=precision, sizes="50% | 3x", device=device) for device in ("cuda", "cpu"))
    for _ in "12":
        solver.run(20)
        found = solver.losses(1)[-1]
        fresh.copy_tables(solver)
        np.testing.assert_array_equal(found, fresh.losses(1)[-1])


def test_ctrl_c_is_heard_between_iterations(emulated: EmulatedCard) -> None:
    solver = on_card()

    def progress(done: int, _: int) -> None:
        if done >= 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        solver.run(10_000, progress=progress)
    assert 3 <= solver.iterations < 10_000
    whole = on_card()
    whole.run(solver.iterations)
    is_same(whole, solver)
    solver.run(2)
    whole.run(2)
    is_same(whole, solver)


def test_if_the_card_fails_the_tables_are_those_in_memory(
    emulated: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver, whole = on_card("pcfr+"), on_card("pcfr+")
    solver.run(3)
    solver.rows(0)  # brought back
    solver.run(2)
    with monkeypatch.context() as broken:
        broken.setattr(EmulatedCard, "wait", _no_memory)
        with pytest.raises(SolverError, match="the card has no memory left"):
            solver.run(2)
    assert solver.iterations == 3
    whole.run(5)
    solver.run(2)
    is_same(whole, solver)


def _no_memory(card: EmulatedCard) -> None:
    raise SolverError("the card has no memory left")


# --- locks ----------------------------------------------------------------------------------------------------------


def lock(solver: FullWidth, node: int, action: int, classes: slice = slice(None)) -> None:
    rows = np.zeros(solver.rows(node).shape)
    rows[action] = 1
    which = np.zeros(rows.shape[1], bool)
    which[classes] = True
    solver.lock(node, 0, rows, which)


@pytest.mark.parametrize("classes", [slice(None), slice(0, 2)])
def test_locked_strategies_are_played_and_answered(classes: slice, emulated: EmulatedCard) -> None:
    """On both sides, on both rounds; then others, then none."""
    here, there = small(leduc()), on_card()
    second = int(np.argmax(here.tree.round == 1))
    changes = (
        lambda solver: (lock(solver, 0, 1, classes), lock(solver, 1, 0, classes), lock(solver, second, 1, classes)),
        lambda solver: (solver.unlock(0, 0), lock(solver, 2, 1, classes)),
        lambda solver: [solver.unlock(node, 0) for node in (1, 2, second)],
    )  # fmt: skip
    for change in changes:
        for solver in (here, there):
            change(solver)
            solver.run(50)
        for kind in ("best", "expected"):
            for player in (0, 1):
                found = small(leduc())
                found.copy_tables(there)
                for (node, board), (rows, which) in there.locks.items():
                    found.lock(node, board, rows, which.astype(bool))
                np.testing.assert_allclose(
                    there.hand_values(player, kind=kind),  # type: ignore[arg-type]
                    found.hand_values(player, kind=kind),  # type: ignore[arg-type]
                    rtol=1e-10,
                )
        gains = [solver.accuracy().exploitability for solver in (here, there)]
        assert gains[1] == pytest.approx(gains[0], rel=0.5, abs=0.01)


def test_locks_of_a_spot_hold(emulated: EmulatedCard) -> None:
    words = SPOT | {"iterations": 100, "locks": ["k: b50% 1", "k b50%: f 0.5, c 0.5 @ AA"]}
    here, there = (rb.solve_spot(**words, device=device) for device in ("cpu", "cuda"))
    assert there.accuracy.values == pytest.approx(here.accuracy.values, abs=0.05)
    np.testing.assert_array_equal(
        there.query("AsAd", "k b50%").probabilities, here.query("AsAd", "k b50%").probabilities
    )


# --- solve ----------------------------------------------------------------------------------------------------------


def test_a_checkpoint_goes_on_to_the_bit(tmp_path: Path, emulated: EmulatedCard) -> None:
    whole = rb.solve("leduc", iterations=9, device="cuda", threads=1)
    words: dict[str, Any] = {
        "device": "cuda",
        "threads": 1,
        "checkpoint": tmp_path / "state.rb",
        "resume": True,
    }
    rb.solve("leduc", iterations=4, **words)
    resumed = rb.solve("leduc", iterations=9, **words)
    is_same(whole.solver, resumed.solver)
    assert resumed.accuracy == whole.accuracy


def test_a_checkpoint_goes_on_elsewhere(tmp_path: Path, emulated: EmulatedCard) -> None:
    words: dict[str, Any] = {"threads": 1, "checkpoint": tmp_path / "state.rb", "resume": True}
    rb.solve("leduc", iterations=50, device="cuda", **words)
    assert rb.solve("leduc", iterations=300, device="cpu", **words).exploitability < 0.005


def test_a_warm_start(emulated: EmulatedCard) -> None:
    first = rb.solve_spot(**SPOT, iterations=300, device="cuda")
    again = rb.solve_spot(**SPOT, start=first, iterations=10, device="cuda")
    cold = rb.solve_spot(**SPOT, iterations=10, device="cuda")
    assert again.exploitability < cold.exploitability / 2


def test_a_target_is_met(emulated: EmulatedCard) -> None:
    found = rb.solve_spot(**SPOT | {"rake": 0.05}, target_pot_percent=0.2, device="cuda")
    assert found.stopped == "target"
    assert found.pot_percent <= 0.2


def test_a_solution_is_asked_saved_and_opened(tmp_path: Path, emulated: EmulatedCard) -> None:
    here, there = (rb.solve_spot(**SPOT, target_pot_percent=0.1, device=device) for device in ("cpu", "cuda"))
    there.save(tmp_path / "river.rb")
    opened = rb.open(tmp_path / "river.rb")
    for line in ("", "k", "k b50%"):
        for solution in (there, opened):
            answer, wanted = (
                found.query("QdJd" if line == "k" else "AsAd", line) for found in (solution, here)
            )
            assert answer.ev == pytest.approx(wanted.ev, abs=0.2)
    assert opened.query("AsAd").probabilities == pytest.approx(there.query("AsAd").probabilities, abs=1e-3)


# --- many games at once ---------------------------------------------------------------------------------------------


def one_by_one(*solvers: FullWidth, **card_words: Any) -> None:
    """Compare what games find together with what each finds alone, to the bit."""
    together = card_of(*solvers)
    walk(together, solvers[0], 4)
    values = together.values("best", 0, 64)
    for number, solver in enumerate(solvers):
        alone = card_of(solver)
        walk(alone, solver, 4)
        begin, end = together.games.first_cell[number : number + 2]
        for name in TABLES:
            np.testing.assert_array_equal(together.tables[name][begin:end], alone.tables[name])
        np.testing.assert_array_equal(values[number], alone.values("best", 0, 64)[0])


def test_rivers_together() -> None:
    one_by_one(
        spot(sizes="50% | 3x"),
        spot("AcKc7h7d2s", sizes="50% | 3x"),
        spot(oop="AA,55,KQs", ip="77:0.5,QJs", sizes="100% | a", stack=(90, 35)),
        spot(sizes="33% 75% | 3x", pot=50, rake=0.05),
    )


def test_turns_together() -> None:
    one_by_one(
        spot(TURN, sizes="75% | a"),
        spot("QsJs7s2h", oop="AA,KQs,55", ip="KK,QJs,77", sizes="50% | a", stack=25),
        spot(TURN, oop="AsAd", ip="KsKd,7s7d", sizes="75% | a", rake=0.05),
    )
