"""Aggregate reports: one setup on many boards, one row for each, in a table that grows as they are solved."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from riverboat.cards.card import HAND_CARDS, RANKS, card_names, parse_cards
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError, SolverError
from riverboat.files import write_whole
from riverboat.games.menu_file import menu_table
from riverboat.solvers.decision import AllHands
from riverboat.solvers.full_width import Precision
from riverboat.solvers.run import Goal
from riverboat.solvers.solution import Solution
from riverboat.solvers.solve import solve_setup
from riverboat.solvers.spot import POT_PERCENT, SpotSetup
from riverboat.solvers.target import pot_target

if TYPE_CHECKING:
    from rich.table import Table

Row = dict[str, Any]
Told = Callable[[int, int, Row], object]

FIRST_COLUMNS: Final = ("board", "weight", "high", "suits", "pairs")
_SHOWN: Final = 40  # rows that a terminal shows


@dataclass(frozen=True)
class Report:
    """A row for each board, those most often dealt counting most.

    rows: `board` and its `weight`; `high`, `suits` and `pairs`, to group by; EV, equity and EQR of both players; how
    often the first player, and the second after a check, takes each action; what the solver did.
    """

    rows: tuple[Row, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, those that some boards do not have included."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row))

    def mean(self, column: str, where: Callable[[Row], bool] | None = None) -> float:
        """Return the mean of a column by weight, over all boards or those that `where` says."""
        if column not in self.columns:
            raise SolverError(f"{column!r} is not a column; there are {', '.join(self.columns)}")
        rows = [
            row for row in self.rows if row.get(column) not in (None, "") and (where is None or where(row))
        ]
        total = sum(row["weight"] for row in rows)
        return sum(row["weight"] * row[column] for row in rows) / total if total else math.nan

    def to_csv(self) -> str:
        """Return the table as comma-separated values."""
        out = io.StringIO()
        writer = csv.DictWriter(out, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _short(value) for name, value in row.items()} for row in self.rows)
        return out.getvalue()

    def to_json(self) -> str:
        """Return the rows as a JSON list."""
        return json.dumps(list(self.rows))

    def __rich__(self) -> Table:
        from rich.table import Table

        hidden = {"weight", "setup", "iterations", "seconds", "pairs", "suits", "high"}
        names = [name for name in self.columns if name not in hidden]
        table = Table(box=None, pad_edge=False, header_style="dim")
        for name in names:
            table.add_column(name, justify="left" if name == "board" else "right")
        for row in self.rows[:_SHOWN]:
            table.add_row(*(_cell(row.get(name)) for name in names))
        means = [_cell(self.mean(name)) if name != "board" else f"all {len(self.rows)}" for name in names]
        table.add_row(*means, style="bold")
        return table


def solve_many(
    setup: SpotSetup,
    boards: Sequence[str] | str | int = "all",
    *,
    path: str | os.PathLike[str] | None = None,
    target_pot_percent: float = POT_PERCENT,
    iterations: int | None = None,
    precision: Precision = 32,
    threads: int | None = None,
    progress: Told | None = None,
) -> Report:
    """Solve one setup on many boards.

    setup: its own board does not matter. boards: a list, or "all" for the 1,755 flops that differ up to suits, or so
    many of them, spread evenly. path: a .csv or .json file that is written after each board; boards that are in it are
    not solved again. progress: called with (done, total, row).

    >>> from riverboat.solvers import spot_setup
    >>> setup = spot_setup(board="2c2d2h2s3c", oop="AA,76s", ip="KK,T9s", pot=100, stack=100)
    >>> report = solve_many(setup, ["QsJh2h5c9d", "AsKs2d2c7h"])
    >>> [row["board"] for row in report.rows], round(report.mean("oop ev") + report.mean("ip ev"))
    (['QsJh2h5c9d', 'AsKs2d2c7h'], 100)
    """
    chosen = _chosen(setup, boards)
    goal = Goal(iterations, pot_target(target_pot_percent, setup.pot))
    mark = _mark(setup, goal)
    done = {} if path is None or not Path(path).exists() else _read(Path(path), mark)
    rows: list[Row] = []
    for number, (board, weight) in enumerate(chosen.items(), 1):
        row = done.get(board)
        if row is None:
            solution = solve_setup(
                replace(setup, board=board).game_setup(), goal, precision=precision, threads=threads
            )
            row = {**_texture(board, weight), **_numbers(solution), "setup": mark}
            done[board] = row
            if path is not None:
                _write(Path(path), Report(tuple(done.values())))
        rows.append({**row, "weight": weight})
        if progress is not None:
            progress(number, len(chosen), row)
    return Report(tuple(rows))


# --- boards --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def flops() -> Mapping[str, int]:
    """Return the 1,755 flops that differ up to suits, and how many of the 22,100 each stands for.

    >>> len(flops()), sum(flops().values())
    (1755, 22100)
    """
    indexer = HandIndexer((3,))
    return {
        card_names(sorted(indexer.cards(0, index), reverse=True)): indexer.weight(0, index)
        for index in range(indexer.size(0))
    }


def _chosen(setup: SpotSetup, boards: Sequence[str] | str | int) -> dict[str, float]:
    if isinstance(boards, int) or boards == "all":
        for name, held in (("oop", setup.oop), ("ip", setup.ip)):
            if not _is_suitless(held):
                raise SolverError(
                    f"the range of {name} tells suits apart, so that flops of other suits differ; "
                    "list the boards yourself"
                )
        return _spread(None if boards == "all" else int(boards))
    listed = boards.replace(",", " ").split() if isinstance(boards, str) else list(boards)
    if not listed:
        raise SolverError(
            "there are no boards; give such as ['QsJh2h', 'AsKd7c'], 'all' or a number of flops"
        )
    return {card_names(parse_cards(board)): 1.0 for board in listed}


def _spread(count: int | None) -> dict[str, float]:
    """All flops, or so many of them: those that lie evenly over the whole weight, in order of their cards."""
    every = flops()
    if count is None:
        return {board: float(weight) for board, weight in every.items()}
    if isinstance(count, bool) or not 1 <= count <= len(every):
        raise SolverError(f"the number of flops is {count}; it is from 1 to {len(every)}")
    names = sorted(every, key=lambda board: sorted(parse_cards(board), reverse=True), reverse=True)
    ends = np.cumsum([every[name] for name in names])
    total = int(ends[-1])
    places = np.searchsorted(ends, (np.arange(count) + 0.5) * total / count)
    found: dict[str, float] = {}
    for place in places:
        found[names[place]] = found.get(names[place], 0.0) + total / count
    return found


def _is_suitless(held: Range) -> bool:
    cards = HAND_CARDS.astype(np.intp)
    for order in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(order)[cards % 4]
        high, low = renamed.max(axis=1), renamed.min(axis=1)
        if not np.array_equal(held.weights[high * (high - 1) // 2 + low], held.weights):
            return False
    return True


# --- rows ----------------------------------------------------------------------------------------------------


def _texture(board: str, weight: float) -> Row:
    cards = parse_cards(board)[:3]
    ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
    return {
        "board": board,
        "weight": weight,
        "high": RANKS[max(ranks)],
        "suits": {1: "monotone", 2: "two-tone", 3: "rainbow"}[len(suits)],
        "pairs": {1: "trips", 2: "paired", 3: "unpaired"}[len(ranks)],
    }


def _numbers(solution: Solution) -> Row:
    root = solution.grid()
    row: Row = {}
    for name, player in zip(("oop", "ip"), root.players, strict=True):
        ev, equity = player.mean_ev, player.mean_equity
        row |= {f"{name} ev": ev, f"{name} equity": equity, f"{name} eqr": ev / (equity * root.pot)}
    row |= _frequencies("oop", root)
    if "k" in root.actions:
        row |= _frequencies("ip", solution.grid("k"))
    row["exploitability %"] = solution.pot_percent
    return row | {"iterations": solution.iterations, "seconds": round(solution.seconds, 3)}


def _frequencies(who: str, node: AllHands) -> Row:
    return {
        f"{who} {option.name}": float(share)
        for option, share in zip(node.options, node.frequencies, strict=True)
    }


# --- files ---------------------------------------------------------------------------------------------------


def _mark(setup: SpotSetup, goal: Goal) -> str:
    """Tells rows of one setup from those of another."""
    ranges = [str(setup.oop), str(setup.ip)]
    chips = [setup.pot, setup.stack, setup.rake, setup.rake_cap, setup.min_bet]
    locks = [lock.to_toml() for lock in setup.locks]
    text = json.dumps([ranges, chips, menu_table(setup.menu), goal.iterations, goal.target, *locks])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _write(path: Path, report: Report) -> None:
    text = report.to_json() if path.suffix == ".json" else report.to_csv()
    write_whole(path, [text.encode()])


def _read(path: Path, mark: str) -> dict[str, Row]:
    text = path.read_text(encoding="utf-8")
    try:
        rows = json.loads(text) if path.suffix == ".json" else list(csv.DictReader(io.StringIO(text)))
        found = {
            row["board"]: {name: _value(value) for name, value in row.items() if value != ""} for row in rows
        }
        marks = {row["setup"] for row in rows}
    except (ValueError, KeyError, TypeError) as problem:
        raise FileFormatError(f"'{path}' is not a report: {problem}; name another file") from None
    if marks - {mark}:
        raise SolverError(f"'{path}' holds a report of another setup or target; name another file")
    return found


def _value(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def _short(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)
