"""A subgame of several players: where a hand has come to, who may hold what, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.tables.hand_tables import HandTables
from riverboat.errors import StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import CALL, Action
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sampled.under_way import Leaves, UnderWay

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Subgame:
    """What is solved.

    tree: from the point where it begins, with the real stacks and the bets really made. board: what lies there.
    weights: by seat, the hands that it may hold; None for who has folded and does not count. deals: the buckets. taken:
    what has been done since. leaves: where it ends, if not with the hand. notes: what had to be assumed.
    """

    tree: BettingTree
    board: tuple[int, ...]
    weights: tuple[Floats | None, ...]
    deals: HandTables
    taken: tuple[Action, ...] = ()
    leaves: Leaves | None = None
    runouts: npt.NDArray[np.uint8] | None = None
    notes: tuple[str, ...] = ()

    @property
    def under_way(self) -> UnderWay:
        """The cards as the engine deals them."""
        return UnderWay(self.board, self.weights, self.runouts)

    @property
    def pot(self) -> int:
        """Chips in the pot where it begins."""
        return sum(self.tree.root.put_in)

    def node_after(self, actions: Sequence[Action]) -> int:
        """Return the node after a line, from the start of the hand; a bet that is not there is the nearest that is."""
        return (
            self.path(actions)[-1][2] if len(actions) > len(self.tree.root.taken) else self._checked(actions)
        )

    def path(self, actions: Sequence[Action]) -> list[tuple[int, int, int]]:
        """Return the node, the choice and the next node of each action of a line, since the subgame began."""
        node, found = self._checked(actions), list[tuple[int, int, int]]()
        for action in actions[len(self.tree.root.taken) :]:
            if node < 0:
                raise StrategyError(
                    f"the hand is over in the subgame before {write_line(self.tree.game, actions)!r}"
                )
            choice = _choice(self.tree.choices(node), action)
            child = int(self.tree.child[int(self.tree.first_choice[node]) + choice])
            found.append((node, choice, child))
            node = child
        return found

    def _checked(self, actions: Sequence[Action]) -> int:
        begun = tuple(self.tree.root.taken)
        if tuple(actions[: len(begun)]) != begun:
            game = self.tree.game
            raise StrategyError(
                f"the line {write_line(game, actions)!r} does not begin with {write_line(game, begun)!r}, where the "
                "subgame does"
            )
        return 0

    def is_behind_leaf(self, node: int) -> bool:
        """Whether nothing was learnt at a node: it is a leaf, or lies behind one."""
        return self._behind is not None and bool(self._behind[node])

    @cached_property
    def _behind(self) -> npt.NDArray[np.bool_] | None:
        if self.leaves is None:
            return None
        behind, tree = np.zeros(self.tree.nodes, np.bool_), self.tree
        behind[tree.child[self.leaves.choices]] = True
        for node in range(tree.nodes):  # children come after their parents
            if behind[node]:
                children = tree.child[int(tree.first_choice[node]) : int(tree.first_choice[node + 1])]
                behind[children[children >= 0]] = True
        return behind


def _choice(choices: list[Action], action: Action) -> int:
    """The number of the choice that an action is: itself, or the nearest bet, as one that nobody can call whole."""
    if action in choices:
        return choices.index(action)
    bets = [choice for choice in choices if choice > CALL]
    if action > CALL and bets:
        return choices.index(min(bets, key=lambda bet: abs(bet - action)))
    return choices.index(CALL)
