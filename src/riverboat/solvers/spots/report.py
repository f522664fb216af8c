"""Aggregate reports: one setup on many boards, one row for each, in a table that grows as they are solved."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import Any, Final, Unpack

import numpy as np

from riverboat.base.checks import check_threads
from riverboat.base.drawing import Drawn
from riverboat.base.files import check_folder, write_whole
from riverboat.base.sources import read_source
from riverboat.cards.card import HAND_CARDS, card_names, hand_indices, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import FileAccessError, FileFormatError, SolverError
from riverboat.games.trees.menu_file import menu_table
from riverboat.solvers.runs.run import Goal
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import POT_PERCENT, SolveOptions, SolveWords, solve_options
from riverboat.solvers.solutions.solving import rule_name
from riverboat.solvers.solutions.target import pot_target
from riverboat.solvers.spots.batch import Batch
from riverboat.solvers.spots.flops import REPRESENTATIVE, flops, representative_flops
from riverboat.solvers.spots.report_rows import Row, board_texture, found_numbers
from riverboat.solvers.spots.solved_spots import Done
from riverboat.solvers.spots.spot import SpotSetup
from riverboat.solvers.update_rules.rules import UpdateRule

TOGETHER_BYTES: Final = 8 << 30
"""Tables of boards that a card solves at a time: a few flops, so that it is busy and yet done with them in seconds."""

_ABOUT_BOARDS: Final = ("board", "weight", "high", "suits", "pairs", "straights")
_SLACK: Final = 1e-3  # files have six digits, and the solver looks at the target in 32 bits
_NOT_OF_REPORTS: Final = ("start", "looks_every", "watch", "checkpoint", "checkpoint_seconds", "resume")


@dataclass(frozen=True)
class Report(Drawn):
    """A row for each board, those most often dealt counting most.

    rows: `board` and its `weight`; `high`, `suits`, `pairs` and `straights`, to group by; EV, equity and EQR of both
    players, None where there is no equity; how often the first player, and the second after a check, takes each action;
    what the solver did. target_percent: the exploitability that was asked for, in percent of the pot, if one was.
    """

    rows: tuple[Row, ...]
    target_percent: float | None = None

    @property
    def missed_target(self) -> tuple[str, ...]:
        """The boards that were stopped before they were as good as was asked for."""
        if self.target_percent is None:
            return ()
        most = self.target_percent * (1 + _SLACK)
        return tuple(row["board"] for row in self.rows if row["exploitability %"] > most)

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, those that some boards do not have included."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row))

    @property
    def number_columns(self) -> tuple[str, ...]:
        """The columns that hold numbers found by the solver."""
        return tuple(name for name in self.columns if name not in (*_ABOUT_BOARDS, "setup"))

    def values_of(self, column: str) -> tuple[str, ...]:
        """Return what stands in a column that boards are grouped by, in the order of the boards."""
        return tuple(dict.fromkeys(str(row[column]) for row in self.rows if column in row))

    def where(self, column: str, value: str) -> Report:
        """Return the boards with a value in a column."""
        return replace(self, rows=tuple(row for row in self.rows if row.get(column) == value))

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


def solve_many(
    setup: SpotSetup,
    boards: Sequence[str] | str | int = REPRESENTATIVE,
    *,
    path: str | os.PathLike[str] | None = None,
    rule: str | UpdateRule | None = None,
    keep: Callable[[str, Solution], object] | None = None,
    **options: Unpack[SolveWords],
) -> Report:
    """Solve one setup on many boards, one after the other; the solver of one is gone before the next begins.

    On a card a few run side by side, until all are as good as asked for, while the next are dealt on the processor.

    setup: its own board does not matter. boards: a list, or so many flops that stand for all
    (`flops.representative_flops`), or "all" for the 1,755 that differ up to suits. path: a .csv or .json file that is
    written after each board, or after those that ran side by side; boards that are in it are not solved again, and
    those in it that are not asked for weigh nothing. keep: called with each board that is solved and its solution,
    which is gone afterwards, to write it to a file. rule and options: those of `SolveOptions` that hold for every
    board; progress is called with boards done and to do, and once `stop` is set the boards that are done are returned.

    >>> from riverboat.solvers import spot_setup
    >>> setup = spot_setup(board="2c2d2h2s3c", oop="AA,76s", ip="KK,T9s", pot=100, stack=100)
    >>> report = solve_many(setup, ["QsJh2h5c9d", "AsKs2d2c7h"])
    >>> [row["board"] for row in report.rows], round(report.mean("oop ev") + report.mean("ip ev"))
    (['QsJh2h5c9d', 'AsKs2d2c7h'], 100)
    """
    asked, chosen = _asked(options, rule), _chosen(setup, boards)
    file = None if path is None else _file(path)
    goal = asked.goal(setup.game_setup())
    done = {} if file is None or not file.exists() else _read(file, _marks(setup, asked, goal), chosen)
    left = [board for board in chosen if board not in done]
    for rows in _solved(setup, left, asked, len(chosen), keep):
        for board, row in rows.items():
            mark = {"setup": _mark(setup, asked, goal)}
            done[board] = {**board_texture(board, chosen[board]), **row, **mark}
        if file is not None:
            _write(file, done.values())
    percent = None if goal.target is None else 100 * goal.target / setup.pot
    return Report(tuple(done[board] for board in chosen if board in done), percent)


def _asked(words: SolveWords, rule: str | UpdateRule | None) -> SolveOptions:
    for name in _NOT_OF_REPORTS:
        if name in words:
            raise SolverError(
                f"{name!r} is for one board, not for a report; path='report.csv' is what a report goes on from"
            )
    return solve_options(solve_many, words, rule=rule)


def _solved(
    setup: SpotSetup,
    boards: Sequence[str],
    options: SolveOptions,
    count: int,
    keep: Callable[[str, Solution], object] | None,
) -> Iterator[dict[str, Row]]:
    """What a report says of boards, as they are solved: one after the other, or some at a time on a card."""
    tell, before = options.progress, count - len(boards)
    progress = None if tell is None else lambda done, _: tell(before + done, count)
    if progress is not None and before:
        progress(0, count)
    batch = Batch(
        [replace(setup, board=board) for board in boards],
        replace(options, progress=progress),
        name_of=boards.__getitem__,
        seconds_each=True,
        most_bytes=TOGETHER_BYTES,
    )
    threads = check_threads(options.threads, SolverError)

    def rows(part: list[Done]) -> dict[str, Row]:
        whole = {boards[done.spot.number]: done for done in part if done.stopped != "signal"}
        if keep is not None:
            for board, done in whole.items():
                keep(board, done.found.solution())
        return {board: found_numbers(setup, done, threads) for board, done in whole.items()}

    return map(rows, batch.parts())  # which holds no part while the next is solved


# --- boards --------------------------------------------------------------------------------------------------


def _chosen(setup: SpotSetup, boards: Sequence[str] | str | int) -> dict[str, float]:
    if isinstance(boards, int) or boards == "all":
        for name, held in (("oop", setup.oop), ("ip", setup.ip)):
            if not _is_suitless(held):
                raise SolverError(
                    f"the range of {name} tells suits apart, so that flops of other suits differ; "
                    "list the boards yourself"
                )
        return dict(representative_flops(boards) if isinstance(boards, int) else flops())
    listed = boards.replace(",", " ").split() if isinstance(boards, str) else list(boards)
    if not listed:
        raise SolverError(
            "there are no boards; give such as ['QsJh2h', 'AsKd7c'], 'all' or a number of flops"
        )
    return {card_names(parse_cards(board)): 1.0 for board in listed}


def _is_suitless(held: Range) -> bool:
    cards = HAND_CARDS.astype(np.intp)
    for order in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(order)[cards % 4]
        if not np.array_equal(held.weights[hand_indices(renamed)], held.weights):
            return False
    return True


# --- files ---------------------------------------------------------------------------------------------------


def _file(path: str | os.PathLike[str]) -> Path:
    """The file of a report, if it may be one."""
    file = Path(path)
    if file.suffix not in (".csv", ".json"):
        raise SolverError(f"'{file}' is neither a .csv nor a .json file; name such as 'report.csv'")
    check_folder(file)
    return file


def _marks(setup: SpotSetup, options: SolveOptions, goal: Goal) -> set[str]:
    """The marks of rows that may stand in the file: of this release, and of those before.

    Those before knew a target beside every number of iterations.
    """
    before = replace(goal, target=pot_target(POT_PERCENT, setup.pot)) if goal.target is None else goal
    return {_mark(setup, options, goal), _mark(setup, options, before)}


def _mark(setup: SpotSetup, options: SolveOptions, goal: Goal) -> str:
    """Tells rows of one setup from those of another; rule and bits that are not given are those of every release."""
    usual, rule = setup.game_setup(), options.rule
    named = rule if rule is None or isinstance(rule, str) else rule_name(rule)
    given = {
        name: value
        for name, value, default in (
            ("rule", named, usual.default_rule),
            ("precision", options.precision, usual.default_precision),
        )
        if value not in (None, default)
    }
    ranges = [str(setup.oop), str(setup.ip)]
    chips = [setup.pot, setup.stack, setup.rake, setup.rake_cap, setup.min_bet]
    locks = [lock.to_toml() for lock in setup.locks]
    text = json.dumps(
        [
            ranges,
            chips,
            menu_table(setup.menu),
            goal.iterations,
            goal.target,
            *locks,
            *([given] if given else []),
            *([] if setup.prizes is None else [setup.prizes.to_table()]),
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _write(path: Path, rows: Iterable[Row], before: str = "") -> None:
    """Write rows to a file, if they are not what stood in it before."""
    report = Report(tuple(rows))
    text = report.to_json() if path.suffix == ".json" else report.to_csv()
    if text != before:
        write_whole(path, [text.encode()])


def _read(path: Path, marks: set[str], weights: Mapping[str, float]) -> dict[str, Row]:
    """The rows of a file by board, with the weights of the boards that are asked for; the file gets them, too."""
    try:
        text = read_source(path, False, FileFormatError)
        rows = json.loads(text) if path.suffix == ".json" else list(csv.DictReader(io.StringIO(text)))
        found = {
            row["board"]: {name: _value(value) for name, value in row.items() if value != ""} for row in rows
        }
        others = {row["setup"] for row in rows} - marks
    except FileAccessError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, csv.Error, RecursionError) as problem:
        raise FileFormatError(f"'{path}' is not a report: {problem}; name another file") from None
    if others:
        raise SolverError(
            f"'{path}' holds a report of another setup, target, rule or precision; name another file"
        )
    weighed = {board: {**row, "weight": weights.get(board, 0.0)} for board, row in found.items()}
    _write(path, weighed.values(), text)
    return weighed


def _value(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def _short(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value
