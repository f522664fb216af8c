"""A strategy in parts: each a piece of the betting tree over buckets, solved by itself, and asked where it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from riverboat.bots.classic.chain import ChainSignals
from riverboat.bots.classic.limit import Line, line_of, nodes_by_line
from riverboat.games.rules.action import Action
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.sequence.game_form import Layout, form_of_signals, layout_of
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.sequence.solving import solve_form

METHOD = "dcfr"
"""After 120 steps on a part of Sparbot it leaves a gap a third of that of cfr+ and pcfr+."""


@dataclass(frozen=True, eq=False)
class Part:
    """A solved part. played: of both players the probability of each action, by the sequences of the form.

    bounds: between which chips its value lies, as the strategies of both prove.
    """

    tree: BettingTree
    signals: ChainSignals
    played: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
    bounds: tuple[float, float]

    @cached_property
    def layout(self) -> Layout:
        """Where decisions are in `played`."""
        return layout_of(self.tree, self.signals)

    @cached_property
    def nodes(self) -> dict[Line, int]:
        """The decisions by what was done since the part began."""
        return nodes_by_line(self.tree)

    def rows(self, node: int, ways: npt.NDArray[np.int64]) -> Floats:
        """Return how often hands that came a way take each action of a node: float64[ways, actions]."""
        tree, player = self.tree, int(self.tree.actor[node])
        starts = self.layout.start(player, int(tree.round[node]), ways) + self.layout.begins[node]
        actions = int(tree.first_choice[node + 1] - tree.first_choice[node])
        rows = self.played[player][starts[:, None] + np.arange(actions)].astype(np.float64)
        return np.asarray(rows / rows.sum(axis=1, keepdims=True))


def solve_part(tree: BettingTree, signals: ChainSignals, target: float, threads: int | None = None) -> Part:
    """Solve a part until what is left to gain, both players' together, is at most twice `target` chips."""
    form = form_of_signals(tree, signals, f"after {signals.first_round} rounds")
    solution = solve_form(form, METHOD, target=target, threads=threads)
    first, second = (
        one.probabilities(plan).astype(np.float32)
        for one, plan in zip(form.players, solution.plans, strict=True)
    )
    return Part(tree, signals, (first, second), solution.bounds)


class OnBoards(Protocol):
    """Buckets of many hands on one board."""

    def buckets(
        self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /
    ) -> npt.NDArray[np.uint32]:
        """Return the bucket of each hand on a street."""
        ...


@dataclass(frozen=True, eq=False)
class PartedStrategy:
    """Parts by the line after which they begin; the last that has begun is asked. It is a `StrategyLike`."""

    buckets: OnBoards
    parts: Mapping[Line, Part]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_places", {})

    def place(self, line: Line) -> tuple[Part, int]:
        """Return the part and the node of a line from the start of the hand."""
        places: dict[Line, tuple[Part, int]] = self._places  # type: ignore[attr-defined]
        if line not in places:
            begin = max(
                (one for one in self.parts if line[: len(one)] == one and self._has(one, line)), key=len
            )
            places[line] = self.parts[begin], self.parts[begin].nodes[line[len(begin) :]]
        return places[line]

    def _has(self, begin: Line, line: Line) -> bool:
        return line[len(begin) :] in self.parts[begin].nodes

    def __call__(self, state: PublicState) -> Floats:
        """Return what all hands of a state do: float64[hands, options]."""
        part, node = self.place(line_of(state.table.taken))
        streets = range(part.signals.first_round, state.table.round + 1)
        seen = [self.buckets.buckets(n, state.board[: (0, 3, 4, 5)[n]], state.hands) for n in streets]
        return part.rows(node, part.signals.of(seen))

    def play(self, line: Line, buckets: Sequence[int]) -> tuple[list[Action], Floats]:
        """Return the actions after a line and their probabilities; buckets: of the hand on all streets up to now."""
        part, node = self.place(line)
        way = part.signals.of(buckets[part.signals.first_round :])
        return part.tree.choices(node), part.rows(node, way)[0]
