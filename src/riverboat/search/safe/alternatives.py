"""What the hands of an opponent would have had instead of a subgame: values that a strategy leaves him.

The *counterfactual best response value* of a hand is what it wins by the best answer to a strategy from a point on,
given that the hand is there: Burch, Johanson and Bowling 2014 and Brown and Sandholm 2017 write CBV. A new strategy of
the subgame that leaves no hand more is safe: it loses to nobody more than the old one. What the hand wins if its owner
plays the strategy too is less, and nearer to what it would win in equilibrium: an *estimate*, which promises nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import whole
from riverboat.errors import SolverError
from riverboat.evaluation.filled import filled_engine
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of, hand_numbers
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.full_width.engine import Precision
from riverboat.solvers.full_width.setup import GameSetup

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Alternatives:
    """What each hand of a player has instead of a subgame, in chips from the start of the hand, by hand number.

    best: by his best answer to the strategy. expected: if both play it. best_gifts, expected_gifts: what he gave up by
    either count on his way there, by not taking a better action; 0 if nobody knows. Hands that cannot be there are NaN.
    """

    best: Floats
    expected: Floats
    best_gifts: Floats
    expected_gifts: Floats

    @cached_property
    def deviation(self) -> Floats:
        """How far estimates are off: half of what the best answer wins over playing on."""
        return np.asarray(np.abs(self.best - self.expected) / 2)


def alternatives(
    setup: GameSetup,
    strategy: StrategyLike,
    player: int,
    *,
    precision: Precision = 32,
    threads: int | None = None,
) -> Alternatives:
    """Return the alternatives of a player where a setup begins: the strategy is asked at all decisions on all boards.

    setup: with the other player's range as the strategy brings it there, and all hands of this one (`opened`); its
    sizes should be those that the strategy was made with. How he came there is not looked at, so there are no gifts;
    without them what is solved is safe as well, and less good.

    >>> from riverboat.solvers import game_setup, uniform
    >>> found = alternatives(game_setup("kuhn"), uniform, 1)
    >>> [round(float(found.best[card]), 3) for card in (39, 43, 47)]  # the jack, the queen and the king
    [-0.75, 0.25, 1.75]
    """
    solver = filled_engine(
        setup, [strategy, strategy], trust_suits=True, precision=precision, threads=threads
    )
    best, expected = (
        by_number(setup.game, solver.hands[player].cards, solver.hand_values(player, kind=kind))
        for kind in ("best", "expected")
    )
    nothing = np.zeros(len(best))
    return Alternatives(best, expected, nothing, nothing)


def by_number(game: Game, cards: npt.NDArray[np.uint8], values: Floats) -> Floats:
    """Return values of hands by their numbers: 0 for a hand that meets nobody, NaN for those that are not there."""
    found = np.full(len(hand_cards_of(game)), np.nan)
    found[hand_numbers(cards)] = np.nan_to_num(values)
    return found


def drawn(values: Floats, deviation: Floats, draws: int) -> Floats:
    """Return alternatives in equally likely draws from normal distributions: float64[draws, hands].

    Who is not sure of an estimate lets the opponent choose knowing what it really is: Brown and Sandholm 2017,
    distributional alternative payoffs. The draws are the middles of equally likely parts, the same for all hands.

    >>> drawn(np.array([1.0]), np.array([0.5]), 3)[:, 0].round(3).tolist()
    [0.516, 1.0, 1.484]
    """
    whole("draws", draws, SolverError, least=1, example=5)
    steps = [NormalDist().inv_cdf((2 * draw + 1) / (2 * draws)) for draw in range(draws)]
    return np.asarray(values + np.outer(steps, deviation))
