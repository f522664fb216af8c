"""AIVAT over many hands: our own matches, and files in which one seat or more is ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from riverboat.base.checks import instance, one_of
from riverboat.errors import MatchError
from riverboat.evaluation.aivat.known_seats import DEFAULT_VALUES, KnownSeats
from riverboat.evaluation.aivat.players import KnownLike
from riverboat.evaluation.aivat.point import Floats
from riverboat.evaluation.aivat.values import ValuesLike
from riverboat.evaluation.intervals import Figure, Moments
from riverboat.games.histories.hand import Hand
from riverboat.games.trees.menu import Menu


@dataclass(frozen=True)
class AivatHands:
    """Hands with and without their luck, in big blinds; a column for each name, NaN in hands without that player.

    won: as it came. aivat: the estimates. is_open: whether all hole cards were known; if not, only actions of known
    seats are corrected.
    """

    names: tuple[str, ...]
    won: Floats
    aivat: Floats
    is_open: bool

    def raw(self, name: str) -> Figure:
        """Return what a player won, bb/100."""
        return self._figure(self.won, name)

    def figure(self, name: str) -> Figure:
        """Return the same by the estimates."""
        return self._figure(self.aivat, name)

    def factor(self, name: str) -> float:
        """Return how many times fewer hands the estimates need for the same interval: the quotient of variances."""
        column = self._column(name)
        before, after = (float(np.nanvar(samples[:, column])) for samples in (self.won, self.aivat))
        return before / max(after, 1e-30)

    def _figure(self, samples: Floats, name: str) -> Figure:
        own = samples[:, self._column(name)]
        moments = Moments(1)
        moments.add(own[~np.isnan(own)][:, None])
        return Figure(100 * float(moments.mean[0]), 100 * float(moments.half_width[0]))

    def _column(self, name: str) -> int:
        one_of("the name", name, self.names, MatchError)
        return self.names.index(name)


def aivat_of(
    hands: Iterable[Hand],
    strategies: Mapping[str | int, KnownLike],
    values: str | ValuesLike = DEFAULT_VALUES,
    *,
    menu: Menu | None = None,
) -> AivatHands:
    """Return what players won in hands with the luck taken out that known strategies and the cards explain.

    strategies: by name or by seat; a `Strategy`, a bot that plays one as it plays it, or a function of a `PublicState`
    (which needs a menu in no-limit games). They must be what really played. values: one of `VALUES`, or a function of a
    `Point`. A bad one leaves more luck, but the mean is right in any case.

    Where cards of any hand are hidden, as in files with one's own cards only, only the actions of known seats are
    corrected, in all hands: to use the cards that happen to be shown would lean to one side.

    >>> from riverboat.games import kuhn
    >>> from riverboat.solvers import uniform
    >>> hands = [Hand(kuhn(), (0, 0), cards) for cards in (("Ks", "Qs"), ("Js", "Qs"))]
    >>> found = aivat_of(hands, {"p1": uniform, "p2": uniform}, "self-play")
    >>> found.won[:, 0].tolist(), found.aivat[:, 0].round(6).tolist()  # uniform play is worth 1/8 to the first
    ([1.0, -1.0], [0.125, 0.125])
    """
    listed = list(instance("hands", hands, Iterable, MatchError, example="read_hands('match.phhs').hands"))
    instance("strategies", strategies, Mapping, MatchError, example="{'p1': rb.open('headsup')}")
    if not listed:
        raise MatchError("there are no hands; give some, as read_hands(...) or HandStore(...) have them")
    for hand in listed:
        instance("a hand", hand, Hand, MatchError, example="read_hands('match.phhs').hands[0]")
    found = KnownSeats(strategies, values, menu)
    names = tuple(dict.fromkeys(name for hand in listed for name in hand.names))
    found.check(names, max(hand.game.players for hand in listed))
    is_open = all(all(hand.hole_cards) for hand in listed)
    won, estimates = np.full((2, len(listed), len(names)), np.nan)
    for row, hand in enumerate(listed):
        columns = [names.index(name) for name in hand.names]
        won[row, columns] = np.array(hand.payoffs) / hand.game.big_blind
        estimates[row, columns] = found.payoffs(hand, is_open=is_open) / hand.game.big_blind
    return AivatHands(names, won, estimates, is_open)
