"""What the full-width engine's kernels read, as plain arrays: the rounds of one game, or of many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import SolverError

PLAYERS: Final = (0, 1)
WARP: Final = 32
FACTS: Final = 128
"""Bytes of what the threads of a block know in common."""
LOOK: Final = 5
"""Numbers of a look: see flat_boards.hpp."""
WARP_SUMS: Final = 68
"""Numbers that the warps of a block tell each other."""
MOST_THREADS: Final = 1024
CHUNK_OF_EACH: Final = 3
"""Hands of lists for each class that a thread has, at least."""
MOST_COPIED: Final = 4096
"""Numbers of a program that is copied to shared memory; longer ones are read where they lie, and leave it to planes."""
EACH_BLOCK_OF: Final = 128
"""Blocks for each multiprocessor, so that all are busy to the end; more starts than that share blocks, and what is read
of their board."""

BOARD: Final = np.dtype(
    [("cell", np.uint64), ("decision", np.uint32), ("parent", np.uint32)]
    + [(name, np.uint32, 2) for name in ("width", "classes", "warps", "down")]
    + [("first_deal", np.uint32), ("deals", np.uint32)]
)
DEAL: Final = np.dtype([("board", np.uint32), ("up", np.uint32, 2)])
PLACE: Final = np.dtype(
    [(name, np.uint32) for name in ("reach", "values", "leaves", "decision")] + [("factors", np.uint32, 2)]
)
BLOCK: Final = np.dtype([(name, np.uint32) for name in ("board", "program", "start", "count")])
LEAF: Final = np.dtype([("board", np.uint32), ("leaf", np.uint32)])


class Shape(NamedTuple):
    """How work is laid over the threads of a block.

    each: classes of hands that a thread has. chunk: hands of lists that it adds up. span: threads of a list, at most.
    alike: whether classes have several hands. cards: of a hand.
    """

    threads: int
    each: int
    chunk: int
    span: int
    alike: bool
    cards: int

    @property
    def room(self) -> int:
        """Classes of a plane."""
        return self.threads * self.each

    @property
    def chunk_bytes(self) -> int:
        """Bytes of what a thread knows of the lists."""
        return 2 * (self.chunk + self.chunk % 2) + 4

    def blocks_at_once(self, real: int) -> int:
        """Return how many blocks a multiprocessor shall hold at once, which settles the registers of a thread.

        With some 60 of them, twice as many for numbers of 8 bytes, little is spilled and 30 of 64 warps are in flight.
        """
        return -(-900 * 4 // real // self.threads)

    def shared_bytes(self, planes: int, program: int, real: int) -> int:
        """Return the shared memory that a block takes: planes of numbers of `real` bytes, and a program's numbers."""
        numbers = (planes + 1) * self.room + self.threads * self.chunk + 4 + WARP_SUMS
        return real * numbers + FACTS + 2 * LOOK * self.room + self.chunk_bytes * self.threads + 4 * program


