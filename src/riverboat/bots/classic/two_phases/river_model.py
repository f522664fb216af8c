"""How the river is played, counted over hands that a strategy played against itself, and what that makes hands worth.

Gilpin and Sandholm 2007: "For each possible hand strength and in each possible betting situation, we stored the
probability of each possible action."
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.recall_abstraction import river_scores
from riverboat.base.progress import Progress
from riverboat.bots.classic.deals import Deals, buckets_of, draw_deals
from riverboat.bots.classic.limit import RAISE, SMALL_BET, Line, nodes_by_line, part_tree
from riverboat.bots.classic.parts import PartedStrategy
from riverboat.games.rules.action import CALL, FOLD
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sequence.sequences import Floats

BINS: Final = 20
"""Of strength on the river, against all hands."""

SIDES: Final = 3
"""Who bet or raised last on the turn: nobody, the big blind, the button."""

ACTIONS: Final = 3
"""Fold, check or call, bet or raise."""

_RIVER: Final = 3
_CREDIT: Final = (
    4.0  # observations that all hands in a situation count for where one strength was seen seldom
)


@dataclass(frozen=True, eq=False)
class RiverModel:
    """Actions on the river. counts: float64[sides, nodes, bins, actions], over the ten decisions of the round."""

    counts: Floats

    @classmethod
    def count(
        cls,
        strategy: PartedStrategy,
        boards: int,
        each: int,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Self:
        """Count over hands that a strategy plays against itself, `each` on so many boards."""
        counts = np.zeros((SIDES, river_tree().nodes, BINS, ACTIONS))
        rng = np.random.default_rng([seed, 1])
        lines, rivers = _lines(), nodes_by_line(river_tree())
        tree = part_tree()
        first = int(tree.first_node[_RIVER])
        for deals in draw_deals(boards, each, seed, progress):
            bins = strength_bins(deals)
            for node, here, taken in _played(strategy, deals, rng):
                if node >= first:
                    line = lines[node]
                    since = _since(line)
                    key = bins[int(tree.actor[node])][here] * ACTIONS + taken
                    found = np.bincount(key, minlength=BINS * ACTIONS).reshape(BINS, ACTIONS)
                    side = last_raiser(line[: len(line) - len(since)])
                    counts[side, rivers[since]] += found
        return cls(counts)

    @property
    def chances(self) -> Floats:
        """How likely each action is; what is not allowed has none."""
        tree = river_tree()
        legal = np.zeros((tree.nodes, ACTIONS))
        for node in range(tree.nodes):
            legal[node, [min(action, RAISE) - FOLD for action in tree.choices(node)]] = 1
        at_node = self.counts.sum(axis=(0, 2)) + legal
        usual = _CREDIT * at_node / at_node.sum(axis=1, keepdims=True)
        found = self.counts + usual[:, None]
        return np.asarray(found / found.sum(axis=3, keepdims=True))

    def worth(self) -> tuple[Floats, Floats]:
        """Return what a river is worth to the big blind, P · share + more for P chips that each has put in before.

        Both float64[sides, bins, bins, 3], by the strengths of the big blind and the button and by who has the better
        hand: -1, 0, 1 for the big blind.
        """
        found = [_worth(0, chances) for chances in self.chances]
        return np.stack([share for share, _ in found]), np.stack([more for _, more in found])


def _worth(node: int, chances: Floats) -> tuple[Floats, Floats]:
    tree = river_tree()
    actor, shape = int(tree.actor[node]), (BINS, BINS, 3)
    share, more = np.zeros(shape), np.zeros(shape)
    for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
        action, child = min(int(tree.action[choice]), RAISE), int(tree.child[choice])
        often = chances[node, :, action - FOLD]
        often = often[:, None, None] if actor == 0 else often[None, :, None]
        if child >= 0:
            then = _worth(child, chances)
        else:
            wins = np.arange(-1.0, 2.0) if action != FOLD else np.full(3, -1.0 if actor == 0 else 1.0)
            put_in = float(tree.end_put_in[~child][actor] - SMALL_BET)
            then = (np.broadcast_to(wins, shape), np.broadcast_to(wins * put_in, shape))
        share, more = share + often * then[0], more + often * then[1]
    return share, more


def strength_bins(deals: Deals) -> tuple[np.ndarray, np.ndarray]:
    """Return the bins of both hands on the river: int64[n] each."""
    first, second = (
        river_scores(np.hstack([hands, deals.boards])) * BINS // SCORES
        for hands in (deals.first, deals.second)
    )
    return first, second


@cache
def river_tree() -> BettingTree:
    """Return the river after checks all the way: all rivers are bet alike."""
    return part_tree((CALL,) * 6)


def last_raiser(line: Line) -> int:
    """Return who bet or raised last on the last street of a line of whole rounds, as in `SIDES`.

    >>> last_raiser((0, 0, 0, 0, 0, 1, 0)), last_raiser((0, 0, 0, 1, 0, 0, 0))
    (2, 0)
    """
    tree, nodes = part_tree(), _nodes()
    raises = [taken for taken, action in enumerate(line) if action == RAISE]
    if not raises:
        return 0
    node = nodes[line[: raises[-1]]]
    street = int(tree.round[nodes[line[:-1]]])
    return 1 + int(tree.actor[node]) if int(tree.round[node]) == street else 0


def _since(line: Line) -> Line:
    """What of a line was done on the river."""
    tree, nodes = part_tree(), _nodes()
    begin = next(at for at in range(len(line) + 1) if int(tree.round[nodes[line[:at]]]) == _RIVER)
    return line[begin:]


@cache
def _nodes() -> dict[Line, int]:
    return nodes_by_line(part_tree())


@cache
def _lines() -> dict[int, Line]:
    return {node: line for line, node in _nodes().items()}


def _played(
    strategy: PartedStrategy, deals: Deals, rng: np.random.Generator
) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Play all deals side by side; yield decisions, the deals that come there and what is done: 0, 1, 2 from a fold on.

    The first hand of a deal has the big blind.
    """
    tree, lines = part_tree(), _lines()
    buckets = [buckets_of(strategy.buckets, deals, street) for street in range(4)]  # type: ignore[arg-type]
    waiting = {0: np.arange(len(deals.order))}
    for node in range(tree.nodes):
        here = waiting.pop(node, None)
        if here is None:
            continue
        part, place = strategy.place(lines[node])
        actor, streets = int(tree.actor[node]), range(part.signals.first_round, int(tree.round[node]) + 1)
        rows = part.rows(place, part.signals.of([buckets[street][actor][here] for street in streets]))
        chosen = (rng.random(len(here))[:, None] > np.cumsum(rows, axis=1)[:, :-1]).sum(axis=1)
        first = int(tree.first_choice[node])
        actions = np.minimum(tree.action[first : first + rows.shape[1]], RAISE).astype(np.int64) - FOLD
        yield node, here, actions[chosen]
        for at in range(rows.shape[1]):
            child, there = int(tree.child[first + at]), here[chosen == at]
            if child >= 0 and len(there):
                waiting[child] = there
