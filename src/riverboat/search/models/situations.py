"""What an opponent stands before, and what he does there, in few enough classes to be counted.

Three questions tell situations apart: what he faces, the street, and how large the pot is. They are kept in three
grains, since a thousand hands are many for the first question and few for all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.table import Table

SIZES: Final = (0.6, 1.1, 4.0)
"""Parts of the pot up to which a bet is small, middle, large; above it is huge, as are all-ins."""

KINDS: Final = ("fold", "call", "small", "middle", "large", "huge")
"""What somebody does; a check is a call, and bets and raises go by their size."""

FACING: Final = ("first", "checked to", "small", "middle", "large", "huge")
"""What he faces: nothing and he is first, a check, or a bet by its size."""

_FOLD, _CALL = 0, 1

POTS: Final = (3, 8, 25)
"""Big blinds up to which a pot is that of the blinds and calls, raised once, raised again; above it is larger."""

Situation: TypeAlias = tuple[int, ...]
"""Numbers that name a class; shorter ones are coarser."""

GRAINS: Final = 3
"""How many classes a decision belongs to, from coarse to fine."""


def situation_of(table: Table) -> tuple[Situation, ...]:
    """Return the classes of who is to act, the coarsest first: what he faces; with the street; with the pot.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> table.raise_to(250)
    >>> situation_of(table)  # the big blind faces three quarters of a pot, before the flop
    ((3,), (3, 0), (3, 0, 1))
    """
    facing, street = _facing(table), table.round
    pot = int(np.searchsorted(POTS, table.pot / table.game.big_blind))
    return (facing,), (facing, street), (facing, street, pot)


def kind_of(table: Table, action: Action) -> int:
    """Return what an action of who is to act is, an index of `KINDS`.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> [KINDS[kind_of(table, action)] for action in (-1, 0, 200, 250, 500, 5000)]
    ['fold', 'call', 'small', 'middle', 'large', 'huge']
    """
    if action <= CALL:
        return _FOLD if action == FOLD else _CALL
    over = action - max(table.bets)
    return _CALL + _size(over, table.pot + table.to_call, _is_all_in(table, action))


def choices_of_kinds(kinds: Sequence[int]) -> list[list[int]]:
    """Return by kind the choices that stand for it, where the choices of a decision have these kinds.

    A bet of a size that nobody offers is the nearest that somebody does, or a call; so is a fold for free.

    >>> choices_of_kinds([1, 3, 5])  # check, a middle bet, all-in
    [[0], [0], [1], [1], [1], [2]]
    """
    found = []
    for kind in range(len(KINDS)):
        here = [kind] if kind in kinds else [other for other in sorted(set(kinds)) if other > _CALL < kind]
        nearest = min(here, key=lambda other: abs(other - kind), default=_CALL)
        chosen = [place for place, one in enumerate(kinds) if one == nearest]
        found.append(chosen or [0])
    return found


# --- parts -------------------------------------------------------------------------------------------------


def _size(chips: int, pot: int, all_in: bool) -> int:
    """Return 1 for a small bet to 4 for a huge one."""
    return len(SIZES) + 1 if all_in else 1 + int(np.searchsorted(SIZES, chips / max(pot, 1)))


def _facing(table: Table) -> int:
    call, actor = table.to_call, table.actor
    assert actor is not None
    if not call:
        return int(actor != _first_of_street(table))
    others = [seat for seat in table.in_hand if seat != actor]
    all_in = call >= table.stacks[actor] or not any(table.stacks[seat] for seat in others)
    return 1 + _size(call, table.pot - call, all_in)


def _first_of_street(table: Table) -> int:
    first, players = table.game.first_to_act[table.round], table.game.players
    return min(table.in_hand, key=lambda seat: (seat - first) % players)


def _is_all_in(table: Table, action: Action) -> bool:
    actor = table.actor
    assert actor is not None
    return action - table.bets[actor] >= table.stacks[actor]
