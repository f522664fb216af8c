"""A solved spot asked along a real hand that comes to it: the same board, two players, as many pots behind.

The hand keeps its own chips, positions and blinds. Amounts go to the spot by the ratio of the two pots, and come back
by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.errors import RangeError, StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import pot_fraction, translate
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.decision import AllHands, Decision
from riverboat.solvers.asking.options import Option, options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.solutions.solution import Solution

_TOLERANCE: Final = 0.05
"""By so much the stacks, in pots, may differ: less than sizes that menus take for the same (a tenth)."""


_FAR: Final = 1.5
"""Bets whose 1 + bet/pot differ by this factor are not taken for each other: half the pot may stand for more than the
pot, and not for twice of it."""


@dataclass(frozen=True)
class _Place:
    """Where a hand stands in the spot. seats: the real ones of who is in it. scale: chips of the spot for one of the
    hand."""

    at: Cursor
    seats: tuple[int, ...]
    scale: float

    def meant(self, action: Action, all_in: bool) -> Action:
        """Return what a real action is in the spot: the same share of the pot, or the likelier size around it."""
        if action <= CALL:
            return action
        sizes = [option.action for option in self.at.options if option.action > CALL]
        legal = self.at.table.legal_actions
        least, most = legal.min_raise_to, legal.max_raise_to
        if not sizes or least is None or most is None:
            raise StrategyError("the solution has no bet or raise here")
        there = most if all_in else min(max(round(action * self.scale), least), most)
        if there in sizes:
            return there
        found = translate(there, [FOLD, *sizes], self.at.table, method="pseudo-harmonic-deterministic")
        own, taken = (1 + pot_fraction(self.at.table, size) for size in (there, found))
        if max(own, taken) > _FAR * min(own, taken):
            raise StrategyError(
                f"a bet of {own - 1:.0%} of the pot is far from the solution's, of which {taken - 1:.0%} is the nearest"
            )
        return found

    def real(self, table: Table) -> list[Action]:
        """Return the actions of the spot in real chips, each a legal one."""
        legal, spot = table.legal_actions, self.at.table.legal_actions
        least, most = legal.min_raise_to, legal.max_raise_to
        found = []
        for action in (option.action for option in self.at.options):
            if action > CALL and least is not None and most is not None:
                action = (
                    most if action == spot.max_raise_to else min(max(round(action / self.scale), least), most)
                )
            found.append(action)
        if len(set(found)) < len(found) or (least is None and max(found) > CALL):
            raise StrategyError(
                "stacks or bets are not those of the solution any more: it may raise otherwise here"
            )
        return found


class SpotInHand(Cursor):
    """A point of a hand, and what the solution of a spot plays there, once the hand has come to it.

    Before, and where another board came, more players are in or stacks are not as deep, questions say so.

    >>> import riverboat as rb
    >>> from riverboat.games import nolimit_holdem
    >>> spot = dict(board="QsJh2h5c9d", oop="AA,76s", ip="KK", pot=100, stack=950, sizes="50%")
    >>> at = SpotInHand.start(rb.solve_spot(**spot), nolimit_holdem())
    >>> for action, cards in ((500, ""), (CALL, "QsJh2h"), (CALL, ""), (CALL, "5c"), (CALL, ""), (CALL, "9d")):
    ...     at = at.act(action).deal(cards)
    >>> at.query("AsAh").actions, at.act(480).query("KsKd").actions
    (('k', 'b5'), ('f', 'c', 'r12.5'))
    """

    def __init__(
        self, solution: Solution, table: Table, board: tuple[int, ...], place: _Place | StrategyError
    ) -> None:
        self.solution, self._table, self._board, self._place = solution, table, board, place

    @classmethod
    def start(cls, solution: Solution, game: Game) -> SpotInHand:
        """Return the point where a hand of a game begins."""
        begins = StrategyError(
            f"the solution begins on {card_names(solution.start().board)}, and this is not after it"
        )
        return cls(solution, Table(game), (), begins)

    @property
    def table(self) -> Table:
        """The real table."""
        return self._table

    @property
    def board(self) -> tuple[int, ...]:
        """The cards that were dealt so far."""
        return self._board

    @property
    def place(self) -> _Place:
        """The same point in the spot; an error, if the hand is not in it."""
        if isinstance(self._place, StrategyError):
            raise self._place
        return self._place

    @property
    def spot_line(self) -> str:
        """The line in the spot's own chips, as the solution is asked."""
        table = self.place.at.table
        return write_line(table.game, table.taken)

    @property
    def options(self) -> tuple[Option, ...]:
        """What the solution may do here, in real chips."""
        return options_at(self._table, self.place.real(self._table))

    @property
    def state(self) -> PublicState:
        """The decision in the spot."""
        return self.place.at.state

    def _after(self, action: Action) -> SpotInHand:
        place, actor = self._place, self._table.actor
        assert actor is not None
        if isinstance(place, _Place):
            all_in = action - self._table.bets[actor] >= self._table.stacks[actor]
            place = _Place(place.at.act(place.meant(action, all_in)), place.seats, place.scale)
        table = self._table.copy()
        table.record(action)
        return SpotInHand(self.solution, table, self._board, place)

    def _with(self, cards: tuple[int, ...]) -> SpotInHand:
        board, place = (*self._board, *cards), self._place
        if isinstance(place, _Place):
            place = _Place(place.at.deal(list(cards)), place.seats, place.scale)
        elif cards and len(board) == len(self.solution.start().board) and not self._table.is_over:
            place = self._begun(board)
        return SpotInHand(self.solution, self._table, board, place)

    def _begun(self, board: tuple[int, ...]) -> _Place | StrategyError:
        """The start of the spot, if the hand has come to it."""
        root, table = self.solution.start(), self._table
        seats = tuple(table.in_hand)
        if set(board) != set(root.board):
            return StrategyError(f"the solution begins on {card_names(root.board)}, and this is not after it")
        if len(seats) != 2:
            return StrategyError(f"{len(seats)} players are in; the solution has 2")
        own, spot = (
            min(at.stacks[seat] for seat in of) / at.pot for at, of in ((table, seats), (root.table, (0, 1)))
        )
        if abs(own - spot) > _TOLERANCE * spot:
            return StrategyError(f"{own:.2f} pots are behind; the solution has {spot:.2f}")
        return _Place(root, seats, root.table.pot / table.pot)

    def query(self, hand: str) -> Decision:
        """Return how a hand is played, and what it is worth in real chips."""
        place = self.place
        place.real(self._table)  # or it cannot be told in real chips
        try:
            found = place.at.query(hand)
        except RangeError:
            raise StrategyError("the hand is not in the range that was solved, or never comes here") from None
        return _Told(self, hand, found.probabilities, found, place.scale)

    def grid(self) -> AllHands:
        """Return how every hand is played, as the solution tells it in its own chips."""
        return self.place.at.grid()

    def reach(self, seat: int) -> npt.NDArray[np.float64]:
        """Return how often a seat comes here with each hand, from the start of the spot on."""
        place = self.place
        if seat not in place.seats:
            raise StrategyError(
                f"seat {seat} is not in the spot; there are {place.seats[0]} and {place.seats[1]}"
            )
        return place.at.reach(place.seats.index(seat))


@dataclass(frozen=True, eq=False, repr=False)
class _Told(Decision):
    """A decision of the spot in real chips."""

    inner: Decision
    scale: float

    @property
    def has_values(self) -> bool:
        """Whether the solution knows EVs."""
        return self.inner.has_values

    @property
    def ev(self) -> float:
        """Chips that the hand wins from here on."""
        return self.inner.ev / self.scale

    @property
    def action_evs(self) -> tuple[float, ...]:
        """The same for each option."""
        return tuple(ev / self.scale for ev in self.inner.action_evs)


def is_spot(strategy: object) -> bool:
    """Whether a strategy is the solution of a hold'em spot after the flop of two players."""
    if not isinstance(strategy, Solution):
        return False
    game = strategy.game
    return game.hole_cards == 2 and game.players == 2 and game.board_cards[0] >= 3 and not any(game.blinds)
