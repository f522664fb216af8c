"""Tied information sets: hands that a player does not tell apart, and nodes that share a row of the tree."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import integer
from riverboat.cards.card import card_names
from riverboat.errors import SolverError
from riverboat.games.rules.game import Game

_PLAYERS: Final = (0, 1)
MOST_BUCKETS: Final = 2**32 - 1
"""Buckets are numbered in 32 bits."""

BucketArray: TypeAlias = npt.NDArray[np.uint32]
OneTied: TypeAlias = "Buckets | Literal['lossless']"
TiesLike: TypeAlias = "OneTied | tuple[OneTied, OneTied]"
"""A card abstraction or "lossless", for both players or one for each."""


class Buckets(Protocol):
    """A card abstraction: which hands are the same to who holds them.

    Suits have no names: hands and boards that differ in a renaming of suits must be in the same bucket.
    """

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has; they are 0 to count - 1."""
        ...

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on a board of a round: uint32[hands].

        board: card ids, street by street. hands: uint8[hands, hole cards], the higher card first.
        """
        ...


class RankBuckets:
    """Hands by the ranks of their own cards and of the board, street by street; suits are forgotten.

    Nothing is lost where suits do not matter, as in Kuhn, Leduc and their like. The numbers grow as ranks to the power
    of cards, so it is for games of few cards.

    >>> from riverboat.games import leduc
    >>> ranks = RankBuckets(leduc())
    >>> ranks.count(0), ranks.count(1)
    (3, 9)
    >>> from riverboat.cards.card import parse_cards
    >>> ranks.buckets(1, parse_cards("Ks"), np.array([parse_cards("Jh"), parse_cards("Js")], np.uint8)).tolist()
    [2, 2]
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._place = np.zeros(13, np.int64)
        ranks = sorted({card // 4 for card in game.deck.cards})
        self._place[ranks] = np.arange(len(ranks))
        self._ranks = len(ranks)

    def count(self, number: int, /) -> int:
        """Return ranks to the power of all cards that a player sees."""
        return int(self._ranks ** (self.game.hole_cards + sum(self.game.board_cards[: number + 1])))

    def buckets(self, number: int, board: Sequence[int], hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the ranks as digits of one number."""
        own = np.sort(self._place[hands // 4], axis=1)
        seen = np.broadcast_to(self._place[np.array(board, np.int64) // 4], (len(hands), len(board)))
        cards = np.hstack([own, seen])
        return np.asarray(cards @ self._ranks ** np.arange(cards.shape[1])[::-1], np.uint32)


@dataclass(frozen=True, eq=False)
class Ties:
    """The bucket of every class of hands of a prepared game, on every board.

    Two hands at two nodes are in one information set if the nodes have the same row (`BettingTree.row`) and the hands
    the same bucket; they then have one strategy and one sum of regrets. counts: buckets by round and player. classes:
    uint32 by round and player, the boards of the round one after the other.

    >>> from riverboat.games import Menu, build_tree, leduc
    >>> from riverboat.solvers import FullWidth
    >>> game = leduc()
    >>> solver = FullWidth(build_tree(game, Menu()), rule="cfr+", ties=RankBuckets(game))
    >>> solver.ties.counts
    ((3, 3), (9, 9))
    >>> solver.run(1000)
    >>> round(solver.accuracy().values[0], 3)
    -0.086
    """

    counts: tuple[tuple[int, int], ...]
    classes: tuple[tuple[BucketArray, BucketArray], ...]

    @classmethod
    def of(cls, game: _core.SolverGame, how: TiesLike) -> Ties:
        """Put the hands of a game into buckets.

        how: an abstraction, or "lossless": every class of hands on every board is a bucket of its own, so that only
        rows tie. A pair has one for each player, so that one may know less than the other.
        """
        first, second = how if isinstance(how, tuple) else (how, how)
        for one in (first, second):
            if isinstance(one, str) and one != "lossless":
                raise SolverError(
                    f'ties is {one!r}; it must be an abstraction such as RankBuckets, or "lossless"'
                )
        counts, classes = [], []
        for number in range(game.rounds):
            of_first = _of_round(game, number, first)
            of_second = of_first if second is first else _of_round(game, number, second)
            counts.append((of_first[0][0], of_second[1][0]))
            classes.append((of_first[0][1], of_second[1][1]))
        return cls(tuple(counts), tuple(classes))

    @property
    def nbytes(self) -> int:
        """The memory of the buckets."""
        return sum(array.nbytes for of_round in self.classes for array in of_round)

    @cached_property
    def fingerprint(self) -> str:
        """A checksum; the same for the same ties."""
        digest = hashlib.sha256(repr(self.counts).encode())
        for of_round in self.classes:
            for array in of_round:
                digest.update(array.tobytes())
        return digest.hexdigest()

    @cached_property
    def native(self) -> _core.Ties:
        """As the engine takes them."""
        ties = _core.Ties(len(self.counts))
        for number, (counts, classes) in enumerate(zip(self.counts, self.classes, strict=True)):
            for player in _PLAYERS:
                ties.set(number, player, counts[player], classes[player])
        return ties


_OfPlayer: TypeAlias = tuple[int, BucketArray]


def _of_round(game: _core.SolverGame, number: int, how: OneTied) -> list[_OfPlayer]:
    return _own_buckets(game, number) if isinstance(how, str) else _buckets_of(game, number, how)


def _own_buckets(game: _core.SolverGame, number: int) -> list[_OfPlayer]:
    """Return a bucket for each class of hands on each board of a round, by player."""
    boards = range(len(game.boards(number)))
    sizes = [sum(len(game.board_hands(number, board, player)[0]) for board in boards) for player in _PLAYERS]
    return [(size, np.arange(size, dtype=np.uint32)) for size in sizes]


def _buckets_of(game: _core.SolverGame, number: int, how: Buckets) -> list[_OfPlayer]:
    boards = game.boards(number)
    if not boards:  # the tree ends before
        return [(0, np.zeros(0, np.uint32)) for _ in _PLAYERS]
    given = how.count(number)
    count = integer(given)
    if count is None or not 0 < count <= MOST_BUCKETS:
        raise SolverError(f"round {number} has {given!r} buckets; it must be a whole number such as 100")
    found: list[list[BucketArray]] = [[] for _ in _PLAYERS]
    for board, dealt in enumerate(boards):
        known: tuple[npt.NDArray[np.uint8], BucketArray] | None = None
        for player in _PLAYERS:
            _, _, cards, class_of = game.board_hands(number, board, player)
            if known is None or not np.array_equal(known[0], cards):  # both often hold the same hands
                known = cards, _checked(how.buckets(number, dealt, cards), count, cards, dealt)
            found[player].append(_by_class(known[1], class_of, cards, dealt))
    return [(count, np.concatenate(of_player)) for of_player in found]


def _checked(
    given: BucketArray, count: int, cards: npt.NDArray[np.uint8], board: Sequence[int]
) -> BucketArray:
    buckets = np.asarray(given)
    if buckets.shape != (len(cards),) or buckets.dtype.kind not in "iu":
        raise SolverError(
            f"{_on(board)} {len(cards)} hands have buckets {buckets.dtype}{list(buckets.shape)}; there must be a whole "
            f"number for each, uint32[{len(cards)}]"
        )
    outside = np.flatnonzero((buckets < 0) | (buckets >= count))
    if len(outside):
        hand = outside[0]
        raise SolverError(
            f"{_on(board)} {card_names(cards[hand].tolist())} is in bucket {buckets[hand]}; the buckets of this round "
            f"are 0 to {count - 1}"
        )
    return buckets.astype(np.uint32)


def _by_class(
    buckets: BucketArray,
    class_of: npt.NDArray[np.uint16],
    cards: npt.NDArray[np.uint8],
    board: Sequence[int],
) -> BucketArray:
    """Return the bucket of each class; all its hands must have it."""
    _, first = np.unique(class_of, return_index=True)
    split = np.flatnonzero(buckets != buckets[first][class_of])
    if len(split):
        hand = split[0]
        other = first[class_of[hand]]
        names = [card_names(cards[i].tolist()) for i in (other, hand)]
        raise SolverError(
            f"{_on(board)} {names[0]} is in bucket {buckets[other]} and {names[1]} in {buckets[hand]}, but they differ "
            "in suits only; an abstraction must not tell suits apart, as RankBuckets does not"
        )
    return np.ascontiguousarray(buckets[first])


def _on(board: Sequence[int]) -> str:
    return f"on the board {card_names(board)}" if board else "before the board"
