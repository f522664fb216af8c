"""What was seen of an opponent, by situation, and coarser situations to fall back on where little was seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.bots.classic.limit import RAISE, Line, line_of, part_tree
from riverboat.games.rules.action import FOLD
from riverboat.solvers.sequence.sequences import Floats

BINS: Final = 20
"""Of the strength of hands that were shown."""

_ACTIONS: Final = 3  # fold, check or call, bet or raise: the actions of a line and one more


class Levels:
    """Counts of some situations at several levels, the finest first: each level has a class for each situation.

    An estimate starts from what is believed before anything is seen. Going from the coarsest level to the finest, what
    was seen in a class is added to `credit` times the estimate so far.

    >>> levels = Levels([["a", "b"], ["any", "any"]], np.array([[0.5, 0.5], [0.5, 0.5]]), credit=1.0)
    >>> levels.add(0, 1)
    >>> levels.estimate().round(3).tolist()  # seen in a; b is told by what they share
    [[0.125, 0.875], [0.25, 0.75]]
    """

    def __init__(self, levels: Sequence[Sequence[Hashable]], belief: Floats, credit: float) -> None:
        self._classes = [np.unique(_numbers(level), return_inverse=True)[1].ravel() for level in levels]
        self._counts = [np.zeros((int(of.max()) + 1, belief.shape[1])) for of in self._classes]
        self._belief, self._credit = belief, credit

    def add(self, situation: int, what: int) -> None:
        """Note that something was seen in a situation."""
        for classes, counts in zip(self._classes, self._counts, strict=True):
            counts[classes[situation], what] += 1

    def estimate(self) -> Floats:
        """Return how often everything happens in each situation: float64[situations, things], rows sum to 1."""
        found = self._belief
        for classes, counts in zip(self._classes[::-1], self._counts[::-1], strict=True):
            weights = self._credit / (counts.sum(axis=1, keepdims=True) + self._credit)
            found = (counts / self._credit * weights)[classes] + weights[classes] * found
        return found


def _numbers(names: Sequence[Hashable]) -> npt.NDArray[np.int64]:
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in names])


@dataclass(frozen=True)
class Situations:
    """The decisions of limit hold'em, and its ends that are shown down, with their levels.

    nodes: the node of each line. shown: the row of each line that ends in a showdown. choices: int64[nodes, 3], the
    choice of the tree that folds, calls or raises, -1 where it is not allowed. shown_levels: for both seats that he may
    show from, first all rows of the big blind, then all of the button: who raises shows other hands than who calls.
    """

    nodes: dict[Line, int]
    shown: dict[Line, int]
    choices: npt.NDArray[np.int64]
    node_levels: tuple[tuple[Hashable, ...], ...]
    shown_levels: tuple[tuple[Hashable, ...], ...]


@cache
def situations() -> Situations:
    """Walk the tree once.

    The levels of a decision, from fine to coarse: the line; who acts and how many raises each made on each street; who
    acts, the raises of each on this street and before it; the raises of this street and whether a bet is faced. Those
    of a showdown, from the seat that shows: the line; the raises of each by street; the raises of each on the river and
    all of his; the raises of each on the river.
    """
    tree = part_tree()
    nodes: dict[Line, int] = {}
    shown: dict[Line, int] = {}
    choices = np.full((tree.nodes, _ACTIONS), -1, np.int64)
    told: dict[int, tuple[Hashable, ...]] = {}
    ends: list[tuple[Line, Raises]] = []
    for line, node, raises in _lines():
        nodes[line] = node
        told[node] = _of_node(line, node, raises)
        for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
            action = min(int(tree.action[choice]), RAISE)
            choices[node, action + 1] = choice
            if tree.child[choice] < 0 and action != FOLD:
                shown[(*line, action)] = len(ends)
                ends.append(((*line, action), raises))
    by_node = [told[node] for node in range(tree.nodes)]
    by_end = [_of_end(line, raises, seat) for seat in (0, 1) for line, raises in ends]
    return Situations(
        nodes, shown, choices, tuple(zip(*by_node, strict=True)), tuple(zip(*by_end, strict=True))
    )


Raises = tuple[tuple[int, int], ...]
"""By street how often each seat has bet or raised."""


def _lines() -> Iterator[tuple[Line, int, Raises]]:
    """Yield every line, its node and its raises."""
    tree = part_tree()
    stack: list[tuple[Line, int, Raises]] = [((), 0, ((0, 0),) * 4)]
    while stack:
        line, node, raises = stack.pop()
        yield line, node, raises
        for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
            child, (action,) = int(tree.child[choice]), line_of([int(tree.action[choice])])
            if child < 0:
                continue
            now = [list(street) for street in raises]
            now[int(tree.round[node])][int(tree.actor[node])] += action == RAISE
            stack.append(((*line, action), child, tuple((a, b) for a, b in now)))


def _of_node(line: Line, node: int, raises: Raises) -> tuple[Hashable, ...]:
    tree = part_tree()
    street, actor = int(tree.round[node]), int(tree.actor[node])
    own, other = (min(sum(one[seat] for one in raises[:street]), 3) for seat in (actor, 1 - actor))
    may_fold = int(tree.action[tree.first_choice[node]]) == FOLD
    return (
        line,
        (actor, street, raises, may_fold),
        (actor, street, raises[street], own, other, may_fold),
        (street, sum(raises[street]), may_fold),
    )


def _of_end(line: Line, raises: Raises, seat: int) -> tuple[Hashable, ...]:
    river = (raises[-1][seat], raises[-1][1 - seat])
    return (
        (seat, line),
        (seat, raises),
        (river, sum(street[seat] for street in raises)),
        river,
    )
