"""Equities: a row with a bar for each player, and how the numbers were found."""

from __future__ import annotations

from math import isfinite
from typing import Final

from riverboat.base.drawing import draws
from riverboat.cards.equity_result import EquityResult, PlayerEquity
from riverboat.cards.range import Range
from riverboat.views.colours import SHARE
from riverboat.views.page import Page
from riverboat.views.shapes import Bar, CardRow, Cell, Line, Note, Rows

_WIDEST: Final = 28  # characters of a range that are shown


@draws(EquityResult)
def draw_equity(result: EquityResult) -> Page:
    """Return the known cards, the players and the method."""
    error = (">±95 %",) if result.method == "sampled" else ()
    table = Rows(
        ("hand", ">equity", *error, ">win", ">tie", ""),
        tuple(_player(player, sampled=bool(error)) for player in result.players),
    )
    known: list[Cell] = []
    for name, cards in (("board", result.board), ("dead", result.dead)):
        if cards:
            known += [Note(name, "dim"), CardRow(cards)]
    return Page(*([Line(tuple(known))] if known else []), table, Note(_how(result), "dim"))


def _player(player: PlayerEquity, *, sampled: bool) -> tuple[Cell, ...]:
    error = player.standard_error
    spread = f"{1.96 * error:.3%}" if isfinite(error) else "?"  # one sample cannot tell
    return (
        _hands(player.hands),
        f"{player.equity:.3%}",
        *((spread,) if sampled else ()),
        f"{player.win:.2%}",
        f"{player.tie:.2%}",
        Bar(((SHARE, min(1.0, player.equity)),)),
    )


def _hands(hands: Range) -> Cell:
    text = str(hands)
    if hands.count == 1:
        return CardRow(text.split(":")[0])
    if hands.count == 1326 and ":" not in text:
        return "random"
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _how(result: EquityResult) -> str:
    return _found(result) + ("" if result.ranking == "holdem" else f"; {result.ranking}")


def _found(result: EquityResult) -> str:
    if result.method == "sampled":
        return f"sampled: {result.deals:,.0f} deal{'s' * (result.deals != 1)}"
    one_hand_each = all(player.hands.count == 1 for player in result.players)
    boards = f": {result.deals:,.0f} boards" if one_hand_each else ""
    return f"exact{boards}{' (from the preflop table)' if result.method == 'table' else ''}"
