"""All hands at a point of a solution: beside how they are played, what they are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import NUM_HANDS, hand_indices
from riverboat.cards.range import Range
from riverboat.errors import RangeError, SolverError
from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.decision import AllHands, Decision, hand_place
from riverboat.solvers.asking.equities import has_equities, range_equities
from riverboat.solvers.full_width.engine import NO_MEETING
from riverboat.solvers.solutions.point import SolvedPoint

Floats = npt.NDArray[np.float64]


class Worth:
    """What the hands of both players are worth at a point of a solution, found when it is first asked for.

    Arrays have a number for each hand that the board leaves a player.
    """

    def __init__(self, at: SolvedPoint) -> None:
        self.at = at

    @cached_property
    def _valued(self) -> SolvedPoint:
        """The point where hands can be valued: streets that a file left out are solved again for that."""
        return self.at if self.at.solution.can_value(self.at.table.round) else self.at.again

    @cached_property
    def _values(self) -> tuple[Floats, Floats]:
        """Of all hands of the ranges: of the actor's actions, and of the other player."""
        point = self._valued
        return point.solution.real_hands.values(point.place, point.reaches)

    @cached_property
    def action_evs(self) -> Floats:
        """Of who acts: float64[hands, options]; folding has 0."""
        point = self._valued
        return self._values[0][point.fits(point.player)] + self._put_in(point.player)

    def evs(self, player: int) -> Floats:
        """Return the EVs of a player's hands: float64[hands]."""
        point = self._valued
        if player == point.player:
            return np.asarray((point.strategy[point.fits(player)] * self.action_evs).sum(axis=1))
        return self._values[1][point.fits(player)] + self._put_in(player)

    def _put_in(self, player: int) -> int:
        """Chips that count as lost in the engine's values, but are part of the pot here."""
        return int(self.at.table.put_in[self.at.solution.solver.seats[player]])

    @cached_property
    def equities(self) -> tuple[Floats, Floats]:
        """Of both players' hands, also of those that do not come here."""
        at, solver = self.at, self.at.solution.solver
        if not has_equities(at.table.game):
            raise SolverError(f"equities are for hold'em with the full deck, not for {at.table.game.name!r}")
        fits = (at.fits(0), at.fits(1))
        first, second = range_equities(solver.hands, at.reaches, fits, at.board, solver.threads)
        return first[fits[0]], second[fits[1]]


@dataclass(frozen=True, eq=False)
class PlayerAt:
    """The hands of one player at a node; all arrays have one number for each of them.

    hands: their names; those that hold a card of the board are left out. reach: the weight in the range times the
    probability to play the hand so far. share: how much of the player's range at the node the hand is, blockers
    counted; the shares sum to 1. ev: chips won from the pot from here on, so that who folds has 0 and, without rake,
    the two players' EVs add up to the pot; NaN if the hand meets no hand.
    """

    player: int
    position: str
    hands: tuple[str, ...]
    cards: npt.NDArray[np.uint8]
    reach: Floats
    share: Floats
    worth: Worth = field(repr=False)

    @cached_property
    def ev(self) -> Floats:
        """Chips won from here on, by hand."""
        return self.worth.evs(self.player)

    @property
    def mean_ev(self) -> float:
        """Chips that the whole range wins from here on."""
        return _mean(self.ev, self.share)

    @cached_property
    def equity(self) -> Floats:
        """The share of the pot that a hand would win if all cards were dealt now and nobody folded."""
        return self.worth.equities[self.player]

    @property
    def mean_equity(self) -> float:
        """The same for the whole range."""
        return _mean(self.equity, self.share)

    @property
    def eqr(self) -> Floats:
        """Equity realised: EV over equity times the pot; NaN where the equity is 0."""
        chips = self.equity * self.worth.at.table.pot
        return np.asarray(
            np.divide(self.ev, chips, out=np.full(len(chips), np.nan), where=chips > NO_MEETING)
        )

    @cached_property
    def range(self) -> Range:
        """The reach as a range; two-card games only."""
        if self.cards.shape[1] != 2:
            raise RangeError("ranges are of two-card hands; use .reach in a game with one hole card")
        weights = np.zeros(NUM_HANDS)
        weights[hand_indices(self.cards)] = np.minimum(self.reach, 1.0)
        return Range.from_weights(weights)

    def index(self, hand: str) -> int:
        """Return the place of a hand by its name, its cards in either order."""
        places = {name: place for place, name in enumerate(self.hands)}
        return hand_place(hand, places, self.worth.at.state)


