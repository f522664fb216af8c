"""A tournament: its chips on a grid, its states, and where every end of a hand leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import shown, whole
from riverboat.errors import TournamentError
from riverboat.games.payouts.checked import checked_payouts
from riverboat.games.payouts.finishes import prize_equities
from riverboat.tournament.equities.orders import ORDERS_OF_THREE, ORDERS_OF_TWO
from riverboat.tournament.jam_fold.hand import JamFoldHand

ORDERS: Final = {2: ORDERS_OF_TWO, 3: ORDERS_OF_THREE}
MOST_STATES: Final = 20_000
"""More do not fit: each state of three keeps half a megabyte of coefficients in some algorithms."""


@dataclass(frozen=True)
class Tournament:
    """Two or three players with so many chips together, which lie on a grid of `step` chips.

    A state is the stacks in order of acting: BTN, SB, BB with three, SB (who is the button) and BB with two. The button
    moves to the next player who is still in. Blinds never rise. Who cannot pay a blind is all-in with what he has. Odd
    steps of a split pot go to one of those who share it, drawn so that everybody's chips are right on average. Of two
    who go out in one hand, who had more before it finishes above; if they had the same they share the prizes.
    """

    players: int = 3
    chips: int = 13_500
    step: int = 300
    small_blind: int = 300
    big_blind: int = 600
    payouts: tuple[float, ...] = (50.0, 30.0, 20.0)

    def __post_init__(self) -> None:
        whole("players", self.players, TournamentError, least=2, most=3, example=3)
        for name in ("chips", "step", "small_blind", "big_blind"):
            whole(name, getattr(self, name), TournamentError, least=1, example=300)
        for name in ("chips", "small_blind", "big_blind"):
            if getattr(self, name) % self.step:
                raise TournamentError(
                    f"{name} is {getattr(self, name):,}, no multiple of the grid's step of {self.step:,}; give such as "
                    f"{max(1, round(getattr(self, name) / self.step)) * self.step:,}"
                )
        if self.small_blind > self.big_blind:
            raise TournamentError(
                f"small_blind {self.small_blind} is more than big_blind {self.big_blind}; give such as 300 and 600"
            )
        if self.units < self.players:
            raise TournamentError(
                f"chips is {self.chips:,}: {self.players} players need a step of {self.step:,} each"
            )
        if not isinstance(self.payouts, Sequence):
            raise TournamentError(f"payouts is {shown(self.payouts)}; give such as (50, 30, 20)")
        object.__setattr__(self, "payouts", tuple(checked_payouts(self.payouts, self.players).tolist()))
        states = sum(comb(self.units - 1, players - 1) for players in range(2, self.players + 1))
        if states > MOST_STATES:
            raise TournamentError(
                f"the grid has {states:,} states, over {MOST_STATES:,}; take a larger step, such as "
                f"{self.chips // 50:,}"
            )

    @property
    def units(self) -> int:
        """All chips, in steps."""
        return self.chips // self.step

    @cached_property
    def states(self) -> tuple[tuple[int, ...], ...]:
        """Stacks in steps, in order of acting: all states of two players, then those of three."""
        found: list[tuple[int, ...]] = []
        for players in range(2, self.players + 1):
            for cuts in combinations(range(1, self.units), players - 1):
                found += [tuple(b - a for a, b in pairwise((0, *cuts, self.units)))]
        return tuple(found)

    @cached_property
    def number_of(self) -> dict[tuple[int, ...], int]:
        """The number of each state."""
        return {state: number for number, state in enumerate(self.states)}

    @cached_property
    def offsets(self) -> np.ndarray:
        """Where the values of a state begin in a vector of all seats of all states; one more at the end."""
        return np.concatenate([[0], np.cumsum([len(state) for state in self.states])])

    def hand(self, state: int) -> JamFoldHand:
        """Return the hand that is played in a state, in steps."""
        stacks = np.array(self.states[state], dtype=float)
        return JamFoldHand(stacks, self.small_blind / self.step, self.big_blind / self.step)

    def icm_values(self) -> np.ndarray:
        """Return what the independent chip model says of all seats of all states."""
        return np.concatenate([self._icm(state) for state in self.states])

    def _icm(self, stacks: tuple[int, ...]) -> np.ndarray:
        return prize_equities(stacks, self.prizes[: len(stacks)])

    @cached_property
    def prizes(self) -> np.ndarray:
        """Prizes of all places, float64[players]."""
        return np.array([*self.payouts, *[0.0] * (self.players - len(self.payouts))])

    def start(self) -> int:
        """Return the state in which all have the same, or as nearly as the grid allows."""
        each, odd = divmod(self.units, self.players)
        return self.number_of[tuple(each + (seat < odd) for seat in range(self.players))]


@dataclass(frozen=True)
class Roads:
    """Where the ends of one state lead.

    fixed: prizes that are won at once, float64[ends, orders, seats]. Further, entry by entry: the end and order (one
    number), the seat, the chance, and the place in the vector of values.
    """

    fixed: np.ndarray
    at: np.ndarray
    seat: np.ndarray
    chance: np.ndarray
    place: np.ndarray

    def values(self, values: np.ndarray) -> np.ndarray:
        """Return what the ends are worth, float64[ends, orders, seats], if states are worth so much."""
        ends, orders, seats = self.fixed.shape
        worth = np.bincount(
            self.at * seats + self.seat, self.chance * values[self.place], ends * orders * seats
        )
        return self.fixed + worth.reshape(self.fixed.shape)


def roads(tournament: Tournament, state: int) -> Roads:
    """Return where the ends of a state lead."""
    hand = tournament.hand(state)
    orders = ORDERS[hand.players]
    fixed = np.zeros((2**hand.players, len(orders), hand.players))
    entries: list[tuple[int, int, float, int]] = []
    for jams in range(2**hand.players):
        for order, places in enumerate(orders):
            after, _ = _core.settle_jams(hand.stacks, hand.posted, jams, np.array(places, np.uint8))
            for chance, stacks in on_grid(np.asarray(after)):
                prizes, alive = _finishes(tournament, tournament.states[state], stacks)
                fixed[jams, order] += chance * prizes
                if len(alive) > 1:
                    begin = tournament.offsets[tournament.number_of[tuple(stacks[seat] for seat in alive)]]
                    at = jams * len(orders) + order
                    entries += [(at, seat, chance, begin + place) for place, seat in enumerate(alive)]
    columns = [np.array(column) for column in zip(*entries, strict=True)] if entries else [np.zeros(0)] * 4
    ends, seats, chances, to = columns
    return Roads(
        fixed, ends.astype(np.intp), seats.astype(np.intp), chances.astype(float), to.astype(np.intp)
    )


def _finishes(
    tournament: Tournament, before: tuple[int, ...], after: tuple[int, ...]
) -> tuple[np.ndarray, list[int]]:
    """Return prizes that are decided, by seat, and those who play on, in order of acting in the next hand."""
    players = len(before)
    alive = [seat for seat in next_order(players) if after[seat] > 0]
    prizes = np.zeros(players)
    if len(alive) == 1:
        prizes[alive[0]] = tournament.prizes[0]
    place = len(alive)
    out = [seat for seat in range(players) if after[seat] == 0]
    for stack in sorted({before[seat] for seat in out}, reverse=True):
        tied = [seat for seat in out if before[seat] == stack]
        prizes[tied] = tournament.prizes[place : place + len(tied)].mean()
        place += len(tied)
    return prizes, alive


def next_order(players: int) -> tuple[int, ...]:
    """Return the seats in the order from the next button on: with two and three players, the order of acting."""
    return (1, 2, 0) if players == 3 else (1, 0)


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
