"""`riverboat hands replay`: show a played hand street by street, or turn a history into another format."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.names import HistoryFormat, WrittenFormat
from riverboat.cli.options import Json, complain, progress_bar, show

if TYPE_CHECKING:
    from riverboat.games.histories.formats import BadHand, HandHistory
    from riverboat.games.histories.hand import Hand
    from riverboat.games.rules.game import Game

_SHOWN = 3  # problems that are told in full; the others are counted


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="The history, or a folder of them: PHH, PokerStars or GGPoker text, PokerNow logs, OHH, ACPC logs."
        ),
    ],
    hand: Annotated[
        int | None,
        typer.Option(help="Show the hand with this number in the file.", show_default=False, min=1),
    ] = None,
    format: Annotated[
        HistoryFormat | None,
        typer.Option(help="What the file is.", show_default="what it looks like"),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of an ACPC log: a preset or a game file.",
            show_default="the competition's",
            autocompletion=completion.game,
        ),
    ] = None,
    to: Annotated[
        WrittenFormat | None, typer.Option(help="Write the hands in this format.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write them to.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Show a played hand street by street, or turn its format.

    Of a file with many hands, or of a folder of files, it shows the list, or the one with --hand. Hands that cannot be
    read are counted by reason on the error stream, the first with their lines; the others are kept.

    Examples:
      riverboat hands replay hand.phh
      riverboat hands replay session.txt --hand 17
      riverboat hands replay downloads -o all.phhs
    """
    from riverboat.games.histories.formats import read_hands

    with progress_bar("reading") as progress:
        history = read_hands(file, format, game=read_game_of(game), progress=progress)
    problems = list(history.problems)
    hands = [history.hand(hand)] if hand is not None else list(history.hands)
    written = len(hands)
    if to is not None or out is not None:
        lost = _convert(hands, to, out, json)
        written -= len(lost)
        numbers = history.numbers if hand is None else (hand,)
        problems = [*problems, *(replace(bad, number=numbers[bad.number - 1]) for bad in lost)]
    elif json:
        data = [one.to_dict() for one in hands]
        show("", data[0] if hand is not None else _data(data, history), as_json=True)
    elif len(hands) == 1:
        show(hands[0], None, as_json=False)
    elif hands:
        show(history, None, as_json=False)
    tell_problems(problems if hand is None else [bad for bad in problems if bad.number == hand])
    if not written:
        raise typer.Exit(1)


def read_game_of(name: str | None) -> Game | None:
    """Return the game that an option names."""
    from riverboat.games import read_game
    from riverboat.games.rules.presets import PRESETS, preset

    if name is None:
        return None
    return preset(name) if name in PRESETS else read_game(Path(name))


def _convert(
    hands: list[Hand], to: WrittenFormat | None, out: Path | None, json: bool
) -> tuple[BadHand, ...]:
    from riverboat.games.histories.formats import hands_text, write_hands

    if out is None:
        kind = to or "phh"
        text, problems = hands_text(hands, kind, skip=True, many=len(hands) != 1)
        show(text.removesuffix("\n"), {"format": kind, "text": text}, as_json=json)
        return problems
    problems = write_hands(hands, out, to, skip=True)
    written = len(hands) - len(problems)
    if written:
        show(f"{written:,} hands in {out}", {"file": str(out), "hands": written}, as_json=json)
    return problems


def _data(hands: list[dict[str, object]], history: HandHistory) -> dict[str, object]:
    problems = [
        {"file": bad.file, "number": bad.number, "line": bad.line, "reason": bad.reason}
        for bad in history.problems
    ]
    for number, data in zip(history.numbers, hands, strict=True):
        data["number"] = number
    return {"format": history.format, "hands": hands, "problems": problems}


def tell_problems(problems: list[BadHand]) -> None:
    """Tell the first problems in full, and if there are more, how many there are by reason."""
    from riverboat.games.histories.reasons import reason_of

    for bad in problems[:_SHOWN]:
        complain(str(bad))
    if len(problems) > _SHOWN:
        complain(f"and {len(problems) - _SHOWN:,} more; all {len(problems):,} by reason:")
        for words, count in Counter(reason_of(bad.reason).words for bad in problems).most_common():
            complain(f"{count:>7,}  {words}")
