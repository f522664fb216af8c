"""Many games of one street on a card at once: dealt natively, walked together, their tables kept until asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.games.rules.table import native_rules
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.checked import cards_shown, factors_of, two_in_hand, two_seats
from riverboat.solvers.full_width.engine import NO_MEETING, PLAYERS
from riverboat.solvers.full_width.prepared_game import most_cells_a_hand
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.gpu.card import Card, OnCard
from riverboat.solvers.gpu.full_width_card import FullWidthCard
from riverboat.solvers.gpu.full_width_levels import FlatGames, flat_games
from riverboat.solvers.update_rules.rules import UpdateRule

Floats = npt.NDArray[np.float64]

MOST_TOGETHER: Final = 2048
"""Games that run at once: enough to keep a large card busy, and so few that the next are dealt meanwhile."""

ROW_SLACK: Final = 16
"""Numbers at the end of a row of a table that no hand has, at most."""

TABLE_SHARE: Final = 3
"""The tables of games that run at once take one part in so many of the card; boards, lists and planes lie beside."""


@dataclass(frozen=True, eq=False)
class GameKind:
    """What games have in common that differ in board and ranges only. setup: of one of them."""

    setup: GameSetup

    def __post_init__(self) -> None:
        two_in_hand(self.setup.root)

    @property
    def tree(self) -> BettingTree:
        """The tree that all share."""
        return self.setup.tree

    @cached_property
    def pot(self) -> int:
        """Chips in the pot where the tree begins."""
        return self.setup.pot

    @cached_property
    def put_in(self) -> tuple[int, int]:
        """What either player has put in there."""
        first, second = (self.setup.root.put_in[seat] for seat in two_in_hand(self.setup.root))
        return first, second

    @cached_property
    def street(self) -> tuple[int, int]:
        """The round where it begins, and how many there are: games that run together have the same."""
        return self.setup.root.round, self.setup.game.rounds

    @cached_property
    def native(self) -> _core.SolverGame:
        """A game without board and hands, for others to be like."""
        rules, rake = native_rules(self.setup.game), self.setup.rake
        return _core.SolverGame.undealt(
            rules, self.tree.native, two_in_hand(self.setup.root), rake.share, rake.cap
        )

    @cached_property
    def cells_a_hand(self) -> tuple[int, int]:
        """By player: numbers of a table for each hand, at most."""
        return most_cells_a_hand(self.tree, self.cards_shown)

    @cached_property
    def cards_shown(self) -> int:
        """How many cards the board has where the tree begins."""
        return cards_shown(self.tree)

    @property
    def street_end(self) -> int:
        """The node after the last of the first street."""
        return int(self.tree.first_node[self.setup.root.round + 1])

    def choices_before(self, node: int) -> npt.NDArray[np.int64]:
        """Return by player the choices of the first street's nodes before one; on a board rows lie node by node."""
        tree, before = self.tree, slice(int(self.tree.first_node[self.setup.root.round]), node)
        choices, actors = np.diff(tree.first_choice)[before], tree.actor[before]
        return np.array([choices[actors == seat].sum() for seat in two_seats(tree)], np.int64)

    @cached_property
    def most_actions(self) -> int:
        """That a node has."""
        return int(np.diff(self.tree.first_choice).max())


@dataclass(frozen=True, eq=False)
class GameToDeal:
    """A game by its kind, the board where it begins, and by player the weights of all hands, float64[1326]."""

    kind: GameKind
    board: list[int]
    weights: tuple[Floats, Floats]

    def table_bytes(self, cell_bytes: int) -> int:
        """Return what its tables take at most, a cell of all of them so many bytes."""
        held = (int(np.count_nonzero(weights)) + ROW_SLACK for weights in self.weights)
        return cell_bytes * sum(
            hands * cells for hands, cells in zip(held, self.kind.cells_a_hand, strict=True)
        )


@dataclass(frozen=True, eq=False)
class DealtGames:
    """Games with their boards dealt, also as arrays for a card. meetings: weights of hands that can meet, by game."""

    kinds: list[GameKind]
    games: list[_core.SolverGame]
    meetings: Floats
    flat: FlatGames | None


def deal_games(
    asked: Sequence[GameToDeal], precision: int, *, processors: int, room: int = 0, threads: int
) -> DealtGames:
    """Deal games of one street with so many threads; there are no arrays if hands of one never meet.

    room: for how many hands at least there are threads, where the deck has so many.
    """
    kinds = [game.kind for game in asked]
    first, second = ([game.weights[player] for game in asked] for player in PLAYERS)
    like, boards = [kind.native for kind in kinds], [game.board for game in asked]
    games, meetings = _core.deal_games(like, boards, first, second, threads)
    numbers: dict[GameKind, int] = {}
    kind_of = np.array([numbers.setdefault(kind, len(numbers)) for kind in kinds], np.intp)
    flat = None
    if meetings.min() > NO_MEETING:
        game = kinds[0].setup.game
        shown = accumulate(game.board_cards)
        rooms = [min(room, comb(game.deck.size - cards, 2)) for cards in shown] if room else None
        flat = flat_games(
            games, precision, kinds=kind_of, processors=processors, threads=threads, rooms=rooms
        )
    return DealtGames(kinds, games, meetings, flat)


