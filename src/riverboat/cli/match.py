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
from riverboat.arena.setting import STACKS
from riverboat.cli.options import Json, show
from riverboat.errors import MatchError
from riverboat.files import check_folder
from riverboat.games import Game, load_config, nolimit_holdem, write_hands
from riverboat.games.histories import format_of_suffix


def match(
    bots: Annotated[list[str], typer.Argument(help="2 to 10 bots, such as shark 'honest(0.5)' fish.")],
    hands: Annotated[
        int | None, typer.Option(help="Deals; in freeze-outs, hands a game.", show_default="1000 or 10")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of cards and bots.")] = 0,
    stacks: Annotated[str, typer.Option(help=f"One of {', '.join(STACKS)}.")] = "reset",
    games: Annotated[int, typer.Option(help="Freeze-outs to play.")] = 500,
    stack_bb: Annotated[
        float | None,
        typer.Option(help="Big blinds that everybody has.", show_default="100, or 10 in freeze-outs"),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of a tree config, by its name or .toml file; else no-limit hold'em.",
            show_default=False,
        ),
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal in every seating: the luck of the cards goes.")
    ] = False,
    until: Annotated[
        float | None, typer.Option(help="Stop at intervals of ± so many bb/100.", show_default=False)
    ] = None,
    processes: Annotated[int, typer.Option(help="Processes; the result does not depend on them.")] = 1,
    series: Annotated[
        int | None,
        typer.Option(
            help="Deals or games before bots are made afresh.", show_default="1000, 25; all if they learn"
        ),
    ] = None,
    time_limit: Annotated[float, typer.Option(help="Seconds for a decision.")] = 2.0,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write the hands: to a folder as they come, with an index (see `riverboat hands`), or at the end to "
            "one file: .phhs, .ohh, .txt or .log.",
            show_default=False,
        ),
    ] = None,
    save_every: Annotated[int, typer.Option(help="Write only every so many-th hand.", min=1)] = 1,
    resume: Annotated[
        Path | None,
        typer.Option(help="A file for the sums so far; if it is there, go on from it.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Play a match between bots and tell who wins how much, with 95 % intervals.

    Examples: riverboat match shark fish --hands 5000 --duplicate; riverboat match angry-fish fish --stacks freeze-out
    """
    if save is not None:
        check_folder(save)
    folder = save if save is not None and not save.suffix else None
    if save is not None and folder is None:
        format_of_suffix(save)  # what cannot be written shows before the match
    with _live(quiet=json) as progress:
        result = play_match(
            bots,
            hands,
            game=match_game(len(bots), stack_bb, stacks) if game is None else _game(game, stack_bb),
            stacks=stacks,  # type: ignore[arg-type]
            games=games,
            duplicate=duplicate,
            seed=seed,
            until=until,
            processes=processes,
            series=series,
            time_limit=time_limit,
            keep_every=save_every if save is not None else 0,
            checkpoint=resume,
            save=folder,
            progress=progress,
        )
    show(result, result.to_dict(), as_json=json)
    if save is not None and folder is None:  # after the result, which a full disk must not take away
        write_hands(result.records, save)


def match_game(bots: int, stack_bb: float | None, stacks: str) -> Game | None:
    """The default game, or with other stacks the same."""
    if stack_bb is None or not 2 <= bots <= 10:
        return None
    blinds = {"small_blind": 5, "big_blind": 10} if stacks == "freeze-out" else {}
    return nolimit_holdem(bots, stack_bb=stack_bb, **blinds)  # type: ignore[arg-type]


def _game(name: str, stack_bb: float | None) -> Game:
    """The game of a tree config."""
    if stack_bb is not None:
        raise MatchError(f"the game {name!r} has its stacks; leave --stack-bb out")
    return load_config(name).game


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
