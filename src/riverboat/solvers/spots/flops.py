"""Flops up to suits, and a few of them that stand for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import whole
from riverboat.cards.card import card_names, parse_cards
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import SolverError

REPRESENTATIVE: Final = 25
"""Flops that stand for all if nobody asks for more."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
_ROUNDS: Final = 50  # of fitting: the shares of 25 flops are then right to six digits


@lru_cache(maxsize=1)
def flops() -> Mapping[str, int]:
    """Return the 1,755 flops that differ up to suits, and how many of the 22,100 each stands for.

    >>> len(flops()), sum(flops().values())
    (1755, 22100)
    """
    indexer = HandIndexer((3,))
    weights = {
        card_names(sorted(indexer.cards(0, index), reverse=True)): indexer.weight(0, index)
        for index in range(indexer.size(0))
    }
    return MappingProxyType(weights)  # it is remembered, so nobody may change it


@lru_cache(maxsize=8)
def representative_flops(count: int = REPRESENTATIVE) -> Mapping[str, float]:
    """Return so many flops that stand for all 22,100, with weights that add up to them.

    k-medoids (Kaufman and Rousseeuw 1990) of the 1,755 flops by how they play: greedy, then each cluster's middle until
    nothing changes. A flop weighs what its cluster does, adjusted until the shares of the highest rank, of suits, of
    pairs and of possible straights are those of all flops (iterative proportional fitting, Deming and Stephan 1940).

    >>> some = representative_flops(3)
    >>> list(some), round(sum(some.values()))
    (['KsTh6s', 'Qs9h5d', '9s5s3h'], 22100)
    """
    whole("the number of flops", count, SolverError, least=1, most=len(flops()), example=25)
    names = list(flops())
    weights = np.array([flops()[name] for name in names], np.float32)
    traits = _traits(names)
    chosen, masses = _medoids(_distances(traits), weights, count)
    fitted = _fitted(masses, chosen, weights.astype(np.float64), _groups(traits))
    return MappingProxyType(
        {names[place]: float(weight) for place, weight in zip(chosen, fitted, strict=True)}
    )


def _traits(names: Sequence[str]) -> Ints:
    """How flops play: int64[flops, 7], three ranks from high to low, suits, ranks, straights and which suits meet."""
    found = []
    for name in names:
        cards = parse_cards(name)
        ranks, suits = [card // 4 for card in cards], [card % 4 for card in cards]
        pattern = 3 * suits.index(suits[1]) + suits.index(suits[2])
        found.append([*ranks, len(set(suits)), len(set(ranks)), straights(set(ranks)), pattern])
    return np.array(found, np.int64)


def straights(ranks: set[int]) -> int:
    """Return how many straights two more cards can make with the ranks of a flop; an ace is also low.

    >>> straights({8, 9, 10}), straights({0, 1, 12}), straights({0, 9, 12})
    (3, 1, 0)
    """
    runs = [{rank % 13 for rank in range(low, low + 5)} for low in range(-1, 9)]
    return sum(len(ranks) == 3 and ranks <= run for run in runs)


def _distances(traits: Ints) -> npt.NDArray[np.float32]:
    """float32[flops, flops]: whole numbers, and with weights of 22,100 exact in 32 bits.

    A rank up or down weighs 2, a suit more or less 8, a pair 12, a straight 4, and other suits that meet 1. Tuned on
    the mean equities of three pairs of ranges over all 1,755 flops (big blind against button, a pot that was raised
    again, small pairs against high cards): 25 flops miss them by 0.13 %, with other weights by 0.6 % on average.
    """
    total = np.zeros((len(traits), len(traits)), np.int64)
    for place, weight in ((0, 2), (1, 2), (2, 2), (3, 8), (5, 4)):
        total += weight * abs(traits[:, None, place] - traits[None, :, place])
    for place, weight in ((4, 12), (6, 1)):
        total += weight * (traits[:, None, place] != traits[None, :, place])
    return total.astype(np.float32)


def _medoids(
    distances: npt.NDArray[np.float32], weights: npt.NDArray[np.float32], count: int
) -> tuple[npt.NDArray[np.intp], Floats]:
    """The middles of the clusters and their masses."""
    near, first = np.full(len(weights), distances.max(), np.float32), list[int]()
    for _ in range(count):
        first.append(int(np.argmin(np.minimum(distances, near) @ weights)))
        near = np.minimum(near, distances[first[-1]])
    middles, before = np.array(first), np.array([], np.intp)
    while not np.array_equal(middles, before):
        before, cluster = middles, np.argmin(distances[:, middles], axis=1)
        members = [np.flatnonzero(cluster == number) for number in range(count)]
        middles = np.array([m[np.argmin(distances[np.ix_(m, m)] @ weights[m])] for m in members])
    masses = np.bincount(cluster, weights=weights.astype(np.float64), minlength=count)
    return middles, np.asarray(masses, np.float64)


def _groups(traits: Ints) -> Ints:
    """What the shares of must be right: the highest rank (eights and lower are one), suits, pairs, straights."""
    return np.stack([np.maximum(traits[:, 0], 6), traits[:, 3], traits[:, 4] < 3, traits[:, 5] > 0])


def _fitted(masses: Floats, chosen: npt.NDArray[np.intp], weights: Floats, groups: Ints) -> Floats:
    """Masses of chosen flops, scaled group by group until every group that has one weighs what it does in all."""
    fitted = masses.copy()
    for _ in range(_ROUNDS):
        for group in groups:
            for value in np.unique(group[chosen]):
                here = group[chosen] == value
                fitted[here] *= weights[group == value].sum() / fitted[here].sum()
        fitted *= weights.sum() / fitted.sum()
    return fitted
