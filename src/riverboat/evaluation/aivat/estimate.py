"""AIVAT of one hand: the mean over what known seats may hold, and a correction for every piece of luck.

Burch, Schmid, Moravcik, Morrill and Bowling 2018, *AIVAT: A New Variance Reduction Technique for Agent Evaluation in
Imperfect Information Games*. Every correction is the mean of a value over what chance or a known strategy could have
done, less the value of what it did: given all that came before, its expectation is 0, whatever the values are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Final

import numpy as np

from riverboat.cards.card import parse_cards
from riverboat.errors import MatchError, RiverboatError
from riverboat.evaluation.aivat.heads_up import HeadsUp
from riverboat.evaluation.aivat.joint import MOST_WAYS, Joint
from riverboat.evaluation.aivat.open_hands import OpenHands
from riverboat.evaluation.aivat.players import Known
from riverboat.evaluation.aivat.point import Deals, Floats, Point
from riverboat.evaluation.aivat.replies import replies
from riverboat.evaluation.aivat.values import EvenOverDeals, ValuesLike, mean_over_boards
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.action import Action, action_name
from riverboat.games.rules.game import Game

MOST_STARTS: Final = 2000
"""Ways to deal the hands that are not averaged over, up to which their luck is corrected by going through all; one seat
of hold'em has 1,326."""


def deals_of(game: Game) -> Deals:
    """Return what averages over the hands of a game."""
    hands = len(game.deck.cards)
    hands = hands if game.hole_cards == 1 else hands * (hands - 1) // 2
    if hands**game.players <= MOST_WAYS:
        return Joint(game)
    if game.hole_cards != 2 or game.ranking != "holdem" or game.deck.size != 52:
        raise MatchError(
            f"{game.name!r} is neither a small game nor hold'em; AIVAT knows kuhn, leduc and hold'em"
        )
    return HeadsUp(game) if game.players == 2 else OpenHands(game)


class Estimator:
    """Estimates hands of one game between the same seats.

    known: strategies by seat. values: a value function, or one that is made of the known strategies and the averaged
    seats. is_open: whether the cards of all seats are known; if not, only actions of known seats are corrected.
    """

    def __init__(
        self, game: Game, known: Mapping[int, Known], values: ValuesLike, *, is_open: bool = True
    ) -> None:
        self.deals, self.known, self.values, self.is_open = deals_of(game), dict(known), values, is_open
        self.averaged = averaged_seats(self.deals, known) if is_open else frozenset[int]()

    def payoffs(self, hand: Hand) -> Floats:
        """Return the estimate of what each seat won, in chips."""
        if not hand.is_over:
            raise MatchError("the hand is not over; only whole hands can be estimated")
        if self.is_open and not all(hand.hole_cards):
            raise MatchError("hole cards of a seat are unknown; give is_open=False for all hands then")
        point, found = self._start(hand), np.zeros(hand.game.players)
        if self.is_open:
            found += self._luck_of_hands(point)
        for action in hand.actions:
            point, luck = self._acted(point, action, hand)
            found += luck
            if point.awaits_cards and not point.table.is_over:
                cards = parse_cards(hand.board)[: point.cards_due]
                after = point.dealt(tuple(cards))
                if self.is_open:
                    found += self._luck_of_board(point, after)
                point = after
        won = point.payoffs - hand.rakes if self.is_open else np.array(hand.payoffs, np.float64)
        return np.asarray(found + won)

    # --- parts -------------------------------------------------------------------------------------------------

    def _start(self, hand: Hand) -> Point:
        held = [tuple(parse_cards(cards)) for cards in hand.hole_cards]
        hidden = [seat for seat, cards in enumerate(held) if not cards]
        return self.deals.start(held, [*self.averaged, *hidden])

    def _value(self, point: Point) -> Floats:
        if point.table.is_over:
            return point.payoffs
        try:
            found = np.asarray(self.values(point), np.float64)
        except (TypeError, ValueError) as problem:
            if isinstance(problem, RiverboatError):
                raise
            raise MatchError(f"values failed at {point.table!r}: {problem}") from problem
        if found.shape != (point.players,) or not np.isfinite(found).all():
            raise MatchError(
                f"values are {found.tolist()} at {point.table!r}; they are a number of chips for each of "
                f"{point.players} players, such as {[0.0] * point.players}"
            )
        return found

    def _acted(self, point: Point, action: Action, hand: Hand) -> tuple[Point, Floats]:
        """Return the point after an action, and its luck."""
        seat = point.table.actor
        assert seat is not None
        found = replies(point, self.known, self.averaged)
        if found is None:
            return point.after(action, seat, None), np.zeros(point.players)
        taken = next((one for one in found if one.action == action), None)
        if taken is None or not taken.by_hand[self.deals.place(parse_cards(hand.hole_cards[seat]))] > 0:
            raise MatchError(
                f"the strategy of {hand.names[seat]} never does this: {action_name(action)} with "
                f"{hand.hole_cards[seat]} as action {len(point.table.taken) + 1} of {hand.actions}; it is not what "
                "played this hand"
            )
        mean = sum((one.probability * self._value(one.point) for one in found), np.zeros(point.players))
        return taken.point, np.asarray(mean - self._value(taken.point))

    def _luck_of_board(self, before: Point, after: Point) -> Floats:
        """Return what the boards that could come were worth on average, less what came."""
        if isinstance(self.values, EvenOverDeals):
            return self.values.at_deal(before) - self.values.at_deal(after)
        if self.deals.next_boards(before) is None:
            return np.zeros(before.players)
        return mean_over_boards(before, self._value) - self._value(after)

    def _luck_of_hands(self, point: Point) -> Floats:
        """The same for the hands of seats that are not averaged over."""
        if isinstance(self.values, EvenOverDeals):
            return self.values.over_all_hands(point) - self.values.at_deal(point)
        mean = self._mean_start
        return np.zeros(point.players) if mean is None else mean - self._value(point)

    @cached_property
    def _mean_start(self) -> Floats | None:
        """The mean value over all hands that the other seats can be dealt; None if they are too many."""
        others = [seat for seat in range(self.deals.game.players) if seat not in self.averaged]
        if len(self.deals.hands) ** len(others) > MOST_STARTS:
            return None
        total, worth = 0.0, np.zeros(self.deals.game.players)
        for dealt in product(self.deals.hands.tolist(), repeat=len(others)):
            held: list[tuple[int, ...]] = [()] * self.deals.game.players
            for seat, cards in zip(others, dealt, strict=True):
                held[seat] = tuple(cards)
            point = self.deals.start(held, list(self.averaged))
            mass = point.mass
            if mass > 0:
                total += mass
                worth += mass * self._value(point)
        return worth / total


def averaged_seats(deals: Deals, known: Mapping[int, Known]) -> frozenset[int]:
    """Return the seats whose hands are averaged over: the known ones, where that can be done."""
    return frozenset(known) if deals.may_average else frozenset()
