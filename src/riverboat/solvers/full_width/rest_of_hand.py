"""The rest of a hand after its first street: values, and iterations, from any reaches at all leaves at once."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.private_hands import classes_on
from riverboat.solvers.full_width.engine import PLAYERS, FullWidth
from riverboat.solvers.full_width.value_leaves import leaf_nodes

Floats = npt.NDArray[np.float64]
_WALKS: Final = {"best": 1, "expected": 2}
_NOBODY: Final = np.zeros((0, 0))


class RestOfHand:
    """A whole game's engine, walked from the leaves of its first street on.

    Reaches are float64[leaves, hands] of each player, hands as in `FullWidth.hands`; those that suits make the same
    must have the same reach. What the engine does on the first street does not matter.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> rest = RestOfHand(FullWidth(build_tree(leduc(), Menu())))
    >>> rest.values(0, (np.ones((5, 6)), np.ones((5, 6)))).shape
    (5, 6)
    """

    def __init__(self, solver: FullWidth) -> None:
        self.solver, game = solver, solver.game
        self.leaves = len(leaf_nodes(solver.tree))
        root = (game.first_round, 0)
        self._firsts = [game.board_hands(*root, p)[0].astype(np.intp) for p in PLAYERS]
        self._classes = [classes_on(game, *root, p, solver.hands[p].cards) for p in PLAYERS]

    def values(
        self, player: int, reaches: tuple[Floats, Floats], kind: Literal["expected", "best"] = "expected"
    ) -> Floats:
        """Return what hands win, summed over the opponent's hands times their reach: float64[leaves, hands].

        kind: both play their averages, or the player gives the best answer.
        """
        self._begin(reaches)
        engine, threads = self.solver.engine, self.solver.threads
        found = np.asarray(engine.walk_from_leaves(_WALKS[kind], player, threads))
        engine.begin_at_leaves(_NOBODY, _NOBODY)
        return found[:, self._classes[player]]

    def solve(self, reaches: tuple[Floats, Floats], iterations: int) -> None:
        """Forget everything and find an equilibrium of the rest from these reaches."""
        for table in self.solver.engine.tables().values():
            table[:] = 0
        self.solver.resume(0)
        self._begin(reaches)
        self.solver.run(iterations)
        self.solver.engine.begin_at_leaves(_NOBODY, _NOBODY)

    def _begin(self, reaches: tuple[Floats, Floats]) -> None:
        by_class = (np.ascontiguousarray(reaches[p][:, self._firsts[p]], np.float64) for p in PLAYERS)
        self.solver.engine.begin_at_leaves(*by_class)
