"""Pasted hand histories, as points that can be explored and solved."""

from __future__ import annotations

from typing import Any, Final

from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import GameError
from riverboat.games.histories.formats import read_hands
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import act
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table

MOST_HANDS: Final = 100
MOST_BROKEN: Final = 20


def history_dict(text: str) -> dict[str, Any]:
    """Return the hands of a text with all their decisions, and what is wrong with the others."""
    history = read_hands(text + "\n")  # with a line break it is a text, and no name of a file
    return {
        "format": history.format,
        "hands": [
            _hand(number, hand)
            for number, hand in list(zip(history.numbers, history.hands, strict=True))[:MOST_HANDS]
        ],
        "broken": [
            {"number": bad.number, "line": bad.line, "reason": bad.reason}
            for bad in history.problems[:MOST_BROKEN]
        ],
        "left_out": max(0, len(history) - MOST_HANDS),
    }


def _hand(number: int, hand: Hand) -> dict[str, Any]:
    game = hand.game
    line, decisions = _followed(hand)
    return {
        "number": number,
        "title": " ".join(filter(None, (hand.site, hand.hand_id))) or f"hand {number}",
        "players": list(hand.names),
        "positions": list(seat_names(game)),
        "hero": hand.hero,
        "stack_bb": ",".join(f"{stack / game.big_blind:.6g}" for stack in game.stacks),
        "line": line,
        "board": hand.board,
        "decisions": decisions,
    }


def _followed(hand: Hand) -> tuple[str, list[dict[str, Any]]]:
    """The line of a hand and its decisions, up to what a real table let happen and no strategy can be asked after."""
    game, table, cards = hand.game, Table(hand.game), parse_cards(hand.board)
    points = []
    for action in hand.actions:
        seat = table.actor
        assert seat is not None
        shown = cards[: sum(game.board_cards[: table.round + 1])]
        points.append(
            {
                "line": write_line(game, table.taken),
                "board": card_names(shown),
                "street": street_names(game)[table.round],
                "position": seat_names(game)[seat],
                "two": table.round > 0 and len(table.in_hand) == 2,
            }
        )
        try:
            act(table, action)
        except GameError:  # a fold where a check was free, a raise below the least
            break
    return write_line(game, table.taken), points
