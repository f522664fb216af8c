"""A value function that solves the rest of the hand: what a network would have learnt, without its error."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.search.leaves.exact import whole_engine
from riverboat.solvers.full_width.rest_of_hand import RestOfHand
from riverboat.solvers.full_width.setup import GameSetup

Floats = npt.NDArray[np.float64]
_LEAST_REACH: Final = 1e-6  # of the largest: so that hands which nobody brings have a sensible strategy too


class SolvedRest:
    """What leaves are worth if both play the rest in equilibrium, whatever they did before; a `LeafValues`.

    With such values a depth-limited solve is as good as a whole one (CFR-D, Burch, Johanson and Bowling 2014;
    DeepStack, Moravčík et al. 2017, where a network stands in its place). Hands get what their best answer wins, as
    those that are not brought have no strategy of their own. iterations: of CFR+ for every question.
    """

    def __init__(self, setup: GameSetup, iterations: int = 200) -> None:
        self._rest = RestOfHand(whole_engine(setup, "cfr+"))
        self.iterations = iterations

    def __call__(
        self, player: int, leaves: npt.NDArray[np.uint32], own: Floats, opponent: Floats, /
    ) -> Floats:
        """Return the counterfactual values: float64[leaves, hands]."""
        reaches = [np.zeros((self._rest.leaves, reach.shape[1])) for reach in (own, opponent)]
        for all_leaves, asked in zip(reaches, (own, opponent), strict=True):
            all_leaves[leaves] = np.maximum(asked, _LEAST_REACH)
        both = (reaches[player], reaches[1 - player])
        self._rest.solve(both, self.iterations)
        return self._rest.values(player, both, "best")[leaves]
