"""Reports of one setup on many boards: what matters of each board; the rest is in their files."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from riverboat.base.drawing import draws
from riverboat.solvers.spots.report import Report
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Note, Rows

_SHOWN: Final = 40  # boards that are shown


class _Column(NamedTuple):
    """rest: tell what is left to the whole, as who does not check bets."""

    heading: str
    name: str
    unit: float = 1.0
    digits: int = 2
    rest: bool = False

    def cell(self, value: Any) -> str:
        if not isinstance(value, int | float) or math.isnan(value):
            return ""
        return f"{self.unit * (1 - value if self.rest else value):.{self.digits}f}"


_COLUMNS: Final = (
    _Column("OOP EV", "oop ev"),
    _Column("eq %", "oop equity", 100, 1),
    _Column("EQR", "oop eqr"),
    _Column("bet %", "oop check", 100, 1, rest=True),
    _Column("IP EV", "ip ev"),
    _Column("EQR", "ip eqr"),
    _Column("bet %", "ip check", 100, 1, rest=True),
    _Column("off %", "exploitability %"),
)


@draws(Report)
def draw_report(report: Report) -> Page:
    """Return a row for each of the first boards, and the means of all."""
    rows: list[tuple[Cell, ...]] = [
        (row["board"], *(column.cell(row.get(column.name)) for column in _COLUMNS))
        for row in report.rows[:_SHOWN]
    ]
    if len(report.rows) > _SHOWN:
        rows.append((Note(f"… {len(report.rows) - _SHOWN:,} more", "dim"), *("" for _ in _COLUMNS)))
    known = report.columns
    means = (c.cell(report.mean(c.name)) if c.name in known else "" for c in _COLUMNS)
    rows.append((f"all {len(report.rows)}", *means))
    columns = ("board", *(f">{column.heading}" for column in _COLUMNS))
    return Page(Rows(columns, tuple(rows), strong=frozenset({len(rows) - 1})))
