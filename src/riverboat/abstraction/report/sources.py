"""The hands that a report measures: all classes of a street where they are known, else a sample of deals.

A source gives hands block by block, so that a street of 123 million classes needs no more memory than its tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import numpy as np

from riverboat.abstraction.card_abstraction import HOLDEM, CardAbstraction, Groups, names_of_rounds
from riverboat.abstraction.methods.street_strengths import CHUNK, street_strengths
from riverboat.abstraction.report.deals import Centred, centroid_distances, deal_ehs, sample_deals
from riverboat.abstraction.small_games.signal_abstraction import SignalAbstraction
from riverboat.abstraction.small_games.signal_tree import SignalTree
from riverboat.abstraction.small_games.signals import Signals
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.cards.card import FULL_DECK
from riverboat.cards.isomorphism import HandIndexer

ALWAYS: Final = 1000
"""Streets of no more classes than that are never sampled."""


@dataclass(frozen=True, eq=False)
class Hands:
    """Some hands of a street, one row for each: bucket, weight, EHS, and the distance to their centroid if it has one.

    ehs: None where hand strength is not defined.
    """

    buckets: np.ndarray
    weights: np.ndarray
    ehs: np.ndarray | None
    distances: np.ndarray | None = None


class Source(Protocol):
    """The hands of one street of an abstraction."""

    name: str
    classes: int
    hole: int
    sampled: int | None
    """How many deals a sample has; None if every class is there."""

    @property
    def met(self) -> np.ndarray | None:
        """The buckets that `Hands.buckets` counts through; None for all buckets there are."""
        ...

    def blocks(self) -> Iterator[Hands]:
        """Yield all hands, in the same blocks each time."""
        ...

    def cards(self, rows: np.ndarray) -> np.ndarray:
        """Return the cards of some rows, hole cards first: uint8[rows, cards]."""
        ...

    def some(self, samples: int, seed: int) -> Hands:
        """Return the hands among which neighbours are looked for, no class twice; at most `samples` where many."""
        ...


def source_of(
    abstraction: CardAbstraction, number: int, samples: int, seed: int, threads: int | None
) -> Source:
    """Return the hands of a round: every class of tables and of small games, else deals."""
    groups = groups_of(abstraction)
    if isinstance(abstraction, SignalAbstraction):
        return SignalSource(abstraction, number, groups)
    if isinstance(abstraction, TableAbstraction) and (
        abstraction.deck != FULL_DECK or groups[number] in HOLDEM
    ):
        return TableSource(abstraction, number, threads)
    return DealSource(abstraction, number, groups, samples, seed)


def groups_of(abstraction: CardAbstraction) -> Groups:
    """Return the cards of each round: as it says, as its game has them, or those of hold'em.

    >>> from riverboat.abstraction import Lossless, gs2
    >>> from riverboat.games import leduc
    >>> groups_of(gs2(leduc(), (3, 6))), groups_of(Lossless())[1]
    (((1,), (1, 1)), (2, 3))
    """
    if isinstance(abstraction, SignalAbstraction):
        game = abstraction.game
        boards = (game.board_cards[: number + 1] for number in range(game.rounds))
        return tuple((game.hole_cards, *(cards for cards in board if cards)) for board in boards)
    groups: Groups = getattr(abstraction, "groups", HOLDEM)
    return groups


class TableSource:
    """Every class of a table, each counting by its hands."""

    sampled: int | None = None
    met = None

    def __init__(self, tables: TableAbstraction, number: int, threads: int | None) -> None:
        self.name, self._number, self._threads = tables.classes.names[number], number, threads
        self._tables, self._buckets = tables, tables.tables[number]
        self.group = tables.groups[number]
        self.classes, self.hole = len(self._buckets), self.group[0]
        self._indexer = tables.classes.indexers[number]
        self._last = len(self.group) - 1
        holdem = tables.deck == FULL_DECK
        self._strengths = street_strengths(sum(self.group[1:]), threads) if holdem else None

    def blocks(self) -> Iterator[Hands]:
        """Yield the classes in the order of their index."""
        for begin in range(0, self.classes, CHUNK):
            part = slice(begin, min(begin + CHUNK, self.classes))
            weights = self._indexer.weight_batch(self._last, np.arange(part.start, part.stop), self._threads)
            strengths = None if self._strengths is None else self._strengths.ehs(part)
            yield Hands(self._buckets[part], weights.astype(np.float64), strengths)

    def cards(self, rows: np.ndarray) -> np.ndarray:
        """Return a deal of each class."""
        return self._indexer.cards_batch(self._last, rows)

    def some(self, samples: int, seed: int) -> Hands:
        """Return the classes of random deals."""
        deck = np.array(self._tables.deck.cards, np.uint8)
        rng, width = np.random.default_rng(seed), sum(self.group)
        deals = deck[rng.random((samples, len(deck))).argsort(axis=1)[:, :width]]
        rows = np.unique(self._tables.classes.index(self._number, deals))
        strengths = None if self._strengths is None else self._strengths.ehs(rows)
        return Hands(self._buckets[rows], np.ones(len(rows)), strengths)


class SignalSource:
    """Every signal of a small game; strength is the probability of winning against a random hand, ties half."""

    sampled: int | None = None
    met = None

    def __init__(self, abstraction: SignalAbstraction, number: int, groups: Groups) -> None:
        tree = SignalTree(abstraction.game)
        signals, self._level = Signals.of(tree), tree.level_of_round(number)
        self.name, self.hole, self._indexer = names_of_rounds(groups)[number], groups[0][0], tree.indexer
        self.classes = tree.sizes[self._level]
        chances, strengths = signals.probabilities[self._level], signals.strengths[self._level]
        buckets = abstraction.lookup(number, self.cards(np.arange(self.classes)))
        self._hands = Hands(buckets, chances, strengths)

    def blocks(self) -> Iterator[Hands]:
        """Yield all signals at once."""
        yield self._hands

    def cards(self, rows: np.ndarray) -> np.ndarray:
        """Return a deal of each signal."""
        return self._indexer.cards_batch(self._level, rows)

    def some(self, samples: int, seed: int) -> Hands:
        """Return all signals."""
        return self._hands


class DealSource:
    """Deals whose buckets are asked for, for whatever answers `lookup`.

    All classes of the street if they are few, no more than ALWAYS or than `samples`; else a sample.
    """

    def __init__(
        self, abstraction: CardAbstraction, number: int, groups: Groups, samples: int, seed: int
    ) -> None:
        group = groups[number]
        self.name, self.hole = names_of_rounds(groups)[number], group[0]
        self._abstraction, self._number = abstraction, number
        self._indexer = HandIndexer(group, abstraction.deck)
        self._last, self.classes = len(group) - 1, self._indexer.size()
        if self.classes <= max(samples, ALWAYS):
            every = np.arange(self.classes)
            self.deals = self._indexer.cards_batch(self._last, every)
            self._weights = self._indexer.weight_batch(self._last, every).astype(np.float64)
            self.sampled = None
        else:
            self.deals = sample_deals(group[0], sum(group[1:]), abstraction.deck.cards, samples, seed)
            self._weights = np.ones(len(self.deals))
            self.sampled = len(self.deals)

    @cached_property
    def _buckets(self) -> np.ndarray:
        return self._abstraction.lookup(self._number, self.deals)

    @cached_property
    def met(self) -> np.ndarray:
        """The buckets of these deals: a few of what may be millions."""
        return np.unique(self._buckets)

    @cached_property
    def _hands(self) -> Hands:
        buckets = np.searchsorted(self.met, self._buckets)
        strengths = deal_ehs(self.deals) if self._abstraction.deck == FULL_DECK else None
        distances = (
            centroid_distances(self._abstraction, self._number, self.deals)
            if isinstance(self._abstraction, Centred)
            else None
        )
        return Hands(buckets, self._weights, strengths, distances)

    def blocks(self) -> Iterator[Hands]:
        """Yield all deals at once."""
        yield self._hands

    def cards(self, rows: np.ndarray) -> np.ndarray:
        """Return the deals."""
        return np.asarray(self.deals[rows])

    def some(self, samples: int, seed: int) -> Hands:
        """Return one deal of each class that was dealt."""
        rows = np.unique(self._indexer.index_batch(self.deals), return_index=True)[1]
        hands = self._hands
        strengths = None if hands.ehs is None else hands.ehs[rows]
        return Hands(hands.buckets[rows], hands.weights[rows], strengths)
