"""The hands of a tournament: solved for given values of states, and what strategies in them lead to."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

import numpy as np

from riverboat.cards.hand_class import NUM_CLASSES
from riverboat.tournament.jam_fold.exact import engine
from riverboat.tournament.jam_fold.hand import better_hands
from riverboat.tournament.whole.roads import Roads, roads
from riverboat.tournament.whole.setting import Tournament

Made = TypeVar("Made")
Strategies = list[np.ndarray]
"""Chances to jam of every state, float64[rows, classes] each."""

_RARE: Final = 1e-4
"""Chances below this are taken for 0 where a strategy is begun with: each costs as much as one that is played."""


class Stages:
    """The stage games of a tournament, in the order of its states.

    engines: what solves a hand by the number of players, `TwoJam` and its native twin unless others are given, as tests
    do that play with a few cards. threads: states that are worked on at a time.
    """

    def __init__(
        self, tournament: Tournament, engines: dict[int, Any] | None = None, threads: int = 1
    ) -> None:
        self.tournament = tournament
        self.engines = engines or {players: engine(players) for players in range(2, tournament.players + 1)}
        self.classes = NUM_CLASSES if engines is None else len(np.asarray(engines[2].chances)[0])
        self.threads = threads
        self.hands = [tournament.hand(state) for state in range(len(tournament.states))]
        self.roads = [roads(tournament, state) for state in range(len(tournament.states))]

    @cached_property
    def forced(self) -> list[list[bool]]:
        """Rows without a choice, by state."""
        return [hand.forced.tolist() for hand in self.hands]

    def first_strategies(self) -> Strategies:
        """Return strategies to begin with."""
        pairs = np.asarray(self.engines[2].chances)
        strength = pairs[0].sum(axis=1) / pairs.sum(axis=(0, 2))
        return [self._forced(state, better_hands(hand, strength)) for state, hand in enumerate(self.hands)]

    def each(
        self, work: Callable[[int], Made], progress: Callable[[int, int], None] | None = None
    ) -> list[Made]:
        """Return what some work gives for every state, several at a time."""
        count = len(self.hands)
        done: list[Made] = []
        with ThreadPoolExecutor(self.threads) as pool:
            for result in pool.map(work, range(count)):
                done.append(result)
                if progress is not None:
                    progress(len(done), count)
        return done

    def solve(
        self,
        state: int,
        values: np.ndarray,
        start: np.ndarray,
        iterations: int,
        *,
        look_every: int,
        target: float,
        fresh: bool,
    ) -> np.ndarray:
        """Return near-equilibrium strategies of a state if states are worth so much; it stops at the target."""
        road = self.roads[state]
        worth = road.values(values)[road.outcomes]
        begin = self._forced(state, start if fresh else cleaned(start))
        game = self.engines[self.hands[state].players]
        found = game.solve(
            worth,
            begin,
            self.forced[state],
            False,
            iterations,
            target,
            look_every,
            0.0 if fresh else 2.0,
        )
        return cleaned(np.asarray(found[0]))

    def ends(self, state: int, strategy: np.ndarray) -> np.ndarray:
        """Return chances of the outcomes of a state under a strategy."""
        return self.roads[state].by_outcome(
            np.asarray(self.engines[self.hands[state].players].ends(strategy))
        )

    def _forced(self, state: int, strategy: np.ndarray) -> np.ndarray:
        made = np.ascontiguousarray(strategy, dtype=float).copy()
        made[self.hands[state].forced] = 1.0
        return made


def cleaned(strategy: np.ndarray) -> np.ndarray:
    """Return a strategy without the dust of averages."""
    return np.where(strategy < _RARE, 0.0, np.where(strategy > 1 - _RARE, 1.0, strategy))


@dataclass(frozen=True)
class Responses:
    """How one seat's choices move a state, the others' being fixed: what policy iteration asks over and over.

    ends: chances of the outcomes under the strategies. coefficients: of each choice, [rows, classes, outcomes]. roads,
    seats: where outcomes lead; the seat of each row.
    """

    ends: np.ndarray
    coefficients: np.ndarray
    roads: Roads
    seats: np.ndarray
    strategy: np.ndarray
    forced: np.ndarray

    def advantages(self, values: np.ndarray) -> np.ndarray:
        """Return what jamming is worth over folding, [rows, classes], if states are worth so much."""
        worth = self.roads.values(values)
        by_seat = self.coefficients @ worth.astype(self.coefficients.dtype)
        return np.take_along_axis(by_seat, self.seats[:, None, None], axis=2)[:, :, 0].astype(float)

    def ends_of(self, seat: int, policy: np.ndarray) -> np.ndarray:
        """Return chances of the outcomes if one seat plays another policy."""
        rows = self.seats == seat
        change = (policy - self.strategy)[rows]
        moved = np.tensordot(change, self.coefficients[rows].astype(float), 2)
        return np.asarray(np.maximum(0.0, self.ends + moved))


def responses(stages: Stages, state: int, strategy: np.ndarray) -> Responses:
    """Return how choices move a state if all others play this strategy."""
    hand = stages.hands[state]
    game, road = stages.engines[hand.players], stages.roads[state]
    return Responses(
        stages.ends(state, strategy),
        road.by_outcome(np.asarray(game.coefficients(strategy))),
        road,
        hand.seat_of_row,
        strategy,
        hand.forced,
    )
