"""The excessive gap technique: both players smoothed, and the smoothing taken away step by step.

Nesterov 2005, "Excessive gap technique in nonsmooth convex minimization"; for games Hoda, Gilpin, Peña and Sandholm
2010, "Smoothing techniques for computing Nash equilibria of sequential games".
"""

from __future__ import annotations

from typing import Final

from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.method import Method, Plans
from riverboat.solvers.sequence.sequences import Distance, Floats

FIRST_MU: Final = 2.0**-20
"""Smoothing that is tried first; doubled until the condition holds."""

LARGEST_TAU: Final = 0.5
SMALLEST_TAU: Final = 1e-9
"""A step shorter than this changes nothing: the plans are as good as numbers of 64 bits are."""

GROWTH: Final = 1.1
"""After a step that held the next tries to be longer by this much."""

ROUNDING: Final = 1e-15
PIECE: Final = 1 << 16
CHECKED: Final = 64
"""Steps of 2/(k + 3) between two looks whether the condition still holds."""

LESS: Final = 0.9
"""A balancing step takes a tenth of the smoothing away."""


class ExcessiveGap(Method):
    """EGT. distance: "entropy" or "euclidean".

    The state holds S₀ + S₁ ≤ 0, where S is what a player's best answer wins after μ times its distance is paid. Then
    the gap is at most μ₀D₀ + μ₁D₁, D the largest distance. A step shrinks one μ by 1 − τ and keeps the condition.

    The first μ is the smallest power of two for which the condition holds, which is less than the proven one. Then τ is
    2/(k + 3); now and then the condition is checked, and where it fails both μ are doubled. aggressive: every step is
    checked instead, and τ as long as that allows. balanced: a checked step is followed by one that takes from either μ
    what it can. What these are worth is on the page of the sequence form.

    >>> from riverboat.solvers.sequence import form_of_game
    >>> solver = ExcessiveGap(form_of_game("kuhn"))
    >>> solver.run(200)
    >>> lower, upper = solver.bounds
    >>> lower < -1 / 18 < upper, upper - lower < 0.01
    (True, True)
    """

    def __init__(
        self,
        form: SequenceForm,
        *,
        distance: str = "entropy",
        aggressive: bool = False,
        balanced: bool = False,
        threads: int = 0,
    ) -> None:
        super().__init__(form, threads=threads)
        self.distance = Distance(distance)
        self.aggressive = aggressive or balanced
        self.balanced = balanced
        self.tau = LARGEST_TAU
        self.mu = [FIRST_MU, FIRST_MU]
        while not self._begin():
            self.mu = [2 * mu for mu in self.mu]
            if self.mu[0] > 1e30:
                raise SolverError(
                    f"EGT finds no smoothing for {form.name!r}: are its payoffs finite numbers?"
                )

    @property
    def plans(self) -> Plans:
        """The plans, whose gap is at most the smoothing times the distances."""
        return self._plan[0], self._plan[1]

    def _begin(self) -> bool:
        """Begin at the centre of player 0: the answer of player 1, and a step of player 0 against it."""
        first = self.form.players[0]
        answer = self._answer(1, first.plan(first.uniform))
        self._plan = [self._answer(0, answer), answer]
        self._gradient = [self.gradient(player, self._plan[1 - player]) for player in (0, 1)]
        holds = self._holds(self._gradient, self.mu)
        if not self.aggressive:
            self._gradient = []  # proven steps find them again, which takes a product and saves two vectors
        return holds

    def _answer(self, player: int, plan: Floats) -> Floats:
        """The smoothed answer of a player to a plan of the other."""
        one, gradient = self.form.players[player], self.gradient(player, plan)
        one.smoothed(gradient, self.mu[player], self.distance, out=gradient)
        return one.plan(gradient, out=gradient)

    def _holds(self, gradients: list[Floats], mu: list[float]) -> bool:
        values = [
            self.form.players[player].smoothed(gradients[player], mu[player], self.distance)[0]
            for player in (0, 1)
        ]
        return sum(values) <= ROUNDING * max(map(abs, values))

    def step(self) -> None:
        """Shrink the larger μ as far as it goes; or the two in turn."""
        if not self.aggressive:
            player, tau = self.iterations % 2, 2 / (self.iterations + 3)
            turned, answer = self._turn(player, tau, self.gradient(player, self._plan[1 - player]))[:2]
            for plan, other in ((self._plan[player], turned), (self._plan[1 - player], answer)):
                _towards(plan, tau, other)
            self.mu[player] *= 1 - tau
            if (self.iterations + 1) % CHECKED == 0:
                self._repair()
            return
        player = 0 if self.mu[0] >= self.mu[1] else 1
        while self.tau > SMALLEST_TAU and not self._try(player, self.tau):
            self.tau /= 2
        self.tau = min(GROWTH * self.tau, LARGEST_TAU)
        if self.balanced:
            self._balance()

    def _repair(self) -> None:
        """Smooth more, until the condition holds again: the first μ was less than is proven."""
        while True:
            values = []
            for player, one in enumerate(self.form.players):
                gradient = self.gradient(player, self._plan[1 - player])
                values.append(one.smoothed(gradient, self.mu[player], self.distance, out=gradient)[0])
            if sum(values) <= ROUNDING * max(map(abs, values)):
                return
            self.mu = [2 * mu for mu in self.mu]

    def _turn(self, player: int, tau: float, gradient: Floats) -> tuple[Floats, Floats, Floats]:
        """Return where a player's plan turns to, the other's answer on the way, and the gradient against that.

        gradient: of the player, against the other's plan; it is used up.
        """
        own, mu = self.form.players[player], self.mu[player]
        centre = own.smoothed(gradient, mu, self.distance, out=gradient)[1]
        between = own.plan(centre)
        _towards(between, 1 - tau, self._plan[player])
        answer = self._answer(1 - player, between)
        del between
        against = self.gradient(player, answer)
        into = None if self.aggressive else against  # which only checks ask for
        turned = own.smoothed(against, (1 - tau) * mu / tau, self.distance, centre, out=into)[1]
        return own.plan(turned, out=turned), answer, against

    def _try(self, player: int, tau: float) -> bool:
        """Take a step if the condition holds after it."""
        turned, answer, against = self._turn(player, tau, self._gradient[player].copy())
        plans, gradients = list(self._plan), list(self._gradient)
        plans[player] = (1 - tau) * plans[player] + tau * turned
        plans[1 - player] = (1 - tau) * plans[1 - player] + tau * answer
        gradients[player] = (1 - tau) * gradients[player] + tau * against
        gradients[1 - player] = self.gradient(1 - player, plans[player])
        shrunk = [(1 - tau) * m if p == player else m for p, m in enumerate(self.mu)]
        if not self._holds(gradients, shrunk):
            return False
        self._plan, self._gradient, self.mu = plans, gradients, shrunk
        return True

    def _balance(self) -> None:
        """Take a little from each μ, the larger first, if the condition still holds: that needs no product."""
        for player in (0, 1) if self.mu[0] >= self.mu[1] else (1, 0):
            less = [LESS * m if p == player else m for p, m in enumerate(self.mu)]
            if self._holds(self._gradient, less):
                self.mu = less


def _towards(plan: Floats, share: float, other: Floats) -> None:
    """Move a plan a share of the way to another, in place and in pieces, so that nothing large is made."""
    for begin in range(0, len(plan), PIECE):
        here = slice(begin, begin + PIECE)
        plan[here] += share * (other[here] - plan[here])
