"""From a run to charts: a run in two halves, a strategy file, and what both rest on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riverboat.base.checks import number
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.strategy.charts import Charts, charts_of
from riverboat.strategy.charts.walk import check_share
from riverboat.strategy.opening import open_blueprint
from riverboat.strategy.publish import publish
from riverboat.training import Training, TrainingReport
from riverboat.training.accuracy import RestsOn, rests_on
from riverboat.training.halves import HalfWay, Halves

_BITS: Final = 8  # of a probability in the file: charts are read in percent, and fifteenths would show


@dataclass(frozen=True, eq=False)
class MadeCharts:
    """Charts, the strategy file they are of, and what they rest on."""

    charts: Charts
    file: Path
    rests_on: RestsOn


def make_charts(
    training: Training,
    *,
    share: float = 0.001,
    minutes: float | None = None,
    preparing: Progress | None = None,
    progress: Progress | None = None,
    watch: Callable[[TrainingReport], object] | None = None,
    stop: threading.Event | None = None,
) -> MadeCharts:
    """Train, write NAME.strategy into the folder of the run and return its charts.

    training: of a config such as `ChartsGame.config` makes. share: see `charts_of`. minutes: of training; without, to
    the iterations of the config. preparing: hears of the buckets. A run that is stopped has charts of what it has
    learnt.
    """
    check_share(share)
    training.prepare(progress=preparing)
    halves = _train(training, minutes, progress, watch, stop)
    file = training.folder / f"{training.config.name}.strategy"
    publish(training, file, bits=_BITS, threads=training.threads)
    return MadeCharts(charts_of(open_blueprint(file), share=share), file, rests_on(training, halves))


def _train(
    training: Training,
    minutes: float | None,
    progress: Progress | None,
    watch: Callable[[TrainingReport], object] | None,
    stop: threading.Event | None,
) -> Halves | None:
    """Train in two halves, of time or of the iterations that are left, and compare them."""
    if minutes is not None:
        number("minutes", minutes, SolverError, over=0, example=10)
    begun, goal = training.solver.iterations, training.goal()
    half_time = None if minutes is None else minutes / 2
    middle = goal if minutes is not None else (begun + goal) // 2
    if begun < goal:
        training.run(iterations=max(middle, 1), minutes=half_time, progress=progress, watch=watch, stop=stop)
    if stop is not None and stop.is_set():
        return None
    half, reached = HalfWay(training.solver), training.solver.iterations
    if reached < goal:
        training.run(minutes=half_time, progress=progress, watch=watch, stop=stop)
    try:
        return half.compare(training.solver)
    except SolverError:  # nothing came after, or too little to compare
        return None