@dataclass(frozen=True, eq=False, repr=False)
class SolvedHands(AllHands):
    """All hands of who acts at a point of a solution, with EVs and equities; `Solution.grid` makes one.

    players: the hands of both. EVs and equities are found when they are first asked for.

    >>> from riverboat.solvers import solve
    >>> node = solve("leduc", "cfr+", iterations=500).grid("k b")
    >>> node.actions, node.hands[:2], node.strategy.shape
    (('f', 'c', 'r'), ('Jh', 'Js'), (6, 3))
    """

    at: SolvedPoint

    @property
    def has_values(self) -> bool:
        """Yes."""
        return True

    @property
    def actor(self) -> int:
        """The player, 0 or 1, who acts."""
        return self.at.player

    @cached_property
    def players(self) -> tuple[PlayerAt, PlayerAt]:
        """The hands of both players."""
        return self._player(0), self._player(1)

    @property
    def share(self) -> Floats:
        """How much of the actor's range at the node each hand is, blockers counted."""
        return self.players[self.actor].share

    # --- what it is worth ------------------------------------------------------------------------------------

    @property
    def ev(self) -> Floats:
        """Chips that each hand wins from here on, so that who folds has 0: float64[hands]."""
        return self.players[self.actor].ev

    @property
    def action_evs(self) -> Floats:
        """The EV of each option: float64[hands, options]; folding has 0."""
        return self.worth.action_evs

    @property
    def equity(self) -> Floats:
        """The equity of the actor's hands against the opponent's range."""
        return self.players[self.actor].equity

    @property
    def eqr(self) -> Floats:
        """The equity realised by the actor's hands."""
        return self.players[self.actor].eqr

    @cached_property
    def worth(self) -> Worth:
        """What the hands of both players are worth."""
        return Worth(self.at)

    def _player(self, player: int) -> PlayerAt:
        at, solver = self.at, self.at.solution.solver
        fits = at.fits(player)
        reach = at.reaches[player]
        meetings = reach * at.solution.real_hands.met(player, at.reaches)
        total = meetings.sum()
        share = meetings / total if total > NO_MEETING else np.zeros(len(meetings))
        position = seat_names(self.state.game)[solver.seats[player]]
        hands = solver.hands[player]
        names = tuple(compress(hands.names, fits))
        return PlayerAt(player, position, names, hands.cards[fits], reach[fits], share[fits], self.worth)

    def to_dict(self, *, evs: bool | None = None) -> dict[str, Any]:
        """Return everything as plain values, with the EVs of both ranges."""
        data = super().to_dict(evs=evs)
        if evs is not False:
            data["evs"] = [_none_for_nan(player.mean_ev) for player in self.players]
        return data


@dataclass(frozen=True, eq=False, repr=False)
class SolvedDecision(Decision):
    """How one hand is played at a point of a solution, and what it is worth. every: all hands there."""

    every: SolvedHands

    @property
    def has_values(self) -> bool:
        """Yes."""
        return True

    @property
    def notes(self) -> tuple[str, ...]:
        """What the hand is worth."""
        equity = f", equity {self.equity:.1%}" if self.has_equities else ""
        game, pot = self.state.game, self.state.table.pot
        return (f"EV {game.amount(self.ev, decimals=2)} of the pot of {game.amount(pot)}{equity}",)


def _mean(values: Floats, share: Floats) -> float:
    counted = (share > 0) & ~np.isnan(values)
    total = share[counted].sum()
    return float(values[counted] @ share[counted] / total) if total > 0 else float("nan")


def _none_for_nan(value: float) -> float | None:
    return None if np.isnan(value) else value
