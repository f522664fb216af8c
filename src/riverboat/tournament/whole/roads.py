"""Where every end of a hand of a tournament leads: prizes and heads that are won at once, and the next states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from riverboat import _core
from riverboat.tournament.jam_fold.hand import who_plays_on
from riverboat.tournament.whole.setting import Tournament


@dataclass(frozen=True)
class Roads:
    """Where the outcomes of one state lead.

    outcomes: their numbers by end and order, int[ends, orders]. fixed: prizes that are won at once, float64[outcomes,
    seats]. Further, entry by entry: the outcome, the seat, the chance, and the place in the vector of values.
    """

    outcomes: np.ndarray
    fixed: np.ndarray
    at: np.ndarray
    seat: np.ndarray
    chance: np.ndarray
    place: np.ndarray

    def values(self, values: np.ndarray) -> np.ndarray:
        """Return what the outcomes are worth, float64[outcomes, seats], if states are worth so much."""
        count, seats = self.fixed.shape
        worth = np.bincount(self.at * seats + self.seat, self.chance * values[self.place], count * seats)
        return np.asarray(self.fixed + worth.reshape(self.fixed.shape))

    def by_outcome(self, ends: np.ndarray) -> np.ndarray:
        """Return sums over ends and orders that come to the same: [..., ends, orders] to [..., outcomes]."""
        numbers = self.outcomes.reshape(-1)
        sort = np.argsort(numbers, kind="stable")
        flat = ends.reshape(*ends.shape[:-2], -1)[..., sort]
        return np.asarray(
            np.add.reduceat(flat, np.searchsorted(numbers[sort], np.arange(len(self.fixed))), axis=-1)
        )


def roads(tournament: Tournament, state: int) -> Roads:
    """Return where the outcomes of a state lead."""
    t, hand = tournament, tournament.hand(state)
    numbers, ends = hand.outcomes
    level = t.level_of(state)
    stays = 1.0 if level == len(t.levels) - 1 else 1.0 - 1.0 / t.hands_per_level
    fixed = np.zeros((len(ends), hand.players))
    entries: list[tuple[int, int, float, int]] = []
    for at, (jams, places) in enumerate(ends):
        after, heads = _core.settle_jams(hand.stacks, hand.posted, jams, np.array(places, np.uint8))
        fixed[at] += np.asarray(heads).sum(axis=1) * t.bounty
        for chance, stacks in on_grid(np.asarray(after)):
            prizes, alive = _finishes(t, t.states[state], stacks)
            fixed[at] += chance * prizes
            for later, share in ((level, stays), (level + 1, 1.0 - stays)):
                if len(alive) < t.fewest or not share:
                    continue
                number = t.number_of[tuple(stacks[seat] for seat in alive)] + later * len(t.layouts)
                begin = int(t.offsets[number])
                entries += [(at, seat, chance * share, begin + place) for place, seat in enumerate(alive)]
    columns = [np.array(column) for column in zip(*entries, strict=True)] if entries else [np.zeros(0)] * 4
    which, seats, chances, to = columns
    return Roads(
        numbers,
        fixed,
        which.astype(np.intp),
        seats.astype(np.intp),
        chances.astype(float),
        to.astype(np.intp),
    )


def _finishes(
    tournament: Tournament, before: tuple[int, ...], after: tuple[int, ...]
) -> tuple[np.ndarray, list[int]]:
    """Return prizes that are decided, by seat, and those who are left, in order of acting in the next hand."""
    players = len(before)
    alive = who_plays_on(after)
    prizes = np.zeros(players)
    if (
        len(alive) < tournament.fewest
    ):  # over: who is left gets the first prize, and so do all if there are more
        prizes[alive] = tournament.prizes[0] + (tournament.bounty if len(alive) == 1 else 0.0)
    place = len(alive)
    out = [seat for seat in range(players) if after[seat] == 0]
    for stack in sorted({before[seat] for seat in out}, reverse=True):
        tied = [seat for seat in out if before[seat] == stack]
        prizes[tied] = tournament.prizes[place : place + len(tied)].mean()
        place += len(tied)
    return prizes, alive


def on_grid(stacks: np.ndarray) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield chances and whole stacks that are right on average: systematic sampling of the odd steps.

    >>> list(on_grid(np.array([2.5, 0.5, 3.0])))
    [(0.5, (3, 0, 3)), (0.5, (2, 1, 3))]
    """
    floors = np.floor(stacks + 1e-9).astype(int)
    parts = np.maximum(0.0, stacks - floors)
    ends = np.cumsum(parts)
    cuts = sorted({0.0, 1.0, *(float(end % 1) for end in ends)})
    for low, high in pairwise(cuts):
        if high - low < 1e-9:
            continue
        middle = (low + high) / 2
        # A seat gets a step if one of middle, middle + 1, ... falls into its part.
        more = np.floor(ends - middle) - np.floor(ends - parts - middle)
        yield high - low, tuple(int(stack) for stack in floors + more.astype(int))
