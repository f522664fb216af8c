"""What the full-width engine's kernels read, as plain arrays: the rounds of one game, or of many side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import SolverError

PLAYERS: Final = (0, 1)
WARP: Final = 32
FACTS: Final = 128
"""Bytes of what the threads of a block know in common."""
LOOK: Final = 10
"""Numbers of a look: see flat_walk.hpp."""
MOST_THREADS: Final = 1024
SPLIT_ROOM: Final = 512
"""Up to so many classes there is shared memory enough for the planes of programs that split what is folded: a sixth
fewer reaches are met. With more they would leave room for one block only."""
PARTS: Final = 53
"""Of a list: all hands, and those of each card."""
EACH_BLOCK_OF: Final = 128
"""Blocks for each multiprocessor, so that all are busy to the end; more starts than that share blocks, and what is read
of their board."""

BOARD: Final = np.dtype(
    [("cell", np.uint64), ("decision", np.uint32), ("parent", np.uint32)]
    + [(name, np.uint32, 2) for name in ("width", "classes", "hands", "length", "down")]
    + [("first_deal", np.uint32), ("deals", np.uint32)]
)
DEAL: Final = np.dtype([("board", np.uint32), ("up", np.uint32, 2)])
PLACE: Final = np.dtype(
    [(name, np.uint32) for name in ("reach", "values", "leaves", "decision", "end", "unused")]
)
BLOCK: Final = np.dtype([(name, np.uint32) for name in ("board", "program", "start", "count")])
LEAF: Final = np.dtype([("board", np.uint32), ("leaf", np.uint32)])


@dataclass(frozen=True)
class Shape:
    """How the classes of hands are laid over the threads of a block: so many threads with so many classes each."""

    threads: int
    each: int

    @property
    def room(self) -> int:
        """Classes of a plane."""
        return self.threads * self.each

    @property
    def chunk(self) -> int:
        """Hands of a list that a thread adds up: a hand is in it once and once for each of its cards, and each part of
        the list has a place after it."""
        return 3 * self.each + 1

    def blocks_at_once(self, real: int) -> int:
        """Return how many blocks a multiprocessor shall hold at once, which settles the registers of a thread.

        With some 60 of them, twice as many for numbers of 8 bytes, little is spilled and 30 of 64 warps are in flight.
        """
        return -(-900 * 4 // real // self.threads)

    def shared_bytes(self, planes: int, program: int, real: int) -> int:
        """Return the shared memory that a block takes: planes of numbers of `real` bytes, and a program's numbers."""
        numbers = planes * self.room + self.threads * (self.chunk | 1) + 4 + WARP
        return (
            real * numbers + FACTS + 2 * LOOK * self.room + 2 * (self.chunk + 1) * self.threads + 4 * program
        )


