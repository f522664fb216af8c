"""A strategy file, opened: the kept part of the tree, the strategy table, the cards and what made it.

| array | of | holds |
|---|---|---|
| `node_choices`, `node_row` | nodes kept | how many choices; its row, or -1 where only the way is kept |
| `child` | choices of those | the node a choice leads to, or -1: an end, or a part of the tree that was dropped |
| `row_round`, `row_choices` | rows | the round, the choices |
| `strategy` | | the rows one after the other, in shares of four or eight bits, see `shares` |
| `levels` | | the visits of every cell by `kept_levels`, four bits each, rows one after the other; all kinds pooled |
| `row_pool` | rows | the level of each row, see `pools` |
| `pools_0` ... | levels, kinds | by round, the group of each kind on each level |
| `class_key`, `class_row` | classes | the mean over all nodes alike in players, pot and stack, and how it is known |
| `shape`, `shape_row` | shapes | the mean over all nodes of a round with as many choices and a fold or none |

Version 1 had bytes for visits, of an eighth of a doubling a level: `cell_visits`, or `row_visits` of the mean bucket.
Version 2 had levels, always four bits for probabilities, and no array was compressed. Up to version 3 all rows of a
round had all its buckets.

Only the header is read at opening. An array is read and its checksum compared when it is first needed; `strategy` and
`levels` are read block by block.
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.base.files import ArrayFile, Parts, reading_facts
from riverboat.errors import FileFormatError
from riverboat.games.trees.config import check_buckets, read_config
from riverboat.strategy.file.alike_rows import AlikeIndex
from riverboat.strategy.file.card_file import read_cards
from riverboat.strategy.file.packed_rows import PackedRows
from riverboat.strategy.file.pools import Pools, one_level
from riverboat.strategy.file.shares import FIFTEENTHS, shares_of
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.file.strategy_writer import KIND, VERSION
from riverboat.strategy.file.trained_rows import visits_of, visits_of_first_files

_VISITS_OF_LEVEL = [visits_of(level) for level in range(16)]
_VISITS = np.array(_VISITS_OF_LEVEL)
_VISITS_OF_FIRST_FILES = np.array([visits_of_first_files(level) for level in range(256)])
_ROWS_IN_MEMORY = 4096  # unpacked rows that are kept, some 12 KB each


class StrategyFile(StrategyTable):
    """One trained game. `riverboat.open` makes a `Blueprint` of one or several."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._file = ArrayFile(path, kind=KIND, max_version=VERSION)
        self.path: Path = self._file.path
        about = self._file.metadata
        with reading_facts(path):
            self.config = read_config(about["config"])
            self.buckets = tuple(json.loads(about["buckets"]))
            check_buckets(self.buckets, self.config.game)
            self._provenance: dict[str, Any] = dict(json.loads(about["provenance"]))
            self.average = about["average"]
            self._shares = shares_of(int(about.get("bits", "4")))
        self._unpacked: dict[int, npt.NDArray[np.float32]] = {}

    def __repr__(self) -> str:
        after = f" after {self.config.start!r}" if self.config.start else ""
        return f"<StrategyFile {self.config.name!r}{after}: {self._file.length('row_round'):,} rows>"

    @property
    def title(self) -> str:
        """The name of the file."""
        return self.path.name

    @property
    def provenance(self) -> dict[str, Any]:
        """What made it, as who wrote the file has said."""
        return self._provenance

    @property
    def nbytes(self) -> int:
        """The size of the file."""
        return self.path.stat().st_size

    @property
    def fingerprint(self) -> str:
        """A hash of what the file plays; figures that are kept in it do not change it."""
        sums = sorted(item for item in self._file.metadata.items() if item[0].startswith("checksum:"))
        return sha256(repr((self._file.metadata["config"], sums)).encode()).hexdigest()[:16]

    def verify(self) -> None:
        """Read the whole file and compare its checksums."""
        self._file.verify()

    def forget(self) -> None:
        """Forget the rows that were unpacked."""
        self._unpacked.clear()

    def kept_cards(self) -> CardAbstraction:
        """Return the card abstraction, read anew."""
        return read_cards(self._file)

    # --- finding a row ---------------------------------------------------------------------------------------

    def step(self, node: int, choice: int) -> int:
        """Return the node that a choice of a node leads to, or -1 where the file has none."""
        return -1 if node < 0 else int(self._child[self._first_choice[node] + choice])

    def row_of(self, node: int) -> int:
        """Return a node's own row, or -1 where only the way is kept."""
        return int(self._node_row[node])

    # --- reading rows ----------------------------------------------------------------------------------------

    def choices_of(self, row: int) -> int:
        """Return how many choices a row has."""
        return int(self._row_choices[row])

    def pools(self, number: int) -> Pools:
        """Return how rows of a round pool kinds of boards."""
        return self._pools[number]

    def level_of(self, row: int) -> int:
        """Return the level of a row's pools."""
        return self._level_of_row[row]

    def row_on(self, row: int, level: int) -> npt.NDArray[np.float32]:
        """Return the strategy of a row on its level or a finer one: float32[own buckets, choices]."""
        known = self._unpacked.get(row)
        if known is None:
            if len(self._unpacked) >= _ROWS_IN_MEMORY:
                self._unpacked.clear()
            every = np.arange(self._row_buckets[row])
            rows = np.full(len(every), row)
            known = self._unpacked[row] = self._strategy.cells(rows, every, self.choices_of(row))
            known.flags.writeable = False
        own = self.level_of(row)
        return known if level == own else known[self._pools[self.round_of(row)].within(level, own)]

    def cell(self, row: int, bucket: int) -> list[float]:
        """Return the strategy of one cell, the same numbers as in `row`; the fastest way to a single one."""
        if self._is_pooled:
            bucket = self._pools[self.round_of(row)].own_bucket(self.level_of(row), bucket)
        return self._strategy.cell(row, bucket, self._choices_of_row[row])

    def cells(self, rows: npt.ArrayLike, buckets: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Return the strategies of many cells: float32[cells, most choices], 0 behind the last choice of each."""
        which, bucket = np.broadcast_arrays(np.asarray(rows, np.int64), np.asarray(buckets, np.int64))
        if self._is_pooled:
            bucket = self._own_buckets(which, bucket)
        choices = self._row_choices[which]
        out = np.zeros((len(which), int(choices.max(initial=1))), np.float32)
        for count in np.unique(choices).tolist():
            here = choices == count
            out[here, :count] = self._strategy.cells(which[here], bucket[here], count)
        return out

    def visits(self, row: int, bucket: int) -> int:
        """Return about how often training visited a cell, or the mean cell of its row if the file has no more."""
        if "levels" in self._file:
            hand = bucket % self._pools[self.round_of(row)].sizes[0]
            return _VISITS_OF_LEVEL[self._levels.number(row, hand)]
        place = self._first_cell[row] + bucket if self.has_cell_visits else row
        return visits_of_first_files(int(self._levels_of_first_files[place]))

    def visits_by_bucket(self, row: int) -> npt.NDArray[np.int64]:
        """Return `visits` of all buckets of a row: int64[buckets]."""
        buckets = np.arange(self.buckets[self.round_of(row)])
        if "levels" in self._file:
            hands = buckets % self._pools[self.round_of(row)].sizes[0]
            return np.asarray(_VISITS[self._levels.numbers(row, hands)])
        places = self._first_cell[row] + buckets if self.has_cell_visits else np.full(len(buckets), row)
        return np.asarray(_VISITS_OF_FIRST_FILES[self._levels_of_first_files[places]])

    @cached_property
    def has_cell_visits(self) -> bool:
        """Whether visits are stored for each bucket of a row, not for the row alone."""
        return "row_visits" not in self._file

    def round_of(self, row: int) -> int:
        """Return the round of a row."""
        return self._round_of_row[row]

    def _own_buckets(
        self, rows: npt.NDArray[np.int64], buckets: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The buckets of rows that given ones are pooled into."""
        own = np.empty(buckets.shape, np.int64)
        kinds = self._row_round[rows].astype(np.int64) << 8 | self._row_pool[rows]
        for kind in np.unique(kinds).tolist():
            here = kinds == kind
            own[here] = self._pools[kind >> 8].own(kind & 255)[buckets[here]]
        return own

    # --- arrays, each checked when it is first used ------------------------------------------------------------

    def _array(self, name: str, size: int, least: int = 0, most: int = 255) -> np.ndarray:
        """Return an array whose checksum, length and numbers are right."""
        array = self._shaped(name, (size,))
        if size and not least <= int(array.min()) <= int(array.max()) <= most:
            raise self._unfit(name)
        return array

    def _shaped(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """Return an array of whole numbers whose checksum and shape are right."""
        array = self._file[name]
        if array.shape != shape or array.dtype.kind not in "iu":
            raise self._unfit(name)
        return array

    def _unfit(self, name: str) -> FileFormatError:
        return FileFormatError(f"'{self.path}' is damaged: array '{name}' does not fit the others")

    @property
    def _rows(self) -> int:
        return self._file.length("row_round")

    @cached_property
    def _first_choice(self) -> np.ndarray:
        return _starts(self._array("node_choices", self._file.length("node_choices")).astype(np.int64))

    @cached_property
    def _child(self) -> np.ndarray:
        return self._array("child", int(self._first_choice[-1]), -1, len(self._first_choice) - 2)

    @cached_property
    def _node_row(self) -> np.ndarray:
        return self._array("node_row", self._file.length("node_choices"), -1, self._rows - 1)

    @cached_property
    def _row_round(self) -> np.ndarray:
        return self._array("row_round", self._rows, 0, len(self.buckets) - 1)

    @cached_property
    def _row_choices(self) -> np.ndarray:
        return np.asarray(self._array("row_choices", self._rows, 1), np.int64)

    @cached_property
    def _is_pooled(self) -> bool:
        return "row_pool" in self._file

    @cached_property
    def _pools(self) -> tuple[Pools, ...]:
        if not self._is_pooled:
            return tuple(one_level(buckets) for buckets in self.buckets)
        return tuple(
            self._pools_of(f"pools_{number}", buckets) for number, buckets in enumerate(self.buckets)
        )

    def _pools_of(self, name: str, buckets: int) -> Pools:
        groups = self._file[name]
        if groups.ndim != 2 or groups.dtype != np.uint8 or not groups.size or buckets % groups.shape[1]:
            raise self._unfit(name)
        steps = np.diff(groups.astype(np.int64), axis=1)
        if (
            groups[:, 0].any()
            or groups[0].any()
            or (steps < 0).any()
            or (steps > 1).any()
            or (steps[-1] != 1).any()
        ):
            raise self._unfit(name)
        return Pools(np.array(groups), buckets)

    @cached_property
    def _row_pool(self) -> np.ndarray:
        if not self._is_pooled:
            return np.zeros(self._rows, np.uint8)
        levels = self._array("row_pool", self._rows)
        if (levels >= np.array([pools.levels for pools in self._pools])[self._row_round]).any():
            raise self._unfit("row_pool")
        return levels

    @cached_property
    def _level_of_row(self) -> memoryview:
        return np.ascontiguousarray(self._row_pool).data

    @cached_property
    def _round_of_row(self) -> memoryview:
        return np.ascontiguousarray(self._row_round).data

    @cached_property
    def _row_buckets(self) -> np.ndarray:
        """The own buckets of each row."""
        found = np.zeros(self._rows, np.int64)
        for number, pools in enumerate(self._pools):
            here = self._row_round == number
            found[here] = np.array(pools.sizes)[self._row_pool[here]]
        return found

    @cached_property
    def _row_hands(self) -> np.ndarray:
        """The buckets of which visits are kept."""
        hands = np.array([pools.sizes[0] for pools in self._pools])
        return np.asarray(hands[self._row_round])

    @cached_property
    def _first_cell(self) -> np.ndarray:
        return _starts(self._row_buckets)

    @cached_property
    def _strategy(self) -> PackedRows:
        sizes = self._shares.row_bytes(self._row_buckets, self._row_choices)
        return PackedRows(self._bytes_of_rows("strategy", sizes), sizes, self._shares)

    @cached_property
    def _choices_of_row(self) -> memoryview:
        return self._row_choices.data

    @cached_property
    def _levels(self) -> PackedRows:
        sizes = FIFTEENTHS.row_bytes(self._row_hands, 2)
        return PackedRows(self._bytes_of_rows("levels", sizes), sizes, FIFTEENTHS)

    @cached_property
    def _levels_of_first_files(self) -> np.ndarray:
        if self.has_cell_visits:
            return self._array("cell_visits", int(self._first_cell[-1]))
        return self._array("row_visits", self._rows)

    def _bytes_of_rows(self, name: str, sizes: np.ndarray) -> Parts:
        """An array of bytes that is as long as its rows."""
        parts = self._file.parts(name)
        if parts.numbers.shape != (int(sizes.sum()),) or parts.numbers.dtype != np.uint8:
            raise self._unfit(name)
        return parts

    @cached_property
    def alike(self) -> AlikeIndex:
        """The means over what was dropped."""
        keys = self._shaped("class_key", (self._file.length("class_key"),))
        shapes = self._shaped("shape", (self._file.length("shape"), 3))
        return AlikeIndex(
            keys,
            self._array("class_row", len(keys), 0, self._rows - 1),
            shapes,
            self._array("shape_row", len(shapes), 0, self._rows - 1),
        )


def _starts(sizes: np.ndarray) -> np.ndarray:
    """Where things of these sizes begin that lie one after the other, and where the last ends: int64[n + 1]."""
    return np.concatenate([[0], np.cumsum(sizes)])