def make_room(card: Card, table_bytes: int, kept: Sequence[KeptTables]) -> None:
    """Let tables of games that are done leave the card, the first first, until others have room for so many bytes."""
    for tables in kept:
        if card.free_bytes >= TABLE_SHARE * table_bytes:
            return
        tables.leave_card()


def parts_of(games: Iterable[GameToDeal], cell_bytes: int, most_bytes: int) -> Iterator[list[GameToDeal]]:
    """Split games into neighbours that run at once, their tables at most so large together.

    cell_bytes: of a number in all tables.
    """
    part: list[GameToDeal] = []
    size = 0
    for game in games:
        more = game.table_bytes(cell_bytes)
        if part and (size + more > most_bytes or len(part) == MOST_TOGETHER):
            yield part
            part, size = [], 0
        part.append(game)
        size += more
    yield part


@dataclass(eq=False)
class KeptTables:
    """Tables of many games, one game after the other: on the card, or in memory once that is needed for others."""

    card: Card
    tables: dict[str, OnCard]
    first_cell: npt.NDArray[np.int64]
    root_widths: npt.NDArray[np.uint32]  # [games, players]: numbers in a row of the root's board
    is_on_card: bool = True
    is_whole: bool = True

    def keep_streets(self, cells: Sequence[int]) -> None:
        """Go on in memory with the averages of so many cells of each game alone, its first ones."""
        kept = [self.cells("averages", game, 0, count) for game, count in enumerate(cells)]
        self.tables = {"averages": np.concatenate(kept)}
        self.first_cell = np.concatenate([[0], np.cumsum(cells)])
        self.is_on_card = self.is_whole = False

    def leave_card(self) -> None:
        """Go on in memory."""
        if self.is_on_card:
            self.tables = {name: self.card.get(table) for name, table in self.tables.items()}
            self.is_on_card = False

    def copy_to(self, game: int, tables: dict[str, npt.NDArray[Any]]) -> None:
        """Write the tables of a game into those of a C++ engine."""
        cells = int(self.first_cell[game + 1] - self.first_cell[game])
        for name, table in tables.items():
            table[...] = self.cells(name, game, 0, cells)

    def cells(self, name: str, game: int, begin: int, count: int) -> npt.NDArray[Any]:
        """Return so many cells of a table of a game, and no more of it."""
        first = int(self.first_cell[game]) + begin
        found = self.tables[name][first : first + count]
        return self.card.get(found) if self.is_on_card else np.asarray(found)


class SideBySide:
    """Walks dealt games together; a run drives it as it drives one solver."""

    def __init__(self, card: Card, dealt: DealtGames, rule: UpdateRule, precision: int) -> None:
        assert dealt.flat is not None
        self._card, self._rule, self._meetings = card, rule, dealt.meetings
        self._bits = 64 if precision == 64 else 32
        self._has_rake = any(kind.setup.rake.share for kind in dealt.kinds)
        self._on_card = FullWidthCard(
            card,
            dealt.flat,
            precision=precision,
            predicts=rule.factors(1).predict,
            most_actions=max(kind.most_actions for kind in dealt.kinds),
        )
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Do so many iterations more of every game."""
        factors = factors_of(self._rule, self.iterations + 1, iterations)
        kept = self._rule.factors(self.iterations).keep_predicted if self.iterations else 1.0
        self._on_card.run(factors, self.iterations + 1, kept)
        self._card.wait()
        self.iterations += iterations

    def exploitability(self) -> Floats:
        """Return by game what the players would gain by the best answers, as fast as it can be told."""
        best = self._means("best", self._bits)
        if self._has_rake:  # else the values add up to nothing and need not be found
            best = best - self._means("expected", self._bits)
        return np.asarray(best.sum(axis=1) / 2)

    def accuracy(self) -> tuple[Floats, Floats]:
        """Return what the averages win and what the best answers would win: [games, players].

        Found in 64 bits, unless these games have too many lines for that on the card.
        """
        bits = 64 if self._on_card.takes(64) else self._bits
        return self._means("expected", bits), self._means("best", bits)

    def _means(self, kind: Any, bits: int) -> Floats:
        sums = np.stack([self._on_card.sums(kind, player, bits) for player in PLAYERS], axis=1)
        return np.asarray(sums / self._meetings[:, None])

    def kept(self) -> KeptTables:
        """Return the tables, without all else that lies on the card."""
        games = self._on_card.games
        widths = games.levels[0].boards["width"].copy()
        return KeptTables(self._card, self._on_card.tables, games.first_cell, widths)
