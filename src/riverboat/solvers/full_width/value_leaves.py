"""Leaves: the walk stops where the first street ends, and what the rest of the hand is worth is told from outside.

Depth-limited solving (Brown, Sandholm and Amos 2018, "Depth-Limited Solving for Imperfect-Information Games"). A single
number for each hand at a leaf is wrong, since what a hand is worth there depends on how the other plays on. So a player
may choose at the leaf, with every hand, among k ways to play on, and CFR finds how he mixes them like any decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import SolverError
from riverboat.games.rules.private_hands import PrivateHands, classes_on
from riverboat.games.trees.tree import BettingTree

Floats = npt.NDArray[np.float64]
_NOTHING: Final = np.zeros(0, np.float32)


class LeafValues(Protocol):
    """Any function that tells what leaves are worth: an exact solve of the rest, or a network.

    It is asked once in each walk, for all leaves together. player: whose values are asked. leaves: their numbers,
    uint32[n]. own, opponent: reach of the hands of both, float64[n, hands], hands as in `FullWidth.hands`. Returns
    float64[n, hands]: chips that each hand of the player wins, summed over the opponent's hands that share no card with
    it, each times its reach.
    """

    def __call__(
        self, player: int, leaves: npt.NDArray[np.uint32], own: Floats, opponent: Floats, /
    ) -> Floats:
        """Return the counterfactual values."""
        ...


@dataclass(frozen=True, eq=False)
class ValueLeaves:
    """What leaves are worth, by groups of hands against groups, or by a function.

    groups: by player, the group of each hand of `FullWidth.hands`, whole numbers from 0. values: chips that player 0
    wins, float[leaves, k0, k1, groups0, groups1], where k0 and k1 are the continuations among which each player
    chooses, 1 for no choice; two hands without a common card are worth what their groups are, so that card removal is
    exact. Leaves are numbered as the streets of the next round are in the tree (`leaf_nodes`). equity: the share of the
    pot that player 0 wins all-in, float[groups0, groups1]; needed if one can be all-in on the first street. function:
    instead of values.
    """

    groups: tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]]
    values: npt.NDArray[np.floating] = field(default_factory=lambda: _NOTHING)
    equity: npt.NDArray[np.floating] | None = None
    function: LeafValues | None = None

    @property
    def group_counts(self) -> tuple[int, int]:
        """How many groups each player has."""
        for given in (self.values, self.equity):
            if given is not None and given.size:
                return given.shape[-2], given.shape[-1]
        first, second = (int(of.max(initial=0)) + 1 for of in self.groups)
        return first, second

    @property
    def continuations(self) -> tuple[int, int]:
        """How many each player chooses from."""
        return (1, 1) if self.function is not None else (self.values.shape[1], self.values.shape[2])

    def check(self, tree: BettingTree, hands: tuple[PrivateHands, PrivateHands]) -> None:
        """Raise unless they fit a tree and its hands."""
        for player, (of, held) in enumerate(zip(self.groups, hands, strict=True)):
            if of.shape != (len(held),) or of.min(initial=0) < 0:
                raise SolverError(
                    f"groups of player {player} have the shape {of.shape}; give a group from 0 on for each of his "
                    f"{len(held)} hands, as in solver.hands[{player}]"
                )
        most = tuple(int(of.max(initial=0)) + 1 for of in self.groups)
        if self.function is None:
            leaves = len(leaf_nodes(tree))
            if self.values.ndim != 5 or len(self.values) != leaves or not _fits(self.values, most):
                raise SolverError(
                    f"values of leaves have the shape {self.values.shape}; the tree has {leaves} leaves and the hands "
                    f"{most[0]} and {most[1]} groups: give ({leaves}, k0, k1, {most[0]}, {most[1]})"
                )
            if not all(1 <= k <= _core.MOST_ACTIONS for k in self.continuations):
                raise SolverError(
                    f"players have {self.continuations[0]} and {self.continuations[1]} continuations at a leaf; give "
                    f"each from 1 to {_core.MOST_ACTIONS}"
                )
            if not np.isfinite(self.values).all():
                raise SolverError("values of leaves hold numbers that are not finite")
        if self.equity is None and _has_all_ins(tree):
            raise SolverError(
                "one can be all-in before the leaves; give equity, the share of the pot that player 0 wins, as "
                "float[groups0, groups1]"
            )
        if self.equity is not None and not _fits(self.equity, most):
            raise SolverError(
                f"equity has the shape {self.equity.shape}; the hands have {most[0]} and {most[1]} groups"
            )

    def put_on(
        self,
        engine: _core.FullWidth32 | _core.FullWidth64,
        game: _core.SolverGame,
        hands: tuple[PrivateHands, PrivateHands],
    ) -> None:
        """Give them to a native engine, before its first iteration."""
        root = (game.first_round, 0)
        classes = [classes_on(game, *root, p, hands[p].cards) for p in (0, 1)]
        firsts = [game.board_hands(*root, p)[0].astype(np.intp) for p in (0, 1)]
        sides = [
            _core.LeafSide(
                self.group_counts[player],
                self.continuations[player],
                np.ascontiguousarray(self.groups[player][firsts[player]], np.uint16),
                np.ascontiguousarray(_seen_by(player, self.values), np.float32),
                np.ascontiguousarray(_share_of(player, self.equity), np.float32),
            )
            for player in (0, 1)
        ]
        engine.set_leaves(sides, None if self.function is None else _by_class(self.function, classes, firsts))


def leaf_nodes(tree: BettingTree) -> npt.NDArray[np.int64]:
    """Return the first nodes of the next street, one for each way to come there: the leaves, in their order.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> len(leaf_nodes(build_tree(leduc(), Menu())))
    5
    """
    return np.asarray(tree.street_starts[int(tree.round[0]) + 1], np.int64)


def _has_all_ins(tree: BettingTree) -> bool:
    """Whether two players can see a showdown after the first street's betting without more of it."""
    last = int(tree.first_choice[int(tree.first_node[int(tree.round[0]) + 1])])
    left = tree.end_in_hand[~tree.child[:last][tree.child[:last] < 0]]
    return bool((left & (left - 1)).any())


def _fits(values: npt.NDArray[np.floating], groups: tuple[int, ...]) -> bool:
    return all(has >= needed for has, needed in zip(values.shape[-2:], groups, strict=True))


def _seen_by(player: int, values: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """[leaves, own continuations, the other's, the other's groups, own groups] from what player 0 wins."""
    if not values.size:
        return values
    return values.transpose(0, 1, 2, 4, 3) if player == 0 else -values.transpose(0, 2, 1, 3, 4)


def _share_of(player: int, equity: npt.NDArray[np.floating] | None) -> npt.NDArray[np.floating]:
    """[the other's groups, own groups] from what player 0 wins."""
    if equity is None:
        return _NOTHING
    return equity.T if player == 0 else 1 - equity


def _by_class(
    function: LeafValues, classes: list[npt.NDArray[np.intp]], firsts: list[npt.NDArray[np.intp]]
) -> LeafValues:
    """The function as the engine asks it: reach and values by class of hands. classes: of hands; firsts: of classes."""

    def asked(player: int, leaves: npt.NDArray[np.uint32], own: Floats, opponent: Floats) -> Floats:
        found = function(player, leaves, own[:, classes[player]], opponent[:, classes[1 - player]])
        return np.ascontiguousarray(np.asarray(found, np.float64)[:, firsts[player]])

    return asked
