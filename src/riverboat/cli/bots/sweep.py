"""`riverboat bots sweep`: what a bot wins by its parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import (
    GAMES,
    Checkpoint,
    Duplicate,
    Games,
    Hands,
    Mode,
    Processes,
    Resume,
    Seed,
    StackBb,
    Trust,
    check_together,
)
from riverboat.cli.options import Json, progress_bar, show
from riverboat.errors import MatchError

_MOST_VALUES = 10_000  # of one parameter; a million would be a slip of the pen, and hours


def sweep(
    bot: Annotated[
        str,
        typer.Argument(
            help="The bot, such as angry-fish or 'shark(sizing=0.5)'.", autocompletion=completion.bot
        ),
    ],
    against: Annotated[
        list[str],
        typer.Argument(
            help="1 to 9 bots that it plays against at one table.",
            autocompletion=completion.bot,
            metavar="AGAINST...",
        ),
    ],
    over: Annotated[
        list[str], typer.Option(help="A parameter and its values: raise_above=0:1:0.05 or x=0.1,0.2,0.5.")
    ],
    trials: Annotated[
        int | None, typer.Option(help="Let optuna try so many places in the ranges.", show_default="the grid")
    ] = None,
    hands: Hands = None,
    mode: Mode = "freeze-out",
    games: Games = None,
    stack_bb: StackBb = None,
    duplicate: Duplicate = False,
    chart: Annotated[
        Path | None, typer.Option(help="Draw it: an .svg, .png or .pdf file.", show_default=False)
    ] = None,
    trust: Trust = False,
    seed: Seed = None,
    processes: Processes = 1,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Play a bot for many values of its parameters, and find the best.

    Examples:
      riverboat bots sweep angry-fish fish --over raise_above=0.3:1:0.05 --chart angry.svg
    """
    from riverboat.arena.sweeps.sweep import sweep as play_sweep
    from riverboat.views.figures import check_picture

    check_together(mode=mode, games=games, checkpoint=checkpoint, resume=resume)
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
            mode=mode,
            games=GAMES if games is None else games,
            stack_bb=stack_bb,
            duplicate=duplicate,
            trust=trust,
            seed=seed,
            processes=processes,
            progress=progress,
            checkpoint=checkpoint,
            resume=resume,
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
    except (ValueError, OverflowError):
        raise MatchError(
            f"{text!r} does not say what to sweep over; write NAME=LOW:HIGH:STEP such as raise_above=0:1:0.05, or "
            "NAME=0.1,0.2"
        ) from None
    if count > _MOST_VALUES:
        raise MatchError(
            f"{text!r} has {count:,} values, of which {_MOST_VALUES:,} can be tried; take a larger step"
        )
    return name.strip(), [round(low + number * step, 10) for number in range(count)]
