"""Buckets of one number, the strength of a hand against a random one: percentiles, k-means and sampled bins."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.methods.method import Buckets, Street, Work, check_count, without_gaps
from riverboat.abstraction.methods.street_strengths import (
    CHUNK,
    FEATURES,
    Feature,
    StreetStrengths,
    street_strengths,
)
from riverboat.abstraction.tables.table_abstraction import smallest_type
from riverboat.base.checks import check_threads, one_of
from riverboat.errors import AbstractionError

Split: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From the strengths of places in ascending order and the mass on each to a label for each."""

STEPS: Final = 100_000
"""Strengths are told apart to 1 / STEPS. EHS of the turn and the river is exact: it has no more values than that."""


@dataclass(frozen=True)
class Percentiles:
    """Buckets of equal mass: sorted by strength, each holds one part in `buckets` of all hands, by multiplicity.

    of: "ehs" or "ehs2", the mean of the final hand strength or of its square (Johanson 2007, section 2.5.2). Hands of
    equal strength are never parted, so there may be fewer buckets than asked for.
    """

    buckets: int
    of: Feature = "ehs"

    def __post_init__(self) -> None:
        _check_feature(self.of)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        return _line_buckets(street, work, self.of, lambda values, mass: percentiles(mass, self.buckets))


@dataclass(frozen=True)
class StrengthKMeans:
    """K-means of strength: the buckets with the least sum of squared distances from their means.

    of: "ehs" or "ehs2". Exact (`kmeans_1d`), each class of hands counting by its multiplicity.
    """

    buckets: int
    of: Feature = "ehs"

    def __post_init__(self) -> None:
        _check_feature(self.of)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        tell = work.part(0.7, 1)

        def runs(values: np.ndarray, mass: np.ndarray) -> np.ndarray:
            return kmeans_1d(values, min(self.buckets, len(values)), weights=mass, progress=tell).labels

        return _line_buckets(street, work, self.of, runs)


@dataclass(frozen=True)
class MonteCarloBins:
    """Bins of equal width of a sampled hand strength, as a bot without tables of chances has it.

    For each class `samples` opponents and ends of the board are drawn; the share of the pot won falls into one of
    `buckets` equal parts of 0..1, and bins that stay empty are left out. The draws are not dealt one by one: how often
    a hand wins and ties in independent deals follows the binomial law of its exact chances, and that is drawn.
    """

    buckets: int
    samples: int = 10_000

    def __post_init__(self) -> None:
        check_count(self.samples, "samples", 10**9, 10_000)

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the buckets, the weakest hands in bucket 0."""
        strengths = street_strengths(street.board_cards, work.threads, work.part(0, 0.3))
        bins = np.empty(street.classes, smallest_type(self.buckets))
        parts = range(0, street.classes, CHUNK)
        tell = work.part(0.3, 1)

        def fill(begin: int) -> None:
            chosen = slice(begin, begin + CHUNK)
            rng = np.random.default_rng([work.seed, street.number, begin])
            scores = self._drawn(strengths, chosen, rng)
            bins[chosen] = np.minimum(scores * self.buckets // (2 * self.samples), self.buckets - 1)

        with ThreadPoolExecutor(check_threads(work.threads, AbstractionError) or None) as pool:
            for done, _ in enumerate(pool.map(fill, parts), 1):
                if tell is not None:
                    tell(done, len(parts))
        return Buckets(*without_gaps(bins))

    def _drawn(self, strengths: StreetStrengths, part: slice, rng: np.random.Generator) -> np.ndarray:
        """Return 2 wins + ties of the sampled deals."""
        win = strengths.wins[part] / strengths.opponents
        tie = strengths.ties[part] / strengths.opponents
        wins = rng.binomial(self.samples, win)
        rest = np.divide(tie, 1 - win, out=np.zeros_like(tie), where=win < 1)
        ties = rng.binomial(self.samples - wins, np.minimum(rest, 1))
        return np.asarray(2 * wins + ties)


def percentiles(mass: np.ndarray, buckets: int) -> np.ndarray:
    """Return the bucket of each value: that in which the middle of its mass lies, of `buckets` equal parts.

    >>> percentiles(np.array([1.0, 1, 1, 1, 4]), 4).tolist()
    [0, 0, 1, 1, 3]
    """
    middle = np.cumsum(mass) - mass / 2
    return np.asarray(np.minimum((middle * buckets / mass.sum()).astype(np.int64), buckets - 1))


def _check_feature(of: str) -> None:
    one_of("of", of, FEATURES, AbstractionError)


# --- hands on a line -------------------------------------------------------------------------------------------


def _line_buckets(street: Street, work: Work, of: Feature, split: Split) -> Buckets:
    """Put hands on a line of at most STEPS places, split the places that are held, and send hands to their part."""
    strengths = street_strengths(street.board_cards, work.threads, work.part(0, 0.5))
    places, values = line_of(strengths, of)
    mass = _mass(street, places, len(values), work)
    held = np.flatnonzero(mass)
    labels, count = without_gaps(split(values[held], mass[held]))
    of_place = np.zeros(len(values), labels.dtype)
    of_place[held] = labels
    table = np.empty(street.classes, labels.dtype)
    for begin in range(0, street.classes, CHUNK):
        np.take(of_place, places[begin : begin + CHUNK], out=table[begin : begin + CHUNK])
    return Buckets(table, count)


def line_of(strengths: StreetStrengths, of: Feature) -> tuple[np.ndarray, np.ndarray]:
    """Return each class's place on a line and the strength of each place; places ascend in strength."""
    most = 2 * strengths.opponents
    if most <= STEPS and (of == "ehs" or strengths.squares is None):
        values = np.arange(most + 1) / most
        return strengths.scores, values if of == "ehs" else values**2
    strength = strengths.ehs() if of == "ehs" else strengths.ehs_squared()
    return np.rint(strength * STEPS).astype(np.uint32), np.arange(STEPS + 1) / STEPS


def _mass(street: Street, places: np.ndarray, length: int, work: Work) -> np.ndarray:
    mass = np.zeros(length)
    tell = work.part(0.5, 0.7)
    for begin in range(0, street.classes, CHUNK):
        part = slice(begin, begin + CHUNK)
        mass += np.bincount(places[part], street.weights(part, work.threads), length)
        if tell is not None:
            tell(min(begin + CHUNK, street.classes), street.classes)
    return mass
