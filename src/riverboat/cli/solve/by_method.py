"""`riverboat solve --method`: a game by a linear program or a first-order method, with the gap that is left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riverboat.cli.options import show

if TYPE_CHECKING:
    from riverboat.solvers import FormSolution, GameSetup, SequenceForm, Solution, SolveOptions

OPENSPIEL: Final = "openspiel:"


def is_form(game: str | None) -> bool:
    """Whether a game is one of other programs: a file of Gambit, or the name of a game of OpenSpiel."""
    return game is not None and (game.endswith(".efg") or game.startswith(OPENSPIEL))


def solve_other(game: str, method: str, asked: SolveOptions, *, json: bool) -> None:
    """Solve a game of another program and show the bounds of its value."""
    from riverboat.solvers import solve_form, stop_signals

    form = _form(game)
    with stop_signals() as stop:
        solution = solve_form(
            form,
            method,
            iterations=asked.iterations,
            target=asked.target,
            max_seconds=asked.max_seconds,
            looks_every=asked.looks_every,
            threads=asked.threads,
            stop=stop,
        )
    show(_text(solution), solution.to_dict(), as_json=json)


def solve_ours(setup: GameSetup, method: str, asked: SolveOptions) -> Solution:
    """Solve a game of ours; what its solution proves is found by the full-width engine."""
    from riverboat.solvers import Solution
    from riverboat.solvers.solutions.by_method import solved_by

    return Solution.of(solved_by(setup, method, replace(asked, rule=None)))


def _form(game: str) -> SequenceForm:
    from riverboat.solvers import form_of_openspiel, read_efg

    return form_of_openspiel(game[len(OPENSPIEL) :]) if game.startswith(OPENSPIEL) else read_efg(game)


def _text(solution: FormSolution) -> str:
    low, high = solution.bounds
    first, second = solution.form.players
    return "\n".join(
        [
            f"{solution.form.name}: {len(first):,} and {len(second):,} sequences, {first.sets:,} and {second.sets:,} "
            "information sets",
            f"value {solution.value:.9g} to the first player, proven between {low:.9g} and {high:.9g}",
            f"gap {solution.gap:.3g} after {solution.iterations:,} iterations of {solution.method} in "
            f"{solution.seconds:.2f} s",
        ]
    )
