"""What a player can choose at a node, named and coloured for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from riverboat.games.histories.line import action_token
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import pot_fraction

FOLD_COLOUR: Final = "#3b82f6"
CALL_COLOUR: Final = "#22c55e"
BET_COLOURS: Final = ("#f59e0b", "#f97316", "#ef4444", "#dc2626", "#b91c1c")
"""Amber to red: the bigger the bet, the redder."""
ALL_IN_COLOUR: Final = "#7f1d1d"


@dataclass(frozen=True)
class Option:
    """One choice.

    action: as in the tree. token: what stands for it in a betting line. name: in words. percent: of the pot, after
    calling; NaN unless it bets or raises.
    """

    action: Action
    token: str
    name: str
    colour: str
    percent: float = float("nan")


def options_at(table: Table, actions: Sequence[Action]) -> tuple[Option, ...]:
    """Return the options of who is to act, in the order of the actions.

    >>> from riverboat.games import nolimit_holdem, spot
    >>> [option.name for option in options_at(Table(spot("QsJh2h", 180, 910)), [0, 60, 180, 910])]
    ['check', 'bet 60 (33%)', 'bet 180 (100%)', 'all-in 910']
    >>> [option.name for option in options_at(Table(nolimit_holdem()), [-1, 0, 250])]
    ['fold', 'call 0.5 bb', 'raise to 2.5 bb (75%)']
    """
    raises = [action for action in actions if action > CALL and not _is_all_in(table, action)]
    return tuple(_option(table, action, raises) for action in actions)


def _option(table: Table, action: Action, raises: Sequence[Action]) -> Option:
    token = action_token(table, action)
    if action == FOLD:
        return Option(action, token, "fold", FOLD_COLOUR)
    if action == CALL:
        name = f"call {table.game.amount(table.to_call)}" if table.to_call else "check"
        return Option(action, token, name, CALL_COLOUR)
    percent = 100 * pot_fraction(table, action)
    if _is_all_in(table, action):
        return Option(action, "a", f"all-in {table.game.amount(action)}", ALL_IN_COLOUR, percent)
    place = raises.index(action) * (len(BET_COLOURS) - 1) // max(1, len(raises) - 1)
    colour = BET_COLOURS[place if len(raises) > 1 else 2]
    verb = "raise to" if max(table.bets) else "bet"
    size = f" ({percent:.0f}%)" if table.game.betting == "no-limit" else ""
    return Option(action, token, f"{verb} {table.game.amount(action)}{size}", colour, percent)


def _is_all_in(table: Table, action: Action) -> bool:
    seat = table.actor
    assert seat is not None
    no_limit = table.game.betting == "no-limit"
    return no_limit and action - table.bets[seat] == table.stacks[seat]
