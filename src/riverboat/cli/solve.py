"""`riverboat solve`: a game or a spot to equilibrium."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from riverboat.base.files import check_folder
from riverboat.base.progress import Progress
from riverboat.cli.options import (
    Json,
    PrecisionText,
    Threads,
    asked_or_file,
    progress_bar,
    read_precision,
    show,
    to_stderr,
)
from riverboat.errors import SolverError
from riverboat.solvers import (
    GameSetup,
    Look,
    Solution,
    SolveOptions,
    game_setup,
    solve_setup,
    spot_setup,
    stop_signals,
)
from riverboat.solvers.full_width.locks import read_locks
from riverboat.solvers.solutions.file import rounds_to_keep
from riverboat.solvers.solutions.solve_options import DEFAULT_TARGET, POT_PERCENT
from riverboat.solvers.spots.files import is_game_config, read_spot
from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES
from riverboat.solvers.spots.spot import ALL_IN, FORCE_ALL_IN, MERGE
from riverboat.strategy import open_strategy
from riverboat.views.solutions import missed_text

_SPOT = "A spot: all of --board, --oop, --ip, --pot, --stack"


def solve(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game (kuhn, leduc, rhode-island ...), a config, or the file of a config or of a spot (.toml, Pio, "
            "TexasSolver).",
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str, typer.Option("--board", "-b", help="3, 4 or 5 cards: QsJh2h.", rich_help_panel=_SPOT)
    ] = "",
    oop: Annotated[
        str, typer.Option(help="Range of who acts first: 'QQ+,AKs:0.5'.", rich_help_panel=_SPOT)
    ] = "",
    ip: Annotated[str, typer.Option(help="Range of the other.", rich_help_panel=_SPOT)] = "",
    pot: Annotated[int, typer.Option(help="Chips in the middle.", rich_help_panel=_SPOT)] = 0,
    stack: Annotated[
        str, typer.Option(help="Chips behind: 910, or 910,700 for oop and ip.", rich_help_panel=_SPOT)
    ] = "",
    sizes: Annotated[
        str | None,
        typer.Option(
            help="Bets | raises | donks: '33% 75% | 2.5x'. By street and position: 'flop: 33% | 3x; river ip: 75%'.",
            rich_help_panel=_SPOT,
            show_default=DEFAULT_SIZES,
        ),
    ] = None,
    all_in: Annotated[
        str, typer.Option(help="always, never, or up to so many pots.", rich_help_panel=_SPOT)
    ] = str(ALL_IN),
    force_all_in: Annotated[
        float,
        typer.Option(help="All-in where at most so many pots would be left.", rich_help_panel=_SPOT),
    ] = FORCE_ALL_IN,
    merge: Annotated[
        float, typer.Option(help="Sizes nearer than this are one.", rich_help_panel=_SPOT)
    ] = MERGE,
    rake: Annotated[float, typer.Option(help="Share of the pot: 0.05.", rich_help_panel=_SPOT)] = 0.0,
    rake_cap: Annotated[
        float, typer.Option(help="Most rake in chips; 0 for no cap.", rich_help_panel=_SPOT)
    ] = 0.0,
    min_bet: Annotated[int, typer.Option(help="The big blind in chips.", rich_help_panel=_SPOT)] = 1,
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
            show_default=f"{POT_PERCENT} or {DEFAULT_TARGET}",
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
        str | None, typer.Option(help="Update rule: cfr+, dcfr, pcfr+ ...", show_default="the best for it")
    ] = None,
    precision: PrecisionText = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the solution to this file.", show_default=False)
    ] = None,
    drop: Annotated[
        str | None,
        typer.Option(
            help="Leave this street and later ones out of the file: turn, river.", show_default=False
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the state of the solver in this file.", show_default=False)
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint, if it is there.")
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Solve a two-player game, or a spot from the flop, turn or river on.

    Ctrl-C and SIGTERM stop it with what there is, written to --out; the exit status is then 130 or 143.

    Examples: riverboat solve leduc; riverboat solve -b QsJh2h5c9d --oop "QQ+,AK" --ip "TT+,KQs" --pot 180 --stack 910
    """
    typed: dict[str, Any] = {"board": board, "oop": oop, "ip": ip, "pot": pot, "stack": stack}
    missing = [name for name, value in typed.items() if not value]
    if game is None:
        if missing:
            raise SolverError(
                f"give a game, such as leduc, or all of a spot; {', '.join('--' + name for name in missing)} missing"
            )
        setup = spot_setup(
            **{**typed, "stack": _stack(stack)},
            sizes=DEFAULT_SIZES if sizes is None else _sizes(sizes),
            rake=rake,
            rake_cap=rake_cap,
            min_bet=min_bet,
            all_in=all_in if all_in in ("always", "never") else _number("--all-in", all_in),
            force_all_in=force_all_in,
            merge=merge,
        ).game_setup()
    elif len(missing) < len(typed):
        raise SolverError(f"{game!r} is a game of its own; leave --board, --oop, --ip, --pot and --stack out")
    elif Path(game).is_file() and not is_game_config(game):
        file = read_spot(game)
        setup = file.setup().game_setup()
        percent, iterations, threads = asked_or_file(game, file, target, iterations, threads)
        target = percent if target_mbb is None else target
    else:
        setup = game_setup(game)
    setup = replace(setup, locks=(*setup.locks, *read_locks(lock or ())))
    _check_files(setup, out, drop, checkpoint)
    with stop_signals() as stop:
        options = SolveOptions(
            rule=rule,
            iterations=iterations,
            target=None if setup.is_spot else target,
            target_pot_percent=target if setup.is_spot else None,
            target_mbb=target_mbb,
            max_seconds=max_seconds,
            looks_every=looks_every,
            precision=read_precision(precision),
            start=None if start is None else _solution(start, threads),
            threads=threads,
            checkpoint=checkpoint,
            resume=resume,
            stop=stop,
        )
        with _live(setup.pot) as (progress, watch):
            solution = solve_setup(setup, replace(options, progress=progress, watch=watch))
        out = out if solution.iterations else None  # what has not begun is not worth an older file
        _show_and_save(solution, out, drop, json)  # a signal that comes now waits until the file is there
    _say_how_it_ended(solution, out, checkpoint)
    if stop.number:
        raise typer.Exit(128 + stop.number)


