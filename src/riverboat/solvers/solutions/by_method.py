"""A game solved by a method of the sequence form, as a solution like all others."""

from __future__ import annotations

import numpy as np

from riverboat.errors import SolverError
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.runs.run import Goal
from riverboat.solvers.sequence.game_form import GameForm, form_of_game
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.sequence.signals import Ids
from riverboat.solvers.sequence.solving import solve_form
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solved import Solved


def solved_by(setup: GameSetup, method: str, options: SolveOptions) -> Solved:
    """Solve a setup by a method; the full-width engine takes the strategies over, and says how good they are.

    So the bounds of a solution come from another program than the plans. With ties it is how good the strategies of
    the smaller game are in the whole one.
    """
    _check(options)
    form = form_of_game(setup, ties=options.ties)
    own = options.ties is None or options.says_how_far
    goal = options.goal(setup) if own else Goal(max_seconds=options.max_seconds)
    found = solve_form(
        form,
        method,
        iterations=goal.iterations,
        target=goal.target,
        max_seconds=goal.max_seconds,
        looks_every=options.looks_every,
        threads=options.threads,
        progress=options.progress,
        watch=options.watch,
        stop=options.stop,
    )
    solver = setup.solver("cfr", options.precision, options.threads)
    fill(solver, form, (found.probabilities(0), found.probabilities(1)))
    return Solved(
        setup=setup,
        rule=method,
        iterations=found.iterations,
        seconds=found.seconds,
        accuracy=solver.accuracy(keep_values=True),
        solver=solver,
        looks=found.looks,
        stopped=found.stopped,
        target=goal.target,
    )


def fill(solver: FullWidth, form: GameForm, probabilities: tuple[Floats, Floats]) -> None:
    """Make probabilities of a form the averages of an engine of the same game."""
    tree = solver.tree
    for number in range(int(solver.game.first_round), int(tree.round.max()) + 1):
        nodes = range(*tree.first_node[number : number + 2].tolist())
        for place, board in enumerate(solver.boards(number)):
            starts = [_starts(solver, form, number, place, player, board) for player in (0, 1)]
            for node in nodes:
                player = solver.player_at(node)
                rows = form.rows(node, starts[player], probabilities[player])
                solver.set_rows(node, place, np.ascontiguousarray(rows.T))


def _starts(solver: FullWidth, form: GameForm, number: int, place: int, player: int, board: list[int]) -> Ids:
    """Where the sequences of each class of hands begin on a board."""
    _, _, cards, class_of = solver.game.board_hands(number, place, player)
    firsts = np.unique(class_of, return_index=True)[1]
    return form.starts(player, number, board, np.asarray(cards)[firsts])


def _check(options: SolveOptions) -> None:
    """Raise if something is asked for that only rules know."""
    asked = {
        "rule": options.rule,
        "start": options.start,
        "checkpoint": options.checkpoint,
        "device": None if options.device == "cpu" else options.device,
        "precision": None if options.precision != 16 else 16,
    }
    for name, value in asked.items():
        if value is not None:
            raise SolverError(
                f"{name}={value!r} is for update rules; a method of the sequence form takes none"
            )
