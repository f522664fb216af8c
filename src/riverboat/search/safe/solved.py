"""Alternatives where a solution knows them: what hands win at one of its points, and gave up on the way there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.search.safe.alternatives import Alternatives, by_number
from riverboat.solvers.solutions.cursor import SolutionCursor

Floats = npt.NDArray[np.float64]
Kind = Literal["best", "expected"]
KINDS: Final[tuple[Kind, Kind]] = ("best", "expected")

Rows = Callable[[SolutionCursor, Kind], Floats]
"""What the classes of a player win at a point: [actions, classes] if he acts there, else [1, classes]."""


def solved_alternatives(point: SolutionCursor, player: int) -> Alternatives:
    """Return what hands of a player, 0 or 1, have at a point of a solution, in two walks of it.

    >>> from riverboat.solvers import solve
    >>> point = solve("kuhn", iterations=500).start().act(0)  # player 0 has checked
    >>> [round(float(solved_alternatives(point, 1).best[card]), 1) for card in (39, 43, 47)]
    [-1.0, 0.4, 1.3]
    """
    points = [point, *(before for before, _ in path_to(point) if before.player == player)]
    places = [(at.place.node, at.real_board.number) for at in points]
    found = {
        kind: dict(zip(places, point.solution.solver.decision_values(player, places, kind=kind), strict=True))
        for kind in KINDS
    }
    return alternatives_by(point, player, lambda at, kind: found[kind][at.place.node, at.real_board.number])


def alternatives_by(point: SolutionCursor, player: int, rows: Rows) -> Alternatives:
    """Return the same from values that are known already."""
    cards, game = point.solution.solver.hands[player].cards, point.table.game

    def numbered(values: Floats) -> Floats:
        return by_number(game, cards, values)

    best, expected = (numbered(_values(point, player, kind, rows)) for kind in KINDS)
    gifts = {kind: np.zeros(len(best)) for kind in KINDS}
    for before, taken in path_to(point):
        if before.player != player:
            continue
        for kind in KINDS:
            gave = _values(before, player, kind, rows) - _actions(before, player, kind, rows)[:, taken]
            gifts[kind] += np.nan_to_num(numbered(np.maximum(gave, 0.0)))
    return Alternatives(best, expected, gifts["best"], gifts["expected"])


def path_to(point: SolutionCursor) -> Sequence[tuple[SolutionCursor, int]]:
    """Return the decisions before a point, the last first, and the number of the choice that was taken at each."""
    path, at = [], point
    while at.before is not None:
        if len(at.place.path) > len(at.before.place.path):
            path.append((at.before, at.place.path[-1][1]))
        at = at.before
    return path


def _values(point: SolutionCursor, player: int, kind: Kind, rows: Rows) -> Floats:
    """What each hand of a player wins at a point: float64[hands]."""
    found = _actions(point, player, kind, rows)
    if point.player != player:
        return found[:, 0]
    return found.max(axis=1) if kind == "best" else np.asarray((found * point.strategy).sum(axis=1))


def _actions(point: SolutionCursor, player: int, kind: Kind, rows: Rows) -> Floats:
    """The same by action if the player acts there, [hands, actions], else [hands, 1]."""
    classes = point.solution.real_hands.classes(point.real_board, player)
    return np.asarray(np.where((classes >= 0)[:, None], rows(point, kind).T[classes], np.nan))
