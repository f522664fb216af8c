"""A chain of bucket pairs: how often two buckets meet, where such a pair goes on the next street, and who then wins."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from riverboat.base.progress import Progress
from riverboat.bots.classic.buckets import StrengthBuckets
from riverboat.bots.classic.deals import buckets_of, draw_deals
from riverboat.games.rules.game import Game
from riverboat.solvers.sequence.sequences import Floats, Places
from riverboat.solvers.sequence.signals import Pairs


@dataclass(frozen=True, eq=False)
class BucketChain:
    """What was counted over deals, by street.

    met: float64[n, n], the chance that two buckets meet. steps: float64[n, n, m, m], the chances of the pairs that
    follow a pair on the next street. won: float64[n, n], how much more often the first of a pair wins in the end than
    loses. Steps look at the last pair alone, as in Billings et al. 2003, section 4.2.
    """

    met: tuple[Floats, ...]
    steps: tuple[Floats, ...]
    won: tuple[Floats, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return tuple(len(of_street) for of_street in self.met)

    @classmethod
    def count(
        cls,
        buckets: StrengthBuckets,
        boards: int,
        each: int,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Self:
        """Count over so many boards with `each` pairs of hands."""
        sizes = [count**2 for count in buckets.counts]
        met = [np.zeros(size) for size in sizes]
        won = [np.zeros(size) for size in sizes]
        steps = [np.zeros(size * after) for size, after in itertools.pairwise(sizes)]
        for deals in draw_deals(boards, each, seed, progress):
            before = None
            for street, count in enumerate(buckets.counts):
                first, second = buckets_of(buckets, deals, street)
                pair = first * count + second
                met[street] += np.bincount(pair, minlength=sizes[street])
                won[street] += np.bincount(pair, deals.order, sizes[street])
                if before is not None:
                    places = len(steps[street - 1])
                    steps[street - 1] += np.bincount(before * sizes[street] + pair, minlength=places)
                before = pair
        return cls.of_counts(buckets.counts, met, steps, won)

    @classmethod
    def of_counts(
        cls, counts: Sequence[int], met: Sequence[Floats], steps: Sequence[Floats], won: Sequence[Floats]
    ) -> Self:
        """Return the chances of counts. The two players' cards could be exchanged, so both ways count."""

        def even(of_street: Floats, n: int) -> Floats:
            square = of_street.reshape(n, n)
            return np.asarray(square + square.T)

        def even_step(step: Floats, n: int, m: int) -> Floats:
            found = step.reshape(n, n, m, m)
            both = found + found.transpose(1, 0, 3, 2)
            return np.asarray(both / np.maximum(both.sum(axis=(2, 3), keepdims=True), 1))

        pairs = [even(one, n) for one, n in zip(met, counts, strict=True)]
        ahead = [one.reshape(n, n) - one.reshape(n, n).T for one, n in zip(won, counts, strict=True)]
        return cls(
            tuple(one / one.sum() for one in pairs),
            tuple(even_step(one, n, m) for one, n, m in zip(steps, counts, counts[1:], strict=False)),
            tuple(a / np.maximum(one, 1) for a, one in zip(ahead, pairs, strict=True)),
        )


class ChainSignals:
    """Signals of a part of the game: all buckets that a player has had in it, so that nobody forgets.

    first_round: where the part begins. start: float64[n, n], the chances of pairs there. Hands are shown, or the board
    is dealt to its end without any more betting, after the game's last round.
    """

    def __init__(self, game: Game, chain: BucketChain, first_round: int, start: Floats) -> None:
        self.game, self.chain, self.first_round = game, chain, first_round
        self.start = start / start.sum()

    def count(self, player: int, number: int, /) -> int:
        """Return how many ways through the buckets there are."""
        return int(np.prod(self.chain.counts[self.first_round : number + 1]))

    def parents(self, player: int, number: int, /) -> Places:
        """Return the way as it was a street before."""
        ways = np.arange(self.count(player, number), dtype=np.int32)
        return np.asarray(ways // self.chain.counts[number], np.int32)

    def pairs(self, number: int, /) -> Pairs:
        """Return how often two ways meet, and who wins then."""
        met = self.start
        for street in range(self.first_round, number):
            met = self._after(met, street)
        ways, last = len(met), np.arange(len(met)) % self.chain.counts[number]
        won = met * self.chain.won[number][np.ix_(last, last)]
        there = np.flatnonzero(met)
        return Pairs(
            (there // ways).astype(np.int32),
            (there % ways).astype(np.int32),
            met.ravel()[there],
            won.ravel()[there],
        )

    def _after(self, met: Floats, street: int) -> Floats:
        """One street on: the chance of two ways times that of the step from their last pair."""
        step, last = self.chain.steps[street], np.arange(len(met)) % self.chain.counts[street]
        after = met[:, :, None, None] * step[np.ix_(last, last)]
        ways = len(met) * self.chain.counts[street + 1]
        return after.transpose(0, 2, 1, 3).reshape(ways, ways)

    def name(self, player: int, number: int, signal: int, /) -> str:
        """Return the buckets of a way, such as 3-5-5."""
        way = []
        for street in range(number, self.first_round - 1, -1):
            signal, bucket = divmod(signal, self.chain.counts[street])
            way.append(str(bucket))
        return "-".join(reversed(way))

    def of(self, buckets: Sequence[npt.ArrayLike]) -> npt.NDArray[np.int64]:
        """Return the way through buckets, one or an array of them for each street of the part up to now."""
        ways = np.zeros(1, np.int64)
        for street, of_street in enumerate(buckets, self.first_round):
            ways = ways * self.chain.counts[street] + np.asarray(of_street, np.int64)
        return ways
