"""The sequences of one player: his own actions that can follow each other, and where he chooses among them."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import SolverError

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]

EMPTY: Final = 0
"""The sequence of who has not acted yet."""


class Sequences:
    """One player's sequences and information sets.

    parent: int32[sets], the sequence that leads to a set. first: int32[sets + 1]; the sequences of set s are `first[s]`
    up to `first[s + 1]`, one for each action, and sequence 0 is the empty one. Sets come after those of their parents.

    A *plan* has for each sequence the probability that the player's own actions lead there, so it begins with 1 and the
    sequences of a set add up to its parent (Koller and Megiddo 1992, von Stengel 1996). *Probabilities* are of the
    actions in each set. Both are float64[sequences].

    >>> one = Sequences([0, 1], [1, 3, 5])  # two actions; two more after the first
    >>> one.plan(np.array([1, 0.5, 0.5, 0.25, 0.75])).tolist()
    [1.0, 0.5, 0.5, 0.125, 0.375]
    >>> one.best(np.array([0.0, 1.0, 2.0, 0.0, 3.0]))
    (4.0, array([1., 1., 0., 0., 1.]))
    """

    def __init__(self, parent: npt.ArrayLike, first: npt.ArrayLike) -> None:
        self.parent: Places = np.ascontiguousarray(parent, np.int32)
        self.first: Places = np.ascontiguousarray(first, np.int32)
        try:
            self.native = _core.Treeplex(self.parent, self.first)
        except ValueError as problem:
            raise SolverError(f"these are no sequences: {problem}") from None

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return len(self.parent)

    def __len__(self) -> int:
        return int(self.first[-1])

    @property
    def rows(self) -> int:
        """Constraints of a plan: it begins with 1, and every set adds up."""
        return self.sets + 1

    @cached_property
    def set_of(self) -> Places:
        """The set of each sequence; -1 of the empty one: int32[sequences]."""
        return np.repeat(np.arange(-1, self.sets, dtype=np.int32), np.diff(self.first, prepend=0))

    # --- plans -------------------------------------------------------------------------------------------------

    @property
    def uniform(self) -> Floats:
        """The probabilities of who takes every action alike often."""
        return self.probabilities(np.zeros(len(self)))

    def plan(self, probabilities: Floats, *, out: Floats | None = None) -> Floats:
        """Return the plan of probabilities; `out`, here and below, is written, and may be the first argument."""
        out = np.empty(len(self)) if out is None else out
        self.native.plan(probabilities, out)
        return out

    def probabilities(self, plan: Floats, *, out: Floats | None = None) -> Floats:
        """Return the probabilities of a plan; uniform in sets that it never reaches. What is below 0 counts as 0."""
        out = np.empty(len(self)) if out is None else out
        self.native.matched(plan, out)
        return out

    # --- walks -------------------------------------------------------------------------------------------------

    def best(self, gradient: Floats, *, out: Floats | None = None) -> tuple[float, Floats]:
        """Return the most that a plan wins, and a pure one that does. gradient: what each sequence wins."""
        out = np.empty(len(self)) if out is None else out
        return self.native.best(gradient, out), out

    def smoothed(
        self,
        gradient: Floats,
        mu: float,
        distance: Distance,
        centre: Floats | None = None,
        *,
        out: Floats | None = None,
    ) -> tuple[float, Floats]:
        """Return the most that is left after `mu` times the distance from the centre is paid, and the probabilities.

        centre: probabilities; uniform if none are given.
        """
        out = np.empty(len(self)) if out is None else out
        weights = distance.weights(self)
        return self.native.smoothed(gradient, mu, distance.is_entropy, weights, centre, out), out

    def regrets(
        self, gradient: Floats, probabilities: Floats, *, out: Floats | None = None
    ) -> tuple[float, Floats]:
        """Return what probabilities win, and the regret of every action."""
        out = np.empty(len(self)) if out is None else out
        return self.native.regrets(gradient, probabilities, out), out

    @cached_property
    def weights(self) -> Floats:
        """What sets weigh in distances: the root of their depth.

        It is 1 where none follows, else 1 more than the most that follow one of the actions.
        """
        depths = self.native.depths()
        return np.sqrt(depths, out=depths)


def dot(a: Floats, b: Floats) -> float:
    """Return a'b by one thread: BLAS sets all to work, and they then spin through the products that follow."""
    return float(np.einsum("i,i", a, b))


class Distance:
    """How far plans are from a centre: a distance in each set, times how often the set is reached and its weight.

    Dilated distances (Hoda, Gilpin, Peña and Sandholm 2010). name: "entropy" or "euclidean". A set weighs the square
    root of its depth. With the depth itself the entropy is proven to be strongly convex (Farina, Kroer and Sandholm
    2021); of depths, their roots and no weights, the roots left the least gap after 2,000 steps of EGT on Leduc.
    """

    def __init__(self, name: str) -> None:
        if name not in DISTANCES:
            raise SolverError(f"the distance is {name!r}; it is {' or '.join(map(repr, DISTANCES))}")
        self.name = name
        self.is_entropy = name == "entropy"

    def weights(self, sequences: Sequences) -> Floats:
        """Return the weight of each set."""
        return sequences.weights

    def most(self, sequences: Sequences) -> float:
        """Return the largest distance of a plan from the uniform one."""
        actions = np.diff(sequences.first)
        of_set = np.log(actions) if self.is_entropy else (1 - 1 / actions) / 2
        gradient = np.bincount(sequences.parent, of_set * self.weights(sequences), len(sequences))
        return sequences.best(gradient.astype(np.float64))[0]


DISTANCES: Final = ("entropy", "euclidean")