def threads_for(hands: int, *, last: bool) -> tuple[int, int]:
    """Return threads for boards with so many hands at most, and the classes that each takes.

    On the last round there are blocks enough for each thread to take two classes, which is the fastest (1 and 4 take
    1.3 and 1.5 times as long on an H200); before, all wait for the few blocks there are, and each takes one.

    >>> threads_for(179, last=True), threads_for(1081, last=True), threads_for(1176, last=False)
    ((96, 2), (544, 2), (608, 2))
    """
    needed = hands + 1  # a class that is never reached
    each = 2 if last or needed > MOST_THREADS else 1
    threads = -(-needed // (each * WARP)) * WARP
    if threads > MOST_THREADS:
        raise SolverError(
            f"boards with {hands:,} hands are more than the card takes ({2 * MOST_THREADS - 1:,}); use device='cpu'"
        )
    return threads, each


@dataclass(frozen=True, eq=False)
class Level:
    """One round of all games: its boards, programs by player, and where the planes of each board lie.

    first_board: by game, and where the last one ends.
    starts, leaves: planes of values that go back to the round before, and of reach that goes on, in all. planes: that
    programs need at most, and longest: numbers of the longest program, by player.
    """

    shape: Shape
    first_board: npt.NDArray[np.int64]
    boards: npt.NDArray[np.void]
    places: npt.NDArray[np.void]
    chances: npt.NDArray[np.float64]
    deals: npt.NDArray[np.void]
    maps: tuple[npt.NDArray[np.uint16], ...]
    lists: tuple[npt.NDArray[np.uint16], ...]
    looks: tuple[npt.NDArray[np.uint16], ...]
    code: tuple[npt.NDArray[np.int32], ...]
    programs: tuple[npt.NDArray[np.uint32], ...]
    factors: tuple[npt.NDArray[np.float64], ...]
    planes: tuple[int, ...]
    longest: tuple[int, ...]
    blocks: npt.NDArray[np.void]
    leaf_blocks: npt.NDArray[np.void]
    starts: int
    leaves: int

    @property
    def is_copied(self) -> bool:
        """Whether blocks copy programs to their shared memory before they walk them."""
        return max(self.longest) <= MOST_COPIED


@dataclass(frozen=True, eq=False)
class FlatGames:
    """Games for the kernels, their tables one after the other.

    first_cell, first_decision: by game, and where the last one ends. reach, sizes: by player,
    [games, classes], the weight of a hand of each of the root's classes, and how many hands it has.
    """

    levels: tuple[Level, ...]
    first_cell: npt.NDArray[np.int64]
    first_decision: npt.NDArray[np.int64]
    reach: tuple[npt.NDArray[np.float64], ...]
    sizes: tuple[npt.NDArray[np.uint16], ...]


def flat_games(
    games: Sequence[_core.SolverGame],
    bits: int,
    *,
    kinds: npt.NDArray[np.intp] | None = None,
    processors: int,
    rooms: Sequence[int] | None = None,
    threads: int = 0,
) -> FlatGames:
    """Return games as arrays; all begin on the same round. bits: of a number in tables; processors: of the card.

    kinds: by game, from 0 on; games of one kind have the same tree and rake, and share programs. Without,
    each is of its own. rooms: by round of the game, for how many hands there are threads at least; so games have
    the shape, and with it the kernels, of others.
    """
    if len({(game.first_round, game.rounds) for game in games}) != 1:
        raise SolverError("the games begin on different streets; solve those of one street together")
    kind_of = np.arange(len(games)) if kinds is None else kinds
    walks = [_core.FlatWalk(games[game]) for game in np.unique(kind_of, return_index=True)[1]]
    cells, decisions = (_begins(sizes) for sizes in _core.table_sizes(games, max(bits, 32)).T)
    rounds = range(games[0].first_round, games[0].rounds)
    raw = [_Round.of(games, number, bits, threads, rooms, last=number == rounds[-1]) for number in rounds]
    levels: list[Level] = []
    for number, here in enumerate(raw):
        below = raw[number + 1].first_board if number + 1 < len(raw) else None
        before = levels[-1] if levels else None
        first = _Firsts(kind_of, cells, decisions)
        levels.append(here.level(_programs(walks, here.number), before, below, first, processors))
    roots = [_core.root_classes(games, player, levels[0].shape.room) for player in PLAYERS]
    return FlatGames(
        tuple(levels),
        cells,
        decisions,
        tuple(weights for weights, _ in roots),
        tuple(sizes for _, sizes in roots),
    )


def _begins(sizes: Sequence[int] | npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Where each of several parts begins when they lie one after the other, and where the last ends."""
    return np.concatenate([[0], np.cumsum(np.asarray(sizes, np.int64))])


def _joined(parts: Sequence[Any], begins: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Parts one after the other, numbers of each moved by where it begins."""
    return np.concatenate(
        [part + np.asarray(begin, part.dtype) for part, begin in zip(parts, begins, strict=False)]
    )


class _Firsts(NamedTuple):
    """The kind of each game, and where its cells and decisions begin."""

    kind_of: npt.NDArray[np.intp]
    cell: npt.NDArray[np.int64]
    decision: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Programs:
    """The programs of a round, one kind of games after the other.

    code, first, factors, planes, longest: by player; see `Level`. first_factor: by kind and player. starts, leaves,
    chance: by kind.
    """

    code: tuple[npt.NDArray[np.int32], ...]
    first: tuple[npt.NDArray[np.uint32], ...]
    factors: tuple[npt.NDArray[np.float64], ...]
    first_factor: npt.NDArray[np.int64]
    planes: tuple[int, ...]
    longest: tuple[int, ...]
    starts: npt.NDArray[np.int64]
    leaves: npt.NDArray[np.int64]
    chance: npt.NDArray[np.float64]


def _programs(walks: Sequence[_core.FlatWalk], number: int) -> _Programs:
    last = number + 1 == walks[0].rounds
    made = [list(zip(*(walk.programs(number, player) for walk in walks), strict=True)) for player in PLAYERS]
    codes, firsts, factors, planes = zip(*made, strict=True)
    return _Programs(
        code=tuple(np.concatenate(of_player) for of_player in codes),
        first=tuple(
            _joined(first, _begins([len(part) for part in code]))
            for first, code in zip(firsts, codes, strict=True)
        ),
        factors=tuple(np.concatenate(of_player) for of_player in factors),
        first_factor=np.transpose([_begins([len(part) for part in of_player])[:-1] for of_player in factors]),
        planes=tuple(max(of_player) for of_player in planes),
        longest=tuple(max(int(np.diff(first).max()) for first in of_player) for of_player in firsts),
        starts=np.array([walk.starts(number) for walk in walks]),
        leaves=np.array([0 if last else walk.starts(number + 1) for walk in walks]),
        chance=np.array([1.0 if last else walk.chance(number + 1) for walk in walks]),
    )


@dataclass(frozen=True, eq=False)
class _Round:
    """A round of all games as C++ gives it, one game after the other."""

    number: int
    shape: Shape
    boards: npt.NDArray[np.void]
    deals: npt.NDArray[np.void]
    boards_of: npt.NDArray[np.uint32]
    deals_of: npt.NDArray[np.uint32]
    maps: tuple[npt.NDArray[np.uint16], ...]
    lists: tuple[npt.NDArray[np.uint16], ...]
    looks: tuple[npt.NDArray[np.uint16], ...]

    @classmethod
    def of(
        cls,
        games: Sequence[_core.SolverGame],
        number: int,
        bits: int,
        threads: int,
        rooms: Sequence[int] | None,
        *,
        last: bool,
    ) -> _Round:
        hands = _core.most_hands(games, number)
        least, each = threads_for(max(hands, rooms[number]) if rooms else hands, last=last)
        shape, boards, deals, boards_of, deals_of, *by_player = _core.flat_boards(
            games, number, bits, least, each, CHUNK_OF_EACH * each, threads
        )
        return cls(
            number,
            Shape(*shape) if rooms is None else Shape(*shape)._replace(alike=True),
            boards.view(BOARD).reshape(-1),
            deals.view(DEAL).reshape(-1),
            boards_of,
            deals_of,
            *(tuple(arrays) for arrays in by_player),
        )

    @cached_property
    def first_board(self) -> npt.NDArray[np.int64]:
        return _begins(self.boards_of)

    def level(
        self,
        programs: _Programs,
        before: Level | None,
        below: npt.NDArray[np.int64] | None,
        first: _Firsts,
        processors: int,
    ) -> Level:
        """Make numbers that are counted inside a game count from the first game on."""
        game_of = np.repeat(np.arange(len(self.boards_of)), self.boards_of)
        kind = first.kind_of[game_of]
        self.boards["cell"] += first.cell.astype(np.uint64)[game_of]
        if below is not None:
            self.deals["board"] += np.repeat(below[:-1].astype(np.uint32), self.deals_of)
        starts, leaves = programs.starts[kind], programs.leaves[kind]
        places = np.zeros(len(self.boards), PLACE)
        places["values"], places["leaves"] = _begins(starts)[:-1], _begins(leaves)[:-1]
        places["decision"] = self.boards["decision"] + first.decision[game_of]
        places["factors"] = programs.first_factor[kind]
        places["reach"] = game_of
        if before is not None:
            parent = self.boards["parent"] + before.first_board[game_of]
            places["reach"] = before.places["leaves"][parent]
        return Level(
            shape=self.shape,
            first_board=self.first_board,
            boards=self.boards,
            places=places,
            chances=programs.chance[kind],
            deals=self.deals,
            maps=self.maps,
            lists=self.lists,
            looks=self.looks,
            code=programs.code,
            programs=programs.first,
            factors=programs.factors,
            planes=programs.planes,
            longest=programs.longest,
            blocks=_blocks(starts, _begins(programs.starts + 1)[kind], processors),
            leaf_blocks=_leaf_blocks(leaves),
            starts=int(starts.sum()),
            leaves=int(leaves.sum()),
        )


def _blocks(
    starts: npt.NDArray[np.int64], first_program: npt.NDArray[np.int64], processors: int
) -> npt.NDArray[np.void]:
    """The starts of every board in blocks, as many in one as leave blocks enough."""
    together = max(1, int(starts.sum()) // (EACH_BLOCK_OF * processors))
    blocks_of = -(-starts // together)
    board = np.repeat(np.arange(len(starts)), blocks_of)
    start = (np.arange(len(board)) - _begins(blocks_of)[board]) * together
    blocks = np.zeros(len(board), BLOCK)
    blocks["board"], blocks["start"] = board, start
    blocks["program"] = first_program[board] + start
    blocks["count"] = np.minimum(together, starts[board] - start)
    return blocks


def _leaf_blocks(leaves: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    blocks = np.zeros(int(leaves.sum()), LEAF)
    blocks["board"] = np.repeat(np.arange(len(leaves)), leaves)
    blocks["leaf"] = np.arange(len(blocks)) - _begins(leaves)[blocks["board"]]
    return blocks
