"""The first phase: rounds that are solved once for all over buckets that remember, and what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.progress import Progress
from riverboat.bots.classic.limit import RAISE, Line, nodes_by_line, part_tree
from riverboat.bots.classic.parts import METHOD
from riverboat.bots.classic.two_phases.counted import CountedSignals, pairs_of
from riverboat.bots.classic.two_phases.river_model import ACTIONS, SIDES
from riverboat.cards.card import HAND_CARDS, NUM_HANDS
from riverboat.games.rules.action import FOLD
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sequence.game_form import BettingForm, Layout, form_of_signals, payoffs_of_signals
from riverboat.solvers.sequence.rounds import CountedPairs, Ends, Round, RoundPayoffs
from riverboat.solvers.sequence.sequences import Floats
from riverboat.solvers.sequence.solving import FormSolution, solve_form

PLAYED: Final = 2
"""Rounds that are played by the first phase: preflop and flop."""

TREMBLE: Final = 0.01
"""How often a hand is taken to do anything. Where nobody would do what was done, it tells nothing: beliefs stay."""


@dataclass(frozen=True, eq=False)
class FirstPhase:
    """What is played before the turn. tables: buckets by class of hands, preflop and flop.

    played: by round float32[nodes, buckets, 3], how often fold, call and raise are taken. bounds: between which chips
    the value of the solved game lies, for the big blind.
    """

    tables: tuple[np.ndarray, np.ndarray]
    played: tuple[np.ndarray, np.ndarray]
    bounds: tuple[float, float]

    @classmethod
    def of(cls, tables: Sequence[np.ndarray], form: BettingForm, solution: FormSolution) -> Self:
        """Keep what a solution plays in the first two rounds."""
        tree, found = part_tree(rounds=PLAYED), []
        for number in range(PLAYED):
            nodes = range(int(tree.first_node[number]), int(tree.first_node[number + 1]))
            buckets = np.arange(int(tables[number].max()) + 1)
            rows = np.zeros((len(nodes), len(buckets), ACTIONS), np.float32)
            for node in nodes:  # the nodes of a shorter game are the first of a longer
                player = int(tree.actor[node])
                starts = form.layout.start(player, number, buckets)
                columns = [min(action, RAISE) - FOLD for action in tree.choices(node)]
                rows[node - nodes.start][:, columns] = form.rows(node, starts, solution.probabilities(player))
            found.append(rows)
        return cls((tables[0], tables[1]), (found[0], found[1]), solution.bounds)

    @cached_property
    def buckets(self) -> TableAbstraction:
        """The buckets of preflop and flop."""
        counts = tuple(int(table.max()) + 1 for table in self.tables)
        return TableAbstraction(self.tables, counts, HOLDEM[:PLAYED])

    @cached_property
    def nodes(self) -> dict[Line, int]:
        """The decisions by their lines."""
        return nodes_by_line(part_tree(rounds=PLAYED))

    def chances(self, line: Line, buckets: npt.NDArray[np.integer]) -> Floats:
        """Return how often buckets fold, call and raise after a line: float64[n, 3]."""
        tree, node = part_tree(rounds=PLAYED), self.nodes[line]
        number = int(tree.round[node])
        rows = self.played[number][node - int(tree.first_node[number])][buckets].astype(np.float64)
        return np.asarray(rows / rows.sum(axis=1, keepdims=True))

    def reach(self, line: Line, flop: Sequence[int]) -> Floats:
        """Return how likely either player comes to the end of a line of two rounds with each hand: float64[2, 1326].

        Bayes' rule with `TREMBLE`: hands that share a card with the flop have none.
        """
        tree = part_tree(rounds=PLAYED)
        free = ~np.isin(HAND_CARDS, flop).any(axis=1)
        found = np.zeros((2, NUM_HANDS))
        found[:, free] = 1
        hands = HAND_CARDS[free]
        buckets = [self.buckets.buckets(0, (), hands), self.buckets.buckets(1, flop, hands)]
        for taken, action in enumerate(line):
            node = self.nodes[line[:taken]]
            rows = self.chances(line[:taken], buckets[int(tree.round[node])])
            legal = len(tree.choices(node))
            found[int(tree.actor[node]), free] *= (1 - TREMBLE) * rows[:, action - FOLD] + TREMBLE / legal
        return np.asarray(found / found.sum(axis=1, keepdims=True))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file holds of it."""
        named = zip(("preflop", "flop"), self.tables, self.played, strict=True)
        return {
            "bounds": np.array(self.bounds),
            **{
                f"{street} {what}": array
                for street, table, rows in named
                for what, array in (("buckets", table), ("played", rows))
            },
        }

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> Self:
        """Return it from what `arrays` gave."""
        tables, played = (
            (arrays[f"preflop {what}"], arrays[f"flop {what}"]) for what in ("buckets", "played")
        )
        low, high = arrays["bounds"].tolist()
        return cls(tables, played, (low, high))


