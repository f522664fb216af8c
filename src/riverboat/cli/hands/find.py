"""`riverboat hands find`: find and show the saved hands of a match."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, refuse, show
from riverboat.errors import MatchError

_LISTED = 20


def find(
    folder: Annotated[Path, typer.Argument(help="What `riverboat match --save FOLDER` wrote.")],
    hand: Annotated[
        list[int] | None, typer.Option(help="Show the hand with this number.", show_default=False)
    ] = None,
    bot: Annotated[str | None, typer.Option(help="As this bot played them.", show_default=False)] = None,
    min_pot: Annotated[
        float | None, typer.Option(help="Only pots of so many big blinds or more.", show_default=False)
    ] = None,
    showdown: Annotated[bool, typer.Option("--showdown", help="Only hands that came to one.")] = False,
    where: Annotated[
        str, typer.Option(help="A condition in SQL, such as \"won < -20 and position = 'BTN'\".")
    ] = "",
    sort: Annotated[
        str | None,
        typer.Option(
            help="A column: won for the biggest losses first, -won for the biggest wins.",
            show_default="number",
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="The first so many.", show_default="20, or all with --out", min=1)
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Show each hand street by street.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Write them to a file: .phhs, .ohh, .txt or .log.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Find and show the saved hands of a match.

    They are listed by what happened in them, shown street by street or written to a file.

    Examples:
      riverboat hands find saved --bot shark --sort won
      riverboat hands find saved --hand 17
      riverboat hands find saved --min-pot 100 --showdown -o big.phhs
    """
    from riverboat.arena.matches.hand_store import HandStore, found_view
    from riverboat.games.histories.formats import write_hands

    wanted = {"--bot": bot, "--min-pot": min_pot, "--showdown": showdown, "--where": where, "--sort": sort}
    if hand:
        refuse({**wanted, "--limit": limit}, "--hand names the hands")
    if out is not None:
        refuse({"--full": full}, "--out writes the hands to a file")
    store = HandStore(folder)
    if hand:
        numbers, full = hand, True
    else:
        limit = _LISTED if limit is None and out is None else limit
        found = store.find(
            bot=bot, min_pot=min_pot or 0, showdown=showdown, where=where, sort=sort or "number", limit=limit
        )
        numbers = [one.number for one in found]
    if out is not None and not numbers:
        raise MatchError(
            f"no hand is like that, and '{out}' is not written; ask for less, such as --min-pot 10"
        )
    if out is not None:
        write_hands([store.hand(number) for number in numbers], out)
        show(f"{len(numbers):,} hands in {out}", {"file": str(out), "hands": len(numbers)}, as_json=json)
    elif json and full:
        show("", [store.hand(number).to_dict() for number in numbers], as_json=True)
    elif full:
        for number in numbers:
            show(store.hand(number), None, as_json=False)
    else:
        show(found_view(found, len(store)), [one.to_dict() for one in found], as_json=json)
