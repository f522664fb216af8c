"""Equities drawn in a terminal."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from riverboat.cards.card import RANKS, SUIT_SYMBOLS, parse_cards

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.cards.equity_result import EquityResult

SUIT_COLOURS = ("#16a34a", "#2563eb", "#db2777", "default")
"""The four-colour deck: clubs green, diamonds blue, hearts red, spades the terminal's own colour."""

_BAR = 24


def card_text(cards: str) -> Text:
    """Return cards with suit symbols in the colours of the four-colour deck."""
    text = Text()
    for card in parse_cards(cards):
        text.append(RANKS[card // 4] + SUIT_SYMBOLS[card % 4], style=f"bold {SUIT_COLOURS[card % 4]}")
        text.append(" ")
    text.rstrip()
    return text


def equity_table(result: EquityResult) -> RenderableType:
    """Return a table with a bar per player, and a line that says how the numbers were found."""
    sampled = result.method == "sampled"
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("hand", max_width=28, no_wrap=True, overflow="ellipsis")
    table.add_column("equity", justify="right")
    if sampled:
        table.add_column("±95 %", justify="right")
    table.add_column("win", justify="right")
    table.add_column("tie", justify="right")
    table.add_column("")
    for player in result.players:
        row: list[Text | str] = [_hands_text(str(player.hands), player.hands.count), f"{player.equity:.3%}"]
        if sampled:
            error = player.standard_error
            row.append(f"{1.96 * error:.3%}" if isfinite(error) else "?")  # one sample cannot tell
        row += [f"{player.win:.2%}", f"{player.tie:.2%}", _bar(player.equity)]
        table.add_row(*row)
    lines: list[RenderableType] = [table, Text(_how(result), style="dim")]
    known = [
        Text(f"{name} ", style="dim") + card_text(cards)
        for name, cards in (("board", result.board), ("dead", result.dead))
        if cards
    ]
    if known:
        lines.insert(0, Text("   ").join(known))
    return Group(*lines)


def _hands_text(text: str, count: int) -> Text:
    if count == 1:
        return card_text(text.split(":")[0])
    return Text("random" if count == 1326 and ":" not in text else text)


def _bar(share: float) -> Text:
    eighths = round(share * _BAR * 8)
    whole, rest = divmod(eighths, 8)
    return Text("█" * whole + (" ▏▎▍▌▋▊▉"[rest] if rest else ""), style="#22c55e")


def _how(result: EquityResult) -> str:
    if result.method == "sampled":
        return f"sampled: {result.deals:,.0f} deal{'s' * (result.deals != 1)}"
    one_hand_each = all(player.hands.count == 1 for player in result.players)
    boards = f": {result.deals:,.0f} boards" if one_hand_each else ""
    return f"exact{boards}{' (from the preflop table)' if result.method == 'table' else ''}"
