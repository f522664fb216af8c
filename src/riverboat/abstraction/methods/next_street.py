"""What a method sees of the next street: its buckets, how strong they are, and which of them each hand can reach."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.abstraction.methods.flop_histograms import next_rows
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.street_strengths import CHUNK, street_strengths
from riverboat.errors import AbstractionError

MOST_BUCKETS: Final = 65_535
"""Buckets of the next street that a histogram may have: rows of 46 or 47 of them are kept in 16 bits each."""


def later_buckets(street: Street, work: Work) -> Buckets:
    """Return the next street's buckets, made by whatever method; raise if there are none, or too many."""
    if work.later is None:
        raise AbstractionError(
            f"a street out of order: the {street.name} is built from the buckets of the {street.after.name}, which are "
            f"not there; give the config a [{street.after.name}]"
        )
    if work.later.count > MOST_BUCKETS:
        raise AbstractionError(
            f"the {street.after.name} has {work.later.count:,} buckets; the {street.name} can be built from at most "
            f"{MOST_BUCKETS:,}, such as 500"
        )
    return work.later


def later_rows(street: Street, later: Buckets, work: Work) -> np.ndarray:
    """Return the next street's buckets that every class can reach, sorted: uint16[classes, cards to come]."""
    table = np.asarray(later.table).astype(np.uint16, copy=False)
    return next_rows(street.board_cards, table, threads=work.threads, progress=work.progress)


def bucket_equity(street: Street, buckets: Buckets, work: Work) -> np.ndarray:
    """Return the mean equity of the hands in each bucket against one random hand: float64[count]."""
    strengths = street_strengths(street.board_cards, work.threads)
    mass, equity = np.zeros(buckets.count), np.zeros(buckets.count)
    for begin in range(0, street.classes, CHUNK):
        part = slice(begin, begin + CHUNK)
        weights = street.weights(part, work.threads)
        mass += np.bincount(buckets.table[part], weights, buckets.count)
        equity += np.bincount(buckets.table[part], weights * strengths.ehs(part), buckets.count)
    return np.divide(equity, mass, out=equity, where=mass > 0)
