"""What a line before the flop is called, and in words: first in, against an open, a squeeze."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.table import Table

FIRST_IN: Final = "first in"
OPEN: Final = "against an open"
THREE_BET: Final = "against a 3-bet"
BLINDS: Final = "blind against blind"
SQUEEZE: Final = "open and callers"
LIMPED: Final = "limped pots"
COLD: Final = "cold against a 3-bet"
FOUR_BET: Final = "against a 4-bet"
LATER: Final = "against a 5-bet and more"
OTHER: Final = "other reraised pots"

KINDS: Final = (FIRST_IN, OPEN, THREE_BET, BLINDS, SQUEEZE, LIMPED, COLD, FOUR_BET, LATER, OTHER)
"""In the order in which they are shown."""

ALWAYS: Final = (FIRST_IN, OPEN, THREE_BET, BLINDS)
"""Shown however rare they are: what people look up by positions."""


def kind_of(table: Table) -> str:
    """Return what a point before the flop is, by what was done and by whom.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem(6))
    >>> kinds = [kind_of(table)]
    >>> for action in (-1, -1, 250, -1, 900, -1):
    ...     act(table, action)
    ...     kinds.append(kind_of(table))
    >>> kinds[3:]
    ['against an open', 'against an open', 'cold against a 3-bet', 'against a 3-bet']
    """
    raises = sum(action > CALL for action in table.taken)
    calls = sum(action == CALL for action in table.taken)
    if raises + calls == 0:
        return FIRST_IN
    if table.game.players > 2 and set(table.in_hand) == _blind_seats(table.game):
        return BLINDS
    acted = _acted(table)
    if calls and _first_voluntary(table.taken) == CALL:
        return LIMPED
    if raises == 1:
        return SQUEEZE if calls else OPEN
    if raises == 2:
        return OTHER if calls else THREE_BET if acted else COLD
    return OTHER if calls else FOUR_BET if raises == 3 else LATER


def line_words(table: Table) -> str:
    """Return who acts after what, in words; folds go without saying.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem(6))
    >>> for action in (-1, -1, 250, 0): act(table, action)
    >>> line_words(table)
    'SB after CO raises to 2.5 bb, BTN calls'
    """
    game, names = table.game, seat_names(table.game)
    replayed, told = Table(game), list[str]()
    for action in table.taken:
        seat = replayed.actor
        assert seat is not None
        if action != FOLD:
            told.append(f"{names[seat]} {_verb(replayed, action)}")
        act(replayed, action)
    assert table.actor is not None
    return f"{names[table.actor]} {'after ' + ', '.join(told) if told else FIRST_IN}"


def _verb(table: Table, action: Action) -> str:
    if action == CALL:
        return "calls" if max(table.bets) > table.game.big_blind else "limps" if table.to_call else "checks"
    assert table.actor is not None
    is_all_in = action - table.bets[table.actor] == table.stacks[table.actor]
    return f"{'goes all-in for' if is_all_in else 'raises to'} {table.game.amount(action)}"


def _acted(table: Table) -> bool:
    """Whether who is to act has acted before."""
    replayed = Table(table.game)
    for action in table.taken:
        if replayed.actor == table.actor:
            return True
        act(replayed, action)
    return False


def _first_voluntary(taken: Sequence[Action]) -> Action:
    return next(action for action in taken if action != FOLD)


def _blind_seats(game: Game) -> set[int]:
    return {seat for seat, blind in enumerate(game.blinds) if blind}
