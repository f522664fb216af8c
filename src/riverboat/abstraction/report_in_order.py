"""The report on an abstraction of hold'em that keeps the order of the board, all its streets with their strengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

from riverboat.abstraction.flop_histograms import FLOP_TURNS
from riverboat.abstraction.gs_deals import SCORES, HoldemDeals, turn_labels
from riverboat.abstraction.gs_holdem import river_counts
from riverboat.abstraction.recall_abstraction import RecallAbstraction
from riverboat.abstraction.report import AbstractionReport, StreetReport
from riverboat.abstraction.river_steps import Progress
from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.abstraction.turn_histograms import TURN_RIVERS

Part: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]
Parts: TypeAlias = Callable[[], Iterator[Part]]
"""The hands of a street, some at a time: their buckets, how many each stands for, and their EHS."""

_BEST = SCORES - 1


def report_in_order(
    abstraction: TableAbstraction | RecallAbstraction,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> AbstractionReport:
    """Measure every class of every street: sizes, balance and EHS inside buckets, in some 3 GB.

    Rivers are not listed but counted, by their bucket on the turn and their strength.
    """
    deals = HoldemDeals.all(threads, progress)
    tables = abstraction.earlier if isinstance(abstraction, RecallAbstraction) else abstraction
    labels = turn_labels(tables.tables[2], threads) if tables.rounds > 2 else np.empty(0, np.uint16)

    def preflop() -> Iterator[Part]:
        yield tables.tables[0], deals.hole_weights, deals.hole_strengths / (FLOP_TURNS * TURN_RIVERS * _BEST)

    def flop() -> Iterator[Part]:
        yield tables.tables[1], deals.weights, deals.flop_strengths / (FLOP_TURNS * TURN_RIVERS * _BEST)

    def turn() -> Iterator[Part]:
        for flops in np.array_split(np.arange(len(deals)), 64):
            strengths = deals.turn_strengths[deals.rows[flops]] / (TURN_RIVERS * _BEST)
            yield labels[flops].ravel(), deals.turn_weights(flops), strengths.ravel()

    def river() -> Iterator[Part]:
        assert isinstance(abstraction, RecallAbstraction)
        counts = river_counts(deals, labels, tables.count(2))
        strengths = np.broadcast_to(np.arange(SCORES) / _BEST, counts.shape)
        yield abstraction.river.ravel(), counts.ravel(), strengths.ravel()

    streets = [
        street_report(abstraction.classes.names[number], abstraction.classes.count(number), count, parts)
        for number, (count, parts) in enumerate(
            zip(abstraction.counts, (preflop, flop, turn, river), strict=False)
        )
    ]
    return AbstractionReport(abstraction.name, abstraction.nbytes, tuple(streets))


def street_report(name: str, classes: int, buckets: int, parts: Parts) -> StreetReport:
    """Measure a street from its hands."""
    mass, first, second = np.zeros(buckets), np.zeros(buckets), np.zeros(buckets)
    for labels, weights, ehs in parts():
        mass += np.bincount(labels, weights, buckets)
        first += np.bincount(labels, weights * ehs, buckets)
        second += np.bincount(labels, weights * ehs**2, buckets)
    held = mass > 0
    means = np.divide(first, mass, out=np.zeros(buckets), where=held)
    total = mass.sum()
    error = sum(float(weights @ np.abs(ehs - means[labels])) for labels, weights, ehs in parts()) / total
    spread = max(0.0, float((second - mass * means**2).sum() / total)) ** 0.5
    share = mass[held] / total
    balance = float(np.exp(-(share * np.log(share)).sum()) / buckets)
    sizes = (classes, buckets, int(held.sum()), float(share.min()), float(share.max()), balance)
    return StreetReport(name, *sizes, spread, float(error))
