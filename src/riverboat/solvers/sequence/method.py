"""What every first-order method of a sequence form is: a state of two plans, and a step that makes them better."""

from __future__ import annotations

from abc import ABC, abstractmethod

from riverboat.base.checks import whole
from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.sequences import Floats

Plans = tuple[Floats, Floats]


class Method(ABC):
    """An engine that `Run` can run. threads: for products; 0 for all of the machine.

    Players are 0 and 1, both maximize: the gradient of player 0 is A y, that of player 1 is −A'x.
    """

    def __init__(self, form: SequenceForm, *, threads: int = 0) -> None:
        self.form = form
        self.threads = threads
        self.iterations = 0
        self.products = 0

    def run(self, iterations: int) -> None:
        """Do so many steps more."""
        whole("iterations", iterations, SolverError, example=100)
        for _ in range(iterations):
            self.step()
            self.iterations += 1

    @abstractmethod
    def step(self) -> None:
        """Do one step."""

    @property
    @abstractmethod
    def plans(self) -> Plans:
        """The plans of both players as they would be handed out."""

    def gradient(self, player: int, plan: Floats) -> Floats:
        """Return what each sequence of a player wins against a plan of the other."""
        self.products += 1
        if player == 0:
            return self.form.payoffs.times(plan, threads=self.threads)
        product = self.form.payoffs.transposed_times(plan, threads=self.threads)
        product *= -1
        return product

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which values the game lies, as the plans prove."""
        return self.form.bounds(*self.plans, threads=self.threads)
