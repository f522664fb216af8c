"""`riverboat hands range`: draw a range."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from riverboat.cli.options import Json, show, write_svg
from riverboat.errors import RangeError

_TITLE = 60  # characters that fit above the picture


def show_range(
    text: Annotated[
        str, typer.Argument(help="The range: 'TT+,AQs+:0.5', 'top 15%', random.", metavar="RANGE")
    ],
    without: Annotated[str, typer.Option(help="Cards that are out of play, such as a board.")] = "",
    style: Annotated[
        Literal["grid", "pio", "gtoplus", "gtowizard", "upi"],
        typer.Option(help="Draw the grid, or write it as text."),
    ] = "grid",
    svg: Annotated[
        Path | None, typer.Option(help="Also write the grid as an SVG picture.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Draw a range, or write it for another program.

    Examples:
      riverboat hands range "TT+,AQs+:0.5"
      riverboat hands range "top 15%" --without QsJh2h --svg range.svg
      riverboat hands range "98s-65s" --style gtowizard
    """
    from riverboat.cards import Range

    hands = Range(text)
    if without:
        hands = hands.without(without)
    if hands.is_empty:
        raise RangeError(f"no hand is left of '{text}' without {without}")
    if svg is not None:
        write_svg(svg, hands.grid(text if len(text) <= _TITLE else ""))
    written = hands.to_text("pio" if style == "grid" else style)
    data = {
        "range": written,
        "combos": hands.combos,
        "fraction": hands.fraction,
        "hands": dict(hands.hands()),
    }
    show(hands if style == "grid" else written, data, as_json=json)
