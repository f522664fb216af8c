"""The street before the flop, for who answers a strategy of buckets: what comes to a flop, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import shown
from riverboat.errors import GameError, SolverError
from riverboat.games.rules.private_hands import PrivateHands, meeting_weights
from riverboat.games.trees.config import write_config
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.ties import Buckets

_ROUNDING: Final = 1e-6  # by which probabilities may miss 1
Floats = npt.NDArray[np.float64]
Rows = Callable[[int], Floats]
"""The probabilities at a node of the tree: float64[actions, buckets of its street]."""


@dataclass(frozen=True, eq=False)
class BeforeFlop:
    """The first street of a tree. hands: all of the deck, each with a weight of 1."""

    tree: BettingTree
    hands: PrivateHands
    buckets: Buckets
    rows: Rows

    @cached_property
    def starts(self) -> list[int]:
        """The nodes that begin the second street."""
        return [int(node) for node in self.tree.street_starts[1]]

    @cached_property
    def _bucket_of(self) -> npt.NDArray[np.uint32]:
        return self.buckets.buckets(0, [], self.hands.cards)

    def reaches(self, player: int) -> dict[int, Floats]:
        """Return how often a player's hands come to each start, and with it to all nodes and ends between.

        By node, or `~choice` for the end after a choice: float64[hands].
        """
        tree, found = self.tree, {0: self.hands.weights}
        for node in range(int(tree.first_node[1])):
            acts = int(tree.actor[node]) == player
            shares = self.rows(node)[:, self._bucket_of] if acts else None
            for number, choice in enumerate(self._choices(node)):
                child = int(tree.child[choice])
                reach = found[node] if shares is None else found[node] * shares[number]
                found[child if child >= 0 else ~choice] = reach
        return found

    def value(self, player: int, reach: Mapping[int, Floats], after: Mapping[int, Floats]) -> Floats:
        """Return what the hands of who answers win at the root: float64[hands].

        reach: of his opponent, as `reaches` has it. after: by start, what hands win there against all hands that come
        there, each counted as often as it comes.
        """
        tree, found = self.tree, dict(after)
        for node in reversed(range(int(tree.first_node[1]))):
            values = [
                found[child] if (child := int(tree.child[choice])) >= 0
                else self._end(player, ~child, reach[~choice])
                for choice in self._choices(node)
            ]  # fmt: skip
            own = int(tree.actor[node]) == player
            found[node] = np.maximum.reduce(values) if own else np.sum(values, axis=0)
        return np.asarray(found[0] / meeting_weights(self.hands, self.hands))

    def _choices(self, node: int) -> range:
        return range(int(self.tree.first_choice[node]), int(self.tree.first_choice[node + 1]))

    def _end(self, player: int, end: int, reach: Floats) -> Floats:
        in_hand, put_in = int(self.tree.end_in_hand[end]), self.tree.end_put_in[end].tolist()
        won = -put_in[player] if in_hand != 1 << player else sum(put_in) - put_in[player]
        return np.asarray(won * meeting_weights(self.hands, PrivateHands(self.hands.cards, reach)))


def check_tree(tree: BettingTree) -> None:
    """Raise unless two players with two cards each see a flop, and nobody is all-in before it."""
    game = tree.game
    if game.players != 2 or game.hole_cards != 2 or game.rounds < 2 or game.board_cards[0]:
        raise GameError(f"{game.name!r} is no game of two players with two cards each and a flop after them")
    first = range(int(tree.first_choice[int(tree.first_node[1])]))
    shows = [~int(tree.child[c]) for c in first if tree.child[c] < 0]
    if any(int(tree.end_in_hand[end]).bit_count() > 1 for end in shows):
        raise GameError(
            f"players of {game.name!r} may be all-in before the flop; give a limit game or deeper stacks"
        )


def checked_rows(tree: BettingTree, buckets: Buckets, rows: Rows) -> Rows:
    """Return rows that raise unless a node has a probability for each action and bucket, adding up to 1."""

    def checked(node: int) -> Floats:
        given, wanted = rows(node), (len(tree.choices(node)), buckets.count(int(tree.round[node])))
        try:
            found = np.asarray(given, np.float64)
        except (TypeError, ValueError):
            raise SolverError(
                f"rows of node {node}, {tree.line_to(node)!r}, are {shown(given)}; give numbers of the shape {wanted}, "
                "one for each action and bucket"
            ) from None
        if found.shape != wanted:
            raise SolverError(
                f"rows of node {node}, {tree.line_to(node)!r}, have the shape {found.shape}; it must be {wanted}, a "
                "number for each action and bucket"
            )
        if not (found >= 0).all() or abs(found.sum(axis=0) - 1).max() > _ROUNDING:
            raise SolverError(
                f"rows of node {node}, {tree.line_to(node)!r}, are below 0 or do not add up to 1 for every bucket; "
                "give such as [[0.5], [0.5]]"
            )
        return found

    return checked


def fingerprint(before: BeforeFlop) -> str:
    """Return a checksum of a game and a strategy in it: of all its rows, in a fraction of the time of one flop."""
    tree = before.tree
    total = sha256(write_config(tree.config).encode())
    for node in range(tree.nodes):
        total.update(np.ascontiguousarray(before.rows(node)).data)
    return total.hexdigest()[:16]


def same_nodes(whole: BettingTree, begin: int, part: BettingTree) -> Sequence[int]:
    """Return by node of a tree that begins at a node of another the node of that other."""
    found = [begin] * part.nodes
    for node in range(part.nodes):
        ours, theirs = (int(tree.first_choice[at]) for tree, at in ((part, node), (whole, found[node])))
        for number in range(int(part.first_choice[node + 1]) - ours):
            child = int(part.child[ours + number])
            if child >= 0:
                found[child] = int(whole.child[theirs + number])
    return found
