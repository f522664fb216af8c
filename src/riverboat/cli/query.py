"""`riverboat query`: ask whatever plays, a trained strategy or a solution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, show, write_svg
from riverboat.errors import StrategyError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.base.drawing import Drawn, Picture
    from riverboat.solvers import AllHands, Strategy

_SHIPPED = ("sixmax", "headsup")  # in this order: questions are of six players unless they say otherwise


def query(
    hands: Annotated[
        list[str] | None,
        typer.Argument(help="The hand, such as AsKd, or several.", show_default=False, metavar="[HAND...]"),
    ] = None,
    line: Annotated[
        str | None,
        typer.Option(
            "--line", "-l", help="What was done so far: 'f f r2.5 f / k b33%'.", show_default="nothing"
        ),
    ] = None,
    board: Annotated[str, typer.Option("--board", "-b", help="The cards on the table: QsJh2h.")] = "",
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            "-s",
            help="What to ask: a name, a strategy file (several compose), the folder of a training run, or a file of "
            "`riverboat solve -o`. Alone, it says what made it.",
            show_default="sixmax, headsup",
            autocompletion=completion.strategy,
        ),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Draw all hands as the 13 x 13 grid.")] = False,
    range_of: Annotated[
        str | None,
        typer.Option(
            "--range", "-r", help="Draw with what this seat comes here: BTN, OOP or 0.", show_default=False
        ),
    ] = None,
    opens: Annotated[
        bool, typer.Option("--opens", help="Draw what every position opens with, first in.")
    ] = False,
    stack_bb: Annotated[
        str | None,
        typer.Option(
            help="Big blinds of everybody, or by seat, SB first (heads-up BB): 40 or 40,100,25.",
            show_default="trained",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(help="Also write what is drawn as an SVG picture.", show_default=False),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print every hand as comma-separated values.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Check the whole file first.")] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """How a hand, or all hands, are played after a betting line.

    Of a solution it also tells what they are worth.

    Examples:
      riverboat query AsKd --line "f f r2.5 f"
      riverboat query --line "f f" --range CO
      riverboat query --opens
      riverboat query -s flop.rb --line "k b33% c / 7d" AsKs KhKd
    """
    from riverboat.strategy import first_in, open_strategy

    _refuse_what_is_not_used(
        {"--line": line, "--board": board, "--stack-bb": stack_bb, "--svg": svg, "--csv": csv, "--json": json}
        | {"hands": hands, "--grid": grid, "--range": range_of, "--opens": opens}
    )
    if not (hands or opens or range_of or grid or csv or svg or line is not None or strategy):
        raise StrategyError(
            "give a hand, such as AsKd, --grid for all hands, --range for a seat's, or --opens for what is opened"
        )
    asked = open_strategy(*(strategy or _SHIPPED), verify=verify, threads=threads)
    where: Any = {"line": line or "", "board": board, "stack_bb": _stack_bb(stack_bb)}
    if opens:
        ranges = first_in(asked, stack_bb=where["stack_bb"])
        _write(svg, ranges)
        show(ranges, ranges.to_dict(), as_json=json)
    elif range_of is not None:
        _show_range(asked, range_of, where, svg, json=json)
    elif hands:
        _show_hands(asked, hands, where, svg, json=json)
    elif grid or csv or svg is not None or line is not None or board or stack_bb:
        _show_all(asked, asked.grid(**where), svg, csv=csv, json=json)
    else:
        _about(asked, json=json)


_USED = {
    "--opens": ("--stack-bb", "--svg", "--json"),
    "--range": ("--line", "--board", "--stack-bb", "--svg", "--json"),
    "hands": ("--line", "--board", "--stack-bb", "--svg", "--json"),
    "--csv": ("--line", "--board", "--stack-bb", "--svg", "--grid"),
}
"""What each question goes with; nothing is left out silently."""


def _refuse_what_is_not_used(given: dict[str, object]) -> None:
    there = [name for name, value in given.items() if value not in (None, False, "", [])]
    for question, used in _USED.items():
        if question in there:
            for name in there:
                if name not in (question, *used):
                    raise StrategyError(f"{question} does not go with {name}; ask one thing at a time")


def _show_range(asked: Strategy, seat: str, where: Any, svg: Path | None, *, json: bool) -> None:
    from rich.console import Group
    from rich.text import Text

    from riverboat.games.rules.positions import seat_names, seat_number

    cursor = asked.at(**where)
    number = seat_number(int(seat) if seat.isdecimal() else seat, cursor.table.game)
    held, name = cursor.range(number), seat_names(cursor.table.game)[number]
    after = f"after {cursor.state.line}" if cursor.state.line else "to begin"
    drawn = held.grid(f"{name} {after}")
    _write(svg, drawn)
    data = {
        "seat": number,
        "position": name,
        "combos": held.combos,
        "fraction": held.fraction,
        "range": str(held),
    }
    notes = [Text(note, style="dim") for note in cursor.notes]
    show(Group(drawn, *notes), {**data, "notes": list(cursor.notes)}, as_json=json)


def _show_hands(asked: Strategy, hands: list[str], where: Any, svg: Path | None, *, json: bool) -> None:
    from rich.console import Group
    from rich.text import Text

    from riverboat.views.strategies.hands import hand_rows

    decisions = [asked.query(hand, **where) for hand in hands]
    data: object = [decision.to_dict() for decision in decisions] if json else None
    if svg is not None:
        _write(svg, asked.grid(**where).grid())
    if len(hands) == 1:
        show(decisions[0], data[0] if isinstance(data, list) else data, as_json=json)
        return
    every = asked.grid(**where)
    notes = [Text(note, style="dim") for note in every.notes]
    show(Group(Text(every.state.title, style="bold"), hand_rows(every, hands), *notes), data, as_json=json)


def _show_all(asked: Strategy, every: AllHands, svg: Path | None, *, csv: bool, json: bool) -> None:
    from riverboat.solvers import Solution

    if svg is not None:
        _write(svg, every.grid())
    if csv:
        print(every.to_csv(), end="")
        return
    data = every.to_dict() if json else None
    if data is not None and isinstance(asked, Solution):
        data["solution"] = asked.to_dict()
    show(every, data, as_json=json)


def _about(asked: Strategy, *, json: bool) -> None:
    """Show what a strategy is and what made it; of a solution also its first decision."""
    from rich.console import Group

    from riverboat.solvers import Solution
    from riverboat.views.strategies.solutions import solution_facts

    told: RenderableType = asked  # type: ignore[assignment]  # it draws itself
    if isinstance(asked, Solution) and not json:
        told = Group(solution_facts(asked), "", asked.grid())  # with what both ranges are worth
    show(told, asked.to_dict(), as_json=json)


def _write(svg: Path | None, drawn: Drawn | Picture) -> None:
    if svg is not None:
        write_svg(svg, drawn)


def _stack_bb(text: str | None) -> float | tuple[float, ...] | None:
    if text is None:
        return None
    try:
        numbers = tuple(float(part) for part in text.split(","))
    except ValueError:
        raise StrategyError(
            f"--stack-bb is {text!r}; it must be big blinds, such as 40 or 40,100,25 by seat"
        ) from None
    return numbers[0] if len(numbers) == 1 else numbers
