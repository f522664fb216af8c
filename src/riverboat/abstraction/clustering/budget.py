"""How many children each parent may have, when all of them together may have so many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.base.checks import integer
from riverboat.errors import AbstractionError


def divide_budget(errors: Sequence[Sequence[float]], budget: int) -> list[int]:
    """Return the number of children of each parent with the least total error, exactly.

    errors: for each parent its error with 1, 2, ... children. budget: how many children there may be in all.

    It solves the integer program of Gilpin and Sandholm 2007, "Better automated abstraction techniques for imperfect
    information games": minimise Σᵢ eᵢ(kᵢ) subject to Σᵢ kᵢ ≤ K. Nothing but the budget ties the parents to each other,
    so dynamic programming over them is exact and needs no solver: f(i, b) = minₖ f(i - 1, b - k) + eᵢ(k). It takes
    budget times parents steps for each k. Errors need not fall as k grows. Of equally good answers it takes one with
    the fewest children.

    >>> divide_budget([[9, 4, 1], [8, 7, 0], [2, 1]], 6)
    [2, 3, 1]
    """
    parents, total = len(errors), integer(budget)
    if total is None or total < parents:
        raise AbstractionError(
            f"a budget of {budget!r} is not enough for {parents} parents with a child each; give a whole number from "
            f"{parents}"
        )
    for parent, of_parent in enumerate(errors):
        if not len(of_parent) or not np.isfinite(of_parent).all():
            raise AbstractionError(
                f"the errors of parent {parent} are {list(of_parent)}; give a finite number for each number of "
                "children from 1 on, such as [0.5, 0.1]"
            )
    best = np.full(total + 1, np.inf)
    best[0] = 0.0
    chosen = np.zeros((parents, total + 1), np.min_scalar_type(max(map(len, errors), default=0)))
    for parent, of_parent in enumerate(errors):
        with_parent = np.full(total + 1, np.inf)
        for k, error in enumerate(of_parent[:total], 1):
            found = best[:-k] + error
            better = found < with_parent[k:]
            with_parent[k:][better] = found[better]
            chosen[parent, k:][better] = k
        best = with_parent
    left = int(np.argmin(best))
    children = []
    for of_parent_chosen in chosen[::-1]:
        children.append(int(of_parent_chosen[left]))
        left -= children[-1]
    return children[::-1]
