"""Drawing a report: what matters of each board, in eighty columns; the rest is in its files."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from rich.table import Table

    from riverboat.solvers.spots.report import Report

_SHOWN: Final = 40  # rows that a terminal shows


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


def report_table(report: Report) -> Table:
    """Return the table: a line for each of the first boards, and the means of all."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("board")
    for column in _COLUMNS:
        table.add_column(column.heading, justify="right")
    for row in report.rows[:_SHOWN]:
        table.add_row(row["board"], *(column.cell(row.get(column.name)) for column in _COLUMNS))
    if len(report.rows) > _SHOWN:
        table.add_row(f"… {len(report.rows) - _SHOWN:,} more", style="dim")
    known = report.columns
    means = (c.cell(report.mean(c.name)) if c.name in known else "" for c in _COLUMNS)
    table.add_row(f"all {len(report.rows)}", *means, style="bold")
    return table
