"""GS1: two rounds over classes of lossy GameShrink, with the rest of the board dealt without any more betting.

Gilpin and Sandholm 2006, "A competitive Texas Hold'em poker player via automated abstraction and real-time equilibrium
computation", AAAI.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from riverboat.abstraction.card_abstraction import HOLDEM
from riverboat.abstraction.gs.deals import HoldemDeals
from riverboat.abstraction.gs.leaders import shrink_holdem
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.progress import Progress, part_of
from riverboat.bots.classic.limit import SMALL_BET, part_tree
from riverboat.bots.classic.two_phases.counted import CountedSignals, rolled_out
from riverboat.bots.classic.two_phases.first_phase import FirstPhase, solve_phase
from riverboat.solvers.sequence.game_form import form_of_signals

ROUNDS: Final = 2


@dataclass(frozen=True)
class Gs1Build:
    """What a build is made of; the defaults are what plays as `gs1`.

    thresholds: what it may cost at most to match signals that are joined, preflop and on the flop: chosen so that there
    are about as many classes as GS2 has. boards, pairs: deals that are counted between classes, boards and pairs of
    hands on each. target: chips that a player may gain in the solved game. iterations: at most.
    """

    thresholds: tuple[float, float] = (0.04, 0.04)
    boards: int = 131_072
    pairs: int = 32
    target: float = SMALL_BET * 0.002
    iterations: int = 1000
    seed: int = 0


def build_gs1(
    config: Gs1Build | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> FirstPhase:
    """Build the whole first phase."""
    asked = config or Gs1Build()
    deals = HoldemDeals.all(threads, part_of(progress, 0, 0.6))
    tables = shrink_holdem(deals, asked.thresholds)
    del deals
    return solve_gs1(tables, asked, threads=threads, progress=part_of(progress, 0.6, 1))


def solve_gs1(
    tables: tuple[np.ndarray, np.ndarray],
    config: Gs1Build,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FirstPhase:
    """Count deals between classes and solve two rounds."""
    counts = tuple(int(table.max()) + 1 for table in tables)
    tree = part_tree(rounds=ROUNDS)
    signals = CountedSignals.count_deals(
        tree.game,
        TableAbstraction(tables, counts, HOLDEM[:ROUNDS]),
        counts,
        rolled_out,
        config.boards,
        config.pairs,
        seed=config.seed,
        progress=part_of(progress, 0, 0.5),
    )
    form = form_of_signals(tree, signals, "gs1, rounds 1 and 2")
    return solve_phase(
        tables,
        form,
        config.target,
        config.iterations,
        threads=threads,
        progress=part_of(progress, 0.5, 1),
    )
