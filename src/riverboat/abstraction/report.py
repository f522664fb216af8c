"""How good an abstraction is: sizes, balance, and how far apart in strength the hands of a bucket are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from riverboat.abstraction.card_abstraction import HOLDEM
from riverboat.abstraction.method import Street
from riverboat.abstraction.street_strengths import CHUNK, Progress, StreetStrengths, street_strengths
from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.cards.card import FULL_DECK, card_names
from riverboat.memory import bytes_text

if TYPE_CHECKING:
    from rich.console import RenderableType

SAMPLES: Final = 10_000
"""Random deals among which nearest neighbours are looked for."""

SHOWN: Final = 5
"""Buckets of a street whose hands are named, from the weakest to the strongest."""


@dataclass(frozen=True)
class BucketReport:
    """One bucket: the share of all deals, its mean EHS, and the hands nearest to and farthest from that mean."""

    bucket: int
    share: float
    ehs: float
    nearest: str
    farthest: str
    farthest_ehs: float


@dataclass(frozen=True)
class StreetReport:
    """A street of an abstraction; hands count by how often they are dealt.

    used: buckets that hold a hand. smallest, largest: shares of the deals. balance: exp(entropy) / buckets, 1 if all
    are equally likely. ehs_spread: root mean square distance of a hand's EHS from its bucket's mean. ehs_error: mean
    absolute distance. neighbours: share of sampled deals whose nearest other one by EHS is in the same bucket. Those
    after `balance` are None where hand strength is not defined: decks and streets other than hold'em's.
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
    shown: tuple[BucketReport, ...] = ()