def shape_of(hands: int, *, last: bool) -> Shape:
    """Return the shape for boards with so many hands at most.

    On the last round there are blocks enough for each thread to take two classes, which is the fastest (1 and 4 take
    1.3 and 1.5 times as long on an H200); before, all wait for the few blocks there are, and each takes one.

    >>> shape_of(179, last=True), shape_of(40, last=True), shape_of(1081, last=True), shape_of(1176, last=False)
    (Shape(threads=96, each=2), Shape(threads=32, each=2), Shape(threads=544, each=2), Shape(threads=608, each=2))
    """
    needed = hands + 1  # a class that is never reached
    each = 2 if last or needed > MOST_THREADS else 1
    shape = Shape(-(-needed // (each * WARP)) * WARP, each)
    while shape.threads * shape.chunk < 3 * hands + PARTS:
        shape = Shape(shape.threads + WARP, each)
    if shape.threads > MOST_THREADS:
        raise SolverError(
            f"boards with {hands:,} hands are more than the card takes ({2 * MOST_THREADS - 1:,}); use device='cpu'"
        )
    return shape


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
    planes: tuple[int, ...]
    longest: tuple[int, ...]
    blocks: npt.NDArray[np.void]
    leaf_blocks: npt.NDArray[np.void]
    starts: int
    leaves: int


@dataclass(frozen=True, eq=False)
class FlatGames:
    """Games for the kernels, their tables one after the other.

    first_cell, first_decision, first_end: by game, and where the last one ends. payoffs: by player, [ends, 3]. reach:
    by player and game, the weights of the root's classes.
    """

    levels: tuple[Level, ...]
    first_cell: npt.NDArray[np.int64]
    first_decision: npt.NDArray[np.int64]
    first_end: npt.NDArray[np.int64]
    payoffs: tuple[npt.NDArray[np.float64], ...]
    reach: tuple[tuple[npt.NDArray[np.float64], ...], ...]


def flat_games(
    games: Sequence[_core.SolverGame], bits: int, *, processors: int, threads: int = 0
) -> FlatGames:
    """Return games as arrays; all begin on the same round. bits: of a number in tables; processors: of the card."""
    if len({(game.first_round, game.rounds) for game in games}) != 1:
        raise SolverError("the games begin on different streets; solve those of one street together")
    walks = [_core.FlatWalk(game) for game in games]
    payoffs = [[walk.payoffs(player) for walk in walks] for player in PLAYERS]
    cells = _begins([game.cells(max(bits, 32)) for game in games])
    decisions = _begins([walk.decisions() for walk in walks])
    ends = _begins([len(of_game) for of_game in payoffs[0]])
    rounds = range(games[0].first_round, games[0].rounds)
    raw = [_Round.of(walks, number, bits, threads, last=number == rounds[-1]) for number in rounds]
    levels: list[Level] = []
    for number, here in enumerate(raw):
        below = raw[number + 1].first_board if number + 1 < len(raw) else None
        before = levels[-1] if levels else None
        levels.append(here.level(before, below, cells, decisions, ends, processors))
    return FlatGames(
        tuple(levels),
        cells,
        decisions,
        ends,
        tuple(np.concatenate(of_player) for of_player in payoffs),
        tuple(tuple(walk.root_reach(player) for walk in walks) for player in PLAYERS),
    )


def _begins(sizes: Sequence[int] | npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Where each of several parts begins when they lie one after the other, and where the last ends."""
    return np.concatenate([[0], np.cumsum(np.asarray(sizes, np.int64))])


def _joined(parts: Sequence[Any], begins: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Parts one after the other, numbers of each moved by where it begins."""
    return np.concatenate(
        [part + np.asarray(begin, part.dtype) for part, begin in zip(parts, begins, strict=False)]
    )


@dataclass(frozen=True, eq=False)
class _Round:
    """A round of all games as C++ gives it, each game by itself."""

    number: int
    shape: Shape
    walks: Sequence[_core.FlatWalk]
    boards: list[npt.NDArray[np.void]]
    deals: list[npt.NDArray[np.void]]
    maps: list[list[npt.NDArray[np.uint16]]]
    lists: tuple[npt.NDArray[np.uint16], ...]
    looks: tuple[npt.NDArray[np.uint16], ...]
    starts: list[int]
    leaves: list[int]

    @classmethod
    def of(
        cls, walks: Sequence[_core.FlatWalk], number: int, bits: int, threads: int, *, last: bool
    ) -> _Round:
        shape = shape_of(max(walk.most_hands(number) for walk in walks), last=last)
        parts = [walk.boards(number, bits, shape.chunk, shape.threads, shape.room, threads) for walk in walks]
        return cls(
            number,
            shape,
            walks,
            [part[0].view(BOARD).reshape(-1) for part in parts],
            [part[1].view(DEAL).reshape(-1) for part in parts],
            [part[2] for part in parts],
            tuple(np.concatenate([part[3][player] for part in parts]) for player in PLAYERS),
            tuple(np.concatenate([part[4][player] for part in parts]) for player in PLAYERS),
            [walk.starts(number) for walk in walks],
            [0 if last else walk.starts(number + 1) for walk in walks],
        )

    @property
    def first_board(self) -> npt.NDArray[np.int64]:
        return _begins([len(of_game) for of_game in self.boards])

    def level(
        self,
        before: Level | None,
        below: npt.NDArray[np.int64] | None,
        cells: npt.NDArray[np.int64],
        decisions: npt.NDArray[np.int64],
        ends: npt.NDArray[np.int64],
        processors: int,
    ) -> Level:
        """Join the games: what numbers of one mean is moved behind those of the games before it."""
        counts = np.diff(self.first_board)
        game_of = np.repeat(np.arange(len(counts)), counts)
        boards, deals = np.concatenate(self.boards), np.concatenate(self.deals)
        deal_game = np.repeat(np.arange(len(counts)), [len(of_game) for of_game in self.deals])
        for player in PLAYERS:
            maps = _begins([len(of_game[player]) for of_game in self.maps]).astype(np.uint32)
            boards["down"][:, player] += maps[game_of]
            deals["up"][:, player] += maps[deal_game]
        boards["first_deal"] += _begins([len(d) for d in self.deals]).astype(np.uint32)[game_of]
        boards["cell"] += cells.astype(np.uint64)[game_of]
        if below is not None:
            deals["board"] += below.astype(np.uint32)[deal_game]
        starts, leaves = np.array(self.starts)[game_of], np.array(self.leaves)[game_of]
        places = np.zeros(len(boards), PLACE)
        places["values"], places["leaves"] = _begins(starts)[:-1], _begins(leaves)[:-1]
        places["decision"] = boards["decision"] + decisions[game_of]
        places["end"] = ends[game_of]
        places["reach"] = game_of
        if before is not None:
            first_parent = np.array([before.first_board[game] for game in game_of])
            places["reach"] = before.places["leaves"][boards["parent"] + first_parent]
        split = self.shape.room <= SPLIT_ROOM
        made = [[walk.programs(self.number, player, split) for walk in self.walks] for player in PLAYERS]
        code, programs, longest = [], [], []
        for of_player in made:
            code.append(np.concatenate([of_game[0] for of_game in of_player]))
            programs.append(
                _joined([of_game[1] for of_game in of_player], _begins([len(game[0]) for game in of_player]))
            )
            longest.append(max(int(np.diff(of_game[1]).max()) for of_game in of_player))
        return Level(
            shape=self.shape,
            first_board=self.first_board,
            boards=boards,
            places=places,
            chances=np.array(
                [walk.chance(self.number + 1) if below is not None else 1.0 for walk in self.walks]
            )[game_of],
            deals=deals,
            maps=tuple(np.concatenate([of_game[player] for of_game in self.maps]) for player in PLAYERS),
            lists=self.lists,
            looks=self.looks,
            code=tuple(code),
            programs=tuple(programs),
            planes=tuple(max(of_game[2] for of_game in of_player) for of_player in made),
            longest=tuple(longest),
            blocks=_blocks(starts, _begins(np.array(self.starts) + 1)[game_of], processors),
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
