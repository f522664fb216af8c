"""The options of solving: one object, the same words in every call."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.solvers import Solution, SolveOptions, game_setup, solve_many, solve_spots, spot_setup
from riverboat.solvers.solutions import solve_options as module


def test_the_keyword_arguments_are_the_options() -> None:
    """A type checker reads the words; the object is what holds. Both must say the same."""
    words = {name: word.__forward_arg__ for name, word in module.SolveWords.__annotations__.items()}
    options = dict(SolveOptions.__annotations__)
    assert options.pop("rule") == "str | UpdateRule | None"  # an argument of its own
    assert words == options
    assert list(words) == [field.name for field in fields(SolveOptions)][1:]
    assert all(field.default is not MISSING for field in fields(SolveOptions))


@pytest.mark.parametrize("call", [rb.solve, rb.solve_spot, Solution.resolve, solve_many, solve_spots])
def test_calls_spell_no_option_twice(call: Any) -> None:
    parameters = inspect.signature(call).parameters
    assert not set(parameters) & set(module.SolveWords.__annotations__)
    assert parameters["options"].kind is inspect.Parameter.VAR_KEYWORD


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"iteration": 5}, "has no argument 'iteration'; did you mean 'iterations'\\?"),
        ({"colour": 5}, "has no argument 'colour'; there are .*iterations, target"),
        ({"looks_every": 0}, "looks_every is 0"),
        ({"looks_every": 2.5}, "looks_every is 2.5"),
        ({"checkpoint_seconds": 0}, "checkpoint_seconds is 0"),
        (
            {"resume": "state.rb"},
            "resume is 'state.rb'; it must be True or False; checkpoint='state.rb' says",
        ),
        ({"resume": True}, "resume goes on from a checkpoint; say which"),
        ({"target": 1, "target_mbb": 1}, "target and target_mbb are given"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    for call in (
        lambda: rb.solve("leduc", **options),
        lambda: rb.solve("leduc", iterations=2).resolve(**options),
        lambda: rb.solve_spot(board="QsJh2h5c9d", oop="AA", ip="KK", pot=9, stack=9, **options),
    ):
        with pytest.raises(SolverError, match=says):
            call()


def test_how_far_if_little_is_said() -> None:
    spot = spot_setup(board="QsJh2h5c9d", oop="AA", ip="KK", pot=200, stack=9).game_setup()
    game = game_setup("leduc")
    assert SolveOptions().goal(spot).target == pytest.approx(0.6)  # 0.3 % of the pot
    assert SolveOptions().goal(game).target == 0.001
    assert SolveOptions(max_seconds=5).goal(game).target == 0.001  # a limit, and not how far
    for options in (SolveOptions(iterations=5), SolveOptions(iterations=5, max_seconds=5)):
        assert (options.goal(spot).target, options.goal(spot).iterations) == (None, 5)
    assert SolveOptions(target_pot_percent=1, iterations=5).goal(spot).target == 2


def test_a_checkpoint_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "state.rb"
    rb.solve("kuhn", iterations=5, checkpoint=path, resume=True)  # nothing to go on from yet
    before = path.read_bytes()
    with pytest.raises(SolverError, match=r"state\.rb' holds a run already; go on with it"):
        rb.solve("kuhn", iterations=9, checkpoint=path)
    assert path.read_bytes() == before
    assert rb.solve("kuhn", iterations=9, checkpoint=path, resume=True).iterations == 9


def test_a_missed_target_is_said() -> None:
    missed = rb.solve("leduc", iterations=10, target=0.001)
    assert missed.missed_target
    assert missed.to_dict()["target"] == 0.001
    assert "the target of 0.001 chips was missed" in _text(missed)
    for met in (rb.solve("leduc", target=0.01), rb.solve("leduc", iterations=10)):
        assert not met.missed_target
        assert "missed" not in _text(met)


def _text(solution: Solution) -> str:
    from rich.console import Console

    console = Console(width=200)
    with console.capture() as captured:
        console.print(solution)
    return captured.get()
