"""The decision process of one player against strategies that stay as they are: a state and a seat in it.

It is undiscounted and pays at its ends only, prizes that are not negative. So values are the smallest solution of their
equations, and policy iteration must begin with a policy and keep what it did among actions that are worth the same
(Puterman 2005, section 7.2; Ganzfried and Sandholm 2009).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.tournament.whole.setting import Tournament
from riverboat.tournament.whole.stages import Responses, Strategies

_TIE: Final = 1e-9
"""Advantages below this, in prize money times the chance to come there, are rounding."""
_MOST: Final = 100
"""Rounds of policy iteration; some ten are needed."""


class Process:
    """What one player can do, in every state and seat, while all others play given strategies."""

    def __init__(self, tournament: Tournament, moves: list[Responses]) -> None:
        self.tournament, self.moves = tournament, moves
        self.size = int(tournament.offsets[-1])

    def values_of(self, policies: Strategies) -> np.ndarray:
        """Return what states are worth to a player with these policies: the smallest solution."""
        matrix, fixed = np.zeros((self.size, self.size)), np.zeros(self.size)
        for state, move in enumerate(self.moves):
            road = move.roads
            for seat in range(len(self.tournament.states[state])):
                ends = move.ends_of(seat, policies[state])
                row = self.tournament.offsets[state] + seat
                mine = road.seat == seat
                fixed[row] = ends @ road.fixed[:, seat]
                np.add.at(matrix[row], road.place[mine], ends[road.at[mine]] * road.chance[mine])
        return smallest_solution(matrix, fixed)

    def improved(self, policies: Strategies, values: np.ndarray) -> tuple[Strategies, bool]:
        """Return policies that are best for these values, keeping what was done among ties; and whether any changed."""
        better, changed = [], False
        for move, policy in zip(self.moves, policies, strict=True):
            gain = move.advantages(values)
            best = np.where(gain > _TIE, 1.0, np.where(gain < -_TIE, 0.0, policy))
            best[move.forced] = policy[move.forced]
            changed = changed or bool((best != policy).any())
            better.append(best)
        return better, changed

    def policy_iteration(self, policies: Strategies) -> tuple[np.ndarray, np.ndarray, Strategies]:
        """Return what these policies are worth, what best ones are, and those, beginning with these."""
        begun = values = self.values_of(policies)
        for _ in range(_MOST):
            policies, changed = self.improved(policies, values)
            if not changed:
                break
            new = self.values_of(policies)
            if (new - values).max() < 1e-10:
                break
            values = np.maximum(values, new)
        return begun, values, policies

    def value_iteration(
        self, policies: Strategies, least_change: float, most: int
    ) -> tuple[np.ndarray, np.ndarray, Strategies]:
        """Return the same by value iteration from below: it begins with what the policies are worth."""
        begun = values = self.values_of(policies)
        for _ in range(most):
            policies, _ = self.improved(policies, values)
            new = self._one_step(policies, values)
            done = float((new - values).max()) < least_change
            values = np.maximum(values, new)
            if done:
                break
        return begun, values, policies

    def _one_step(self, policies: Strategies, values: np.ndarray) -> np.ndarray:
        out = np.zeros(self.size)
        for state, move in enumerate(self.moves):
            worth = move.roads.values(values)
            for seat in range(worth.shape[1]):
                ends = move.ends_of(seat, policies[state])
                out[self.tournament.offsets[state] + seat] = float(ends @ worth[:, seat])
        return out


def smallest_solution(matrix: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """Return the smallest x >= 0 with x = fixed + matrix x: 0 where no prize is ever reached.

    >>> smallest_solution(np.array([[1.0, 0.0], [0.5, 0.0]]), np.array([0.0, 2.0])).tolist()
    [0.0, 2.0]
    """
    reaches = fixed > 0
    while True:
        more = reaches | ((matrix > 0) @ reaches.astype(np.float32) > 0)
        if (more == reaches).all():
            break
        reaches = more
    out = np.zeros(len(fixed))
    keep = np.flatnonzero(reaches)
    part = np.eye(len(keep)) - matrix[np.ix_(keep, keep)]
    out[keep] = np.linalg.solve(part, fixed[keep])
    return out
