"""A card abstraction of a small game, made of classes of the nodes of its signal tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.small_games.signal_tree import Ids, SignalTree
from riverboat.base.checks import integer
from riverboat.cards.card import Deck
from riverboat.cards.card_arrays import card_rows
from riverboat.errors import AbstractionError
from riverboat.games.rules.game import Game


class SignalAbstraction:
    """Classes of signals as a card abstraction: a class for each node of each level of a `SignalTree`.

    A class tells what its holder knew before: signals of one class have parents of one class.
    """

    def __init__(self, tree: SignalTree, classes: Sequence[Ids]) -> None:
        self._tree = tree
        self._classes = [np.ascontiguousarray(of_level, np.uint32) for of_level in classes]

    @property
    def game(self) -> Game:
        """The game whose signals these are."""
        return self._tree.game

    @property
    def deck(self) -> Deck:
        """The deck hands are dealt from."""
        return self.game.deck

    @property
    def counts(self) -> tuple[int, ...]:
        """Classes by betting round."""
        return tuple(self.count(number) for number in range(self.game.rounds))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.name}, {' / '.join(f'{n:,}' for n in self.counts)})"

    def count(self, number: int, /) -> int:
        """Return how many classes a betting round has."""
        return int(self._of_round(number).max()) + 1

    def buckets(
        self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /
    ) -> npt.NDArray[np.uint32]:
        """Return the class of each hand on a board. board: card ids, street by street. hands: [hands, hole cards]."""
        hands = card_rows(hands)
        seen = np.broadcast_to(np.array(board, np.uint8), (len(hands), len(board)))
        return self.lookup(number, np.hstack([hands, seen]))

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> npt.NDArray[np.uint32]:
        """Return the class of each deal. cards: [deals, hole and board cards], the hole cards first."""
        of_round, rows = self._of_round(number), card_rows(cards)
        held = self.game.hole_cards + sum(self.game.board_cards[: number + 1])
        if rows.shape[1] != held:
            raise AbstractionError(
                f"round {number} of '{self.game.name}' shows {held} cards to a player; {rows.shape[1]} were given"
            )
        return of_round[self._tree.indexer.index_batch(rows)]

    def _of_round(self, number: int) -> npt.NDArray[np.uint32]:
        which = integer(number)
        if which is None or not 0 <= which < self.game.rounds:
            raise AbstractionError(
                f"round {number!r} does not exist; rounds of '{self.game.name}' are 0 to {self.game.rounds - 1}"
            )
        return self._classes[self._tree.level_of_round(which)]
