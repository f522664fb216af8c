"""Sparbot: the game in eight parts over a few buckets, each part solved, joined by ranges and roll-outs.

Billings, Burch, Davidson, Holte, Schaeffer, Schauenberg and Szafron 2003, "Approximating game-theoretic optimal
strategies for full-scale poker": PsOpti, which played as Sparbot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from riverboat.base.progress import Progress, part_of
from riverboat.bots.classic.buckets import StrengthBuckets
from riverboat.bots.classic.chain import BucketChain, ChainSignals
from riverboat.bots.classic.limit import SMALL_BET, Line, lines_to_the_flop, part_tree
from riverboat.bots.classic.parts import Part, PartedStrategy, solve_part
from riverboat.solvers.sequence.sequences import Floats

COUNTS: Final = (12, 6, 6, 6)
"""Buckets by street. The paper has six after the flop; before it we have twelve, which its three-round part affords."""

BOARDS: Final = 131_072
PAIRS: Final = 32
"""Deals that are counted: boards, and pairs of hands on each; 3.7 million in all, 100 for each step between pairs."""

TARGET: Final = SMALL_BET * 0.004
"""Chips that a player may gain at most in each part on its own terms, on average of both."""

TREMBLE: Final = 0.02
"""How often a hand is taken to do anything before the flop, so that no line there is without hands."""

ROLLED_OUT: Final = 3
"""Rounds of the part before the flop: preflop, flop and turn; the river is dealt without any more betting."""


@dataclass(frozen=True)
class SparbotConfig:
    """What a build is made of; the defaults are what plays as `sparbot`."""

    counts: tuple[int, ...] = COUNTS
    boards: int = BOARDS
    pairs: int = PAIRS
    target: float = TARGET
    seed: int = 0


def build_sparbot(
    config: SparbotConfig | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> PartedStrategy:
    """Build the whole player: buckets, counts and eight parts."""
    asked = config or SparbotConfig()
    buckets = StrengthBuckets.build(asked.counts, threads=threads, progress=part_of(progress, 0, 0.2))
    return solve_sparbot(buckets, asked, threads=threads, progress=part_of(progress, 0.2, 1))


def solve_sparbot(
    buckets: StrengthBuckets,
    config: SparbotConfig,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PartedStrategy:
    """Count deals between buckets and solve the parts: the one before the flop, and one for each line to it."""
    chain = BucketChain.count(
        buckets, config.boards, config.pairs, seed=config.seed, progress=part_of(progress, 0, 0.2)
    )
    tell = part_of(progress, 0.2, 1)
    tree = part_tree(rounds=ROLLED_OUT)
    before = solve_part(tree, ChainSignals(tree.game, chain, 0, chain.met[0]), config.target, threads)
    parts: dict[Line, Part] = {(): before}
    for line in lines_to_the_flop():
        if tell is not None:
            tell(len(parts), 1 + len(lines_to_the_flop()))
        tree = part_tree(line)
        signals = ChainSignals(tree.game, chain, 1, flop_pairs(before, chain, line))
        parts[line] = solve_part(tree, signals, config.target, threads)
    return PartedStrategy(buckets, parts)


def flop_pairs(before: Part, chain: BucketChain, line: Line) -> Floats:
    """Return how often pairs of flop buckets meet after a line: the hands that take it, and the steps to the flop."""
    hands = np.arange(chain.counts[0])
    reach = [np.ones(len(hands)), np.ones(len(hands))]
    for taken, action in enumerate(line):
        node = before.nodes[line[:taken]]
        rows = before.rows(node, hands)
        place = [min(choice, 1) for choice in before.tree.choices(node)].index(action)
        actor = int(before.tree.actor[node])
        reach[actor] = reach[actor] * ((1 - TREMBLE) * rows[:, place] + TREMBLE / rows.shape[1])
    met = chain.met[0] * np.outer(*reach)
    return np.asarray(np.einsum("ij,ijkl->kl", met, chain.steps[0]))


# --- files -------------------------------------------------------------------------------------------------------


def sparbot_arrays(strategy: PartedStrategy) -> dict[str, np.ndarray]:
    """Return what a file holds of a build."""
    assert isinstance(strategy.buckets, StrengthBuckets)
    arrays = strategy.buckets.arrays()
    for number, part in enumerate(strategy.parts.values()):
        arrays[f"{number} start"] = part.signals.start
        arrays[f"{number} bounds"] = np.array(part.bounds)
        for player, played in enumerate(part.played):
            arrays[f"{number} played {player}"] = played
    chain = next(iter(strategy.parts.values())).signals.chain
    for name in ("met", "steps", "won"):
        for street, values in enumerate(getattr(chain, name)):
            arrays[f"{name} {street}"] = values
    return arrays


def sparbot_of(arrays: dict[str, np.ndarray]) -> PartedStrategy:
    """Return a build from what `sparbot_arrays` gave."""
    chain = BucketChain(
        *(
            tuple(arrays[f"{name} {street}"] for street in range(streets))
            for name, streets in (("met", 4), ("steps", 3), ("won", 4))
        )
    )
    parts: dict[Line, Part] = {}
    for number, line in enumerate(((), *lines_to_the_flop())):
        tree = part_tree(line) if line else part_tree(rounds=ROLLED_OUT)
        signals = ChainSignals(tree.game, chain, 1 if line else 0, arrays[f"{number} start"])
        low, high = arrays[f"{number} bounds"].tolist()
        played = (arrays[f"{number} played 0"], arrays[f"{number} played 1"])
        parts[line] = Part(tree, signals, played, (low, high))
    return PartedStrategy(StrengthBuckets.of_arrays(arrays), parts)
