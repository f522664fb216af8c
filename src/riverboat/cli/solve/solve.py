"""`riverboat solve`: a game or a spot to equilibrium."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli import completion, names
from riverboat.cli.options import (
    Device,
    Json,
    PrecisionText,
    Threads,
    progress_bar,
    read_precision,
    refuse,
    show,
    to_stderr,
)
from riverboat.cli.solve.by_method import is_form, solve_other, solve_ours
from riverboat.cli.solve.what import read_spot_options, what_to_solve
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.solvers import GameSetup, Solution, SolveOptions

_SPOT = "A spot: all of --board, --oop, --ip, --pot, --stack; with a file, instead of what it says"


def solve(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game (kuhn, leduc, rhode-island ...), a config, or the file of a game, of a config or of a spot "
            "(.toml, Pio, TexasSolver).",
            show_default=False,
            autocompletion=completion.game,
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", "-b", help="3, 4 or 5 cards: QsJh2h.", rich_help_panel=_SPOT, show_default=False
        ),
    ] = None,
    oop: Annotated[
        str | None,
        typer.Option(
            help="Range of who acts first: 'QQ+,AKs:0.5'.", rich_help_panel=_SPOT, show_default=False
        ),
    ] = None,
    ip: Annotated[
        str | None, typer.Option(help="Range of the other.", rich_help_panel=_SPOT, show_default=False)
    ] = None,
    pot: Annotated[
        float | None, typer.Option(help="Chips in the middle.", rich_help_panel=_SPOT, show_default=False)
    ] = None,
    stack: Annotated[
        str | None,
        typer.Option(
            help="Chips behind: 910, or 910,700 for oop and ip.", rich_help_panel=_SPOT, show_default=False
        ),
    ] = None,
    sizes: Annotated[
        str | None,
        typer.Option(
            help="Bets | raises | donks: '33% 75% | 2.5x'. By street and position: 'flop: 33% | 3x; river ip: 75%'.",
            rich_help_panel=_SPOT,
            show_default="50% | 2.5x",
        ),
    ] = None,
    all_in: Annotated[
        str | None,
        typer.Option(help="always, never, or up to so many pots.", rich_help_panel=_SPOT, show_default="1.5"),
    ] = None,
    force_all_in: Annotated[
        float | None,
        typer.Option(
            help="All-in where at most so many pots would be left.", rich_help_panel=_SPOT, show_default="0.2"
        ),
    ] = None,
    merge: Annotated[
        float | None,
        typer.Option(help="Sizes nearer than this are one.", rich_help_panel=_SPOT, show_default="0.1"),
    ] = None,
    rake: Annotated[
        float | None, typer.Option(help="Share of the pot: 0.05.", rich_help_panel=_SPOT, show_default="0")
    ] = None,
    rake_cap: Annotated[
        float | None,
        typer.Option(help="Most rake in chips; 0 for no cap.", rich_help_panel=_SPOT, show_default="0"),
    ] = None,
    payouts: Annotated[
        str | None,
        typer.Option(
            help="Play for prizes by ICM: 50,30,20.", rich_help_panel=_SPOT, show_default="for chips"
        ),
    ] = None,
    others: Annotated[
        str | None,
        typer.Option(
            help="With --payouts: stacks of those who are not in the hand: 4000,2500.",
            rich_help_panel=_SPOT,
            show_default="none",
        ),
    ] = None,
    min_bet: Annotated[
        int | None,
        typer.Option(help="The big blind in chips.", rich_help_panel=_SPOT, show_default="1"),
    ] = None,
    unit: Annotated[
        names.Unit | None,
        typer.Option(
            help="Whether pot, stack and rake cap are chips or big blinds.",
            rich_help_panel=_SPOT,
            show_default="chips; bb where one is not whole",
        ),
    ] = None,
    boards: Annotated[
        str | None,
        typer.Option(
            help="Solve on many boards instead, as a table: a number of flops that stand for all, 'all' 1,755, or "
            "boards: 'QsJh2h AsKd7c'. --out is then a .csv or .json file, written after each board; goes on from it.",
            rich_help_panel=_SPOT,
            show_default=False,
        ),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fix a strategy: 'k b33%: f 0.4, c 0.6 @ AA,KK' after a line, for some hands or all. Repeatable.",
            show_default=False,
        ),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(help="Begin with the strategies of this solution.", show_default=False),
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(
            help="Exploitability to stop at: percent of the pot in a spot, chips in a game.",
            show_default="0.3 or 0.001",
        ),
    ] = None,
    target_mbb: Annotated[
        float | None,
        typer.Option(help="The same in thousandths of a big blind, instead of --target.", show_default=False),
    ] = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after so many.", show_default=False)] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Stop after so long.", show_default=False)] = None,
    looks_every: Annotated[
        int | None,
        typer.Option(
            help="Look at the exploitability every so many iterations.",
            show_default="where the target may be met",
        ),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(
            help=f"Update rule: {', '.join(names.RULES)}.",
            show_default="the best for it",
            autocompletion=completion.one_of(*names.RULES),
        ),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help=f"Instead of a rule, a method of the sequence form: {', '.join(names.METHODS)}; variants after a "
            "colon: lp:ipm, egt:euclidean. The game may then be a Gambit file (.efg) or openspiel:NAME.",
            show_default=False,
            autocompletion=completion.one_of(*names.METHODS),
        ),
    ] = None,
    precision: PrecisionText = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the solution to this file.", show_default=False)
    ] = None,
    drop: Annotated[
        str | None,
        typer.Option(
            help="Leave this street and later ones out of the file: turn, river.",
            show_default=False,
            autocompletion=completion.one_of(*names.STREETS),
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the state of the solver in this file.", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint, if it is there.")
    ] = False,
    plan: Annotated[
        bool, typer.Option("--plan", help="Tell size, memory and time of the first iterations, and stop.")
    ] = False,
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
    from riverboat.solvers import SolveOptions, stop_signals

    given = read_spot_options(
        board=board,
        oop=oop,
        ip=ip,
        pot=pot,
        stack=stack,
        unit=unit,
        sizes=sizes,
        all_in=all_in,
        force_all_in=force_all_in,
        merge=merge,
        rake=rake,
        rake_cap=rake_cap,
        min_bet=min_bet,
        payouts=payouts,
        others=others,
    )
    if checkpoint is None:
        refuse({"--resume": resume}, "there is no --checkpoint to go on from")
    asked = SolveOptions(
        rule=rule,
        iterations=iterations,
        target=target,
        target_mbb=target_mbb,
        max_seconds=max_seconds,
        looks_every=looks_every,
        precision=read_precision(precision),
        device=device,
        threads=threads,
        checkpoint=checkpoint,
        resume=resume,
    )
    if method is not None:
        refuse(
            {"--rule": rule, "--lock": lock, "--start": start, "--checkpoint": checkpoint, "--boards": boards}
            | {"--plan": plan, "--device": device if device != "cpu" else None},
            "--method is for the sequence form",
        )
    if is_form(game):
        if method is None:
            raise SolverError(f"{game!r} is solved by a method; say which, such as --method lp")
        assert game is not None
        of_spots = {f"--{name}": value for name, value in given.items()}
        refuse({"--out": out, "--drop": drop} | of_spots, "it is no poker of ours")
        solve_other(game, method, asked, json=json)
        return
    if boards is not None:
        from riverboat.cli.solve.boards import solve_boards

        refuse(
            {"--board": board, "--start": start, "--drop": drop, "--checkpoint": checkpoint, "--plan": plan}
            | {"--looks-every": looks_every},
            "--boards solves many",
        )
        solve_boards(game, boards, given, lock or [], asked, out, json=json)
        return
    setup, asked = what_to_solve(game, given, lock or [], asked)
    if plan:
        from riverboat.cli.solve.plan import show_plan

        refuse(
            {"--out": out, "--drop": drop, "--checkpoint": checkpoint, "--start": start},
            "--plan solves nothing",
        )
        show_plan(setup, asked, json=json)
        return
    _check_files(setup, out, drop, checkpoint)
    with stop_signals() as stop:
        begin = None if start is None else _solution(start, threads)
        options = replace(asked, start=begin, stop=stop)
        solution = _solve(setup, options) if method is None else solve_ours(setup, method, options)
        out = out if solution.iterations else None  # what has not begun is not worth an older file
        _show_and_save(solution, out, drop, json)  # a signal that comes now waits until the file is there
    _say_how_it_ended(solution, out, checkpoint)
    if stop.number:
        raise typer.Exit(128 + stop.number)


def _solve(setup: GameSetup, options: SolveOptions) -> Solution:
    from riverboat.cli.solve.live import live
    from riverboat.solvers import Solution
    from riverboat.solvers.solutions.solving import run_solver

    solver = setup.solver(options.rule, options.precision, options.threads, device=options.device)
    with live(setup, solver, options.goal(setup)) as (progress, watch):
        solved = run_solver(setup, solver, replace(options, progress=progress, watch=watch))
    return Solution.of(solved)


def _check_files(setup: GameSetup, out: Path | None, drop: str | None, checkpoint: Path | None) -> None:
    """Refuse before the work what could not be written after it."""
    from riverboat.base.files import check_folder
    from riverboat.solvers.solutions.file import rounds_to_keep

    for path in (out, checkpoint):
        if path is not None:
            check_folder(path)
    if drop is not None and out is None:
        raise SolverError(f"--drop {drop} leaves a street out of a file; say which file, such as -o turn.rb")
    rounds_to_keep(setup.game, setup.root.round, drop)


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


def _say_how_it_ended(solution: Solution, out: Path | None, checkpoint: Path | None) -> None:
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
