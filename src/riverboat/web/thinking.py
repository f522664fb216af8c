"""Searches for who asks over HTTP: one at a time, on a strategy opened for them, so that nobody else waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from riverboat.search import Budget, Search, SearchStrategy
from riverboat.search.opening import methods_of
from riverboat.solvers import Strategy
from riverboat.strategy import open_strategy
from riverboat.web.catalogue import Catalogue, Stamp

_SEARCHING: Final = Lock()  # a search takes all cores


@contextmanager
def searching(catalogue: Catalogue, id: str, budget: Budget) -> Iterator[SearchStrategy]:
    """Yield a strategy that solves flops, turns and rivers of two players, with a budget for each decision."""
    stamp = catalogue.open(id).stamp
    parts = id.split("+")
    sources: tuple[str | Path, ...] = tuple(parts)
    if not all(part in catalogue.shipped for part in parts):
        sources = tuple(path for part in parts for path in catalogue.paths(part))
    with _SEARCHING:
        blueprint = _apart(sources, stamp)
        yield SearchStrategy(Search(blueprint, budget, streets=methods_of("unsafe", "leaves")))


@lru_cache(maxsize=2)
def _apart(sources: tuple[str | Path, ...], stamp: Stamp) -> Strategy:
    """A strategy that no one else asks; stamp: by which a file that was replaced is opened again."""
    return open_strategy(*sources)
