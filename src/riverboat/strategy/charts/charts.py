"""Charts: what every hand does at each line that matters, to be drawn, listed and exported."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import Drawn
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.solvers.asking.decision import AllHands

Floats = npt.NDArray[np.float64]
COLUMNS: Final = (
    "kind",
    "line",
    "position",
    "line_share",
    "hand",
    "hand_share",
    "action",
    "name",
    "probability",
)
"""Of the CSV: one row for each hand class and action of each line."""


@dataclass(frozen=True, eq=False)
class Chart(Drawn):
    """What is played at one line.

    kind: see `strategy.charts.kinds`. title: the line in words. share: how often all hands that are dealt come here, if
    seats held cards independently of each other.
    """

    kind: str
    title: str
    share: float
    hands: AllHands

    @property
    def line(self) -> str:
        """The betting line."""
        return self.hands.line

    @property
    def file_name(self) -> str:
        """A name for its picture that no other line has: the line itself, in letters that every system takes."""
        line = re.sub(r"[^a-z0-9.]+", "-", self.line.lower()).strip("-")
        return f"{self.hands.position.lower()}-{line or 'first'}.svg"

    @cached_property
    def strategy(self) -> Floats:
        """Probabilities by hand class in the order of the grid: float64[169, options]."""
        return np.asarray(self.hands.strategy[self._places])

    @cached_property
    def reach(self) -> Floats:
        """How often who acts comes here with each class: float64[169]."""
        return np.asarray(self.hands.reach[self._places])

    @cached_property
    def _places(self) -> list[int]:
        return [self.hands.index(name) for name in CLASS_NAMES]

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken, by its token."""
        return dict(zip(self.hands.actions, self.hands.frequencies.tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "kind": self.kind,
            "title": self.title,
            "line": self.line,
            "position": self.hands.position,
            "share": self.share,
            "picture": self.file_name,
            "actions": {option.token: option.name for option in self.hands.options},
            "frequencies": self.frequencies,
            "notes": list(self.hands.notes),
            "hands": {
                name: {
                    "share": round(float(came), 6),
                    **dict(zip(self.hands.actions, np.round(row, 4).tolist(), strict=True)),
                }
                for name, came, row in zip(CLASS_NAMES, self.reach, self.strategy, strict=True)
            },
        }


@dataclass(frozen=True, eq=False)
class Charts(Drawn):
    """All charts of a strategy, by kind and then as the hand goes. name: of the strategy. least: the share of all hands
    from which on lines that nobody looks up by positions are shown.
    """

    name: str
    least: float
    charts: tuple[Chart, ...]

    def find(self, line: str) -> Chart | None:
        """Return the chart after a line, as `Chart.line` writes it, if there is one."""
        return next((chart for chart in self.charts if chart.line == line), None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "strategy": self.name,
            "least_share": self.least,
            "charts": [c.to_dict() for c in self.charts],
        }

    def to_csv(self) -> str:
        """Return all of it as one table, a row for each line, hand class and action: `COLUMNS`."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        write.writerow(COLUMNS)
        for chart in self.charts:
            line = (chart.kind, chart.line, chart.hands.position, f"{chart.share:.6g}")
            for name, came, row in zip(CLASS_NAMES, chart.reach, chart.strategy, strict=True):
                for option, probability in zip(chart.hands.options, row, strict=True):
                    write.writerow(
                        (*line, name, f"{came:.6g}", option.token, option.name, f"{probability:.4f}")
                    )
        return out.getvalue()
