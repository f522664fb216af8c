"""Jam or fold for prizes with hands that are played out: ICM is asked some hands later, not at once.

ICM does not know who must post the blinds next. Where a hand's likely ends lead to another hand, that hand is solved,
with ICM, or one more hand, behind it. It needs no grid and takes any prizes, for two to six players.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from riverboat import _core
from riverboat.games.payouts.finishes import prizes_after
from riverboat.tournament.jam_fold.dealt import dealt
from riverboat.tournament.jam_fold.exact import engine, per_hand, values_of
from riverboat.tournament.jam_fold.hand import JamFoldHand, better_hands, strengths, who_plays_on
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.sampled import gains_of

LIKELY: Final = 0.002
"""Ends that come less often are worth what ICM says."""
MOST_PLAYERS: Final = 6
_TIMES: Final = (
    2  # the hand is solved again with what its ends are worth now, and ends that became likely are added
)
_ITERATIONS: Final = {2: 2000, 3: 200}
_BATCHES: Final = 200  # of deals, with more players


@dataclass
class _Later:
    """Hands that were solved: what stacks in order of acting are worth with so many hands to come."""

    likely: float
    progress: Callable[[int], None] | None = None
    worth: dict[tuple[Any, ...], np.ndarray] = field(default_factory=dict)

    def value(self, hand: JamFoldHand, hands: int) -> np.ndarray:
        """Return what a hand is worth to its seats if so many are played, it included, before ICM is asked."""
        key = (hands, *hand.stacks.round(9).tolist(), *hand.bounties.tolist())
        if key not in self.worth:
            strategy, values = self.solve(hand, hands - 1)
            self.worth[key] = values_of(engine(hand.players), values, strategy)
            if self.progress is not None:
                self.progress(len(self.worth))
        return self.worth[key]

    def solve(self, hand: JamFoldHand, hands: int) -> tuple[np.ndarray, np.ndarray]:
        """Return a strategy of a hand and the values of its ends, with so many hands after it."""
        values = hand.end_values()
        strategy = _solved(hand, values, None)
        for _ in range(_TIMES if hands else 0):
            values = self.ends(hand, strategy, values, hands)
            strategy = _solved(hand, values, strategy)
        return strategy, values

    def ends(self, hand: JamFoldHand, strategy: np.ndarray, values: np.ndarray, hands: int) -> np.ndarray:
        """Return what ends are worth, the likely ones by the hand that follows them."""
        numbers, ends = hand.outcomes
        chance = np.bincount(numbers.reshape(-1), np.asarray(engine(hand.players).ends(strategy)).reshape(-1))
        worth = np.zeros((len(ends), hand.players))
        worth[numbers] = values
        for at in np.flatnonzero(chance >= self.likely).tolist():
            jams, places = ends[at]
            settled = _core.settle_jams(hand.stacks, hand.posted, jams, np.array(places, np.uint8))
            after, heads = (np.asarray(one) for one in settled)
            left = who_plays_on(after.tolist())
            if len(left) > 1:
                heirs = hand.bounties[left] if len(hand.bounties) else hand.bounties
                following = replace(
                    hand, stacks=after[left], payouts=hand.payouts[: len(left)], bounties=heirs
                )
                worth[at] = prizes_after(hand.stacks, after, hand.payouts)
                worth[at, left] = self.value(following, hands)
                worth[at] += heads @ hand.bounties if len(hand.bounties) else 0.0
        return np.asarray(worth[numbers])


def solve_ahead(
    hand: JamFoldHand,
    hands: int,
    *,
    likely: float = LIKELY,
    progress: Callable[[int], None] | None = None,
) -> JamFold:
    """Return strategies of a hand after which so many more are played before ICM says what stacks are worth.

    Gains are of this hand, for the values that its ends have. progress: told how many hands were solved.
    """
    later = _Later(likely, progress)
    strategy, values = later.solve(hand, hands)
    game: Any = engine(hand.players)
    better = np.asarray(game.advantages(values, strategy))
    found = JamFold(
        hand,
        strategy,
        per_hand(game, hand, values, strategy),
        values_of(game, values, strategy),
        gains_of(hand, strategy, better, better),
        "exact" if hand.players <= 3 else "sampled",
        "cfr+",
        _ITERATIONS.get(hand.players, _BATCHES),
        float("nan"),
        hands_ahead=hands,
        hands_solved=len(later.worth),
    )
    return found if hand.players <= 3 else _judged(found, values, better)


def _judged(found: JamFold, values: np.ndarray, chosen: np.ndarray) -> JamFold:
    """The same with errors: of values, from how ends differ; of gains, from deals that no strategy was made from."""
    hand, game = found.hand, engine(found.hand.players)
    squares = np.einsum("eo,eos->s", game.ends(found.strategy), values**2)
    deals = len(game.orders)
    other = dealt(hand.players, seed=1).advantages(values, found.strategy)
    low, high = (gains_of(hand, found.strategy, pick, other) for pick in (chosen, other))
    return replace(
        found,
        standard_errors=np.sqrt(np.maximum(0.0, squares - found.values**2) / deals),
        gains=np.maximum(0.0, low),
        gain_bounds=np.stack([np.maximum(0.0, low), high]),
        deals=deals,
    )


def _solved(hand: JamFoldHand, values: np.ndarray, start: np.ndarray | None) -> np.ndarray:
    begin = better_hands(hand, strengths()) if start is None else start.copy()
    begin[hand.forced] = 1.0
    weight = 0.0 if start is None else 2.0
    iterations = _ITERATIONS.get(hand.players, _BATCHES)
    target = 1e-5 * float(hand.payouts[0])
    found = engine(hand.players).solve(
        values, begin, hand.forced.tolist(), False, iterations, target, 20, weight
    )
    return np.asarray(found[0])
