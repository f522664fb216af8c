"""A solver run to its goal, from a warm start or a checkpoint if there is one."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from riverboat.base.files import check_folder
from riverboat.errors import SolverError
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.runs.run import Look, Run
from riverboat.solvers.solutions.checkpoint import read_checkpoint, write_checkpoint
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solved import Solved
from riverboat.solvers.solutions.warm_start import warm_start
from riverboat.solvers.update_rules.rules import RULES, UpdateRule


def run_setup(setup: GameSetup, options: SolveOptions) -> Solved:
    """Solve what a setup describes; rule and precision are its own if none are given."""
    solver = setup.solver(options.rule, options.precision, options.threads, options.ties, options.device)
    return run_solver(setup, solver, options)


def run_solver(setup: GameSetup, solver: FullWidth, options: SolveOptions) -> Solved:
    """Run a solver of a setup to its goal; of the options, rule, precision, ties and threads are the solver's."""
    goal = options.goal(setup)

    def look(run: Run[Look]) -> Look:
        found = solver.quick_exploitability()
        if not math.isfinite(found):  # no target would ever be met
            raise SolverError(
                f"after {solver.iterations} iterations of {solver.rule!r} the exploitability is {found}; numbers have "
                "left all bounds: use another rule, such as 'dcfr', or precision=64"
            )
        return Look(solver.iterations, run.tick(), found)

    run = Run(
        solver,
        goal,
        look,
        options.schedule(goal),
        looks_last=options.looks_every is not None,
        progress=options.progress,
        watch=options.watch,
        save_seconds=options.checkpoint_seconds,
        must_save=False,  # the solution is what was asked for
        stop=options.stop,
    )
    if not _resumed(setup, solver, run, options) and options.start is not None:
        warm_start(setup, solver, options.start)
    if options.checkpoint is not None:
        run.saver = partial(write_checkpoint, options.checkpoint, setup, solver)
    stopped = run.run()
    return Solved(
        setup=setup,
        rule=rule_name(solver.rule),
        iterations=solver.iterations,
        seconds=run.seconds,
        accuracy=solver.accuracy(keep_values=True),
        solver=solver,
        looks=tuple(run.looks),
        stopped=stopped,
        target=goal.target,
    )


def _resumed(setup: GameSetup, solver: FullWidth, run: Run[Look], options: SolveOptions) -> bool:
    """Put a run where its checkpoint is, if it has one; a checkpoint that is not to go on is not written over."""
    if options.checkpoint is None:
        return False
    check_folder(options.checkpoint)
    if not Path(options.checkpoint).exists():
        return False
    if not options.resume:
        raise SolverError(
            f"'{options.checkpoint}' holds a run already; go on with it by resume=True, or give another file"
        )
    read_checkpoint(options.checkpoint, setup, solver, run)
    return True


def rule_name(rule: UpdateRule) -> str:
    """Return the name of a rule, or how it is written if it has none.

    >>> from riverboat.solvers.update_rules.rules import CFRPlus, DiscountedCFR, Power
    >>> rule_name(DiscountedCFR()), rule_name(CFRPlus(averaging=Power(2)))
    ('dcfr', 'CFRPlus(averaging=Power(gamma=2))')
    """
    return next((name for name, known in RULES.items() if known == rule), repr(rule))
