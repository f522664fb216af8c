"""Hands of larger tables than a strategy knows: where all who act before its seats fold, they are its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import FOLD
from riverboat.games.rules.table import Table

_T = TypeVar("_T")


def without_early_folds(hand: Hand, seat: int, most: int) -> Hand:
    """Return a hand of more than `most` players without those who folded first, if `most` are left and `seat` is one.

    Else it is returned as it is: also where one who folded had posted a blind. Their antes are left out, as strategies
    leave out all antes. At tables of two the order of acting is another, so `most` is at least 3.

    >>> from riverboat.games import nolimit_holdem
    >>> nine = Hand(nolimit_holdem(9), (-1, -1, -1, -1, 250, -1, -1, -1, -1))
    >>> six = without_early_folds(nine, 0, 6)
    >>> six.game.players, six.actions, six.names
    (6, (-1, 250, -1, -1, -1, -1), ('p1', 'p2', 'p6', 'p7', 'p8', 'p9'))
    >>> without_early_folds(nine, 3, 6) is nine  # he folded first himself
    True
    """
    game = hand.game
    gone = _first_to_fold(hand, game.players - most)
    if most < 3 or len(gone) != game.players - most or seat in gone or not gone:
        return hand
    if any(game.blinds[one] for one in gone):
        return hand
    kept = [one for one in range(game.players) if one not in gone]

    def pick(values: Sequence[_T]) -> tuple[_T, ...]:
        return tuple(values[one] for one in kept)

    def next_kept(first: int) -> int:
        return next(place for place, one in enumerate([*kept, *kept]) if one >= first or place >= most) % most

    smaller = replace(
        game,
        players=most,
        stacks=pick(game.stacks),
        blinds=pick(game.blinds),
        antes=pick(game.antes),
        first_to_act=tuple(map(next_kept, game.first_to_act)),
    )
    return replace(
        hand,
        game=smaller,
        actions=hand.actions[len(gone) :],
        hole_cards=pick(hand.hole_cards),
        names=pick(hand.names),
        mucked=tuple(kept.index(one) for one in hand.mucked if one in kept),
        rakes=pick(hand.rakes),
        seat_numbers=pick(hand.seat_numbers),
        hero=kept.index(hand.hero) if hand.hero in kept else None,
    )


def _first_to_fold(hand: Hand, count: int) -> list[int]:
    """The seats of the first so many actions, as long as they are folds."""
    table, found = Table(hand.game), list[int]()
    for action in hand.actions[: max(0, count)]:
        if action != FOLD or table.actor is None:
            break
        found.append(table.actor)
        table.record(action)
    return found
