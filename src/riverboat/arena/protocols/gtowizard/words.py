"""What the GTO Wizard benchmark says: a hand as its client sees it, and actions.

The words are Slumbot's in a list: `k` checks, `c` calls, `f` folds, `b300` bets or raises to so many chips on this
street; `_` ends a round. Blinds of 50 and 100, stacks of 20,000, reset every hand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME, read_betting, write_betting, write_word
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import Action

GAME_NAME: Final = "HUNL 200BB"
"""Our `SLUMBOT_GAME` by its name there."""

OPPONENT: Final = "GTO Wizard"
_SEATS: Final = {"BB": 0, "SB": 1, "BTN": 1, "BTN/SB": 1, "D": 1}  # heads-up the button is the small blind
_WORD: Final = re.compile(r"([kcf_])|b([0-9]{1,9})(?:\.0*)?")


@dataclass(frozen=True)
class Seen:
    """An answer of the server: the number of the hand, our name at its table, and the hand as we see it.

    winnings, aivat: of a hand that is over; what was won in chips, and the same with the luck taken out.
    """

    number: str
    name: str
    hand: Hand
    winnings: float | None
    aivat: float | None


def read_history(words: object) -> tuple[Action, ...]:
    """Return the actions of a history.

    >>> read_history(["b200", "c", "_", "k", "b300.0"])
    (200, 0, 0, 300)
    """
    if not isinstance(words, list):
        raise MatchError(
            f"action_history is {str(words)[:40]!r}; it must be a list, such as ['b200', 'c', '_']"
        )
    text = ""
    for word in words:
        said = _WORD.fullmatch(word) if isinstance(word, str) else None
        if said is None:
            raise MatchError(f"{str(word)[:40]!r} in the history is no action; actions are k, c, f and b200")
        text += f"b{said[2]}" if said[2] else "/" if said[1] == "_" else said[1]
    return read_betting(text)


def write_history(actions: Sequence[Action]) -> list[str]:
    """Return the history of actions, as the server tells it.

    >>> write_history((200, 0, 0, 300))
    ['b200', 'c', '_', 'k', 'b300']
    """
    return re.findall(r"[kcf_]|b[0-9]+", write_betting(actions).replace("/", "_"))


def write_act(actions: Sequence[Action], action: Action) -> dict[str, str | int | None]:
    """Return what is posted for an action after others.

    >>> write_act((), 300), write_act((300,), 0)
    ({'action': 'b', 'amount': 300}, {'action': 'c', 'amount': None})
    """
    word = write_word(actions, action)
    return {"action": word[0], "amount": int(word[1:]) if word[1:] else None}


def read_seen(answer: Mapping[str, Any], name: str = "") -> Seen:
    """Read an answer; name: ours, if it is known from before, as at the end both hands may be shown."""
    state = _part(answer, "game_state")
    players = state.get("players")
    if (
        not isinstance(players, list)
        or len(players) != 2
        or not all(isinstance(one, dict) for one in players)
    ):
        raise MatchError(f"players is {str(players)[:40]!r}; it must be a list of two")
    hero = _hero(players, name)
    position = str(hero.get("position"))
    seat = _SEATS.get(position.upper())
    if seat is None:
        raise MatchError(f"position is {position[:40]!r}; it must be BB or BTN")
    cards = _cards(hero, "hole_cards"), _cards(next(one for one in players if one is not hero), "hole_cards")
    actions, board = read_history(state.get("action_history")), _cards(state, "board_cards")
    hand = Hand(SLUMBOT_GAME, actions, cards if seat == 0 else cards[::-1], board, hero=seat)
    if bool(state.get("is_hand_over")) != hand.is_over:
        raise MatchError(
            f"is_hand_over is {state.get('is_hand_over')}, and by the rules it is {hand.is_over}"
        )
    return Seen(
        str(answer.get("hand_id"))[:40],
        str(hero.get("name")),
        hand,
        _chips(state, "winnings"),
        _chips(state, "aivat_score"),
    )


def _hero(players: list[Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    if name:
        found = [one for one in players if str(one.get("name")) == name]
    else:
        found = [one for one in players if one.get("hole_cards")]
        if len(found) == 2:  # both are shown
            found = [one for one in players if one.get("name") != OPPONENT]
    if len(found) != 1:
        raise MatchError("it cannot be told which player we are: none or both show their cards")
    return found[0]


def _part(answer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = answer.get(name)
    if not isinstance(part, dict):
        raise MatchError(f"{name} is {str(part)[:40]!r}; it must be an object")
    return part


def _cards(of: Mapping[str, Any], name: str) -> str:
    cards = of.get(name) or ""
    if not isinstance(cards, str):
        raise MatchError(f"{name} is {str(cards)[:40]!r}; it must be cards, such as 'AhKd'")
    return cards


def _chips(state: Mapping[str, Any], name: str) -> float | None:
    chips = state.get(name)
    if chips is None:
        return None
    if type(chips) not in (int, float) or not math.isfinite(chips):
        raise MatchError(f"{name} is {str(chips)[:40]!r}; it must be a number of chips, such as -100")
    return float(chips)
