"""The log of a training run: one JSON object a line, one line a report."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from riverboat.base.drawing import Drawn, drawing
from riverboat.base.file_access import accessing, path_of
from riverboat.base.files import write_whole
from riverboat.base.frames import DataFrame, data_frame
from riverboat.errors import FileFormatError, SolverError


@dataclass(frozen=True)
class TrainingReport(Drawn):
    """How far a run is.

    time: of day, as ISO text. seconds: of training, those before a resume included. iterations_per_second: since the
    report before. visits: of decisions, in all iterations. sets, memory: information sets that were reached, and the
    bytes of their rows. positive_regret: see `Survey`, in big blinds. trained: the share of visits on trained sets.
    watch: by watch hand, its average strategy. opens: by position, how often each of 169 classes opens with a raise;
    logs of earlier versions lack it.
    """

    time: str
    seconds: float
    iterations: int
    iterations_per_second: float
    visits: int
    sets: int
    memory: int
    positive_regret: float
    trained: float
    watch: dict[str, dict[str, float]]
    opens: dict[str, list[float]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, rounded for people."""
        rounded = {
            "seconds": round(self.seconds, 2),
            "iterations_per_second": round(self.iterations_per_second),
            "positive_regret": float(f"{self.positive_regret:.6g}"),
            "trained": round(self.trained, 5),
            "watch": {
                label: {token: round(share, 4) for token, share in strategy.items()}
                for label, strategy in self.watch.items()
            },
        }
        return {**asdict(self), **rounded}


class TrainingLog(list[TrainingReport], Drawn):
    """The reports of a run, a list that draws itself: regret, information sets, speed and the watch hands over time.

    name: of the run.
    """

    def __init__(self, reports: Iterable[TrainingReport] = (), name: str = "training") -> None:
        super().__init__(reports)
        self.name = name

    def to_pandas(self) -> DataFrame:
        """Return a row for each report, with a column for each action of each watch hand, such as `UTG AsAh r2.5`."""
        rows = []
        for report in self:
            row = report.to_dict()
            watched = row.pop("watch")
            del row["opens"]
            row |= {
                f"{hand} {token}": share
                for hand, played in watched.items()
                for token, share in played.items()
            }
            rows.append(row)
        return data_frame(rows)

    def chart(self, file: str | os.PathLike[str]) -> None:
        """Draw it into a file: .svg, or with `riverboat[charts]` .png and .pdf."""
        if not self:
            raise SolverError("the log has no reports; train for a few seconds first")
        drawing(self, "chart").save(file)


def append_log(path: Path, report: TrainingReport) -> None:
    """Add a line."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(report.to_dict(), ensure_ascii=False) + "\n")


def read_log(path: str | os.PathLike[str]) -> TrainingLog:
    """Return the reports of a log; a last line that was not written to its end is left out."""
    with accessing(path):
        lines = path_of(path).read_bytes().splitlines()
    log = TrainingLog(name=Path(path).absolute().parent.name)
    for number, line in enumerate(lines, 1):
        try:
            log.append(TrainingReport(**json.loads(line)))
        except (ValueError, TypeError, RecursionError) as problem:
            if number == len(lines):
                break
            raise FileFormatError(f"line {number} of '{path}' is not of a training log: {problem}") from None
    return log


def cut_log(path: Path, iterations: int) -> None:
    """Forget what was logged after these iterations: a run that goes on from there will log it again."""
    if path.exists():
        kept = [report for report in read_log(path) if report.iterations <= iterations]
        write_whole(path, [(json.dumps(r.to_dict(), ensure_ascii=False) + "\n").encode() for r in kept])
