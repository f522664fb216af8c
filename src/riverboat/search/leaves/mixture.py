"""An opponent of several kinds: which way of playing the blueprint explains what he has done?

The other answer to an opponent who does not play on as expected: he does not choose the worst at each leaf, but a
probability is kept for each of some ways to play, ten at first; what he does is weighed by how often each would have
done it (Bayes), and what leaves are worth is the mean of the values against each, weighed by them. It exploits, and it
can be exploited: who first plays like a caller is believed to be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.errors import SolverError
from riverboat.games.rules.action import Action
from riverboat.search.leaves.biases import TEN, Bias
from riverboat.solvers.full_width.value_leaves import ValueLeaves

Floats = npt.NDArray[np.float64]
LEAST_LIKELY: Final = 1e-6
"""What an action is worth as evidence at least, so that one that no way explains leaves all of them possible."""


@dataclass(frozen=True, eq=False)
class OpponentMixture:
    """Ways in which an opponent may play, each with its probability and the range that it brings.

    probabilities: float64[ways], summing to 1. ranges: float64[ways, hands], reach of each hand by each way.

    >>> mixture = OpponentMixture.begin(np.ones(2), (Bias(), Bias(raises=5.0)))
    >>> seen = mixture.after(np.array([[0.5, 0.5], [0.5, 0.5]]), [0, 300], 300)  # bets half of the time, and has bet
    >>> seen.probabilities.round(3)
    array([0.375, 0.625])
    """

    ways: tuple[Bias, ...]
    probabilities: Floats
    ranges: Floats

    @classmethod
    def begin(cls, hands: Floats, ways: Sequence[Bias] = TEN) -> OpponentMixture:
        """Return a mixture before anything was seen: all ways alike. hands: weights of the hands he may hold."""
        if not ways:
            raise SolverError("a mixture has no ways to play; give at least one, such as Bias(calls=5)")
        held = np.asarray(hands, np.float64)
        if held.ndim != 1 or not held.sum() > 0:
            raise SolverError("a mixture begins with weights of hands, float64[hands], not all of them 0")
        return cls(tuple(ways), np.full(len(ways), 1 / len(ways)), np.tile(held, (len(ways), 1)))

    def after(self, rows: Floats, actions: Sequence[Action], taken: Action) -> OpponentMixture:
        """Return what is believed after an action of the opponent.

        rows: how the blueprint plays his hands, float64[hands, actions]. The likelihood of a way is the mean over the
        hands that it brings of the probability that it takes the action: p'(w) ~ p(w) sum_h r_w(h) s_w(a|h) / sum r_w.
        """
        if taken not in actions:
            raise SolverError(f"the action {taken} is not among {list(actions)}; translate it first")
        choice = list(actions).index(taken)
        played = np.stack([way.rows(rows, actions)[:, choice] for way in self.ways])
        ranges = self.ranges * played
        likely = np.maximum(ranges.sum(axis=1) / np.maximum(self.ranges.sum(axis=1), 1e-300), LEAST_LIKELY)
        weighed = self.probabilities * likely
        kept = np.where(ranges.sum(axis=1, keepdims=True) > 0, ranges, self.ranges)
        return replace(self, probabilities=weighed / weighed.sum(), ranges=kept)

    @property
    def range(self) -> Floats:
        """The hands that he holds, all ways together: float64[hands]."""
        shares = self.ranges / np.maximum(self.ranges.sum(axis=1, keepdims=True), 1e-300)
        return np.asarray(self.probabilities @ shares)

    def leaves(self, values: ValueLeaves, opponent: int) -> ValueLeaves:
        """Return leaves at which the opponent, player 0 or 1, does not choose but mixes by the probabilities.

        values: their continuations of the opponent are the ways, in the same order.
        """
        if values.continuations[opponent] != len(self.ways):
            raise SolverError(
                f"player {opponent} has {values.continuations[opponent]} continuations at the leaves and the mixture "
                f"{len(self.ways)} ways; make the leaves with mixture.ways"
            )
        mixed = np.tensordot(self.probabilities, values.values, (0, 1 + opponent))
        return replace(values, values=np.expand_dims(mixed, 1 + opponent))
