"""`riverboat solve`: a game or a spot to equilibrium."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from riverboat.cli.match_options import Resume
from riverboat.cli.options import Device, Json, PrecisionText, Threads, progress_bar, refuse, show, to_stderr
from riverboat.cli.solve import options
from riverboat.cli.solve.asked import Asked, read_asked
from riverboat.cli.solve.by_method import check_method, is_form, solve_other, solve_ours
from riverboat.cli.solve.what import what_to_solve
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.solvers import GameSetup, Solution, SolveOptions
    from riverboat.solvers.solutions.solve_options import PathLike


def solve(
    game: options.GameOrFile = None,
    board: options.Board = None,
    oop: options.OopRange = None,
    ip: options.IpRange = None,
    pot: options.Pot = None,
    stack: options.Stack = None,
    sizes: options.Sizes = None,
    all_in: options.AllIn = None,
    force_all_in: options.ForceAllIn = None,
    merge: options.Merge = None,
    rake: options.Rake = None,
    rake_cap: options.RakeCap = None,
    payouts: options.Payouts = None,
    others: options.Others = None,
    min_bet: options.MinBet = None,
    unit: options.Unit = None,
    boards: options.Boards = None,
    lock: options.Locks = None,
    start: options.Start = None,
    target: options.Target = None,
    target_mbb: options.TargetMbb = None,
    iterations: options.Iterations = None,
    max_seconds: options.MaxSeconds = None,
    looks_every: options.LooksEvery = None,
    rule: options.Rule = None,
    method: options.Method = None,
    precision: PrecisionText = None,
    out: options.Out = None,
    drop: options.Drop = None,
    checkpoint: options.Checkpoint = None,
    resume: Resume = False,
    plan: options.Plan = False,
    device: Device = "cpu",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve a two-player game, or a spot from the flop, turn or river on.

    Ctrl-C and SIGTERM stop it with what there is, written to --out; the exit status is then 130 or 143.

    Examples:
      riverboat solve leduc --rule cfr+ --iterations 1000
      riverboat solve leduc --method lp
      riverboat solve -b QsJh2h5c9d --oop "QQ+,AK" --ip "TT+,KQs" --pot 180 --stack 910 -o river.rb
      riverboat solve spot.toml --sizes "33% 75% | 3x" --plan
      riverboat solve spot.toml --boards all -o flops.csv --device auto
    """
    asked = read_asked(locals())
    check_method(asked)
    if is_form(game):
        solve_other(asked)
    elif boards is not None:
        from riverboat.cli.solve.boards import solve_boards

        solve_boards(asked)
    else:
        _solve_one(asked)


def _solve_one(asked: Asked) -> None:
    """Solve a game or a spot, or tell what that costs; a signal stops it with what there is."""
    from riverboat.solvers import stop_signals

    setup, how = what_to_solve(asked.game, asked.spot, asked.locks, asked.options)
    if asked.plan:
        _plan(asked, setup, how)
        return
    _check_files(setup, asked)
    with stop_signals() as stop:
        begin = None if asked.start is None else _solution(asked.start, asked.options.threads)
        how = replace(how, start=begin, stop=stop)
        solution = _solve(setup, how) if asked.method is None else solve_ours(setup, asked.method, how)
        out = asked.out if solution.iterations else None  # what has not begun is not worth an older file
        _show_and_save(solution, out, asked.drop, asked.json)  # a signal now waits until the file is there
    _say_how_it_ended(solution, out, how.checkpoint)
    if stop.number:
        raise typer.Exit(128 + stop.number)


def _plan(asked: Asked, setup: GameSetup, how: SolveOptions) -> None:
    """Show what a solve will cost, which writes no file."""
    from riverboat.cli.solve.plan import show_plan

    files = {"--out": asked.out, "--drop": asked.drop, "--checkpoint": how.checkpoint, "--start": asked.start}
    refuse(files, "--plan solves nothing")
    show_plan(setup, how, json=asked.json)


def _solve(setup: GameSetup, how: SolveOptions) -> Solution:
    from riverboat.cli.solve.live import live
    from riverboat.solvers import Solution
    from riverboat.solvers.solutions.solving import run_solver

    solver = setup.solver(how.rule, how.precision, how.threads, device=how.device)
    with live(setup, solver, how.goal(setup)) as (progress, watch):
        solved = run_solver(setup, solver, replace(how, progress=progress, watch=watch))
    return Solution.of(solved)


def _check_files(setup: GameSetup, asked: Asked) -> None:
    """Refuse before the work what could not be written after it."""
    from riverboat.base.files import check_folder
    from riverboat.solvers.solutions.file import rounds_to_keep

    for path in (asked.out, asked.options.checkpoint):
        if path is not None:
            check_folder(path)
    if asked.drop is not None and asked.out is None:
        raise SolverError(
            f"--drop {asked.drop} leaves a street out of a file; say which file, such as -o turn.rb"
        )
    rounds_to_keep(setup.game, setup.root.round, asked.drop)


def _show_and_save(solution: Solution, out: Path | None, drop: str | None, json: bool) -> None:
    """Show the numbers first, which a full disk then cannot take away; a closed pipe does not take away the file."""
    data = solution.to_dict()
    try:
        show(solution, data if out is None else {**data, "file": str(out)}, as_json=json)
    finally:
        if out is not None:
            with progress_bar("writing") as told:
                solution.save(out, drop=drop, progress=told)
    if out is not None and not json:
        print(f"written to {out}; look at it with: riverboat query -s {out}")


def _say_how_it_ended(solution: Solution, out: Path | None, checkpoint: PathLike | None) -> None:
    """Say on the error stream what a person who looks away should know: a signal, or a target that was missed."""
    from riverboat.views.strategies.solutions import missed_text

    if solution.stopped == "signal":
        done = f"stopped by a signal after {solution.iterations:,} iterations at {solution.pot_percent:.3g}% of the pot"
        why = "as there is no --out" if solution.iterations else "as there is nothing yet"
        kept = f"written to {out}" if out is not None else f"nothing is written, {why}"
        again = "" if out is None else f"; begin with it again by --start {out}"
        if checkpoint is not None:
            again = f"; go on with the same command and --resume (the state is in {checkpoint})"
        to_stderr(f"{done}: {kept}{again}")
    elif solution.missed_target:
        to_stderr(f"stopped {missed_text(solution)}")


def _solution(path: Path, threads: int | None) -> Solution:
    from riverboat.solvers import Solution
    from riverboat.strategy import open_strategy

    found = open_strategy(path, threads=threads)
    if not isinstance(found, Solution):
        raise SolverError(
            f"'{path}' is a trained strategy; --start takes a solution, a file of `riverboat solve -o`"
        )
    return found
