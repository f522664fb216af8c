"""Buckets that remember, and how often two of them meet: counted over deals, with what the ends are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from riverboat.base.progress import Progress
from riverboat.bots.classic.deals import Deals, Lookup, buckets_of, draw_deals
from riverboat.games.rules.game import Game
from riverboat.solvers.sequence.sequences import Floats, Places
from riverboat.solvers.sequence.signals import Pairs

Worths = Callable[[Deals], tuple[Floats, Floats]]
"""What ends are worth to the big blind: float64[kinds, n] if the first of a deal has it, and if the second has."""


def rolled_out(deals: Deals) -> tuple[Floats, Floats]:
    """The board is dealt to its end without any more betting."""
    order = deals.order.astype(float)[None]
    return order, -order


@dataclass(eq=False)
class CountedSignals:
    """Signals of rounds up to one, the same for both players; player 0 has the big blind.

    counts: buckets by round. above: for each round after the first the bucket of the round before, by bucket. met:
    float64[n, n], the chance that two buckets of the last round meet. worth: float64[kinds, n, n], that times what ends
    are worth. Of the rounds before, all that counts is how often buckets meet, which the last round tells, too.
    """

    game: Game
    counts: tuple[int, ...]
    above: tuple[Places, ...]
    met: Floats
    worth: Floats

    @classmethod
    def count_deals(
        cls,
        game: Game,
        buckets: Lookup,
        counts: Sequence[int],
        worths: Worths,
        boards: int,
        each: int,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Self:
        """Count over so many boards with `each` pairs of hands; every pair is seated both ways."""
        n = counts[-1]
        above = tuple(np.zeros(count, np.int32) for count in counts[1:])
        sums: Floats | None = None
        for deals in draw_deals(boards, each, seed, progress):
            before: tuple[np.ndarray, np.ndarray] | None = None
            for street in range(len(counts)):
                now = buckets_of(buckets, deals, street)
                if before is not None:
                    for side in (0, 1):
                        above[street - 1][now[side]] = before[side]
                before = now
            assert before is not None
            values = worths(deals)
            sums = np.zeros((1 + len(values[0]), n * n)) if sums is None else sums
            for seated, of in ((before, values[0]), (before[::-1], values[1])):
                pair = seated[0] * n + seated[1]
                sums[0] += np.bincount(pair, minlength=n * n)
                for kind, value in enumerate(of, 1):
                    sums[kind] += np.bincount(pair, value, n * n)
        assert sums is not None
        sums /= sums[0].sum()
        return cls(game, tuple(counts), above, sums[0].reshape(n, n), sums[1:].reshape(-1, n, n))

    def count(self, player: int, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.counts[number]

    def parents(self, player: int, number: int, /) -> Places:
        """Return the bucket of the round before."""
        return self.above[number - 1]

    def pairs(self, number: int, /) -> Pairs:
        """Return how often two buckets meet; who wins is asked of the last round alone, and is the first kind."""
        met, won = self.met, self.worth[0] if number == len(self.above) else np.zeros_like(self.met)
        for street in range(len(self.above), number, -1):
            met, won = (
                self._joined(one, self.above[street - 1], self.counts[street - 1]) for one in (met, won)
            )
        return pairs_of(met, won)

    @staticmethod
    def _joined(of_pairs: Floats, above: Places, count: int) -> Floats:
        n = len(of_pairs)
        rows = np.zeros((count, n))
        np.add.at(rows, above, of_pairs)
        columns = np.zeros((count, count))
        np.add.at(columns, above, rows.T)
        return columns.T

    def name(self, player: int, number: int, signal: int, /) -> str:
        """Return the bucket's number."""
        return str(signal)


def pairs_of(met: Floats, won: Floats) -> Pairs:
    """Return two matrices as a list of the pairs that meet."""
    there, width = np.flatnonzero(met), met.shape[1]
    return Pairs(
        (there // width).astype(np.int32),
        (there % width).astype(np.int32),
        met.ravel()[there],
        won.ravel()[there],
    )
