"""GameShrink for hold'em, up to a threshold: signals join the first before them that they are nearly the same as.

Gilpin and Sandholm 2006. A signal tree of hold'em has 2,428,287,420 leaves up to suits, which no tree holds. What a
threshold asks of them is the chance to win, and that is in a table by class (`HoldemDeals`); children are matched by
their strengths, and on a line the cheapest perfect matching is the one in order, so nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.gs.deals import PREFLOP_CLASSES, HoldemDeals
from riverboat.abstraction.methods.flop_histograms import FLOP_TURNS
from riverboat.base.checks import share
from riverboat.cards.strength import RIVER_OPPONENTS
from riverboat.errors import AbstractionError

Ids = npt.NDArray[np.int64]

FLOPS = 19_600
"""Flops that two hole cards may meet: the children of a signal before the flop."""

_TURN_RIVERS = 46
_ROUNDING = 1e-12


def join_leaders(children: npt.NDArray[np.floating], threshold: float) -> Ids:
    """Return the class of each signal: that of the first leader that it costs at most the threshold to be matched with.

    children: float64[signals, children], the strengths of each signal's children, ascending; one column of own
    strengths for signals without children. Who is near no leader becomes one. So classes depend on the order, and the
    first are the largest: the greed for which its authors gave it up.

    >>> join_leaders(np.array([[0.5], [0.65], [0.8], [0.35]]), 0.2).tolist()
    [0, 0, 1, 0]
    """
    classes = np.full(len(children), -1, np.int64)
    left = np.arange(len(children))
    while len(left):
        cost = np.abs(children[left] - children[left[0]]).mean(axis=1)
        near = cost <= threshold + _ROUNDING
        classes[left[near]] = classes.max() + 1
        left = left[~near]
    return classes


def shrink_holdem(deals: HoldemDeals, thresholds: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of hole cards, uint16[169], and of flop hands, uint16[deals], by thresholds for both rounds.

    Hole cards are compared by all their flops, flop hands of one class of hole cards by their own strength.
    """
    if len(thresholds) != 2:
        raise AbstractionError(
            f"thresholds {tuple(thresholds)!r} are for preflop and flop: give two, such as (0.04, 0.05)"
        )
    for threshold in thresholds:
        share("a threshold", threshold, AbstractionError, example=0.05)
    best = FLOP_TURNS * _TURN_RIVERS * 2 * RIVER_OPPONENTS
    strengths = deals.flop_strengths / best
    held = np.flatnonzero(deals.hole_weights)
    preflop = np.zeros(PREFLOP_CLASSES, np.uint16)
    preflop[held] = join_leaders(_flops(deals, strengths, held), thresholds[0])
    above, flop, first = preflop[deals.hole], np.zeros(len(deals), np.uint16), 0
    for parent in range(int(preflop.max()) + 1):
        members = np.flatnonzero(above == parent)
        flop[members] = first + join_leaders(strengths[members, None], thresholds[1])
        first = int(flop[members].max()) + 1
    return preflop, flop


def _flops(deals: HoldemDeals, strengths: npt.NDArray[np.float64], held: Ids) -> npt.NDArray[np.float32]:
    """The strengths of each class on its flops, ascending, at as many even places as a class has flops at most."""
    found = np.empty((len(held), FLOPS), np.float32)
    order = np.lexsort((strengths, deals.hole))
    begins = np.searchsorted(deals.hole[order], held)
    ends = np.searchsorted(deals.hole[order], held, side="right")
    for row, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        members = order[begin:end]
        mass = np.cumsum(deals.weights[members])
        places = (np.arange(FLOPS) + 0.5) * mass[-1] / FLOPS
        found[row] = strengths[members[np.searchsorted(mass, places)]]
    return found
