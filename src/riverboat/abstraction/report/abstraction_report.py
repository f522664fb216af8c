"""How good an abstraction is: sizes, balance, and how far apart the hands of a bucket are."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.opening import has_centroids, open_abstraction, open_centroids
from riverboat.abstraction.report.deals import Centred, centroid_distances
from riverboat.abstraction.report.measure import Details, details, neighbours, totals
from riverboat.abstraction.report.sources import DealSource, Source, groups_of, source_of
from riverboat.base.checks import whole
from riverboat.base.drawing import Drawn, drawing
from riverboat.base.files import write_whole
from riverboat.base.progress import Progress
from riverboat.cards.card import card_names
from riverboat.errors import AbstractionError

SAMPLES: Final = 10_000
"""Random deals among which nearest neighbours are looked for, and by which that is measured which has no tables."""

SHOWN: Final = 5
"""Buckets of a street that are shown, from the weakest to the strongest."""

MOST_LISTED: Final = 10_000
"""Buckets of a street that are listed; of more, so many from the weakest to the strongest."""


@dataclass(frozen=True)
class BucketReport:
    """One bucket: its share of all deals, its mean EHS, where 10 and 90 percent of its EHS lie, to 0.001, and the
    hands nearest to and farthest from its centroid.

    The centroid is the mean EHS; that of the method where it is measured without tables.
    """

    bucket: int
    share: float
    ehs: float
    low: float
    high: float
    nearest: str
    farthest: str
    farthest_ehs: float


@dataclass(frozen=True)
class StreetReport:
    """A street of an abstraction; hands count by how often they are dealt.

    used: buckets that hold a hand. smallest, largest: shares of the deals. balance: exp(entropy) / buckets, 1 if all
    are equally likely. ehs_spread: root mean square distance of a hand's EHS from its bucket's mean. ehs_error: mean
    absolute distance. neighbours: share of hands whose nearest other one by EHS is in the same bucket. listed: the
    buckets by ascending EHS. These are None or empty where hand strength is not defined: decks other than hold'em's,
    unless their game is known. distance: root mean square distance from the centroid in the method's own metric; None
    for methods that have no centroids. sampled: how many deals all this was measured on, None for every class.
    distance_sampled: the same for `distance`.
    """

    street: str
    classes: int
    buckets: int
    used: int
    smallest: float
    largest: float
    balance: float
    ehs_spread: float | None = None
    ehs_error: float | None = None
    neighbours: float | None = None
    distance: float | None = None
    sampled: int | None = None
    distance_sampled: int | None = None
    listed: tuple[BucketReport, ...] = ()

    @property
    def shown(self) -> tuple[BucketReport, ...]:
        """A handful of the buckets, from the weakest to the strongest."""
        return tuple(self.listed[i] for i in _spread(len(self.listed), SHOWN))


@dataclass(frozen=True)
class AbstractionReport(Drawn):
    """A report on each street of an abstraction. nbytes: of its tables, 0 if there are none."""

    name: str
    nbytes: int
    streets: tuple[StreetReport, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return asdict(self)

    def chart(self, file: str | os.PathLike[str]) -> None:
        """Draw for each street how its buckets are spread over EHS; a .json beside it has all that it shows.

        file: .svg, or with `riverboat[charts]` .png and .pdf.
        """
        drawing(self, "chart").save(file)
        write_whole(Path(file).with_suffix(".json"), [json.dumps(self.to_dict()).encode()])


def report_file(
    path: str | os.PathLike[str],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> AbstractionReport:
    """Measure the abstraction of a file: its tables, with the distances to its centroids if it has those as well."""
    abstraction = open_abstraction(path)
    centroids = open_centroids(path, verify=False) if has_centroids(path) else None
    return report_abstraction(
        abstraction, centroids=centroids, samples=samples, seed=seed, threads=threads, progress=progress
    )


def report_abstraction(
    abstraction: CardAbstraction,
    *,
    centroids: Centred | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> AbstractionReport:
    """Measure any abstraction.

    Of tables and of small games every class is measured; a minute of processor time for full tables. Of what can only
    be asked (`lookup`), streets of more classes than `samples` are measured on so many deals. centroids: those that the
    tables were made from, for distances in their own metric, on a sample.

    >>> from riverboat.abstraction import build_abstraction
    >>> report = report_abstraction(build_abstraction('[preflop]\\nmethod = "kmeans"\\nbuckets = 8'))
    >>> round(report.streets[0].ehs_error, 4), report.streets[0].shown[-1].nearest
    (0.0128, 'JhJs')
    """
    whole("samples", samples, AbstractionError, least=2, example=10_000)
    streets: list[StreetReport] = []
    rounds = len(groups_of(abstraction))
    for number in range(rounds):
        source = source_of(abstraction, number, samples, seed, threads)
        street = _street_report(source, abstraction.count(number), samples, seed)
        if centroids is not None and street.distance is None:
            street = _with_distance(street, centroids, number, samples, seed)
        streets.append(street)
        if progress is not None:
            progress(number + 1, rounds)
    name = getattr(abstraction, "name", "") or type(abstraction).__name__
    return AbstractionReport(name, getattr(abstraction, "nbytes", 0), tuple(streets))


def _street_report(source: Source, count: int, samples: int, seed: int) -> StreetReport:
    sums = totals(source, count if source.met is None else len(source.met))
    held = sums.share[sums.share > 0]
    plain = StreetReport(
        source.name, source.classes, count, len(held), float(held.min()), float(held.max()), sums.even / count
    )
    if sums.mean is None:
        return replace(plain, sampled=source.sampled)
    order = np.argsort(np.where(sums.mass > 0, sums.mean, np.inf), kind="stable")[: len(held)]
    listed = order[_spread(len(order), MOST_LISTED)]
    found = details(source, sums.mean, listed)
    return replace(
        plain,
        ehs_spread=sums.spread,
        ehs_error=found.error,
        neighbours=neighbours(source.some(samples, seed)),
        distance=sums.distance,
        sampled=source.sampled,
        distance_sampled=None if sums.distance is None else source.sampled,
        listed=_buckets(source, listed, sums.share, sums.mean, found),
    )


def _buckets(
    source: Source, listed: np.ndarray, share: np.ndarray, mean: np.ndarray, found: Details
) -> tuple[BucketReport, ...]:
    numbers = (share[listed], mean[listed], found.low, found.high)
    texts = [
        [f"{card_names(row[: source.hole])} {card_names(row[source.hole :])}".strip() for row in rows]
        for rows in (source.cards(found.nearest).tolist(), source.cards(found.farthest).tolist())
    ]
    names = listed if source.met is None else source.met[listed]
    columns = (names.tolist(), *(part.tolist() for part in numbers), *texts, found.farthest_ehs.tolist())
    return tuple(BucketReport(*row) for row in zip(*columns, strict=True))


def _with_distance(
    street: StreetReport, centroids: Centred, number: int, samples: int, seed: int
) -> StreetReport:
    source = DealSource(centroids, number, centroids.groups, samples, seed)
    distances = centroid_distances(centroids, number, source.deals)
    if distances is None:
        return street
    return replace(street, distance=float((distances**2).mean()) ** 0.5, distance_sampled=source.sampled)


def _spread(length: int, most: int) -> np.ndarray:
    """Return at most so many places from first to last, evenly spaced."""
    return np.unique(np.linspace(0, length - 1, min(length, most)).round().astype(int))
