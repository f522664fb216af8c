"""Full tables of the buckets of a strategy: asking costs a load, whatever it takes to find a bucket without them."""

from __future__ import annotations

import os
from functools import partial
from typing import Final

import numpy as np

from riverboat.abstraction.boards.with_boards import WithBoards, divided_classes
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.ochs_abstraction import OchsAbstraction
from riverboat.abstraction.opening import open_abstraction
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.build import tyche_tables
from riverboat.abstraction.tyche.flop_table import WithFlopTable
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.base.progress import Progress
from riverboat.errors import StrategyError

_TRIED: Final = 32  # deals a round by which tables are known to be of the same buckets


def full_tables(
    cards: CardAbstraction, *, threads: int | None = None, progress: Progress | None = None
) -> TableAbstraction:
    """Return the tables over all hands of an abstraction that finds buckets by centroids.

    cards: of a strategy file (`StrategyFile.cards`). Minutes, and for Tyche 2.4 GB of memory while it works; the tables
    take 280 MB. progress: hears of every stage of Tyche's from its beginning.
    """
    if isinstance(cards, WithBoards):
        return divided_classes(full_tables(cards.of, threads=threads, progress=progress), cards.kinds)
    if isinstance(cards, OchsAbstraction):
        return cards.tables(threads=threads, progress=progress)
    flops = cards.flops if isinstance(cards, WithFlopTable) else None
    tyche = cards.tyche if isinstance(cards, WithFlopTable) else cards
    if not isinstance(tyche, Tyche):
        raise StrategyError(
            f"{type(cards).__name__} needs no tables: it answers by an index and a load already; tables are for "
            "strategies that find buckets by centroids, such as headsup"
        )
    tell = None if progress is None else partial(_stage, progress)
    return tyche_tables(tyche, flop=flops, threads=threads, progress=tell)


def open_tables(path: str | os.PathLike[str]) -> TableAbstraction:
    """Open a file of tables, mapped and not read into memory."""
    tables = open_abstraction(path)
    if not isinstance(tables, TableAbstraction):
        raise StrategyError(
            f"'{path}' has no tables; `riverboat abstract tables headsup -o FILE` writes some"
        )
    return tables


def check_tables(tables: TableAbstraction, cards: CardAbstraction, what: str) -> None:
    """Raise unless tables hold the buckets of an abstraction, as far as their sizes and some deals tell."""
    rounds = range(tables.rounds)
    own = tuple(cards.count(number) for number in rounds)
    if tables.groups[0] != (2,) or tables.deck != cards.deck or tables.counts != own:
        raise StrategyError(
            f"the tables have {tables.counts} buckets and {what} has {own}; make them of the same strategy, with "
            "`riverboat abstract tables`"
        )
    rng = np.random.default_rng(0)
    for number in rounds:
        size = sum(tables.groups[number])
        deals = np.array([rng.choice(cards.deck.cards, size, replace=False) for _ in range(_TRIED)], np.uint8)
        if (tables.lookup(number, deals) != cards.lookup(number, deals)).any():
            raise StrategyError(
                f"the tables hold other buckets on round {number} than {what}, though as many; make them of the "
                "same strategy, with `riverboat abstract tables`"
            )


def _stage(progress: Progress, stage: str, done: int, total: int) -> object:
    return progress(done, total)
