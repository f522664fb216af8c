"""Actions as whole numbers, the same in betting lines, hand records and betting trees.

`FOLD` is -1, `CALL` is 0 and means check when there is nothing to call, and any number from 1 up is a bet or a raise
to that many chips on this street.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from riverboat import _core
from riverboat.base.checks import integer, shown
from riverboat.errors import GameError

Action: TypeAlias = int
FOLD: Final = -1
CALL: Final = 0
_MOST_CHIPS: Final = 2**30  # more than any stack; native code takes no number beyond 32 bits


def act(table: _core.HandTable, action: Action) -> None:
    """Do the action at the table; a `GameError` says why it is not legal.

    >>> from riverboat.games import Table, nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> act(table, 300)
    >>> act(table, 499)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.GameError: seat 0 cannot raise to 499: the minimum is 500 and the maximum 10000 ...
    >>> act(table, FOLD)
    >>> table.payoffs
    [-100, 100]
    """
    if not hasattr(table, "check_or_call"):
        raise GameError(f"{shown(table)} is not a table; give such as Table(nolimit_holdem())")
    if integer(action) is None:
        raise GameError(
            f"{shown(action)} is not an action; -1 folds, 0 checks or calls, a number from 1 up raises to it"
        )
    if action == CALL:
        table.check_or_call()
    elif action > CALL:
        table.raise_to(min(action, _MOST_CHIPS))
    elif action == FOLD:
        table.fold()
    else:
        raise GameError(
            f"{action!r} is not an action; -1 folds, 0 checks or calls, a number from 1 up raises to it"
        )


def action_name(action: Action) -> str:
    """Return the action in words.

    >>> action_name(FOLD), action_name(CALL), action_name(300)
    ('fold', 'check or call', 'raise to 300')
    """
    if action == FOLD:
        return "fold"
    return "check or call" if action == CALL else f"raise to {action}"


def nearest_action(action: Action, options: Sequence[Action]) -> Action:
    """Return the option that an action is played as: itself, the nearest bet or a call.

    >>> nearest_action(300, [-1, 0, 250, 900]), nearest_action(300, [-1, 0]), nearest_action(-1, [0, 100])
    (250, 0, 0)
    """
    if action in options:
        return action
    bets = [option for option in options if option > CALL]
    if action > CALL and bets:
        return min(bets, key=lambda bet: abs(bet - action))
    return CALL
