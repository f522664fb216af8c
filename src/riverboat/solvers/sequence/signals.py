"""What two players are shown in the course of a hand: signals round by round, how often two meet, and who then wins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial
from typing import Final, Protocol, cast

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.ranking import ranking
from riverboat.errors import SolverError
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import PrivateHands
from riverboat.solvers.full_width.ties import Buckets
from riverboat.solvers.sequence.sequences import Floats, Places

Cards = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int64]
Tied = tuple[Buckets | None, Buckets | None]

MOST_DEALS: Final = 30_000_000
"""Deals of both hands and the board, suits taken together, that are counted out: some gigabytes and a minute."""


@dataclass(frozen=True)
class Pairs:
    """Signals of the two players that meet: how often, and how much more often the first then wins than loses."""

    first: Places
    second: Places
    met: Floats
    won: Floats


@dataclass(frozen=True)
class Strengths:
    """Hands of both players on some boards. block: int32[boards], the number of the board that a round knows.

    strengths: by player int32[boards, hands], -1 of hands that share a card with the board.
    """

    block: Places
    strengths: tuple[Places, Places]


@dataclass(frozen=True)
class HandsMet:
    """Hands of two players that meet on boards of a round. met: its boards, each for `often` deals to come.

    won: the last boards. scale: what a pair of weight 1 counts in a deal; all chances add up to 1. count: pairs.
    """

    hands: tuple[PrivateHands, PrivateHands]
    met: Strengths
    won: Strengths
    often: int
    scale: float
    count: int


class SignalTables(Protocol):
    """What a form asks of signals; they are numbered from 0 without gaps, by player and round."""

    game: Game

    def count(self, player: int, number: int, /) -> int:
        """Return how many signals a player may have in a round."""
        ...

    def parents(self, player: int, number: int, /) -> Places:
        """Return for each signal of a round that of the round before."""
        ...

    def pairs(self, number: int, /) -> Pairs:
        """Return which signals meet in a round; all chances add up to 1."""
        ...

    def name(self, player: int, number: int, signal: int, /) -> str:
        """Return what a signal stands for."""
        ...


class Signals(ABC):
    """The signals of both players, by round; numbered from 0 without gaps.

    ties: by player an abstraction whose buckets are the signals; None tells everything apart.
    """

    def __init__(self, game: Game, ties: Tied) -> None:
        self.game = game
        first = self._player_tables(0, ties[0])
        self._tables = [first, first if self._is_alike(ties) else self._player_tables(1, ties[1])]

    def count(self, player: int, number: int) -> int:
        """Return how many signals a player may have in a round."""
        return int(self._tables[player][number].max()) + 1

    def parents(self, player: int, number: int) -> Places:
        """Return for each signal of a round that of the round before; raise if it is forgotten."""
        now, before = self._tables[player][number], self._tables[player][number - 1]
        parents = np.full(self.count(player, number), -1, np.int32)
        above = before[self._classes_before(player, number)]
        parents[now] = above
        wrong = np.flatnonzero(parents[now] != above)
        if len(wrong):
            raise SolverError(
                f"the abstraction of player {player} forgets in round {number} of {self.game.name!r} which bucket a "
                f"hand was in before, such as {self._class_name(player, number, int(wrong[0]))}; the sequence form "
                "needs perfect recall: use one that remembers, such as gameshrink, or a solver with ties"
            )
        return parents

    def pairs(self, number: int) -> Pairs:
        """Return which signals meet in a round; all chances add up to 1."""
        rows, columns, met, won = [], [], [], []
        for first, second, weight, order in self._deals(number):
            key = self._tables[0][number][first] * self.count(1, number) + self._tables[1][number][second]
            keys, at = np.unique(key, return_inverse=True)
            rows.append(keys // self.count(1, number))
            columns.append(keys % self.count(1, number))
            met.append(np.bincount(at, weight))
            won.append(np.bincount(at, weight * order))
        total = sum(float(part.sum()) for part in met)
        return Pairs(
            np.concatenate(rows).astype(np.int32),
            np.concatenate(columns).astype(np.int32),
            np.concatenate(met) / total,
            np.concatenate(won) / total,
        )

    def forget_deals(self) -> None:
        """All pairs are known: let go what they were counted from, if it was kept."""
        self.__dict__.pop("_dealt", None)

    def of(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        """Return the signal of each hand on a board of a round."""
        return self._tables[player][number][self._classes(player, number, board, hands)]

    def name(self, player: int, number: int, signal: int) -> str:
        """Return cards that a signal stands for."""
        return self._class_name(player, number, int(np.argmax(self._tables[player][number] == signal)))

    # --- classes: what is told apart without ties -----------------------------------------------------------------

    @abstractmethod
    def _class_cards(self, player: int, number: int) -> tuple[Cards, Cards]:
        """Own cards and board of each class of a round."""

    @abstractmethod
    def _classes_before(self, player: int, number: int) -> Ids:
        """For each class of a round that of the round before."""

    @abstractmethod
    def _classes(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        """The class of each hand on a board."""

    @abstractmethod
    def _deals(self, number: int) -> Iterator[tuple[Ids, Ids, Floats, Floats]]:
        """Yield deals: classes of both players in a round, weights, and 1, 0 or -1 as the first wins in the end."""

    def _class_name(self, player: int, number: int, which: int) -> str:
        hands, boards = self._class_cards(player, number)
        board = card_names(boards[which].tolist())
        return f"{card_names(hands[which].tolist())}{f' on {board}' if board else ''}"

    def _is_alike(self, ties: Tied) -> bool:
        """Whether both players have the same signals."""
        return False

    def _player_tables(self, player: int, ties: Buckets | None) -> list[Ids]:
        """By round: the signal of each class."""
        tables = []
        for number in range(self.game.rounds):
            hands, boards = self._class_cards(player, number)
            if ties is None:
                tables.append(np.arange(len(hands), dtype=np.int64))
            else:
                buckets = _buckets(ties, number, hands, boards)
                tables.append(np.unique(buckets, return_inverse=True)[1].astype(np.int64))
        return tables


def _buckets(ties: Buckets, number: int, hands: Cards, boards: Cards) -> Ids:
    """Ask an abstraction board by board."""
    different, at = np.unique(boards, axis=0, return_inverse=True)
    found = np.empty(len(hands), np.int64)
    for place, board in enumerate(different.tolist()):
        here = np.flatnonzero(at.ravel() == place)
        found[here] = ties.buckets(number, board, hands[here])
    return found


class WholeGame(Signals):
    """Signals of a game from its first card: hands and boards up to a renaming of suits."""

    def __init__(self, game: Game, ties: Tied) -> None:
        self._streets = [cards for cards in game.board_cards if cards]
        check_deals(game, _ways(game) // factorial(len(game.deck.suits)))  # at least so many are different
        self._own = HandIndexer((game.hole_cards, *self._streets), game.deck)
        self._both = HandIndexer((game.hole_cards, game.hole_cards, *self._streets), game.deck)
        check_deals(game, self._both.size())
        super().__init__(game, ties)

    def _is_alike(self, ties: Tied) -> bool:
        return ties[0] is ties[1]

    def _level(self, number: int) -> int:
        return sum(cards > 0 for cards in self.game.board_cards[: number + 1])

    def _class_cards(self, player: int, number: int) -> tuple[Cards, Cards]:
        level, hole = self._level(number), self.game.hole_cards
        cards = self._own.cards_batch(level, np.arange(self._own.size(level)))
        return _high_first(cards[:, :hole]), cards[:, hole:]

    def _classes_before(self, player: int, number: int) -> Ids:
        level, before = self._level(number), self._level(number - 1)
        cards = self._own.cards_batch(level, np.arange(self._own.size(level)))
        width = self.game.hole_cards + sum(self._streets[:before])
        return self._own.index_batch(np.ascontiguousarray(cards[:, :width])).astype(np.int64)

    def _classes(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        seen = np.broadcast_to(np.array(board, np.uint8), (len(hands), len(board)))
        return self._own.index_batch(np.hstack([hands, seen])).astype(np.int64)

    def _deals(self, number: int) -> Iterator[tuple[Ids, Ids, Floats, Floats]]:
        cards, weights, order = self._dealt
        hole = self.game.hole_cards
        seen = cards[:, 2 * hole : 2 * hole + sum(self.game.board_cards[: number + 1])]
        first, second = (
            self._own.index_batch(np.ascontiguousarray(np.hstack([cards[:, at : at + hole], seen])))
            for at in (0, hole)
        )
        yield first.astype(np.int64), second.astype(np.int64), weights, order

    @cached_property
    def _dealt(self) -> tuple[Cards, Floats, Floats]:
        level = len(self._both.rounds) - 1
        every = np.arange(self._both.size())
        cards, hole = self._both.cards_batch(level, every), self.game.hole_cards
        board = cards[:, 2 * hole :]
        strengths = [
            ranking(self.game.ranking)
            .evaluate_batch(np.ascontiguousarray(np.hstack([cards[:, at : at + hole], board])))
            .astype(np.int64)
            for at in (0, hole)
        ]
        weights = self._both.weight_batch(level, every).astype(np.float64)
        return cards, weights, np.sign(strengths[0] - strengths[1]).astype(np.float64)


class FromABoard(Signals):
    """Signals of a game that begins on a board with ranges: every hand on every board."""

    def __init__(
        self, game: Game, ties: Tied, board: Sequence[int], hands: tuple[PrivateHands, PrivateHands]
    ) -> None:
        self._board = tuple(board)
        self._hands = hands
        self._first = next(
            number for number in range(game.rounds) if sum(game.board_cards[: number + 1]) >= len(board)
        )
        self.is_tied = ties != (None, None)
        boards = _ways_to_come(game, self._first, game.deck.size - len(board))
        check_deals(game, boards * (len(hands[0]) * len(hands[1]) if self.is_tied else sum(map(len, hands))))
        self._boards = [self._boards_of(game, number) for number in range(game.rounds)]
        super().__init__(game, ties)

    def meetings(self, number: int) -> HandsMet:
        """Return which hands meet in a round, on its own boards and on the last ones; without ties."""
        boards = self._boards[number]
        numbers = {board: place for place, board in enumerate(boards)}
        at = np.array([numbers[board[: len(boards[0])]] for board in self._boards[-1]], np.int32)
        order = np.argsort(at, kind="stable")
        left = self.game.deck.size - 2 * self.game.hole_cards
        often = _ways_to_come(self.game, number, left - len(boards[0]))
        weights = self._apart * np.outer(*(of.weights for of in self._hands))
        deals = _ways_to_come(self.game, self._first, left - len(self._board)) * float(weights.sum())
        met = Strengths(np.arange(len(boards), dtype=np.int32), self._strengths(boards, is_last=False))
        if number == self.game.rounds - 1:
            met = Strengths(met.block, self._strengths(boards))
            return HandsMet(self._hands, met, met, 1, 1 / deals, self._count(met))
        last = self._strengths([self._boards[-1][place] for place in order])
        return HandsMet(self._hands, met, Strengths(at[order], last), often, 1 / deals, self._count(met))

    @cached_property
    def _apart(self) -> npt.NDArray[np.bool_]:
        """Which hands of the two share no card: bool[hands of the first, hands of the second]."""
        first, second = (of.cards for of in self._hands)
        apart = ~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        return np.asarray(apart)

    def _count(self, on: Strengths) -> int:
        """How many pairs of hands meet on boards."""
        first, second = (strengths >= 0 for strengths in on.strengths)
        apart = self._apart.astype(np.float32)  # counts below 2^24 are exact
        return int(((first.astype(np.float32) @ apart) * second).sum(dtype=np.float64))

    def _strengths(self, boards: Sequence[tuple[int, ...]], *, is_last: bool = True) -> tuple[Places, Places]:
        """How strong hands are on each board, 0 where none is shown; -1 where they share a card with it."""
        rank = ranking(self.game.ranking)
        found = []
        for side in self._hands:
            strengths = np.full((len(boards), len(side)), -1, np.int32)
            for row, board in zip(strengths, boards, strict=True):
                free = ~np.isin(side.cards, board).any(axis=1)
                seen = np.broadcast_to(np.array(board, np.uint8), (int(free.sum()), len(board)))
                row[free] = rank.evaluate_batch(np.hstack([side.cards[free], seen])) if is_last else 0
            found.append(strengths)
        return found[0], found[1]

    def _boards_of(self, game: Game, number: int) -> list[tuple[int, ...]]:
        boards = [self._board]
        for cards in game.board_cards[self._first + 1 : number + 1]:
            boards = [
                (*board, *more)
                for board in boards
                for more in combinations(
                    [card for card in sorted(game.deck.cards) if card not in board], cards
                )
            ]
        return boards

    def _class_cards(self, player: int, number: int) -> tuple[Cards, Cards]:
        hands, boards = self._hands[player].cards, np.array(self._boards[number], np.uint8)
        return np.tile(hands, (len(boards), 1)), np.repeat(boards, len(hands), axis=0)

    def _classes_before(self, player: int, number: int) -> Ids:
        hands = len(self._hands[player])
        numbers = {board: place for place, board in enumerate(self._boards[number - 1])}
        before = np.array(
            [numbers[board[: len(self._boards[number - 1][0])]] for board in self._boards[number]]
        )
        return (before[:, None] * hands + np.arange(hands)).ravel()

    def _classes(self, player: int, number: int, board: Sequence[int], hands: Cards) -> Ids:
        widths = self.game.board_cards[self._first + 1 : number + 1]
        key, at = list(self._board), len(self._board)
        for width in widths:
            key += sorted(board[at : at + width])
            at += width
        known = {hand.tobytes(): place for place, hand in enumerate(self._hands[player].cards)}
        places = np.array([known[hand.tobytes()] for hand in np.ascontiguousarray(hands)], np.int64)
        return self._boards[number].index(tuple(key)) * len(known) + places

    def _deals(self, number: int) -> Iterator[tuple[Ids, Ids, Floats, Floats]]:
        """Yield the deals of each last board."""
        weights = np.outer(*(of.weights for of in self._hands)) * self._apart
        numbers = {board: place for place, board in enumerate(self._boards[number])}
        width = len(self._boards[number][0])
        for board in self._boards[-1]:
            mine, theirs = (rows[0].astype(np.int64) for rows in self._strengths([board]))
            first, second = np.nonzero(weights * np.outer(mine >= 0, theirs >= 0))
            order = np.sign(mine[first] - theirs[second]).astype(np.float64)
            place = numbers[board[:width]]
            yield (
                place * len(mine) + first,
                place * len(theirs) + second,
                weights[first, second],
                order,
            )


def check_deals(game: Game, deals: int) -> None:
    """Raise if a game has too many deals to count them out."""
    if deals > MOST_DEALS:
        raise SolverError(
            f"{game.name!r} has {deals:,} deals, suits taken together; a sequence form takes at most {MOST_DEALS:,}, "
            "such as those of rhode_island() or of a river spot: begin on a later street, with smaller ranges, "
            "solve it by a rule such as 'dcfr', or all of hold'em over buckets by riverboat train"
        )


def _ways_to_come(game: Game, number: int, left: int) -> int:
    """How many ways there are to deal what comes after a round from so many cards."""
    ways = 1
    for cards in game.board_cards[number + 1 :]:
        ways *= comb(left, cards)
        left -= cards
    return ways


def _ways(game: Game) -> int:
    """How many ways there are to deal both hands and the board."""
    left, ways = game.deck.size, 1
    for cards in (game.hole_cards, game.hole_cards, *game.board_cards):
        ways *= comb(left, cards)
        left -= cards
    return ways


def _high_first(cards: Cards) -> Cards:
    return cast(Cards, -np.sort(-cards.astype(np.int16), axis=1)).astype(np.uint8)
