"""The hands that two players bring to a point of a real hand, by Bayes' rule.

The weight of a hand is how often its player would have come here with it: the product of the probabilities of his own
actions. Where a street has been solved at the table these are the solution's, else the strategy's own, with bets that
are not on its menu translated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.cursor import Cursor

Floats = npt.NDArray[np.float64]

LEAST_WEIGHT: Final = 1e-4
"""Of the likeliest hand's: what comes more seldom counts as never. Blueprints leave such crumbs of training."""

LEAST_SHARE: Final = 1e-3
"""An action that so small a part of a range takes tells nothing: a solution to 1 % of the pot is not that exact."""

_NEVER: Final = "{name} never plays so; what no hand does tells nothing of the range"


@dataclass(frozen=True, eq=False)
class Ranges:
    """What two seats hold. weights: float64[1326] each, the likeliest hand 1. notes: what was assumed, in words."""

    weights: tuple[Floats, Floats]
    notes: tuple[str, ...] = ()

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """How many hands either has."""
        first, second = (int(np.count_nonzero(weights)) for weights in self.weights)
        return first, second


def told_ranges(cursor: Cursor, seats: tuple[int, int]) -> Ranges:
    """Return the ranges that a strategy tells at its own cursor.

    What no hand of a seat does tells nothing; that is noted, never an error: who plays must act.
    """
    names, found, notes = seat_names(cursor.table.game), [], []
    for seat in seats:
        reach, is_told = cursor.likely_reach(seat)
        if not is_told:
            notes.append(_NEVER.format(name=names[seat]))
        found.append(reach)
    return Ranges((found[0], found[1]), tuple(notes))


def on_board(ranges: Ranges, board: tuple[int, ...], game: Game, seats: tuple[int, int]) -> Ranges:
    """Return ranges without the hands that the board takes or that hardly ever come, the likeliest with weight 1.

    A range of which nothing is left is every hand that the board leaves, and so are both where no two hands could be
    held together; notes say so.
    """
    cards, names = hand_cards_of(game), seat_names(game)
    fits = ~np.isin(cards, board).any(axis=1) & np.isin(cards, game.deck.cards).all(axis=1)
    every = np.asarray(fits, np.float64)
    held, notes = [], list(ranges.notes)
    for seat, weights in zip(seats, ranges.weights, strict=True):
        left = np.where(fits, weights, 0.0)
        left[left < LEAST_WEIGHT * left.max()] = 0.0
        if not left.any():
            notes.append(f"the board leaves {names[seat]} no hand of his range; he may hold any")
            left = every
        held.append(left / left.max())
    if meetings(held[0], held[1], cards) <= 0:
        notes.append("no two hands of the ranges can be held together; both may hold any")
        held = [every, every]
    return Ranges((held[0], held[1]), tuple(dict.fromkeys(notes)))


def after_action(before: Floats, chosen: Floats, name: str) -> tuple[Floats, tuple[str, ...]]:
    """Return a range after an action, and notes.

    before: the weights. chosen: how often each hand takes the action. Where hardly any hand does, the range stays as it
    was: it is better to know nothing than to trust the noise of a solution.

    >>> after_action(np.array([1.0, 0.5]), np.array([0.0, 1.0]), "BB")[0].tolist()
    [0.0, 0.5]
    >>> after_action(np.array([1.0, 0.5]), np.array([0.0, 1e-6]), "BB")[1]
    ('BB never plays so; what no hand does tells nothing of the range',)
    """
    after = before * chosen
    if after.sum() >= LEAST_SHARE * before.sum():
        return after, ()
    return before, (_NEVER.format(name=name),)


def meetings(first: Floats, second: Floats, cards: npt.NDArray[np.uint8]) -> float:
    """Return the weight of all pairs of hands that share no card."""
    by_card = [np.zeros(52), np.zeros(52)]
    for sums, weights in zip(by_card, (first, second), strict=True):
        for column in cards.T:
            np.add.at(sums, column, weights)
    shared = float(by_card[0] @ by_card[1]) - float(first @ second)
    total = float(first.sum() * second.sum())
    return total - shared if total - shared > 1e-9 * total else 0.0
