"""Deals for two players drawn at random, many on each board, and what is counted over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.base.progress import Progress
from riverboat.cards.evaluator import evaluate_batch

_BOARDS = 2048  # dealt at once


class Deals(NamedTuple):
    """Cards of two players on boards: uint8[n, 2], uint8[n, 2], uint8[n, 5]; order: 1, 0 or -1 as the first wins."""

    first: npt.NDArray[np.uint8]
    second: npt.NDArray[np.uint8]
    boards: npt.NDArray[np.uint8]
    order: npt.NDArray[np.int8]


class Lookup(Protocol):
    """Buckets of many deals at once."""

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> npt.NDArray[np.uint32]:
        """Return the bucket of each deal on a street."""
        ...


def draw_deals(boards: int, each: int, seed: int = 0, progress: Progress | None = None) -> Iterator[Deals]:
    """Yield deals: on so many boards `each` pairs of hands, less those that share a card (one in eight).

    >>> deals = next(draw_deals(100, 10, seed=1))
    >>> deals.boards.shape[1], bool(abs(deals.order.mean()) < 0.1)
    (5, True)
    """
    rng = np.random.default_rng(seed)
    for begin in range(0, boards, _BOARDS):
        count = min(_BOARDS, boards - begin)
        decks = rng.random((count, 52), np.float32).argsort(axis=1).astype(np.uint8)
        places = 5 + rng.integers(0, 47, (count, each, 4))
        held = np.take_along_axis(decks[:, None], places, axis=2).reshape(-1, 4)
        sorted_ = np.sort(held, axis=1)
        valid = (np.diff(sorted_, axis=1) > 0).all(axis=1)
        board = np.repeat(decks[:, :5], each, axis=0)[valid]
        held = held[valid]
        strengths = [
            evaluate_batch(np.hstack([held[:, side], board]), threads=1).astype(np.int32)
            for side in (slice(0, 2), slice(2, 4))
        ]
        order = np.sign(strengths[0] - strengths[1]).astype(np.int8)
        if progress is not None:
            progress(begin + count, boards)
        yield Deals(held[:, :2], held[:, 2:], board, order)


def buckets_of(lookup: Lookup, deals: Deals, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the buckets of both players on a street: int64[n] each."""
    seen = deals.boards[:, : (0, 3, 4, 5)[number]]
    first, second = (
        lookup.lookup(number, np.hstack([hands, seen])).astype(np.int64)
        for hands in (deals.first, deals.second)
    )
    return first, second
