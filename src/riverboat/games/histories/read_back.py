"""What writers check: before, that the format can hold such a hand; after, that it reads as the hand it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from riverboat.cards.card import FULL_DECK
from riverboat.errors import HistoryError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game

LABELS = {
    "site",
    "hand_id",
    "table_name",
    "played_at",
    "time_zone",
    "tournament",
    "buy_in",
    "level",
    "currency",
}
"""What is said about a hand, not in it: a format may lack a place for some of these."""


def check_finished_holdem(hand: Hand, what: str) -> None:
    """Raise an error unless the hand is of hold'em with 52 cards and over."""
    game = hand.game
    if (game.deck, game.ranking, game.hole_cards, game.board_cards) != (FULL_DECK, "holdem", 2, (0, 3, 1, 1)):
        raise HistoryError(f"'{game.name}' cannot be written: {what} is for hold'em with 52 cards")
    if not hand.is_over:
        raise HistoryError(
            f"the hand is not over: {hand.names[hand.table().actor or 0]} is to act; {what} is for finished hands"
        )


def check_reads_back(hand: Hand, text: str, read: Callable[[str], Hand], what: str) -> None:
    """Raise an error that names what would be lost, if anything but a label is."""
    try:
        back = read(text)
    except RiverboatError as problem:
        raise HistoryError(f"{what} cannot tell this hand: {problem}") from None
    if back.decimals < hand.decimals:
        back = back.with_decimals(hand.decimals)  # the same money in smaller chips
    pairs: list[tuple[str, object, object]] = [
        (part.name, getattr(hand.game, part.name), getattr(back.game, part.name))
        for part in fields(Game)
        if part.name != "name"
    ]
    pairs += [
        (part.name, getattr(hand, part.name), getattr(back, part.name))
        for part in fields(Hand)
        if part.name != "game" and part.name not in LABELS
    ]
    for name, ours, theirs in pairs:
        if ours != theirs:
            raise HistoryError(f"{what} cannot tell this hand: {name} {ours!r} would be read as {theirs!r}")