# --- solving -----------------------------------------------------------------------------------------------------


def solve_phase(
    tables: Sequence[np.ndarray],
    form: BettingForm,
    target: float,
    iterations: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FirstPhase:
    """Solve a form until neither player can gain `target` chips on average of both, or so many steps are done."""
    solution = solve_form(
        form, METHOD, target=target, iterations=iterations, threads=threads, progress=progress
    )
    return FirstPhase.of(tables, form, solution)


def form_with_leaves(tree: BettingTree, signals: CountedSignals, name: str) -> BettingForm:
    """Return the form of a game whose last round goes on as `RiverModel` says.

    Of the kinds of worth, the first `SIDES` are shares of the pot by who raised last on the last street, the others
    chips besides. So the ends of that round are one product for folds, and one for the ends of each side.
    """
    form = form_of_signals(tree, signals, name)
    payoffs = payoffs_of_signals(tree, signals)
    last = payoffs.rounds[-1]
    sides = _sides(tree, form.layout)
    of_end = np.array(
        [
            sides.get((a, b), -1)
            for a, b in zip(last.ends.first.tolist(), last.ends.second.tolist(), strict=True)
        ]
    )
    counts = (signals.counts[-1], signals.counts[-1])
    rounds = [replace(last, ends=_some(last.ends, of_end < 0))]
    for side in range(SIDES):
        some = _some(last.ends, of_end == side)
        met = pairs_of(signals.worth[SIDES + side], signals.worth[side])
        ends = replace(some, always=np.ones(len(some.first)))
        rounds.append(Round(last.bases, last.widths, CountedPairs(met, counts), ends))
    whole = RoundPayoffs(payoffs.shape, [*payoffs.rounds[:-1], *rounds], payoffs.early)
    return replace(form, payoffs=whole)


def _some(ends: Ends, which: npt.NDArray[np.bool_]) -> Ends:
    return Ends(ends.first[which], ends.second[which], ends.always[which], ends.won[which])


def _sides(tree: BettingTree, layout: Layout) -> dict[tuple[int, int], int]:
    """The ends of the last round that go on, by the last betting sequences of both, and who raised last in it."""
    last = tree.game.rounds - 1
    begun: dict[int, tuple[list[int], int]] = {}
    found: dict[tuple[int, int], int] = {}
    for node in range(int(tree.first_node[last]), tree.nodes):
        taken, side = begun.get(node, ([-1, -1], 0))
        actor = int(tree.actor[node])
        for place, action in enumerate(tree.choices(node)):
            then = list(taken)
            then[actor] = layout.begins[node] + place
            child = int(tree.child[int(tree.first_choice[node]) + place])
            now = 1 + actor if action >= RAISE else side
            if child >= 0:
                begun[child] = (then, now)
            elif action != FOLD:
                found[then[0], then[1]] = now
    return found
