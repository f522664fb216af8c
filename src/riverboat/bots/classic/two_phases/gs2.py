"""GS2: fifteen, 225 and 900 buckets, three rounds solved with what rivers are worth when Sparbot plays them.

Gilpin and Sandholm 2007, "Better automated abstraction techniques for imperfect information games, with application to
Texas Hold'em poker", AAMAS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from riverboat.abstraction.build import build_abstraction
from riverboat.abstraction.gs.config import GS2Config
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.progress import Progress, part_of
from riverboat.bots.classic.deals import Deals
from riverboat.bots.classic.limit import SMALL_BET, part_tree
from riverboat.bots.classic.parts import PartedStrategy
from riverboat.bots.classic.two_phases.counted import CountedSignals, Worths
from riverboat.bots.classic.two_phases.first_phase import FirstPhase, form_with_leaves, solve_phase
from riverboat.bots.classic.two_phases.river_model import RiverModel, strength_bins
from riverboat.solvers.sequence.sequences import Floats

ROUNDS: Final = 3
"""Rounds of the first phase; the third is solved again at the table, with the fourth."""


@dataclass(frozen=True)
class Gs2Build:
    """What a build is made of; the defaults are what plays as `gs2`.

    counts: buckets of preflop, flop and turn. watched: boards on which Sparbot plays 16 hands against itself. boards,
    pairs: deals that are counted between buckets, boards and pairs of hands on each. target: chips that a player may
    gain in the solved game. iterations: at most.
    """

    counts: tuple[int, int, int] = (15, 225, 900)
    watched: int = 32_768
    boards: int = 131_072
    pairs: int = 64
    target: float = SMALL_BET * 0.004
    iterations: int = 400
    seed: int = 0


def build_gs2(
    config: Gs2Build | None = None,
    *,
    sparbot: PartedStrategy,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FirstPhase:
    """Build the whole first phase; sparbot: whose rivers are watched."""
    asked = config or Gs2Build()
    preflop, flop, turn = asked.counts
    made = build_abstraction(
        GS2Config(preflop=preflop, flop=flop, turn=turn), threads=threads, progress=part_of(progress, 0, 0.4)
    )
    assert isinstance(made, TableAbstraction)
    return solve_gs2(made, asked, sparbot=sparbot, threads=threads, progress=part_of(progress, 0.4, 1))


def solve_gs2(
    buckets: TableAbstraction,
    config: Gs2Build,
    *,
    sparbot: PartedStrategy,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FirstPhase:
    """Watch Sparbot's rivers, count deals between buckets and solve three rounds."""
    model = RiverModel.count(
        sparbot, config.watched, 16, seed=config.seed, progress=part_of(progress, 0, 0.1)
    )
    tree = part_tree(rounds=ROUNDS)
    signals = CountedSignals.count_deals(
        tree.game,
        buckets,
        buckets.counts,
        rivers_worth(model),
        config.boards,
        config.pairs,
        seed=config.seed + 1,
        progress=part_of(progress, 0.1, 0.4),
    )
    form = form_with_leaves(tree, signals, "gs2, rounds 1 to 3")
    return solve_phase(
        kept_tables(buckets.tables),
        form,
        config.target,
        config.iterations,
        threads=threads,
        progress=part_of(progress, 0.4, 1),
    )


def rivers_worth(model: RiverModel) -> Worths:
    """Return what deals are worth if their rivers are played as the model says."""
    share, more = model.worth()

    def worths(deals: Deals) -> tuple[Floats, Floats]:
        first, second = strength_bins(deals)
        ways = ((first, second, deals.order), (second, first, -deals.order))
        found = [
            np.concatenate([share[:, big, button, order + 1], more[:, big, button, order + 1]])
            for big, button, order in ways
        ]
        return found[0], found[1]

    return worths


def kept_tables(tables: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the tables that are asked at the table, preflop and flop, small."""
    preflop, flop = (np.asarray(table, np.uint16) for table in tables[:2])
    return preflop, flop
