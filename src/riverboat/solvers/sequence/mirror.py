"""Optimistic mirror descent and primal-dual hybrid gradients: steps from the last plans, restarts at their averages."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.method import Method, Plans
from riverboat.solvers.sequence.sequences import Distance, Floats, dot

FIRST_STEP: Final = 1.0
ENOUGH: Final = 0.4
"""Restart when the gap has fallen to this share of that at the last restart."""

LONG: Final = 0.4
"""Restart also when so large a share of all steps was done since the last one."""

LOOKS: Final = 4
"""Steps between two looks at the gap, which take about as long as one."""


class Restarted(Method):
    """Plans that move against each other, their averages, and restarts from the better of the two.

    Steps are as long as the last moves of both allowed, |Δx'AΔy| against the distances moved; both that rule and the
    restarts are those of PDLP (Applegate and others 2021, "Practical large-scale linear programming using primal-dual
    hybrid gradient"), with dilated distances in place of squares.

    distance: "entropy" or "euclidean".
    """

    share = 1.0  # of the longest step that the moves allow

    def __init__(self, form: SequenceForm, *, distance: str = "euclidean", threads: int = 0) -> None:
        super().__init__(form, threads=threads)
        self.distance = Distance(distance)
        self.length = FIRST_STEP
        self._probabilities = [one.uniform for one in form.players]
        self._plan = [one.plan(one.uniform) for one in form.players]
        self._gradient = [self.gradient(player, self._plan[1 - player]) for player in (0, 1)]
        self._found: tuple[float, Plans] = (self._gap(self._gradient), (self._plan[0], self._plan[1]))
        self._restart(self._found[0], 0)

    @property
    def plans(self) -> Plans:
        """The best plans that were looked at: averages since a restart, or where it stood."""
        self._look()
        return self._found[1]

    def _gap(self, gradients: list[Floats]) -> float:
        return sum(one.best(gradient)[0] for one, gradient in zip(self.form.players, gradients, strict=True))

    def _restart(self, gap: float, at: int) -> None:
        self._sums = [0 * plan for plan in self._plan]
        self._gradient_sums = [0 * gradient for gradient in self._gradient]
        self._weight = 0.0
        self._restart_gap = gap
        self._restarted = at
        self._forget()

    def _forget(self) -> None:
        """Forget what is remembered from one step to the next."""

    # --- a step --------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Move both plans; now and then look whether to restart."""
        before, gradients = list(self._plan), list(self._gradient)
        moved = self._move()
        for player in (0, 1):
            self._sums[player] += self.length * self._plan[player]
            self._gradient_sums[player] += self.length * self._gradient[player]
        self._weight += self.length
        crossed = abs(dot(self._gradient[0] - gradients[0], self._plan[0] - before[0]))
        self._adapt(moved, crossed)
        if (self.iterations + 1) % LOOKS == 0:
            self._look()

    @abstractmethod
    def _move(self) -> float:
        """Move plans and gradients, and return the sum of the distances moved."""

    def _towards(self, player: int, gradient: Floats) -> float:
        """Take a step of a player from where he stands; returns the distance moved."""
        one = self.form.players[player]
        value, probabilities = one.smoothed(
            gradient, 1 / self.length, self.distance, self._probabilities[player]
        )
        self._probabilities[player], self._plan[player] = probabilities, one.plan(probabilities)
        return (dot(gradient, self._plan[player]) - value) * self.length

    def _adapt(self, moved: float, crossed: float) -> None:
        """Make the next step as long as the last moves allow, and not much longer than the last."""
        k = self.iterations + 2
        most = (1 - k**-0.3) * self.share * moved / crossed if crossed > 0 and moved > 0 else float("inf")
        self.length = min(most, (1 + k**-0.6) * self.length)

    def _look(self) -> None:
        """Find out how good plans and averages are, and restart where the better one is if it is time."""
        if not self._weight:
            return
        average = [total / self._weight for total in self._gradient_sums]
        here, mean = self._gap(self._gradient), self._gap(average)
        is_mean = mean < here
        gap = min(here, mean)
        steps = self.iterations + 1 - self._restarted
        if gap < self._found[0]:
            best = [total / self._weight for total in self._sums] if is_mean else self._plan
            self._found = (gap, (best[0], best[1]))
        if gap <= ENOUGH * self._restart_gap or steps >= LONG * (self.iterations + 1):
            if is_mean:
                self._plan = [total / self._weight for total in self._sums]
                self._gradient = average
                self._probabilities = [
                    one.probabilities(plan) for one, plan in zip(self.form.players, self._plan, strict=True)
                ]
            self._restart(gap, self.iterations + 1)


class OptimisticMirror(Restarted):
    """Optimistic mirror descent: both players step at once against 2gₜ − gₜ₋₁, what they expect the other to do next.

    Rakhlin and Sridharan 2013; Syrgkanis, Agarwal, Luo and Schapire 2015. Two products a step.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> solver = OptimisticMirror(form_of_game("kuhn"))
    >>> solver.run(500)
    >>> lower, upper = solver.bounds
    >>> upper - lower < 1e-6
    True
    """

    share = 0.25  # of 0.05 to 0.5 what left the least gap on Leduc; at 0.5 it went in circles there

    def _forget(self) -> None:
        self._last = list(self._gradient)

    def _move(self) -> float:
        hints = [2 * self._gradient[player] - self._last[player] for player in (0, 1)]
        self._last = list(self._gradient)
        moved = sum(self._towards(player, hints[player]) for player in (0, 1))
        self._gradient = [self.gradient(player, self._plan[1 - player]) for player in (0, 1)]
        return moved


class PrimalDual(Restarted):
    """Primal-dual hybrid gradients: player 0 steps, then player 1 against where that step would end if it went on.

    Chambolle and Pock 2011, 2016 with Bregman distances. Two products a step: the third follows from these.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> solver = PrimalDual(form_of_game("kuhn"))
    >>> solver.run(500)
    >>> lower, upper = solver.bounds
    >>> upper - lower < 1e-6
    True
    """

    def _move(self) -> float:
        before = self._plan[0]
        moved = self._towards(0, self._gradient[0])
        ahead = self.gradient(1, 2 * self._plan[0] - before)
        moved += self._towards(1, ahead)
        self._gradient = [self.gradient(0, self._plan[1]), (ahead + self._gradient[1]) / 2]
        return moved