@dataclass(frozen=True)
class AbstractionReport:
    """A report on each street of an abstraction."""

    name: str
    nbytes: int
    streets: tuple[StreetReport, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return asdict(self)

    def __rich__(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table

        table = Table(title=f"{self.name or 'abstraction'}, {bytes_text(self.nbytes)}", title_justify="left")
        for column in ("street", "classes", "buckets", "balance", "largest", "spread", "|error|", "nearby"):
            table.add_column(column, justify="left" if column == "street" else "right")
        hands = Table(title="hands nearest to and farthest from the mean EHS", title_justify="left")
        for column in ("street", "bucket", "share", "EHS", "nearest", "farthest", "its EHS"):
            hands.add_column(
                column, justify="left" if column in ("street", "nearest", "farthest") else "right"
            )
        for street in self.streets:
            measures = (street.ehs_spread, street.ehs_error, street.neighbours)
            table.add_row(
                street.street,
                f"{street.classes:,}",
                f"{street.used:,}"
                if street.used == street.buckets
                else f"{street.used:,} of {street.buckets:,}",
                f"{street.balance:.2f}",
                f"{street.largest:.2%}",
                *("-" if value is None else f"{value:.4f}" for value in measures),
            )
            for one in street.shown:
                numbers = (str(one.bucket), f"{one.share:.2%}", f"{one.ehs:.3f}")
                hands.add_row(street.street, *numbers, one.nearest, one.farthest, f"{one.farthest_ehs:.3f}")
        return Group(table, hands) if hands.row_count else table


def report_abstraction(
    abstraction: TableAbstraction,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> AbstractionReport:
    """Measure an abstraction, every class of it; 45 seconds of processor time at full size.

    >>> from riverboat.abstraction import build_abstraction
    >>> report = report_abstraction(build_abstraction('[preflop]\\nmethod = "kmeans"\\nbuckets = 8'))
    >>> round(report.streets[0].ehs_error, 4), report.streets[0].shown[-1].nearest
    (0.0128, 'JhJs')
    """
    streets = []
    for number in range(abstraction.rounds):
        streets.append(_street_report(abstraction, number, samples, seed, threads))
        if progress is not None:
            progress(number + 1, abstraction.rounds)
    return AbstractionReport(abstraction.name, abstraction.nbytes, tuple(streets))


def _street_report(
    abstraction: TableAbstraction, number: int, samples: int, seed: int, threads: int | None
) -> StreetReport:
    holdem = abstraction.deck == FULL_DECK and abstraction.groups[number] == HOLDEM[number]
    strengths = street_strengths(Street(number).board_cards, threads) if holdem else None
    sums = _Sums(abstraction, number, strengths, threads)
    share = sums.mass / sums.mass.sum()
    held = share[share > 0]
    balance = float(np.exp(-(held * np.log(held)).sum()) / len(share))
    sizes = (abstraction.classes.count(number), len(share), len(held))
    plain = (abstraction.classes.names[number], *sizes, float(held.min()), float(held.max()), balance)
    if strengths is None:
        return StreetReport(*plain)
    spread, error = sums.spread()
    close = _neighbours(abstraction, number, strengths, samples, seed)
    return StreetReport(*plain, spread, error, close, sums.shown(share))


class _Sums:
    """Sums by bucket over all classes of a street, each class counting by its hands."""

    def __init__(
        self,
        abstraction: TableAbstraction,
        number: int,
        strengths: StreetStrengths | None,
        threads: int | None,
    ) -> None:
        self.table, self.indexer = abstraction.tables[number], abstraction.classes.indexers[number]
        self._strengths, self._threads = strengths, threads
        count = abstraction.counts[number]
        self.mass, first, self._second = np.zeros(count), np.zeros(count), np.zeros(count)
        for part in self._parts():
            labels, weights = self.table[part], self._weights(part)
            self.mass += np.bincount(labels, weights, count)
            if strengths is not None:
                ehs = strengths.ehs(part)
                first += np.bincount(labels, weights * ehs, count)
                self._second += np.bincount(labels, weights * ehs**2, count)
        self.mean = np.divide(first, self.mass, out=np.zeros(count), where=self.mass > 0)

    def spread(self) -> tuple[float, float]:
        """Return the root mean square and the mean absolute distance of EHS from the mean of its bucket."""
        variance = max(0.0, float((self._second - self.mass * self.mean**2).sum() / self.mass.sum()))
        error = sum(float(self._weights(part) @ np.abs(self._off(part))) for part in self._parts())
        return variance**0.5, error / float(self.mass.sum())

    def shown(self, share: np.ndarray) -> tuple[BucketReport, ...]:
        """Return some buckets from the weakest to the strongest, with their nearest and farthest hands."""
        order = np.argsort(np.where(share > 0, self.mean, np.inf), kind="stable")[: np.count_nonzero(share)]
        chosen = order[np.unique(np.linspace(0, len(order) - 1, SHOWN).round().astype(int))]
        near = dict.fromkeys(chosen.tolist(), (np.inf, 0))
        far = dict.fromkeys(chosen.tolist(), (-1.0, 0))
        for part in self._parts():
            labels = self.table[part]
            places = np.flatnonzero(np.isin(labels, chosen))
            index = places + (part.start or 0)
            distance = np.abs(self._off(index))
            for bucket in near:
                own = labels[places] == bucket
                if own.any():
                    of_own, of_index = distance[own], index[own]
                    near[bucket] = min(near[bucket], (of_own.min(), int(of_index[of_own.argmin()])))
                    far[bucket] = max(far[bucket], (of_own.max(), int(of_index[of_own.argmax()])))
        return tuple(self._bucket(bucket, share, near[bucket][1], far[bucket][1]) for bucket in near)

    def _bucket(self, bucket: int, share: np.ndarray, near: int, far: int) -> BucketReport:
        last, width = len(self.indexer.rounds) - 1, self.indexer.rounds[0]
        names = []
        for index in (near, far):
            cards = self.indexer.cards(last, index)
            names.append(f"{card_names(cards[:width])} {card_names(cards[width:])}".strip())
        assert self._strengths is not None
        farthest = float(self._strengths.ehs(np.array([far]))[0])
        share_and_mean = float(share[bucket]), float(self.mean[bucket])
        return BucketReport(bucket, *share_and_mean, names[0], names[1], farthest)

    def _parts(self) -> list[slice]:
        return [
            slice(begin, min(begin + CHUNK, len(self.table))) for begin in range(0, len(self.table), CHUNK)
        ]

    def _weights(self, part: slice) -> np.ndarray:
        last = len(self.indexer.rounds) - 1
        return self.indexer.weight_batch(last, np.arange(part.start, part.stop), self._threads)

    def _off(self, part: slice | np.ndarray) -> np.ndarray:
        assert self._strengths is not None
        return np.asarray(self._strengths.ehs(part) - self.mean[self.table[part]])


def _neighbours(
    abstraction: TableAbstraction, number: int, strengths: StreetStrengths, samples: int, seed: int
) -> float:
    """Deal at random, put the deals in order of strength, and look at the nearer of the two beside each."""
    rng = np.random.default_rng(seed)
    width = sum(abstraction.groups[number])
    deals = rng.random((samples, 52)).argpartition(width, axis=1)[:, :width].astype(np.uint8)
    index = np.unique(abstraction.classes.index(number, deals))  # a class is no neighbour of itself
    if len(index) < 2:
        return 1.0
    ehs = strengths.ehs(index)
    order = np.argsort(ehs, kind="stable")
    gaps = np.concatenate([[np.inf], np.diff(ehs[order]), [np.inf]])
    place = np.arange(len(order))
    nearer = np.where(gaps[:-1] < gaps[1:], place - 1, place + 1)
    buckets = abstraction.tables[number][index[order]]
    return float((buckets == buckets[nearer]).mean())
