"""A tournament: its chips on a grid, its levels of blinds and its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import integer, number, shown, whole
from riverboat.errors import TournamentError
from riverboat.games.payouts.checked import checked_payouts
from riverboat.games.payouts.finishes import prize_equities
from riverboat.tournament.jam_fold.hand import JamFoldHand

MOST_PLAYERS: Final = 4
MOST_STATES: Final = 20_000
"""More do not fit: each state of three keeps an eighth of a megabyte of coefficients in some algorithms."""


@dataclass(frozen=True)
class Tournament:
    """Two to four players with so many chips together, which lie on a grid of `step` chips.

    A state is a level of blinds and the stacks in order of acting: BTN, SB, BB with three, SB (who is the button) and
    BB with two. The button moves to the next player who is still in. Who cannot pay ante and blind is all-in with what
    he has. Chips that do not fit the grid (odd steps of a split pot, blinds and antes that are no multiple of the step)
    are drawn so that everybody's are right on average. Of two who go out in one hand, who had more before it finishes
    above; if they had the same they share the prizes. It is over when all who are left get the same, as in satellites.

    bounty: the price of a head; the winner keeps his own. rises: blinds of later levels. Every hand is the last of its
    level with a chance of one in `hands_per_level`, so that the level is all that states must know.
    """

    players: int = 3
    chips: int = 13_500
    step: int = 300
    small_blind: int = 300
    big_blind: int = 600
    payouts: tuple[float, ...] = (50.0, 30.0, 20.0)
    ante: int = 0
    bounty: float = 0.0
    rises: tuple[tuple[int, int], ...] = ()
    hands_per_level: float = 10.0

    def __post_init__(self) -> None:
        whole("players", self.players, TournamentError, least=2, most=MOST_PLAYERS, example=3)
        for name in ("chips", "step"):
            whole(name, getattr(self, name), TournamentError, least=1, example=300)
        whole("ante", self.ante, TournamentError, least=0, example=100)
        if self.chips % self.step:
            raise TournamentError(
                f"chips is {self.chips:,}, no multiple of the grid's step of {self.step:,}; give such as "
                f"{max(1, round(self.chips / self.step)) * self.step:,}"
            )
        if self.units < self.players:
            raise TournamentError(
                f"chips is {self.chips:,}: {self.players} players need a step of {self.step:,} each, such as "
                f"{self.players * self.step:,}"
            )
        object.__setattr__(self, "rises", _checked_rises(self.rises))
        for small, big in self.levels:
            whole("small_blind", small, TournamentError, least=1, example=300)
            whole("big_blind", big, TournamentError, least=1, example=600)
            if small >= big:  # else the small blind could check, and the big blind would act after it
                raise TournamentError(
                    f"small_blind {small} is not below big_blind {big}; give such as 300 and 600"
                )
        number("hands_per_level", self.hands_per_level, TournamentError, least=1, example=10)
        number("bounty", self.bounty, TournamentError, least=0, example=5)
        if not isinstance(self.payouts, Sequence) or isinstance(self.payouts, str):
            raise TournamentError(f"payouts is {shown(self.payouts)}; give such as (50, 30, 20)")
        object.__setattr__(self, "payouts", tuple(checked_payouts(self.payouts, self.players).tolist()))
        self._check_together()

    def _check_together(self) -> None:
        odd = [chips for chips in (self.ante, *sum(self.levels, ())) if chips % self.step]
        if self.bounty and odd:
            raise TournamentError(
                f"with bounties blinds and antes must be multiples of the step of {self.step:,}, and {odd[0]:,} is "
                f"not: who is out by a draw has no one who put him out; give such as {self.step:,}"
            )
        if self.fewest > self.players:
            raise TournamentError(
                f"payouts are {len(self.payouts)} prizes of {self.payouts[0]:g} for {self.players} players: there is "
                "nothing to play for; give such as (50, 30, 20)"
            )
        states = len(self.levels) * sum(
            comb(self.units - 1, players - 1) for players in range(self.fewest, self.players + 1)
        )
        if states > MOST_STATES:
            raise TournamentError(
                f"the grid has {states:,} states, over {MOST_STATES:,}; take a larger step, such as "
                f"{self.chips // (50 if self.players < 4 else 20):,}"
            )

    @property
    def units(self) -> int:
        """All chips, in steps."""
        return self.chips // self.step

    @property
    def levels(self) -> tuple[tuple[int, int], ...]:
        """Small and big blinds of all levels."""
        return ((self.small_blind, self.big_blind), *self.rises)

    @cached_property
    def fewest(self) -> int:
        """The fewest players for whom there is still something to play for."""
        if self.bounty:
            return 2
        return next(
            (places for places in range(2, self.players + 1) if self.prizes[places - 1] < self.prizes[0]), 99
        )

    @cached_property
    def layouts(self) -> tuple[tuple[int, ...], ...]:
        """Stacks in steps, in order of acting: all of the fewest players first."""
        found: list[tuple[int, ...]] = []
        for players in range(self.fewest, self.players + 1):
            for cuts in combinations(range(1, self.units), players - 1):
                found += [tuple(b - a for a, b in pairwise((0, *cuts, self.units)))]
        return tuple(found)

    @cached_property
    def states(self) -> tuple[tuple[int, ...], ...]:
        """Stacks of all states: those of the first level, then the same of the second, and so on."""
        return self.layouts * len(self.levels)

    @cached_property
    def number_of(self) -> dict[tuple[int, ...], int]:
        """The number of each state of the first level; those of the others follow, as many each."""
        return {state: number for number, state in enumerate(self.layouts)}

    def level_of(self, state: int) -> int:
        """Return the level of a state."""
        return state // len(self.layouts)

    @cached_property
    def offsets(self) -> np.ndarray:
        """Where the values of a state begin in a vector of all seats of all states; one more at the end."""
        return np.concatenate([[0], np.cumsum([len(state) for state in self.states])])

    def hand(self, state: int) -> JamFoldHand:
        """Return the hand that is played in a state, in steps."""
        stacks = np.array(self.states[state], dtype=float)
        small, big = (blind / self.step for blind in self.levels[self.level_of(state)])
        return JamFoldHand(stacks, small, big, self.ante / self.step)

    def icm_values(self) -> np.ndarray:
        """Return what the independent chip model says of all seats of all states, heads included."""
        return np.concatenate([self._icm(state) for state in self.states])

    def _icm(self, stacks: tuple[int, ...]) -> np.ndarray:
        worth = prize_equities(stacks, self.prizes[: len(stacks)])
        if self.bounty:
            heads = np.full(len(stacks), float(self.bounty))
            worth = worth + np.asarray(_core.bounties_won(np.array(stacks, dtype=float), heads))
        return worth

    @cached_property
    def prizes(self) -> np.ndarray:
        """Prizes of all places, float64[players]."""
        return np.array([*self.payouts, *[0.0] * (self.players - len(self.payouts))])

    def start(self) -> int:
        """Return the state in which all have the same, or as nearly as the grid allows."""
        each, odd = divmod(self.units, self.players)
        return self.number_of[tuple(each + (seat < odd) for seat in range(self.players))]


def _checked_rises(rises: object) -> tuple[tuple[int, int], ...]:
    """Pairs of blinds."""
    told = f"rises is {shown(rises)}; give small and big blinds of later levels, such as ((500, 1000), (1000, 2000))"
    if not isinstance(rises, Sequence) or isinstance(rises, str | bytes):
        raise TournamentError(told)
    made = []
    for level in rises:
        if not isinstance(level, Sequence) or isinstance(level, str | bytes) or len(level) != 2:
            raise TournamentError(told)
        small, big = integer(level[0]), integer(level[1])
        if small is None or big is None:
            raise TournamentError(told)
        made.append((small, big))
    return tuple(made)
