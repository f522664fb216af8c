"""Answers to a model of an opponent in the whole game: restricted Nash responses, learnt by the sampled engine.

Johanson, Zinkevich and Bowling 2007. In a share p of the deals the opponent plays the model, in the rest he plays what
he learns himself against the answer; see `restricted_tree` for what that bounds. The answer begins as the blueprint:
where the model was never met it plays that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.base.checks import instance, share, whole
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.evaluation.learned.opponents import BucketOpponent, deal_tables
from riverboat.games.rules.action import Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import build_tree
from riverboat.search.beginning import begin_as
from riverboat.search.models.observed import bucket_bins
from riverboat.search.models.situations import kind_of, situation_of
from riverboat.search.models.tendencies import Tendencies
from riverboat.solvers.sampled.engine import Sampled
from riverboat.solvers.sampled.fixed_play import Answer, FixedPlay
from riverboat.solvers.update_rules.sampled_rules import sampled_rule
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.live import strategy_of

WORTH_BB: Final = 10_000.0
"""Big blinds of regret that the blueprint begins with, shared as it plays: what a hand must lose by it, all visits
together, before the answer leaves it. Tried with p = 0.8 and 300,000 deals: with 100 the answer lost 227 ± 55 bb/100 to
the blueprint and won nothing from `shover`, with 1,000 it lost 99 ± 45, with 10,000 and 30,000 nothing."""

ITERATIONS: Final = 300_000
"""Deals by which an answer is learnt, for each seat: a minute of two cores for `headsup`."""

WORTH_VISITS: Final = 10.0
"""Visits that the blueprint counts in the average."""

_EPOCHS: Final = 20  # of linear weights


@dataclass(frozen=True, eq=False)
class Ground:
    """What all answers of a blueprint share: how it plays at every node of its tree. cards: what its buckets are."""

    strategy: Blueprint
    played: FixedPlay
    cards: CardAbstraction

    def model(self, tendencies: Tendencies) -> Answer:
        """Return how the opponent plays: the blueprint, tilted by what was seen of him."""
        tree, bins = self.played.tree, [bucket_bins(self.strategy, number)[0] for number in range(4)]

        def answer(table: Table, choices: list[Action]) -> npt.NDArray[np.floating]:
            rows = self.played.rows(tree.walk(tuple(table.taken))).astype(np.float64)
            kinds = [kind_of(table, action) for action in choices]
            return tendencies.tilted(situation_of(table), kinds, rows, bins[table.round])

        return answer


@lru_cache(maxsize=2)
def ground(strategy: Blueprint) -> Ground:
    """Ask a blueprint at every node of its own tree; a minute for `headsup`, seconds if it has tables of buckets."""
    instance("strategy", strategy, Blueprint, SolverError, example="rb.open('headsup')")
    if strategy.game.players != 2:
        raise SolverError(
            f"{strategy.name!r} is for {strategy.game.players} players; opponents are modelled heads-up"
        )
    opponent = BucketOpponent(strategy, strategy.game)
    deals = deal_tables(opponent.cards, strategy.game)
    tree = build_tree(strategy.files[0].config)
    return Ground(strategy, FixedPlay.of(tree, deals, (0, 1), opponent), strategy.files[0].cards)


def restricted_response(
    strategy: Blueprint,
    tendencies: Tendencies,
    p: float,
    *,
    iterations: int = ITERATIONS,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Blueprint:
    """Return an answer to an opponent who plays as he was seen to with probability p, and else as he likes.

    strategy: what he is compared with, and what the answer begins as. p: 0 is the blueprint, trained on; 1 trusts the
    model wholly. iterations: deals for each seat. It is a strategy like any other, without a file; on one thread the
    same for the same seed.
    """
    share("p", p, SolverError, example=0.8)
    whole("iterations", iterations, SolverError, least=1, example=400_000)
    base = ground(strategy)
    model = FixedPlay.of(base.played.tree, base.played.deals, (0, 1), base.model(tendencies))
    sides = [(0, 1)] if p == 1 else [(0,), (1,)]
    solvers = []
    for number, seats in enumerate(sides):
        solver = learner(base, model, seats, p, iterations=iterations, seed=seed, threads=threads)
        solver.run(iterations, progress=_part(progress, number, len(sides)))
        solvers.append(solver)
    for seats, solver in zip(sides[1:], solvers[1:], strict=True):
        _take_rows(solvers[0], solver, seats)
    return strategy_of(solvers[0], base.cards, name=f"{strategy.name} against a model")


def learner(
    base: Ground,
    model: FixedPlay,
    seats: Sequence[int],
    p: float,
    *,
    iterations: int,
    seed: int = 0,
    threads: int | None = None,
) -> Sampled:
    """Return a solver in which seats learn against a model with probability p; it begins as the blueprint."""
    fixed = FixedPlay(model.tree, model.deals, tuple(seats), model.first, model.numbers, p)
    rule = sampled_rule("linear", epoch=max(iterations // _EPOCHS, 1))
    solver = Sampled(model.tree, model.deals, rule=rule, against=fixed, seed=seed, threads=threads)
    begin_as(solver, base.played, WORTH_BB, WORTH_VISITS)
    return solver


# --- parts -------------------------------------------------------------------------------------------------


def _take_rows(into: Sampled, of: Sampled, seats: Sequence[int]) -> None:
    """Copy what seats have learnt from one solver of a tree to another."""
    for node in np.flatnonzero(np.isin(into.tree.actor, seats)).tolist():
        row = int(into.tree.row[node])
        into.engine.row(row)[...] = of.engine.row(row)


def _part(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """Tell the progress of one part of several as that of all."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)
