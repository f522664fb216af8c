"""A place in a betting tree, reached by a line and the cards of its streets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from riverboat.cards.card import card_names
from riverboat.errors import GameError
from riverboat.games.histories.line import follow_line, write_line
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.options import options_at

_PERCENT = re.compile(r"[brBR][0-9.]+%")


@dataclass(frozen=True, eq=False)
class TreeCursor:
    """A decision in a tree, and how it was reached.

    node: below 0 where the hand is over. path: the nodes before it with the number of the choice taken there. table:
    the hand at the node; do not play on it. board: the cards that were dealt.

    >>> from riverboat.cards.card import parse_cards
    >>> from riverboat.games import build_tree, menu_from_table, spot
    >>> tree = build_tree(spot("QsJh2h", 180, 910), menu_from_table({"every": {"bets": "33% 75%", "raises": "3x"}}))
    >>> place = tree_cursor(tree, parse_cards("QsJh2h"), "k b33% c / 7d")
    >>> place.deals, place.line
    (((21,),), 'k b59 c / 7d')
    >>> tree_cursor(tree, parse_cards("QsJh2h"), "k b30%")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.HistoryError: 'b30%': 54 chips are not in the tree here; there are k, b59 (33%), b135 (75%), a ...
    """

    tree: BettingTree
    node: int
    path: tuple[tuple[int, int], ...]
    table: Table
    board: tuple[int, ...]

    @property
    def choices(self) -> list[Action]:
        """What the tree has here."""
        return self.tree.choices(self.node)

    @property
    def deals(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each street after the first of the tree, as far as they were dealt."""
        return self.tree.deals(self.table.round, self.board)

    @property
    def line(self) -> str:
        """The line from the start of the hand, with the cards of its later streets."""
        return write_line(self.tree.game, self.table.taken, card_names(self.board))

    def meant(self, action: Action, word: str) -> Action:
        """Return the choice of the tree that a word stands for; a percentage is the size that rounds to the same."""
        if self.node < 0 or action in self.choices:
            return action
        options = options_at(self.table, self.choices)
        if _PERCENT.fullmatch(word):
            percent = float(word[1:-1])
            for option in options:
                if f"{option.percent:.0f}" == f"{percent:.0f}" or abs(option.percent - percent) < 0.5:
                    return option.action
        named = ", ".join(
            option.token
            if option.percent != option.percent or option.token == "a"
            else f"{option.token} ({option.percent:.0f}%)"
            for option in options
        )
        what = f"{action} chips are" if action > 0 else "that is"
        raise GameError(f"{what} not in the tree here; there are {named}")

    def act(self, action: Action) -> TreeCursor:
        """Return the place after an action."""
        if self.node < 0:
            raise GameError("the hand is over; nobody can act any more")
        choice = self.choices.index(self.meant(action, ""))
        table = self.table.copy()
        act(table, action)
        child = int(self.tree.child[int(self.tree.first_choice[self.node]) + choice])
        return replace(self, node=child, path=(*self.path, (self.node, choice)), table=table)

    def deal(self, cards: Sequence[int]) -> TreeCursor:
        """Return the same place with more cards on the board."""
        return replace(self, board=(*self.board, *cards))


def tree_root(tree: BettingTree, board: Sequence[int]) -> TreeCursor:
    """Return where a tree begins, with the cards on the table there."""
    return TreeCursor(tree, 0, (), tree.root, tuple(board))


def tree_cursor(tree: BettingTree, board: Sequence[int], line: str) -> TreeCursor:
    """Return the decision that a line leads to; the cards of later streets may be left out, from some street on.

    line: from where the tree begins, such as `k b33% c / 7d k`.
    """
    place = follow_line(line, tree_root(tree, board), whole=True)
    if place.node < 0:
        raise GameError(f"{line!r} ends the hand; nobody is to act after it")
    return place


def find_choice(place: TreeCursor, word: str) -> int:
    """Return the number of the choice at a place that a word of a betting line stands for.

    >>> from riverboat.cards.card import parse_cards
    >>> from riverboat.games import build_tree, menu_from_table, spot
    >>> tree = build_tree(spot("QsJh2h", 180, 910), menu_from_table({"every": {"bets": "33% 75%", "raises": "3x"}}))
    >>> place = tree_cursor(tree, parse_cards("QsJh2h"), "k")
    >>> [find_choice(place, word) for word in ("k", "b33%", "b135", "a")]
    [0, 1, 2, 3]
    """
    return follow_line(word, place).path[-1][1]
