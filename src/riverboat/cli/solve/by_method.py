"""`riverboat solve --method`: a game by a linear program or a first-order method, with the gap that is left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riverboat.cli.options import refuse, show
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.cli.solve.asked import Asked
    from riverboat.solvers import FormSolution, GameSetup, SequenceForm, Solution, SolveOptions

OPENSPIEL: Final = "openspiel:"


def is_form(game: str | None) -> bool:
    """Whether a game is one of other programs: a file of Gambit, or the name of a game of OpenSpiel."""
    return game is not None and (game.endswith(".efg") or game.startswith(OPENSPIEL))


def check_method(asked: Asked) -> None:
    """Refuse what a method of the sequence form would not use."""
    how = asked.options
    if asked.method is not None:
        device = how.device if how.device != "cpu" else None
        refuse(
            {"--rule": how.rule, "--lock": asked.locks, "--start": asked.start}
            | {
                "--checkpoint": how.checkpoint,
                "--boards": asked.boards,
                "--plan": asked.plan,
                "--device": device,
            },
            "--method is for the sequence form",
        )


def solve_other(asked: Asked) -> None:
    """Solve a game of another program and show the bounds of its value."""
    from riverboat.solvers import solve_form, stop_signals

    game, how = asked.game, asked.options
    if asked.method is None:
        raise SolverError(f"{game!r} is solved by a method; say which, such as --method lp")
    assert game is not None
    of_spots = {f"--{name}": value for name, value in asked.spot.items()}
    refuse({"--out": asked.out, "--drop": asked.drop} | of_spots, "it is no poker of ours")
    form = _form(game)
    with stop_signals() as stop:
        solution = solve_form(
            form,
            asked.method,
            iterations=how.iterations,
            target=how.target,
            max_seconds=how.max_seconds,
            looks_every=how.looks_every,
            threads=how.threads,
            stop=stop,
        )
    show(_text(solution), solution.to_dict(), as_json=asked.json)


def solve_ours(setup: GameSetup, method: str, how: SolveOptions) -> Solution:
    """Solve a game of ours; what its solution proves is found by the full-width engine."""
    from riverboat.solvers import Solution
    from riverboat.solvers.solutions.by_method import solved_by

    return Solution.of(solved_by(setup, method, replace(how, rule=None)))


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
