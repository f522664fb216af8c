"""`riverboat match`: bots against bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from riverboat.arena import MatchResult, play_match
from riverboat.base.files import check_folder
from riverboat.cli.match_options import (
    Checkpoint,
    Duplicate,
    Games,
    Hands,
    Mode,
    Processes,
    Resume,
    Seed,
    StackBb,
    TimeLimit,
)
from riverboat.cli.options import Json, show
from riverboat.games import read_config, write_hands
from riverboat.games.histories.formats import format_of_suffix


def match(
    bots: Annotated[list[str], typer.Argument(help="2 to 10 bots, such as shark 'honest(0.5)' fish.")],
    hands: Hands = None,
    mode: Mode = "reset",
    games: Games = 500,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of a tree config, by its name or .toml file; else no-limit hold'em.",
            show_default=False,
        ),
    ] = None,
    stack_bb: StackBb = None,
    duplicate: Duplicate = False,
    until: Annotated[
        float | None, typer.Option(help="Stop at intervals of ± so many bb/100.", show_default=False)
    ] = None,
    series: Annotated[
        int | None,
        typer.Option(
            help="Deals or games before bots are made afresh.", show_default="1000, 25; all if they learn"
        ),
    ] = None,
    time_limit: TimeLimit = 2.0,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write the hands: to a folder as they come, with an index (see `riverboat hands`), or at the end to "
            "one file: .phhs, .ohh, .txt or .log.",
            show_default=False,
        ),
    ] = None,
    save_every: Annotated[int, typer.Option(help="Write only every so many-th hand.", min=1)] = 1,
    seed: Seed = 0,
    processes: Processes = 1,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Play a match between bots and tell who wins how much, with 95 % intervals.

    Examples: riverboat match shark fish --hands 5000 --duplicate; riverboat match angry-fish fish --mode freeze-out
    """
    if save is not None:
        check_folder(save)
    folder = save if save is not None and not save.suffix else None
    if save is not None and folder is None:
        format_of_suffix(save)  # what cannot be written shows before the match
    with _live(quiet=json) as watch:
        result = play_match(
            bots,
            hands,
            game=None if game is None else read_config(game).game,
            stack_bb=stack_bb,
            mode=mode,  # type: ignore[arg-type]
            games=games,
            duplicate=duplicate,
            series=series,
            time_limit=time_limit,
            until=until,
            keep_every=save_every if save is not None else 0,
            save=folder,
            seed=seed,
            processes=processes,
            watch=watch,
            checkpoint=checkpoint,
            resume=resume,
        )
    show(result, result.to_dict(), as_json=json)
    if save is not None and folder is None:  # after the result, which a full disk must not take away
        write_hands(result.records, save)


@contextmanager
def _live(*, quiet: bool) -> Iterator[Callable[[MatchResult], None] | None]:
    """Show the result so far while the match goes on, on the error stream of a terminal."""
    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield None
        return
    with Live(console=console, transient=True, refresh_per_second=4) as live:

        def update(result: MatchResult) -> None:
            done = f"{result.units:,} of {result.of_units:,}"
            live.update(Group(Text(done, style="bold"), result))

        yield update
