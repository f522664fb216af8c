"""`riverboat sweep`: what a bot wins by its parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.arena.picture import check_picture
from riverboat.arena.setting import STACKS
from riverboat.arena.sweep import sweep as play_sweep
from riverboat.cli.match import match_game
from riverboat.cli.options import Json, progress_bar, show
from riverboat.errors import MatchError


def sweep(
    bot: Annotated[str, typer.Argument(help="The bot, such as angry-fish or 'shark(sizing=0.5)'.")],
    against: Annotated[list[str], typer.Argument(help="1 to 9 bots that it plays against at one table.")],
    over: Annotated[
        list[str], typer.Option(help="A parameter and its values: raise_above=0:1:0.05 or x=0.1,0.2,0.5.")
    ],
    trials: Annotated[
        int | None, typer.Option(help="Let optuna try so many places in the ranges.", show_default="the grid")
    ] = None,
    stacks: Annotated[str, typer.Option(help=f"One of {', '.join(STACKS)}.")] = "freeze-out",
    games: Annotated[int, typer.Option(help="Freeze-outs for each point.")] = 500,
    hands: Annotated[
        int | None, typer.Option(help="Deals; in freeze-outs, hands a game.", show_default="1000 or 10")
    ] = None,
    stack_bb: Annotated[
        float | None,
        typer.Option(help="Big blinds that everybody has.", show_default="100, or 10 in freeze-outs"),
    ] = None,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="Play each deal in every seating.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of cards and bots.")] = 0,
    processes: Annotated[int, typer.Option(help="Processes; the result does not depend on them.")] = 1,
    chart: Annotated[
        Path | None, typer.Option(help="Draw it: an .svg, .png or .pdf file.", show_default=False)
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="A file for points that are done; what it has is not played again.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play a bot for many values of its parameters and tell where it wins most.

    Example: riverboat sweep angry-fish fish --over raise_above=0.3:1:0.05 --chart angry.svg
    """
    if chart is not None:
        check_picture(chart)
    grid = dict(map(read_values, over))
    if len(grid) < len(over):
        raise MatchError(
            f"{', '.join(over)} names a parameter twice; write all its values in one, such as x=0.1,0.2"
        )
    with progress_bar("points") as progress:
        result = play_sweep(
            bot,
            against,
            grid,
            trials=trials,
            hands=hands,
            game=match_game(len(against) + 1, stack_bb, stacks),
            stacks=stacks,  # type: ignore[arg-type]
            games=games,
            duplicate=duplicate,
            seed=seed,
            processes=processes,
            checkpoint=resume,
            progress=progress,
        )
    show(result, result.to_dict(), as_json=json)
    if chart is not None:
        result.chart(chart)


def read_values(text: str) -> tuple[str, list[float]]:
    """Read a parameter and its values.

    >>> read_values("raise_above=0.5:0.7:0.1"), read_values("x=1,2")
    (('raise_above', [0.5, 0.6, 0.7]), ('x', [1.0, 2.0]))
    """
    name, _, values = text.partition("=")
    try:
        if ":" not in values:
            return name.strip(), [float(value) for value in values.split(",")]
        low, high, *steps = map(float, values.split(":"))
        step = steps[0] if steps else (high - low) or 1.0
        if len(steps) > 1 or step <= 0 or high < low:
            raise ValueError
        count = int((high - low) / step + 1e-9) + 1
        return name.strip(), [round(low + number * step, 10) for number in range(count)]
    except (ValueError, OverflowError):
        raise MatchError(
            f"{text!r} does not say what to sweep over; write NAME=LOW:HIGH:STEP such as raise_above=0:1:0.05, or "
            "NAME=0.1,0.2"
        ) from None
