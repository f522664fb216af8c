"""Perfect recall for abstractions that forget, on a small deck where everything can be tried."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from riverboat.abstraction import CardAbstraction, Remembered, TableAbstraction
from riverboat.abstraction.tables import remembered as module
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError

DECK = Deck("TJQK", "hs")
GROUPS = ((1,), (1, 2), (1, 3))


def forgetful() -> TableAbstraction:
    rng = np.random.default_rng(3)
    classes = Lossless(GROUPS, DECK)
    counts = (2, 3, 3)
    tables = tuple(rng.integers(0, k, classes.count(n)).astype(np.uint16) for n, k in enumerate(counts))
    return TableAbstraction(tables, counts, GROUPS, DECK)


@cache
def histories() -> list[tuple[tuple[int, ...], np.ndarray]]:
    """By round the buckets seen so far, for every deal in order, from the abstraction that forgets."""
    found = []
    widths = (1, 3, 4)
    for number, width in enumerate(widths):
        deals = np.array(list(permutations(DECK.cards, width)), np.uint8)
        streets = enumerate(widths[: number + 1])
        seen = [forgetful().lookup(n, np.ascontiguousarray(deals[:, :cards])) for n, cards in streets]
        found.append((tuple(zip(*(street.tolist() for street in seen), strict=True)), deals))
    return found


def test_a_bucket_is_all_that_was_seen() -> None:
    made = Remembered(forgetful())
    assert isinstance(made, CardAbstraction)
    assert made.groups == ((1,), (1, 2), (1, 2, 1))
    for number, (seen, deals) in enumerate(histories()):
        buckets = made.lookup(number, deals).tolist()
        assert made.count(number) == len(set(seen)) == len(set(buckets)) == max(buckets) + 1
        assert len(set(zip(seen, buckets, strict=True))) == len(set(seen))
    board, hand = deals[5, 1:].tolist(), deals[5:6, :1]
    assert made.buckets(2, board, hand).tolist() == [buckets[5]]


def test_rounds_that_are_too_large_number_every_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CLASSES", Lossless(((1, 2),), DECK).count(0))
    made = Remembered(forgetful())
    seen, deals = histories()[2]
    buckets = made.lookup(2, deals).tolist()
    assert made.count(2) == made.count(1) * 3 > max(buckets)
    assert len(set(zip(seen, buckets, strict=True))) == len(set(seen)) == len(set(buckets))


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CLASSES", 1)
    monkeypatch.setattr(TableAbstraction, "count", lambda self, number: 2**16)
    with pytest.raises(AbstractionError, match="4,294,967,296 pairs; numbers are below"):
        Remembered(forgetful()).count(1)
    with pytest.raises(AbstractionError, match="round 3 is not in this abstraction"):
        Remembered(forgetful()).count(3)
    table = TableAbstraction((forgetful().tables[0],) * 2, (2, 2), ((1,), (1,)), DECK)
    with pytest.raises(AbstractionError, match=r"have \[0, 0\] cards; each must have more than the last"):
        Remembered(table)
