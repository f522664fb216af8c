"""The full-width engine's walks on a card: one game, or many of the same street side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.memory import bytes_text
from riverboat.errors import SolverError
from riverboat.solvers.gpu.card import Card, Kernels, OnCard
from riverboat.solvers.gpu.full_width_levels import PLAYERS, FlatGames, Level, flat_games
from riverboat.solvers.update_rules.rules import Factors

Kind = Literal["update", "best", "expected", "respond", "follow"]
_KINDS: Final[dict[Kind, int]] = {"update": 0, "best": 1, "expected": 2, "respond": 3, "follow": 4}
_CELLS: Final = {16: np.uint16, 32: np.float32, 64: np.float64}
_REALS: Final[dict[int, type[np.float32] | type[np.float64]]] = {32: np.float32, 64: np.float64}
_TURN: Final = np.dtype(
    [
        (name, np.float64)
        for name in ("keep_positive", "keep_negative", "keep_average", "keep_own", "keep_other", "least")
    ]
    + [("number", np.uint64)]
)
_TURNS: Final = 512  # walks whose factors lie on the card at a time
_COLLECTORS: Final = 128  # threads of a block that adds up the boards to come


class _LevelOnCard:
    """The arrays of a level on the card, and the planes that go between levels, for numbers of one kind."""

    def __init__(self, card: Card, level: Level) -> None:
        self.level = level
        for name in ("boards", "places", "deals", "blocks", "leaf_blocks"):
            setattr(self, name, card.put(getattr(level, name).view(np.uint32)))
        self.boards: OnCard
        self.places: OnCard
        self.deals: OnCard
        self.blocks: OnCard
        self.leaf_blocks: OnCard
        self.chances = card.put(level.chances)
        self.maps, self.lists, self.looks, self.code, self.programs = (
            [card.put(array) for array in arrays]
            for arrays in (level.maps, level.lists, level.looks, level.code, level.programs)
        )


class _Planes:
    """What goes between the levels, in numbers of so many bits."""

    def __init__(self, card: Card, games: FlatGames, bits: int) -> None:
        real = _REALS[bits]
        self.factors = [
            [card.put(factors.astype(real, copy=False)) for factors in level.factors]
            for level in games.levels
        ]
        self.roots = [card.put(reach.astype(real, copy=False)) for reach in games.reach]
        self.values = [card.zeros(level.starts * level.shape.room, real) for level in games.levels]
        self.reach, self.leaf_values = (
            [card.zeros(max(level.leaves, 1) * level.shape.room, real) for level in games.levels]
            for _ in "12"
        )


class FullWidthCard:
    """Tables on the card. `run` walks, `values` evaluates, `send` and `fetch` bring tables there and back."""

    def __init__(
        self,
        card: Card,
        games: Sequence[_core.SolverGame] | FlatGames,
        *,
        precision: int,
        predicts: bool,
        most_actions: int,
        threads: int = 0,
    ) -> None:
        self._card = card
        self.games = (
            games
            if isinstance(games, FlatGames)
            else flat_games(games, precision, processors=card.processors, threads=threads)
        )
        self._precision, self._predicts = precision, predicts
        self._bits = 64 if precision == 64 else 32
        self._most = next(size for size in (4, 8, 16, 64) if size >= most_actions)
        self._check_blocks()
        cells = int(self.games.first_cell[-1])
        self._check_memory(cells)
        self._levels = [_LevelOnCard(card, level) for level in self.games.levels]
        self.tables = {
            name: card.zeros(cells, _CELLS[precision])
            for name in ("regrets", "averages", *(("predictions",) if predicts else ()))
        }
        self._turns = card.zeros(_TURNS * _TURN.itemsize // 8, np.float64)
        self._turn = card.zeros(1, np.uint32)
        self._lock_at, self._locks = None, {bits: card.zeros(1, real) for bits, real in _REALS.items()}
        self._nothing = card.zeros(1, np.uint32)
        self._planes: dict[int, _Planes] = {}
        self._modules: dict[tuple[Any, ...], Kernels] = {}
        self._iteration: dict[str, Any] = {}

    def shared_bytes(self, bits: int) -> int:
        """Return the shared memory that a block takes at most, with numbers of so many bits."""
        return max(_shared_bytes(level, player, bits) for level in self.games.levels for player in PLAYERS)

    def takes(self, bits: int) -> bool:
        """Whether a block has memory for walks in numbers of so many bits."""
        return self.shared_bytes(bits) <= self._card.block_bytes

    def _check_blocks(self) -> None:
        if not self.takes(self._bits):
            hands = max(level.shape.room for level in self.games.levels)
            lines = max(max(level.planes) for level in self.games.levels)
            needed = bytes_text(self.shared_bytes(self._bits))
            raise SolverError(
                f"streets with {hands:,} hands and {lines:,} lines at a time take {needed} of a block, which "
                f"has {bytes_text(self._card.block_bytes)}; use fewer sizes or device='cpu'"
            )

    def _check_memory(self, cells: int) -> None:
        tables = cells * self._precision // 8 * (2 + self._predicts)
        planes = sum((level.starts + 2 * level.leaves) * level.shape.room for level in self.games.levels)
        looks = sum(level.looks[0].nbytes * 3 for level in self.games.levels)
        needed, free = tables + 12 * planes + looks, self._card.free_bytes
        if needed > free:
            fewer = ", or precision=16" if self._precision > 16 else ""
            raise SolverError(
                f"the tables take {bytes_text(tables)}, {bytes_text(needed)} with all that is kept beside them, and "
                f"the card has {bytes_text(free)} free; use fewer sizes or smaller ranges{fewer}, or device='cpu'"
            )

    # --- tables ---------------------------------------------------------------------------------------------------

    def send(self, game: int, tables: dict[str, npt.NDArray[Any]]) -> None:
        """Take over the tables of a C++ engine of one of the games."""
        begin, end = self.games.first_cell[game : game + 2]
        for name, table in tables.items():
            self._card.write(self.tables[name][begin:end], table)

    def fetch(self, game: int, tables: dict[str, npt.NDArray[Any]]) -> None:
        """Write the tables into those of a C++ engine of one of the games."""
        begin, end = self.games.first_cell[game : game + 2]
        for name, table in tables.items():
            self._card.get(self.tables[name][begin:end], out=table)

    def lock(self, locks: dict[int, tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8], int]]) -> None:
        """Fix strategies: by number of the decision, [actions, classes], for which classes, and the width of a row."""
        self._iteration.clear()
        if not locks:
            self._lock_at = None
            return
        at, parts, size = np.full(int(self.games.first_decision[-1]), -1, np.int32), [], 0
        for decision, (strategy, locked, width) in locks.items():
            rows = np.zeros((len(strategy) + 1, width))
            rows[:-1, : strategy.shape[1]] = strategy
            rows[-1, : len(locked)] = locked
            at[decision] = size
            parts.append(rows.reshape(-1))
            size += rows.size
        whole = np.concatenate(parts)
        self._lock_at = self._card.put(at)
        self._locks = {bits: self._card.put(whole.astype(real)) for bits, real in _REALS.items()}

    # --- walks ----------------------------------------------------------------------------------------------------

    def run(self, factors: Sequence[Factors], first: int, keep_predicted: float) -> None:
        """Do an iteration for each of the factors; first: the number of the first one, from 1 on.

        keep_predicted: of the iteration before. The average of player 1 takes in what he played, that of player 0 what
        he goes on with: either is moved on by the walk of the other, who carries his reach.
        """
        if not factors:
            return
        kept = [keep_predicted, *(f.keep_predicted for f in factors)]
        turns = np.zeros(2 * len(factors), _TURN)
        for i, f in enumerate(factors):
            least = 0.0 if f.floor else -float(np.finfo(_REALS[self._bits]).max)
            for player in PLAYERS:
                turns[2 * i + player] = (
                    f.keep_positive, f.keep_negative, f.keep_average, kept[i], kept[i + player], least, first + i
                )  # fmt: skip
        responds = factors[0].respond
        for begin in range(0, len(turns), _TURNS):
            some = turns[begin : begin + _TURNS]
            self._card.write(self._turns[: some.size * _TURN.itemsize // 8], some.view(np.float64))
            self._card.write(self._turn, np.zeros(1, np.uint32))
            for _ in range(len(some) // 2):
                self._iterate(responds=responds)

    def _iterate(self, *, responds: bool) -> None:
        key = "respond" if responds else "update"
        again = self._iteration.get(key)
        if again is not None:
            again()
            return

        def launches() -> None:
            for player in PLAYERS:
                if responds:
                    self._walk("follow", 1 - player, self._bits)
                self._walk("respond" if responds else "update", player, self._bits)
                self._module("update", self._levels[-1], self._bits).launch("next_turn", 1, 1, (self._turn,))

        launches()  # kernels are compiled when first launched, which cannot be recorded
        self._iteration[key] = self._card.recorded(launches)

    def values(self, kind: Kind, player: int, bits: int) -> list[npt.NDArray[np.float64]]:
        """Return by game the counterfactual values of the root's classes. bits: that are computed with."""
        self._walk(kind, player, bits)
        level = self.games.levels[0]
        found = self._card.get(self._planes[bits].values[0]).reshape(-1, level.shape.room)
        classes = level.boards["classes"][:, player]
        return [
            found[place, :count].astype(np.float64)
            for place, count in zip(level.places["values"], classes, strict=True)
        ]

    def sums(self, kind: Kind, player: int, bits: int) -> npt.NDArray[np.float64]:
        """Return by game the sum of `values` over all hands of a player, each by its weight."""
        self._walk(kind, player, bits)
        reach, sizes = self.games.reach[player], self.games.sizes[player]
        found = self._card.get(self._planes[bits].values[0]).reshape(reach.shape)  # each game has one start
        return np.asarray(np.einsum("gk,gk,gk->g", found, reach, sizes))

    def _walk(self, kind: Kind, player: int, bits: int) -> None:
        last = len(self._levels) - 1
        if kind == "follow":
            for number in range(last + 1):
                self._street("go_down", kind, number, player, bits, learn=True)
            return
        for number in range(last):
            self._street("go_down", kind, number, player, bits)
        self._street("come_up", kind, last, player, bits, learn=kind == "update")
        for number in range(last - 1, -1, -1):
            self._collect(kind, number, player, bits)
            self._street("come_up", kind, number, player, bits, learn=kind == "update")

    def _module(self, kind: Kind, on_card: _LevelOnCard, bits: int) -> Kernels:
        level, shape = on_card.level, on_card.level.shape
        key = (kind, shape, level.leaves > 0, level.is_copied, bits, self._lock_at is not None)
        if key not in self._modules:
            self._modules[key] = self._card.kernels(
                "full_width.cu",
                THREADS=shape.threads,
                EACH=shape.each,
                CHUNK=shape.chunk,
                SPAN=1 << (shape.span - 1).bit_length(),
                ALIKE=int(shape.alike),
                CARDS=shape.cards,
                LEAVES=int(level.leaves > 0),
                COPIED=int(level.is_copied),
                BLOCKS=shape.blocks_at_once(bits // 8),
                CELL=self._precision,
                REAL=bits,
                KIND=_KINDS[kind],
                MOST=self._most,
                PREDICT=int(self._predicts and kind == "update"),
                LOCKS=int(self._lock_at is not None),
            )
        return self._modules[key]

    def _between(self, bits: int) -> _Planes:
        if bits not in self._planes:
            self._planes[bits] = _Planes(self._card, self.games, bits)
        return self._planes[bits]

    def _street(
        self, kernel: str, kind: Kind, number: int, player: int, bits: int, *, learn: bool = False
    ) -> None:
        here, planes = self._levels[number], self._between(bits)
        level, other = here.level, 1 - player
        reach = planes.roots[other] if number == 0 else planes.reach[number - 1]
        room = self._levels[max(number - 1, 0)].level.shape.room
        self._module(kind, here, bits).launch(
            kernel,
            len(level.blocks),
            level.shape.threads,
            (
                here.blocks, here.boards, here.places, here.code[player], here.programs[player], here.maps[other],
                here.lists[player], here.looks[player], self.tables["regrets"], self.tables["averages"],
                self.tables.get("predictions", self._nothing),
                self._nothing if self._lock_at is None else self._lock_at, self._locks[bits],
                planes.factors[number][player], self._turns, self._turn, reach, np.uint32(room), planes.reach[number],
                planes.leaf_values[number], planes.values[number], np.uint32(player), np.uint32(learn),
                np.uint32(level.planes[player]),
            ),
            shared=_shared_bytes(level, player, bits),
        )  # fmt: skip

    def _collect(self, kind: Kind, number: int, player: int, bits: int) -> None:
        here, below, planes = self._levels[number], self._levels[number + 1], self._between(bits)
        self._module(kind, here, bits).launch(
            "collect",
            len(here.level.leaf_blocks),
            _COLLECTORS,
            (
                here.leaf_blocks, here.boards, here.places, here.deals, here.maps[player], here.chances, below.places,
                planes.values[number + 1], np.uint32(below.level.shape.room), planes.leaf_values[number],
                np.uint32(here.level.shape.room), np.uint32(player),
            ),
        )  # fmt: skip


def _shared_bytes(level: Level, player: int, bits: int) -> int:
    """Return the shared memory of a block that walks a street for a player."""
    program = level.longest[player] if level.is_copied else 0
    return level.shape.shared_bytes(level.planes[player], program, bits // 8)
