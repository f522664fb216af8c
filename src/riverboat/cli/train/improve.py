"""`riverboat train improve`: add the bets that opponents made to a strategy's tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, progress_bar, show

if TYPE_CHECKING:
    from riverboat.search.improve.off_tree import OffTree


def improve(
    logs: Annotated[
        list[Path],
        typer.Argument(help="Recorded hands, or folders of them, also those that `match --save` wrote."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="The strategy file to write; without, bets are only counted.",
            show_default=False,
        ),
    ] = None,
    strategy: Annotated[
        str,
        typer.Option("--strategy", "-s", help="The strategy to improve.", autocompletion=completion.strategy),
    ] = "headsup",
    top: Annotated[int, typer.Option(help="Sizes to add, the first of the list.", min=1)] = 4,
    minutes: Annotated[
        float | None, typer.Option(help="Train so long; in all, if it goes on.", show_default="60", min=0)
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Or so many deals, in all.", show_default=False, min=1)
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option(help="A file of `riverboat abstract tables`, which saves a minute.", show_default=False),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A file to go on from.", show_default="OUT.checkpoint")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint, if there is one.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed.", min=0)] = 0,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Add bets that opponents made to a strategy's tree.

    Bets that the strategy's menu has nothing near to are counted and ranked by frequency times distance; the first are
    solved in a tree that has them, which begins as the strategy plays. Ctrl-C stops it with a checkpoint.

    Examples:
      riverboat train improve hands/
      riverboat train improve hands/ more.phh -s headsup -o improved.strategy --minutes 600 --resume
    """
    from riverboat.cli.hands.replay import tell_problems
    from riverboat.games.histories.formats import read_hands
    from riverboat.search.improve.off_tree import off_tree_bets
    from riverboat.search.improve.retrain import improve as improved
    from riverboat.solvers import stop_signals
    from riverboat.strategy import open_blueprint

    base = open_blueprint(strategy, tables=tables)
    histories = [read_hands(log) for log in logs]
    tell_problems([problem for history in histories for problem in history.problems])
    bets = off_tree_bets((hand for history in histories for hand in history), base)
    data = {"strategy": base.name, "bets": [one.to_dict() for one in bets]}
    if out is None or not bets:
        show(_table(bets, base.name), data, as_json=json)
        return
    if minutes is None and iterations is None:
        minutes = 60
    kept = Path(f"{out}.checkpoint") if checkpoint is None else checkpoint
    with progress_bar("improving") as progress, stop_signals() as stop:
        found = improved(
            base,
            bets[:top],
            out,
            iterations=iterations,
            minutes=minutes,
            seed=seed,
            threads=threads,
            progress=progress,
            checkpoint=kept,
            resume=resume,
            stop=stop,
        )
    done = found.files[0].provenance["iterations"]
    text = f"{_table(bets[:top], base.name)}\n{done:,} iterations; ask it with: riverboat query AsAh --strategy {out}"
    show(text, {**data, "file": str(out), "iterations": done}, as_json=json)
    if stop.number:
        raise typer.Exit(128 + stop.number)


def _table(bets: list[OffTree], name: str) -> str:
    """The bets with how often and how far, in lines."""
    if not bets:
        return f"all bets are on the menu of {name}, or near it"
    rows = [f"{one!s:<22}{one.count:>8,}{one.distance:>10.2f}{one.weight:>10.1f}" for one in bets[:20]]
    return "\n".join([f"{'off the tree':<22}{'times':>8}{'distance':>10}{'weight':>10}", *rows])
