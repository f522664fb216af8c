"""What is answered: a strategy as rows over the buckets by which it tells hands apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.boards.with_boards import WithBoards, divided
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.gs.ordered_tables import OrderedTables
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.tables.board_tables import BoardTables
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tables.sequence_tables import SequenceTables
from riverboat.abstraction.tyche.flop_table import WithFlopTable
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.base.progress import Progress
from riverboat.cards.card import FULL_DECK
from riverboat.errors import StrategyError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.options import options_at
from riverboat.solvers.asking.public_state import PublicState
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.asking.twice import AskedTwice
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.card_tables import full_tables

Floats = npt.NDArray[np.floating]

SAME_BET: Final = 1.05
"""Bets within five percent are one, as in a strategy's own answers: parts of a pot are rounded to chips."""


def deal_tables(
    cards: CardAbstraction, game: Game, *, threads: int | None = None, progress: Progress | None = None
) -> DealTables:
    """Return the buckets of an abstraction as the sampled engine deals them; seconds, minutes for centroids."""
    if isinstance(cards, Remembered):
        return deal_tables(cards.of, game, threads=threads, progress=progress).remembering()
    if isinstance(cards, WithBoards):
        of = deal_tables(cards.of, game, threads=threads, progress=progress)
        assert isinstance(of, BoardTables)  # its abstraction takes boards whole
        return divided(of, cards.kinds)
    if game.hole_cards != 2 or game.deck != FULL_DECK:
        return SequenceTables.of(cards, game)
    if isinstance(cards, RecallAbstraction):
        return OrderedTables.of(cards, threads=threads, progress=progress)
    if isinstance(cards, Tyche | WithFlopTable):
        cards = full_tables(cards, threads=threads, progress=progress)
    return BoardTables.of(cards, threads=threads, progress=progress)


class BucketOpponent:
    """A blueprint: the rows that it answers a line with, whatever bets led there.

    acting: how it draws from its rows.
    """

    def __init__(self, strategy: Blueprint, game: Game, acting: Acting = AS_TRAINED) -> None:
        self.acting = acting
        self._moved, self._asked = 0.0, 0
        self._lines = strategy.lines(game)
        self._file = self._lines.root.mix.file
        self.cards = self._file.cards

    def __call__(self, table: Table, choices: Sequence[Action]) -> Floats:
        """Return how every bucket plays: [buckets, choices]."""
        mix = self._lines.at(table.taken).mix
        if mix.file.cards_print != self._file.cards_print:
            raise StrategyError(
                f"{mix.file!r} has other buckets than {self._file!r}; who learns against them needs one set: open the "
                "files alone"
            )
        played = self.acting.rows(mix.strategy.astype(np.float64))
        away = [not any(_is_near(own, action) for action in choices) for own in mix.actions]
        if any(away):
            self._moved += float(played[:, away].sum(axis=1).mean())
        self._asked += 1
        return np.asarray(played @ mix.as_actions(choices), np.float32)

    @property
    def moved(self) -> float:
        """The part of the answers so far that went to another bet, because the tree does not have the strategy's own.

        So after bets that its menu lacks: it plays on in a pot of another size, in parts of that pot.
        """
        return self._moved / max(self._asked, 1)


@dataclass(frozen=True)
class ClassOpponent:
    """Any strategy of a small game, asked with one hand of every class of hands."""

    strategy: StrategyLike
    cards: Lossless
    _twice: AskedTwice = field(default_factory=AskedTwice)

    def __call__(self, table: Table, choices: Sequence[Action]) -> Floats:
        """Return how every class plays: [classes, choices]."""
        options, holes = options_at(table, choices), table.game.hole_cards
        indexer = self.cards.indexers[table.round]
        last = len(self.cards.groups[table.round]) - 1
        rows = []
        for number in range(self.cards.count(table.round)):
            deal = indexer.cards(last, number)
            hand = np.array([sorted(deal[:holes], reverse=True)], np.uint8)
            state = PublicState(table, tuple(deal[holes:]), hand, options)
            rows.append(self._twice.ask(self.strategy, state)[0])
        return np.array(rows)


def _is_near(one: int, other: int) -> bool:
    return one == other or (min(one, other) > 0 and max(one, other) <= SAME_BET * min(one, other))
