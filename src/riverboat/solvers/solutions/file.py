"""Solutions in files: the setup, the numbers and the average strategies, in the safetensors layout.

Probabilities are whole numbers of 16 or 8 bits, one array for each street, mapped into memory and read where they are
asked for. Streets may be left out; they are solved again when somebody looks at them. After the strategies come the
values of all decisions before the last street, in 16 bits; those of files of version 1 are found when asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, cast

import numpy as np

from riverboat.base.checks import number as a_number
from riverboat.base.checks import one_of, whole
from riverboat.base.files import ArrayFile, reading_facts, write_arrays
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress
from riverboat.errors import FileFormatError, SolverError
from riverboat.games.rules.game import Game
from riverboat.games.rules.streets import street_names
from riverboat.solvers.full_width.engine import Accuracy, Precision
from riverboat.solvers.full_width.node_values import NodeValues
from riverboat.solvers.full_width.real_hands import Policy
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.table_layout import TableLayout
from riverboat.solvers.runs.run import STOPS, Look, Stop
from riverboat.solvers.solutions.file_policy import FilePolicy
from riverboat.solvers.solutions.file_tables import checksum, packed_arrays
from riverboat.solvers.solutions.solved import Solved

KIND: Final = "solution"
VERSION: Final = 3
_WITHOUT_PRIZES: Final = 2
"""Files of a version are read by releases that know it. One that knows no prizes would take prize money for chips; all
others stay as they were."""
Bits = Literal[8, 16]
_PRECISIONS: Final[dict[str, Precision]] = {"16": 16, "32": 32, "64": 64}
_DTYPES: Final[dict[int, type[np.uint8] | type[np.uint16]]] = {8: np.uint8, 16: np.uint16}


def write_solution(
    solution: Solved,
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
    with within_memory(
        "writing the solution", SolverError, "leave a street out (drop='river'), or use bits=8"
    ):
        arrays = _arrays(solution, kept, bits, progress)
        version = _WITHOUT_PRIZES if solution.setup.prizes is None else VERSION
        write_arrays(path, arrays, kind=KIND, version=version, metadata=_metadata(solution))


def _arrays(
    solution: Solved, kept: Sequence[int], bits: Bits, progress: Progress | None
) -> dict[str, np.ndarray]:
    """Strategies and values of the rounds that are kept, and the looks."""
    solver, policy = solution.solver, solution.policy
    layout = solver.layout()
    missing = [number for number in kept if number not in solution.rounds_at_hand]
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
    return arrays


def _write_board(policy: Policy, layout: TableLayout, number: int, board: int, table: np.ndarray) -> None:
    """Write the strategies of all nodes of a round on a board."""
    most = np.iinfo(table.dtype).max
    for node in layout.nodes(number):
        begin, actions, classes = layout.place(node, board)
        rows = policy.rows(node, board)
        table[begin : begin + actions * classes] = np.rint(rows * most).reshape(-1)


def _values(solution: Solved) -> NodeValues:
    """The values of a solution: of its file, if that has some, or found now, if no street is left out."""
    policy, solver = solution.file_policy, solution.solver
    if policy is None:
        return solver.node_values()
    if policy.valued or policy.rounds[-1] + 1 < solution.setup.game.rounds:
        return policy.values()
    policy.fill(0, 0)
    return solver.node_values()


def _metadata(solution: Solved) -> dict[str, str]:
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
        "fingerprint": solution.solver.layout().fingerprint,
    }


def read_solution(
    path: str | os.PathLike[str], *, verify: bool = False, threads: int | None = None
) -> Solved:
    """Return what a file of `Solution.save` holds; strategies are read where they are asked for.

    verify: read everything and compare the checksums.
    """
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    if verify:
        file.verify()
    with reading_facts(path):
        setup = GameSetup.from_toml(file.metadata["setup"])
        result = json.loads(file.metadata["result"])
        numbers = _numbers(result)
        precision = _PRECISIONS[file.metadata.get("precision", "32")]  # files of old do not have it
        looks = tuple(Look(int(row[0]), float(row[1]), float(row[2])) for row in file["looks"])
        stopped = cast(Stop, one_of("stopped", result["stopped"], STOPS, FileFormatError))
        rule = file.metadata["rule"]
    # Any rule will do to evaluate; `Solution.resolve` uses this one if that of the file has no name.
    solver = setup.solver(precision=precision, threads=threads)
    return Solved(
        setup=setup,
        rule=rule,
        solver=solver,
        looks=looks,
        stopped=stopped,
        file_policy=FilePolicy(file, solver),
        **numbers,
    )


def _numbers(result: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a solution, each of which must be one."""

    def read(name: str, value: object, least: float | None = None) -> float:
        return a_number(name, value, FileFormatError, least=least, example=1)

    target = result.get("target")  # files of old do not have it
    return {
        "iterations": whole("iterations", result["iterations"], FileFormatError, example=100),
        "seconds": read("seconds", result["seconds"], 0),
        "accuracy": Accuracy(*((read(n, result[n][0]), read(n, result[n][1])) for n in ("values", "best"))),
        "target": None if target is None else read("target", target, 0),
    }


def rounds_to_keep(game: Game, first: int, drop: str | None) -> list[int]:
    """Return the rounds that are stored if a street and all after it are dropped."""
    names = street_names(game)
    if drop is None:
        return list(range(first, game.rounds))
    if drop not in names or names.index(drop) <= first:
        later = ", ".join(names[first + 1 :]) or "none"
        raise SolverError(f"drop is {drop!r}; streets that can be left out here are: {later}")
    return list(range(first, names.index(drop)))
