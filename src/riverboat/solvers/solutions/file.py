"""Solutions in files: the setup, the numbers and the average strategies, in the safetensors layout.

Probabilities are whole numbers of 16 or 8 bits, one array for each street, mapped into memory and read where they are
asked for. Streets may be left out; they are solved again when somebody looks at them. After the strategies come the
values of all decisions before the last street, in 16 bits; those of files of version 1 are found when asked for.
"""

from __future__ import annotations

import json
import os
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat.base.files import ArrayFile, write_arrays
from riverboat.base.progress import Progress
from riverboat.errors import FileFormatError, SolverError
from riverboat.games.rules.game import Game
from riverboat.games.rules.streets import street_names
from riverboat.solvers.full_width.engine import Accuracy, FullWidth, Precision
from riverboat.solvers.full_width.node_values import NodeValues
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.table_layout import TableLayout
from riverboat.solvers.full_width.walker import Policy
from riverboat.solvers.runs.run import Look
from riverboat.solvers.solutions.file_tables import BoardTable, checksum, file_values, packed_arrays
from riverboat.solvers.solutions.solution import Solution

KIND: Final = "solution"
VERSION: Final = 2
Bits = Literal[8, 16]
_PRECISIONS: Final[dict[str, Precision]] = {"16": 16, "32": 32, "64": 64}
_DTYPES: Final[dict[int, type[np.uint8] | type[np.uint16]]] = {8: np.uint8, 16: np.uint16}


class FilePolicy:
    """The strategies of a file, one node at a time, and the values that it has."""

    def __init__(self, file: ArrayFile, solver: FullWidth) -> None:
        self.layout = TableLayout(solver)
        self._tree = solver.tree
        self._tables = {
            number: BoardTable(file, f"strategy_{number}", self.layout, number)
            for number in self.layout.rounds
            if f"strategy_{number}" in file
        }
        self.kept = tuple(self._tables)
        self._values = file_values(file, TableLayout(solver, both=True))
        self._solver, self._file = solver, file
        self._filled: dict[int, npt.NDArray[np.bool_]] = {}  # by round: [boards, street blocks]
        self._changes = -1  # of the engine, when it was filled last
        self._checked = False

    @property
    def valued(self) -> tuple[int, ...]:
        """The rounds whose values the file has."""
        return self._values.rounds

    def values(self) -> NodeValues:
        """Return the values that the file has."""
        self._check()
        return self._values

    def rows(self, node: int, board: int) -> npt.NDArray[np.float64]:
        """Return the probabilities at a node: float64[actions, classes]."""
        self._check()
        begin, actions, classes = self.layout.place(node, board)
        table = self._tables[self.layout.round_of(node)]
        cells = table.read(board, slice(begin, begin + actions * classes))
        rows = cells.reshape(actions, classes).astype(np.float64)
        total = rows.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(total > 0, rows / total, 1 / actions)

    def fill(self, node: int, board: int) -> None:
        """Give the engine the strategies of a node's street on a board, and all on the boards that come after it."""
        starts = self._tree.street_starts
        if self._solver.changes != self._changes:  # nothing was filled, or somebody else has changed it
            self._filled = {
                number: np.zeros((self.layout.boards(number), len(starts[number])), np.bool_)
                for number in self.layout.rounds
            }
        number = self.layout.round_of(node)
        block = int(np.searchsorted(starts[number], node, side="right")) - 1
        self._fill(number, board, slice(block, block + 1))
        self._changes = self._solver.changes

    def _fill(self, number: int, board: int, blocks: slice) -> None:
        """Fill some street blocks of a round on a board; what follows one that is filled is filled."""
        filled = self._filled[number][board]
        if filled[blocks].all():
            return
        ends = np.append(self._tree.street_starts[number], self.layout.nodes(number).stop)
        for block in np.arange(len(filled))[blocks][~filled[blocks]]:
            for node in range(int(ends[block]), int(ends[block + 1])):
                self._solver.set_rows(node, board, self.rows(node, board))
        if number + 1 < self._tree.game.rounds:
            for child in self._solver.game.children(number, board):
                self._fill(number + 1, child, slice(None))
        filled[blocks] = True

    def verify(self) -> None:
        """Read everything and compare the checksums."""
        self._file.verify()

    def _check(self) -> None:
        """The engine must have the boards and hands in the order of the file."""
        if self._checked:
            return
        sizes = all(len(table.cells) == self.layout.cells(number) for number, table in self._tables.items())
        if not sizes or self.layout.fingerprint != self._file.metadata["fingerprint"]:
            raise FileFormatError(
                f"'{self._file.path}' was made by a release that orders hands otherwise; solve the spot again"
            )
        self._checked = True


