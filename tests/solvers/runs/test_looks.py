"""When to look: on recorded curves, runs stop soon after the target is met, and look seldom."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import riverboat as rb
from riverboat.solvers.runs.looks import FIRST_LOOK, LEAST_GAP, NEVER, EveryLook, LooksByTime, next_look
from riverboat.solvers.runs.run import Look

CURVES: dict[str, list[float]] = json.loads((Path(__file__).parent / "curves.json").read_text())
"""Exploitability in percent of the pot after every iteration, by the rule that is used if nothing is said: wide ranges
on a turn and on a river, narrow ones on a flop, and Rhode Island hold'em, whose curve falls in waves."""


def looked(curve: list[float], target: float) -> list[Look]:
    """The looks of a run with this curve."""
    looks: list[Look] = []
    while not looks or looks[-1].exploitability > target:
        iteration = next_look(looks, target)
        looks.append(Look(iteration, 0.0, curve[iteration - 1]))
    return looks


@pytest.mark.parametrize("target", [2.0, 1.0, 0.5, 0.3, 0.2])
@pytest.mark.parametrize("name", ["wide turn", "wide river", "small flop"])
def test_a_spot_stops_soon_after_its_target_is_met(name: str, target: float) -> None:
    needed = next(i for i, error in enumerate(CURVES[name], 1) if error <= target)
    looks = looked(CURVES[name], target)
    assert looks[-1].iterations - needed <= max(12, 0.08 * needed)
    assert len(looks) <= 9


@pytest.mark.parametrize("target", [1.0, 0.5, 0.3])
def test_waves_are_no_trap(target: float) -> None:
    """Going all of the way to where the last two looks meet the target stops at 98, 137 and 189 iterations."""
    needed = next(i for i, error in enumerate(CURVES["rhode-island"], 1) if error <= target)
    looks = looked(CURVES["rhode-island"], target)
    assert looks[-1].iterations <= 1.2 * needed
    assert len(looks) <= 9


def test_looks_by_hand() -> None:
    assert next_look([], 0.1) == FIRST_LOOK
    one, two = Look(100, 1.0, 0.8), Look(200, 2.0, 0.4)
    assert next_look([one, two], 0.2) == 300  # the meeting is expected at 400
    assert next_look([one, two], 1e-9) == 400  # at most as many again
    assert next_look([one, two], 0.399) == 200 + math.ceil(0.06 * 200)
    assert next_look([Look(12, 0.1, 0.8)], 0.2) == 12 + LEAST_GAP
    assert next_look([one, Look(200, 2.0, 0.9)], 0.2) == 212  # it got worse
    assert next_look([one, Look(200, 2.0, 0.0)], 1e-9) == 212  # nothing is left to gain


@dataclass
class At:
    """As much of a run as schedules ask for."""

    iterations: int = 0
    first: int = 0
    session_seconds: float = 0.0
    since_look: float = 0.0
    look_cost: float = 0.0
    looks: list[Look] = field(default_factory=list)

    @property
    def engine(self) -> At:
        return self


def test_every_so_many_iterations() -> None:
    every, at = EveryLook(10), At()
    asked: Any = at
    assert every.next(asked) == 10
    at.looks.append(Look(10, 0.0, 1.0))
    assert every.next(asked) == 20
    at.first = 35  # resumed there
    assert every.next(asked) == 40


def test_by_time() -> None:
    schedule = LooksByTime(seconds=20.0, share=0.05)

    def is_due(**parts: float) -> bool:
        asked: Any = At(iterations=7, **parts)
        answer = schedule.next(asked)
        assert answer in (7, NEVER)
        return answer == 7

    assert not is_due(session_seconds=0.9, since_look=0.9)
    assert is_due(session_seconds=1.1, since_look=1.1)
    assert not is_due(session_seconds=104, since_look=4)  # ten seconds are a tenth of the time
    assert is_due(session_seconds=111, since_look=11)
    assert is_due(session_seconds=1021, since_look=21)
    assert not is_due(session_seconds=1021, since_look=21, look_cost=2)  # a twentieth of 40 seconds
    assert is_due(session_seconds=1041, since_look=41, look_cost=2)


def test_curves_are_recorded_with_iterations_alone() -> None:
    game = rb.solve("leduc", iterations=95, looks_every=20)
    assert [look.iterations for look in game.looks] == [20, 40, 60, 80, 95]
    assert game.looks[-1].exploitability == pytest.approx(game.exploitability)
    assert game.stopped == "iterations"
    spot: dict[str, Any] = {"board": "QsJh2h5c9d", "oop": "AA,76s", "ip": "KK,QQ", "pot": 100, "stack": 200}
    river = rb.solve_spot(**spot, iterations=50, looks_every=25)
    assert (river.iterations, [look.iterations for look in river.looks]) == (50, [25, 50])
    assert rb.solve_spot(**spot, iterations=50).looks == ()
    again = river.resolve(iterations=30, looks_every=10)
    assert [look.iterations for look in again.looks] == [10, 20, 30]
    stopped = rb.solve_spot(**spot, target_pot_percent=1.0, looks_every=3)
    assert stopped.stopped == "target"
    assert [look.iterations for look in stopped.looks] == list(range(3, stopped.iterations + 1, 3))
