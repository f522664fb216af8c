"""`riverboat play`: you against bots."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import completion
from riverboat.cli.match_options import Bots, Mode, StackBb
from riverboat.cli.options import Json, show


def play(
    bots: Bots,
    hands: Annotated[int | None, typer.Option(help="Hands to play.", show_default="until you leave")] = None,
    mode: Mode = "carried",
    stack_bb: StackBb = None,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="Who judges your decisions after a hand.",
            show_default="what a blueprint at the table plays, or one that ships",
            autocompletion=completion.strategy,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Write the hands as you saw them: .phhs, .ohh, .txt or .log.", show_default=False),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of cards and bots.", show_default="new")] = None,
    json: Json = False,
) -> None:
    """Play against bots at the keyboard.

    1 to 9 bots; `?` at the table tells what can be typed. With --json the table is drawn on the error stream, and what
    you won is printed at the end.

    Examples:
      riverboat play shark
      riverboat play shark fish honest --stack-bb 50
    """
    from rich.console import Console
    from rich.text import Text

    from riverboat.arena.matches.session import sit_down
    from riverboat.base.files import check_folder
    from riverboat.games import write_hands
    from riverboat.games.histories.formats import format_of_suffix

    if save is not None:
        check_folder(save)
        format_of_suffix(save)  # what cannot be written shows before the hands
    human = sit_down(
        bots,
        hands,
        stack_bb=stack_bb,
        mode=mode,
        strategy=strategy,
        seed=secrets.randbits(64) if seed is None else seed,
        ask=_ask_on_stderr if json else input,
        console=Console(highlight=False, stderr=json),
    )
    won, count = sum(human.won), len(human.won)
    rate = f", {100 * won / count:+.0f} bb/100" if count else ""
    mistakes = [mark for mark in human.marks if mark.is_mistake]
    lost = sum(mark.loss_bb or 0.0 for mark in mistakes)
    data = {
        "hands": count,
        "won_bb": won,
        "won_by_hand_bb": human.won,
        "decisions": len(human.marks),
        "mistakes": len(mistakes),
        "lost_decisions": dict(human.faults),
    }
    told = f"\n{count:,} hand{'s' * (count != 1)}, {won:+.1f} bb{rate}"
    if human.marks:
        cost = f", {lost:.1f} bb lost by them" if lost else ""
        many = f"{len(mistakes):,} mistake{'s' * (len(mistakes) != 1)}"
        told += f"\n{many} in {len(human.marks):,} decision{'s' * (len(human.marks) != 1)}{cost}"
    for name, times in human.faults.items():
        told += f"\n{name} lost {times:,} decision{'s' * (times > 1)}: it crashed, was too slow or not legal"
    show(Text(told, style="bold"), data, as_json=json)
    if save is not None:
        write_hands(human.records, save)


def _ask_on_stderr(prompt: str) -> str:
    """Ask as `input` does, but leave the output to the result."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
