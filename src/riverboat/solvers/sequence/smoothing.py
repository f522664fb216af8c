"""Iterated smoothing: the gap, made smooth, falls by accelerated steps; then it is made less smooth, and again."""

from __future__ import annotations

from math import e
from typing import Final

import numpy as np

from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.method import Method, Plans
from riverboat.solvers.sequence.sequences import Distance, Floats, dot

ROUNDING: Final = 1e-14


class IteratedSmoothing(Method):
    """Gilpin, Peña and Sandholm 2008, "First-order algorithm with O(ln(1/ε)) convergence for ε-equilibrium".

    The gap of plans is made smooth by μ times the distances of the best answers; its gradient is then a pair of
    smoothed answers, and accelerated steps bring it down (Nesterov 2005, in the form of Tseng 2008). When it has fallen
    by e, it starts again there with a smaller μ. Where we leave the paper: its distance is that of squares and its
    steps are as long as the norm of A allows; ours are dilated, and steps are as long as a check allows.

    distance: "entropy" or "euclidean". Four products a step.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> solver = IteratedSmoothing(form_of_game("kuhn"))
    >>> solver.run(500)
    >>> lower, upper = solver.bounds
    >>> upper - lower < 1e-3
    True
    """

    def __init__(self, form: SequenceForm, *, distance: str = "euclidean", threads: int = 0) -> None:
        super().__init__(form, threads=threads)
        self.distance = Distance(distance)
        self._most = sum(self.distance.most(one) for one in form.players)
        self._steep = 1.0
        self._plan = [one.plan(one.uniform) for one in form.players]
        self._gradient = [self.gradient(player, self._plan[1 - player]) for player in (0, 1)]
        self._found: tuple[float, Plans] = (self._gap, (self._plan[0], self._plan[1]))
        self._restart(self._gap)

    @property
    def plans(self) -> Plans:
        """The best plans so far."""
        return self._found[1]

    @property
    def _gap(self) -> float:
        return sum(
            one.best(gradient)[0] for one, gradient in zip(self.form.players, self._gradient, strict=True)
        )

    def _restart(self, gap: float) -> None:
        """Aim at the e-th part of the gap: half of what is left is for the smoothing."""
        self._aim = gap / e
        self._mu = max(self._aim / (2 * self._most), 1e-300)
        self._theta = 1.0
        self._steep /= 2
        self._ahead = list(self._plan)
        self._ahead_gradient = list(self._gradient)
        self._centre = [
            one.probabilities(plan) for one, plan in zip(self.form.players, self._plan, strict=True)
        ]

    def _smoothed(self, gradients: list[Floats]) -> list[tuple[float, Floats]]:
        return [
            one.smoothed(gradient, self._mu, self.distance)
            for one, gradient in zip(self.form.players, gradients, strict=True)
        ]

    def step(self) -> None:
        """One accelerated step."""
        players, theta = self.form.players, self._theta
        at = [_between(theta, plan, ahead) for plan, ahead in zip(self._plan, self._ahead, strict=True)]
        gradients = [
            _between(theta, here, ahead)
            for here, ahead in zip(self._gradient, self._ahead_gradient, strict=True)
        ]
        answers = self._smoothed(gradients)
        smooth = sum(value for value, _ in answers)
        down = [self.gradient(p, players[1 - p].plan(answers[1 - p][1])) for p in (0, 1)]
        while not self._try(theta, at, smooth, down):
            self._steep *= 2
        self._theta = 2 / (2 / theta + 1)
        gap = self._gap
        if gap < self._found[0]:
            self._found = (gap, (self._plan[0], self._plan[1]))
        if gap <= self._aim:
            self._restart(gap)

    def _try(self, theta: float, at: list[Floats], smooth: float, down: list[Floats]) -> bool:
        """Step, if the smoothed gap then lies below what the gradient and the distance moved allow."""
        moved, plans, centres = 0.0, [], []
        for one, slope, centre in zip(self.form.players, down, self._centre, strict=True):
            paid = theta * self._steep
            value, probabilities = one.smoothed(slope, paid, self.distance, centre)
            centres.append(probabilities)
            plans.append(one.plan(probabilities))
            moved += (dot(slope, plans[-1]) - value) / paid
        gradients = [self.gradient(player, plans[1 - player]) for player in (0, 1)]
        mixed = [_between(theta, plan, ahead) for plan, ahead in zip(self._plan, plans, strict=True)]
        mixed_gradients = [
            _between(theta, here, ahead) for here, ahead in zip(self._gradient, gradients, strict=True)
        ]
        fallen = sum(dot(slope, new - old) for slope, new, old in zip(down, mixed, at, strict=True))
        allowed = smooth - fallen + theta**2 * self._steep * moved
        now = sum(value for value, _ in self._smoothed(mixed_gradients))
        if now > allowed + ROUNDING * (abs(smooth) + 1) and self._steep < 1e30:
            return False
        self._plan, self._gradient = mixed, mixed_gradients
        self._ahead, self._ahead_gradient, self._centre = plans, gradients, centres
        return True


def _between(theta: float, here: Floats, ahead: Floats) -> Floats:
    return np.asarray((1 - theta) * here + theta * ahead)