def _check_files(setup: GameSetup, out: Path | None, drop: str | None, checkpoint: Path | None) -> None:
    """Refuse before the work what could not be written after it."""
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
    found = open_strategy(path, threads=threads)
    if not isinstance(found, Solution):
        raise SolverError(
            f"'{path}' is a trained strategy; --start takes a solution, a file of `riverboat solve -o`"
        )
    return found


def _stack(text: str) -> int | list[int]:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise SolverError(f"--stack is {text!r}; give chips behind, such as 910 or 910,700") from None
    return numbers[0] if len(numbers) == 1 else numbers


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise SolverError(f"{name} is {text!r}; give always, never or a number such as 1.5") from None


def _sizes(text: str) -> str | dict[str, Any]:
    """One text for all, or `street [position]: text` between semicolons."""
    if ":" not in text:
        return text
    found: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        where, _, what = part.partition(":")
        words = where.lower().split()
        if not words or len(words) > 2 or not what.strip():
            raise SolverError(f"--sizes has {part!r}; write such as 'flop: 33% | 3x; river ip: 75%'")
        if words[0] in ("oop", "ip"):
            words.insert(0, "every")
        if len(words) == 1:
            found[words[0]] = what.strip()
        else:
            street = found.setdefault(words[0], {})
            if not isinstance(street, dict):
                raise SolverError(f"--sizes has the {words[0]} twice, with and without a position; keep one")
            street[words[1]] = what.strip()
    return found


@contextmanager
def _live(pot: int) -> Iterator[tuple[Progress | None, Callable[[Look], None] | None]]:
    """Show the exploitability against time on the error stream while a solver runs; yields who hears of it."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None, None
        return
    seen: list[Look] = []
    began = time.monotonic()
    with Live(console=console, transient=True, refresh_per_second=8) as live:

        def progress(done: int, _: int) -> None:
            seconds = time.monotonic() - began
            if seconds > 0.3:
                live.update(_picture(done, seconds, seen, pot))

        yield progress, seen.append


def _picture(done: int, seconds: float, seen: list[Look], pot: int) -> Text:
    text = Text(f"{done:,} iterations, {seconds:.1f} s, {done / seconds:,.1f}/s", style="bold")
    for past in seen[-10:]:
        percent = 100 * past.exploitability / pot
        text.append(
            f"\n{past.seconds:8.1f} s  {past.iterations:>8,}  {past.exploitability:10.4g} chips"
            f"  {percent:8.3f}% of the pot",
            style="dim" if past is not seen[-1] else "default",
        )
    return text