def write_solution(
    solution: Solution,
    path: str | os.PathLike[str],
    *,
    drop: str | None = None,
    bits: Bits = 16,
    progress: Progress | None = None,
) -> None:
    """Write a solution; see `Solution.save`."""
    if bits not in _DTYPES:
        raise SolverError(f"bits is {bits!r}; probabilities are stored in 16 or 8 bits")
    kept = rounds_to_keep(solution.setup.game, solution.setup.root.round, drop)
    solver, policy = solution.solver, solution.policy
    layout = TableLayout(solver)
    missing = [number for number in kept if number not in solution.kept_rounds]
    if missing:
        names = street_names(solution.setup.game)
        raise SolverError(
            f"the solution has no {names[missing[0]]} itself; save it with drop={names[missing[0]]!r}"
        )
    total = sum(layout.boards(number) for number in kept)
    arrays: dict[str, np.ndarray] = {}
    done = 0
    for number in kept:
        table = np.zeros(layout.cells(number), _DTYPES[bits])
        sums = np.zeros(layout.boards(number), np.uint32)
        for board in range(layout.boards(number)):
            _write_board(policy, layout, number, board, table)
            sums[board] = checksum([table[layout.on(number, board)]])
            done += 1
            if progress is not None:
                progress(done, total)
        arrays |= {f"strategy_{number}": table, f"strategy_{number}_sums": sums}
    values = _values(solution)
    for number in (number for number in kept if number in values.rounds):
        arrays |= packed_arrays(values, number)
    arrays["looks"] = np.array([[k.iterations, k.seconds, k.exploitability] for k in solution.looks]).reshape(
        -1, 3
    )
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=_metadata(solution, layout))


def _write_board(policy: Policy, layout: TableLayout, number: int, board: int, table: np.ndarray) -> None:
    """Write the strategies of all nodes of a round on a board."""
    most = np.iinfo(table.dtype).max
    for node in layout.nodes(number):
        begin, actions, classes = layout.place(node, board)
        rows = policy.rows(node, board)
        table[begin : begin + actions * classes] = np.rint(rows * most).reshape(-1)


def _values(solution: Solution) -> NodeValues:
    """The values of a solution: of its file, if that has some, or found now, if no street is left out."""
    policy, solver = solution.file_policy, solution.solver
    if policy is None:
        return solver.node_values()
    if policy.valued or policy.kept[-1] + 1 < solution.setup.game.rounds:
        return policy.values()
    policy.fill(0, 0)
    return solver.node_values()


def _metadata(solution: Solution, layout: TableLayout) -> dict[str, str]:
    numbers = {
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "values": solution.accuracy.values,
        "best": solution.accuracy.best,
        "stopped": solution.stopped,
        "target": solution.target,
    }
    return {
        "setup": solution.setup.to_toml(),
        "rule": solution.rule,
        "precision": str(solution.solver.precision),
        "result": json.dumps(numbers),
        "fingerprint": layout.fingerprint,
    }


def open_solution(
    path: str | os.PathLike[str], *, verify: bool = False, threads: int | None = None
) -> Solution:
    """Open a file that `Solution.save` wrote; strategies are read where they are asked for.

    verify: read everything and compare the checksums.
    """
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    if verify:
        file.verify()
    try:
        setup = GameSetup.from_toml(file.metadata["setup"])
        result = json.loads(file.metadata["result"])
        rule = file.metadata["rule"]
        precision = _PRECISIONS[file.metadata.get("precision", "32")]  # files of old do not have it
        values, best = result["values"], result["best"]
        accuracy = Accuracy((values[0], values[1]), (best[0], best[1]))
        looks = tuple(Look(int(row[0]), float(row[1]), float(row[2])) for row in file["looks"])
    except (KeyError, TypeError, ValueError) as problem:
        raise FileFormatError(
            f"'{path}' is damaged: what it says of itself cannot be read: {problem}"
        ) from None
    # Any rule will do to evaluate; `Solution.resolve` uses this one if that of the file has no name.
    solver = setup.solver(precision=precision, threads=threads)
    return Solution(
        setup=setup,
        rule=rule,
        iterations=result["iterations"],
        seconds=result["seconds"],
        accuracy=accuracy,
        solver=solver,
        looks=looks,
        stopped=result["stopped"],
        target=result.get("target"),  # files of old do not have it
        file_policy=FilePolicy(file, solver),
    )


def rounds_to_keep(game: Game, first: int, drop: str | None) -> list[int]:
    """Return the rounds that are stored if a street and all after it are dropped."""
    names = street_names(game)
    if drop is None:
        return list(range(first, game.rounds))
    if drop not in names or names.index(drop) <= first:
        later = ", ".join(names[first + 1 :]) or "none"
        raise SolverError(f"drop is {drop!r}; streets that can be left out here are: {later}")
    return list(range(first, names.index(drop)))
