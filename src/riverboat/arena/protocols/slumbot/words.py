"""What Slumbot's API says: betting such as `b200c/kk/kk/kb200`, and a hand as its client sees it.

`k` checks, `c` calls, `f` folds, `b` bets or raises to so many chips on this street; a `/` ends each round, also those
that an all-in leaves without betting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from riverboat.errors import GameError, HistoryError, MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import nolimit_holdem
from riverboat.games.rules.table import Table

SLUMBOT_GAME: Final[Game] = nolimit_holdem(stack_bb=200)
"""Blinds of 50 and 100, stacks of 20,000, reset every hand. Its positions are our seats: 0 is the big blind."""

_WORD: Final = re.compile(r"[kcf]|b[0-9]{1,9}")
_LETTERS: Final = {"fold": "f", "check": "k", "call": "c"}


def write_betting(actions: Sequence[Action]) -> str:
    """Return the betting of a hand.

    >>> write_betting((200, CALL, CALL)), write_betting((20000, CALL)), write_betting((CALL, CALL, 300, FOLD))
    ('b200c/k', 'b20000c///', 'ck/b300f')
    """
    hand = Hand(SLUMBOT_GAME, tuple(actions))
    text, round_ = "", 0
    for step in hand.steps():
        text += "/" * (step.round - round_) + (_LETTERS.get(step.kind) or f"b{step.to}")
        round_ = step.round
    table = hand.table()
    return text + "/" * (table.round - round_) if not table.is_over or table.is_showdown else text


def read_betting(text: str) -> tuple[Action, ...]:
    """Return the actions of a betting; the last slashes may be missing.

    >>> read_betting("b200c/kk/"), read_betting("b20000c")
    ((200, 0, 0, 0), (20000, 0))
    >>> read_betting("b200k")
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: 'b200k' is not the betting of a hand; valid is, for example, 'b200c/'
    """
    table, actions = Table(SLUMBOT_GAME), list[Action]()
    try:
        for word in _WORD.findall(text):
            actions.append(FOLD if word == "f" else int(word[1:] or CALL))
            act(table, actions[-1])
    except GameError as problem:
        raise HistoryError(f"{text[:80]!r} is not the betting of a hand: {problem}") from None
    meant = write_betting(actions)
    if meant.rstrip("/") != text.rstrip("/") or len(text) > len(meant):
        raise HistoryError(
            f"{text[:80]!r} is not the betting of a hand; valid is, for example, {meant[:80]!r}"
        )
    return tuple(actions)


def write_word(actions: Sequence[Action], action: Action) -> str:
    """Return an action after others, as a client says it.

    >>> write_word((), 300), write_word((300,), CALL), write_word((CALL,), CALL)
    ('b300', 'c', 'k')
    """
    return write_betting((*actions, action))[len(write_betting(actions)) :].rstrip("/")


def read_word(actions: Sequence[Action], word: str) -> Action:
    """Return the action that a client says after others."""
    if not _WORD.fullmatch(word):
        raise HistoryError(f"{word[:40]!r} is not an action; actions are k, c, f and b200")
    return read_betting(write_betting(actions) + word)[-1]


def read_answer(answer: Mapping[str, Any]) -> Hand:
    """Return the hand of an answer, as the client sees it."""
    seat, betting = answer.get("client_pos"), answer.get("action")
    if type(seat) is not int or seat not in (0, 1):
        raise MatchError(f"client_pos is {str(seat)[:40]!r}; it must be 0 or 1")
    if not isinstance(betting, str):
        raise MatchError(f"action is {str(betting)[:40]!r}; it must be the betting, such as 'b200c/'")
    cards = _cards(answer, "hole_cards"), _cards(answer, "bot_hole_cards")
    by_seat = cards if seat == 0 else cards[::-1]
    return Hand(SLUMBOT_GAME, read_betting(betting), by_seat, _cards(answer, "board"), hero=seat)


def _cards(answer: Mapping[str, Any], name: str) -> str:
    cards = answer.get(name) or []
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise MatchError(f"{name} is {str(cards)[:40]!r}; it must be a list of cards, such as ['Ac', '9d']")
    return "".join(cards)
