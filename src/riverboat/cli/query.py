"""`riverboat query`: ask a trained strategy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, show
from riverboat.errors import StrategyError
from riverboat.files import write_whole
from riverboat.strategy import first_in, open_strategy

_SHIPPED = ("sixmax", "headsup")  # in this order: questions are of six players unless they say otherwise


def query(
    hand: Annotated[str | None, typer.Argument(help="The hand, such as AsKd.", show_default=False)] = None,
    line: Annotated[
        str, typer.Option("--line", "-l", help="What was done so far: 'f f r2.5 f / k b33%'.")
    ] = "",
    board: Annotated[str, typer.Option("--board", "-b", help="The cards on the table: QsJh2h.")] = "",
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy", "-s", help="A name or a file; several compose.", show_default="sixmax, headsup"
        ),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Draw all hands as the 13 x 13 grid.")] = False,
    opens: Annotated[
        bool, typer.Option("--opens", help="Draw what every position opens with, first in.")
    ] = False,
    stacks: Annotated[
        str | None,
        typer.Option(
            help="Big blinds of everybody, or by seat, SB first (heads-up BB): 40 or 40,100,25.",
            show_default="trained",
        ),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Also write the grid as an SVG picture.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """How a trained strategy plays a hand, or all hands, after a betting line.

    Examples: riverboat query AsKd --line "f f r2.5 f"; riverboat query --line "f f" --grid; riverboat query --opens
    """
    if hand is None and not grid and not opens and svg is None:
        raise StrategyError("give a hand, such as AsKd, --grid for all hands, or --opens for what is opened")
    blueprint = open_strategy(*(strategy or _SHIPPED))
    deep = _stacks(stacks)
    if opens:
        ranges = first_in(blueprint, deep)
        show(ranges, ranges.to_dict(), as_json=json)
    if grid or svg is not None:
        hands = blueprint.grid(line, board, stacks=deep)
        if svg is not None:
            write_whole(svg, [hands.grid().to_svg().encode()])
        if grid:
            show(hands, hands.to_dict(), as_json=json)
    if hand is not None:
        decision = blueprint.query(hand, board, line, stacks=deep)
        show(decision, decision.to_dict(), as_json=json)


def _stacks(text: str | None) -> float | tuple[float, ...] | None:
    if text is None:
        return None
    try:
        numbers = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise StrategyError(
            f"stacks are {text!r}; they must be big blinds, such as 40 or 40,100,25 by seat"
        ) from None
    return numbers[0] if len(numbers) == 1 else numbers
