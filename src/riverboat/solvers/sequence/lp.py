"""The linear program of the sequence form, solved by HiGHS: exact, and with bounds at any time.

Koller, Megiddo and von Stengel 1996, "Efficient computation of equilibria for extensive two-person games".
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Literal, get_args

import numpy as np

from riverboat.errors import SolverError
from riverboat.solvers.sequence.form import SequenceForm
from riverboat.solvers.sequence.sequences import Floats, Places, Sequences

Side = Literal["primal", "dual"]
Algorithm = Literal["simplex", "ipm", "pdlp"]

MOST_ENTRIES: Final = 20_000_000
"""Entries of the matrix: a program of some gigabytes. Beyond, products are the only way."""

MOST_TO_A_CORNER: Final = 100_000
"""Entries up to which interior points go on to a corner: beyond, that takes longer than all else."""

_SMALL: Final = 1e-9
"""Feasibility that is asked of HiGHS; its own default is 1e-7."""


@dataclass(frozen=True)
class LinearProgram:
    """How the program is solved.

    side: "primal", the first player's plan, or "dual", the second's; either gives both. algorithm: "simplex", which
    ends in a corner and is exact to rounding; "ipm", interior points, which ends in one where it is small, else near
    it; "pdlp", first-order steps.
    """

    side: Side = "primal"
    algorithm: Algorithm = "simplex"

    def __post_init__(self) -> None:
        for name, kinds in (("side", Side), ("algorithm", Algorithm)):
            if getattr(self, name) not in get_args(kinds):
                told = ", ".join(map(repr, get_args(kinds)))
                raise SolverError(f"the {name} is {getattr(self, name)!r}; there are {told}")

    def solve(
        self, form: SequenceForm, *, max_seconds: float | None = None, threads: int | None = None
    ) -> Optimum:
        """Return plans of both players; after `max_seconds` those that there are."""
        return Program(form, self, threads=threads).run(max_seconds)


class Program:
    """A program in work. goes_on: whether every `run` goes on where the last one stopped; without, HiGHS presolves.

    Its simplex is the dual one: the points on its way are feasible plans of the other side, those of this side are
    feasible at the end.
    """

    def __init__(
        self,
        form: SequenceForm,
        how: LinearProgram,
        *,
        goes_on: bool = False,
        threads: int | None = None,
    ) -> None:
        form.check_entries(MOST_ENTRIES)
        self.form, self.how = form, how
        self._highspy = _highspy()
        self._highs = _model(self._highspy, form, how.side)
        self._highs.setOptionValue("solver", how.algorithm)
        crossover = "on" if form.payoffs.count <= MOST_TO_A_CORNER else "off"
        self._highs.setOptionValue("run_crossover", crossover)
        if goes_on:
            self._highs.setOptionValue("presolve", "off")
        if threads:
            self._highs.setOptionValue("threads", threads)

    def run(self, max_seconds: float | None = None) -> Optimum:
        """Go on for so many seconds at most, and return the plans that there are."""
        highspy, highs, form = self._highspy, self._highs, self.form
        began = time.monotonic()
        if max_seconds is not None:  # HiGHS counts the time of all runs
            highs.setOptionValue("time_limit", float(highs.getRunTime() + max_seconds))
        highs.run()
        _check_status(highspy, highs, form.name)
        own, other = form.players if self.how.side == "primal" else form.players[::-1]
        solution = highs.getSolution()
        plan = _plan(own, np.array(solution.col_value[: len(own)]))
        answer = _plan(other, np.abs(np.array(solution.row_dual[own.rows : own.rows + len(other)])))
        x, y = (plan, answer) if self.how.side == "primal" else (answer, plan)
        info = highs.getInfo()
        steps = max(info.simplex_iteration_count, info.ipm_iteration_count, info.pdlp_iteration_count)
        kinds = highspy.HighsModelStatus
        is_best = highs.getModelStatus() not in (kinds.kTimeLimit, kinds.kInterrupt, kinds.kIterationLimit)
        return Optimum(x, y, max(int(steps), 0), time.monotonic() - began, is_best)


@dataclass(frozen=True)
class Optimum:
    """What a program ended with. is_best: whether it ended, and not its time."""

    x: Floats
    y: Floats
    steps: int
    seconds: float
    is_best: bool


def check_installed() -> None:
    """Raise if HiGHS is not there."""
    _highspy()


def _highspy() -> ModuleType:
    try:
        return import_module("highspy")
    except ImportError:
        raise SolverError(
            "linear programs need HiGHS: pip install 'riverboat[lp]', or use another method, such as 'egt'"
        ) from None


def _model(highspy: ModuleType, form: SequenceForm, side: Side) -> Any:
    """Max v₀ over plans x and values v of the opponent's sets, such that no answer gives less.

    Rows: the constraints of the own plan, then for each of the opponent's sequences j that the value of its set is at
    most what it gives, A'x, and what comes after it: v_set(j) − Σ v_after(j) − (A'x)_j ≤ 0. Its multiplier is his plan.
    """
    own, other = form.players if side == "primal" else form.players[::-1]
    rows, columns, values = form.payoffs.entries()
    if side == "dual":  # the second player maximizes what he does not lose
        rows, columns, values = columns, rows, -values
    parts = [
        _constraints(own),
        (own.rows + columns, rows, -values),
        _transposed(_constraints(other), own.rows, len(own)),
    ]
    row, column, value = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    height, width = own.rows + len(other), len(own) + other.rows
    begin, column, value = _by_row(row, column, value, height)
    lp = highspy.HighsLp()
    infinite = highspy.kHighsInf
    lp.num_row_, lp.num_col_ = height, width
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.eye(1, width, len(own)).ravel()
    lp.col_lower_ = np.concatenate([np.zeros(len(own)), np.full(other.rows, -infinite)])
    lp.col_upper_ = np.full(width, infinite)
    right = np.eye(1, own.rows).ravel()
    lp.row_lower_ = np.concatenate([right, np.full(len(other), -infinite)])
    lp.row_upper_ = np.concatenate([right, np.zeros(len(other))])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = begin, column, value
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        highs.setOptionValue(name, _SMALL)
    if highs.passModel(lp) == highspy.HighsStatus.kError:
        raise SolverError(
            f"HiGHS does not take the program of {form.name!r}: are its payoffs finite numbers?"
        )
    return highs


def _constraints(of: Sequences) -> tuple[Places, Places, Floats]:
    """A plan begins with 1, and in each set adds up to the parent."""
    sets = np.arange(of.sets, dtype=np.int32) + 1
    rows = np.concatenate([[0], of.set_of[1:] + 1, sets])
    columns = np.concatenate([[0], np.arange(1, len(of)), of.parent])
    values = np.concatenate([[1.0], np.ones(len(of) - 1), -np.ones(of.sets)])
    return rows.astype(np.int32), columns.astype(np.int32), values


def _transposed(
    entries: tuple[Places, Places, Floats], down: int, right: int
) -> tuple[Places, Places, Floats]:
    rows, columns, values = entries
    return down + columns, right + rows, values


def _by_row(row: Places, column: Places, value: Floats, height: int) -> tuple[Places, Places, Floats]:
    """Return where rows begin, columns and values; those of one place are added up."""
    order = np.lexsort((column, row))
    row, column, value = row[order], column[order], value[order]
    new = np.concatenate([[True], (np.diff(row) != 0) | (np.diff(column) != 0)])
    value = np.add.reduceat(value, np.flatnonzero(new))
    begin = np.concatenate([[0], np.cumsum(np.bincount(row[new], minlength=height))])
    return begin.astype(np.int32), column[new].astype(np.int32), value


def _plan(of: Sequences, numbers: Floats) -> Floats:
    """Return the plan that numbers are, or nearly are: every point of a solver becomes one, and so gives a bound."""
    return of.plan(of.probabilities(numbers))


def _check_status(highspy: ModuleType, highs: Any, name: str) -> None:
    """Raise if the program has no solution; a limit is none."""
    status, kinds = highs.getModelStatus(), highspy.HighsModelStatus
    if status in (kinds.kOptimal, kinds.kTimeLimit, kinds.kInterrupt, kinds.kIterationLimit, kinds.kUnknown):
        return
    raise SolverError(
        f"the program of {name!r} is {highs.modelStatusToString(status).lower()}; a game has a value, so its sequences "
        "or payoffs are not those of a game with perfect recall"
    )
