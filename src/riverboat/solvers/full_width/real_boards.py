"""Finding any board among those that the engine keeps, which are different up to a renaming of suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.base.remember import remember
from riverboat.cards.card import card_names
from riverboat.errors import SolverError
from riverboat.games.rules.private_hands import PrivateHands, classes_on
from riverboat.solvers.full_width.engine import SAME_SUITS, FullWidth, Renaming

MOST_BOARDS: Final = 512
"""Boards whose classes and followers are remembered."""


@dataclass(frozen=True)
class RealBoard:
    """A board as it was dealt, and where the engine has it.

    number: among the engine's boards of the round. renaming: turns the suits of the deal into the engine's.
    """

    round: int
    number: int
    cards: tuple[int, ...]
    renaming: Renaming = SAME_SUITS


class RealBoards:
    """All boards of a game by their real cards."""

    def __init__(self, solver: FullWidth) -> None:
        self._solver = solver
        root = tuple(solver.board)
        first = int(solver.game.first_round)
        self._root = RealBoard(first, 0, root)
        self._symmetries: dict[tuple[int, int], list[Renaming]] = {(first, 0): symmetries(solver)}
        self._classes: dict[tuple[RealBoard, int], npt.NDArray[np.intp]] = {}
        self._children: dict[tuple[int, int], dict[frozenset[int], int]] = {}
        self._cards: dict[int, list[list[int]]] = {}

    def find(self, deals: Sequence[Sequence[int]]) -> list[RealBoard]:
        """Return the boards from the root on: the root's own, and one more for each deal that came after it."""
        boards = [self._root]
        for deal in deals:
            boards.append(self._next(boards[-1], tuple(deal)))
        return boards

    def _next(self, parent: RealBoard, deal: tuple[int, ...]) -> RealBoard:
        seen = parent.cards + deal
        strange = [card for card in deal if card not in self._solver.tree.game.deck.cards]
        if strange or len(set(seen)) != len(seen):
            why = "is not in the deck" if strange else "is on the board already"
            raise SolverError(f"{card_names(strange or [c for c in deal if c in parent.cards])} {why}")
        symmetries = self._symmetries[parent.round, parent.number]
        number, children = parent.round + 1, self._children_of(parent.round, parent.number)
        here = [renamed(card, parent.renaming) for card in seen]
        for symmetry in symmetries:
            cards = frozenset(renamed(card, symmetry) for card in here)
            if cards in children:
                child = children[cards]
                dealt = tuple(renamed(card, symmetry) for card in here[len(parent.cards) :])
                self._symmetries[number, child] = _keeping(dealt, symmetries)
                return RealBoard(number, child, seen, _then(parent.renaming, symmetry))
        raise SolverError(f"the board {card_names(seen)} cannot come here")

    def _children_of(self, number: int, board: int) -> dict[frozenset[int], int]:
        """Return the boards of the next round that follow one, by their cards."""
        known = self._children.get((number, board))
        if known is None:
            if number + 1 not in self._cards:
                self._cards[number + 1] = self._solver.game.boards(number + 1)
            boards, children = self._cards[number + 1], self._solver.game.children(number, board)
            known = {frozenset(boards[child]): child for child in children}
            remember(self._children, (number, board), known, MOST_BOARDS)
        return known

    def classes(self, board: RealBoard, player: int) -> npt.NDArray[np.intp]:
        """Return for each hand of a player its class on a board, -1 if it holds a card of the board."""
        known = self._classes.get((board, player))
        if known is None:
            renamed = rename_cards(self._solver.hands[player].cards, board.renaming)
            known = classes_on(self._solver.game, board.round, board.number, player, renamed)
            remember(self._classes, (board, player), known, MOST_BOARDS)
        return known


def symmetries(solver: FullWidth) -> list[Renaming]:
    """Return the renamings of suits that change neither deck, board, ranges nor locks at the root; the same one first.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> symmetries(FullWidth(build_tree(leduc(), Menu())))  # clubs and diamonds are not in the deck
    [(0, 1, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3), (1, 0, 3, 2)]
    """
    every = [(a, b, c, d) for a, b, c, d in permutations(range(4))]
    return _keeping(solver.board, [suits for suits in every if _keeps_game(solver, suits)])


def rename_cards(cards: npt.NDArray[np.uint8], renaming: Renaming) -> npt.NDArray[np.uint8]:
    """Return the cards with their suits renamed."""
    return np.asarray((cards & 0xFC) | np.array(renaming, np.uint8)[cards & 3])


def renamed(card: int, renaming: Renaming) -> int:
    """Return a card with its suit renamed."""
    return card // 4 * 4 + renaming[card % 4]


def _then(first: Renaming, second: Renaming) -> Renaming:
    a, b, c, d = (second[suit] for suit in first)
    return a, b, c, d


def _keeping(cards: Sequence[int], renamings: Sequence[Renaming]) -> list[Renaming]:
    return [r for r in renamings if {renamed(card, r) for card in cards} == set(cards)]


def _keeps_game(solver: FullWidth, suits: Renaming) -> bool:
    deck = solver.tree.game.deck.cards
    if solver.renamings and suits not in solver.renamings:
        return False
    return {renamed(card, suits) for card in deck} == set(deck) and all(
        _weight_table(hands, suits) == _weight_table(hands, SAME_SUITS) for hands in solver.hands
    )


def _weight_table(hands: PrivateHands, renaming: Renaming) -> bytes:
    """The weights by cards after a renaming, to compare: exactly equal weights make equal tables."""
    table = np.zeros((52, 52))
    cards = rename_cards(hands.cards, renaming)
    table[cards[:, 0], cards[:, -1]] = table[cards[:, -1], cards[:, 0]] = hands.weights
    return table.tobytes()
