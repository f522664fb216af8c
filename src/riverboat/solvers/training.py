"""Training runs: the sampled engine with checkpoints, resume, a log and a clean stop."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import riverboat
from riverboat.abstraction.progress import Progress
from riverboat.abstraction.remembered import Grouped
from riverboat.errors import SolverError
from riverboat.files import write_whole
from riverboat.games.tree import build_tree
from riverboat.solvers.sampled import DEALS_AT_ONCE
from riverboat.solvers.training_buckets import training_abstraction, training_tables
from riverboat.solvers.training_checkpoint import (
    Past,
    Ranges,
    load_ranges,
    load_training,
    open_training,
    save_training,
)
from riverboat.solvers.training_config import TrainingConfig, load_training_config
from riverboat.solvers.training_log import TrainingReport, append_log, cut_log
from riverboat.solvers.training_memory import check_memory
from riverboat.solvers.training_start import CHECKPOINT, CONFIG, make_solver, start_in_words, start_solver
from riverboat.solvers.training_watch import watched_hand

LOG: Final = "log.jsonl"

REPORT_SECONDS: Final = 20.0
"""Most seconds between two reports of a small run; a report reads the whole table."""

_REPORT_SHARE: Final = 0.05  # of the time goes to reports, so that they are rarer for large tables
_CHUNK_SECONDS: Final = 0.25  # between two looks at the clock

End = Literal["iterations", "time", "signal"]
Watcher = Callable[["Training"], object]


class Training:
    """A run in a folder of its own: config.toml, log.jsonl and checkpoint.rb lie there, buckets beside it.

    config: a `TrainingConfig`, or what `load_training_config` takes. resume: go on from the checkpoint of the folder,
    if there is one; on one thread, bit for bit as if the run had not stopped. memory: bytes that the run may take; what
    is free, if nothing is said. ranges: by seat, what a run that begins is dealt, such as those that a strategy has at
    the start of the tree; else those of the coarse run that the config names, with its regrets. progress: hears how far
    the buckets are, which are built the first time. Nothing in the folder changes before `run`, so a run that goes on
    can be looked at.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     training = Training("leduc", f"{folder}/leduc", threads=1)
    ...     end = training.run(iterations=20_000)
    ...     again = Training("leduc", f"{folder}/leduc", threads=1, resume=True)
    >>> end, training.last.iterations, again.solver.iterations
    ('iterations', 20096, 20096)
    """

    def __init__(
        self,
        config: TrainingConfig | str | os.PathLike[str],
        folder: str | os.PathLike[str],
        *,
        threads: int | None = None,
        memory: int | None = None,
        resume: bool = False,
        ranges: Ranges | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.config = config if isinstance(config, TrainingConfig) else load_training_config(config)
        self.folder = Path(folder)
        goes_on = self.checkpoint.exists()
        if goes_on and not resume:
            raise SolverError(
                f"'{self.folder}' holds a run already; go on with it (--resume), or give another folder"
            )
        self.tree = build_tree(self.config.tree)
        check_memory(self.config, self.tree, memory)
        self.folder.mkdir(parents=True, exist_ok=True)
        file = open_training(self.checkpoint, self.config) if goes_on else None
        deals = training_tables(self.config, self._beside, threads=threads, progress=progress)
        self.watched = [watched_hand(watch, self.tree, deals) for watch in self.config.watch]
        if file is None:
            self.solver = start_solver(self.config, self.tree, deals, self._beside, threads, ranges)
            self._past = Past(start=start_in_words(self.config, ranges))
        else:
            self.solver = make_solver(self.config, self.tree, deals, threads, load_ranges(file))
            self._past = load_training(file, self.solver)
        self._threads = self._past.threads
        self._before = self._past.seconds
        self._clock: float | None = None
        self._since = (self._before, self.solver.iterations)
        self.last: TrainingReport | None = None

    @property
    def checkpoint(self) -> Path:
        """The file to resume from."""
        return self.folder / CHECKPOINT

    @property
    def log(self) -> Path:
        """The file of reports."""
        return self.folder / LOG

    @property
    def seconds(self) -> float:
        """The time the run has taken, in all."""
        return self._before + self.session_seconds

    @property
    def session_seconds(self) -> float:
        """The time since `run` was called."""
        return 0.0 if self._clock is None else time.monotonic() - self._clock

    @property
    def rate(self) -> float:
        """Iterations a second between the last two reports, or since the start of the run."""
        return self._rate() if self.last is None else self.last.iterations_per_second

    def _rate(self) -> float:
        seconds, iterations = self._since
        return (self.solver.iterations - iterations) / max(self.seconds - seconds, 1e-9)

    @cached_property
    def abstraction(self) -> Grouped:
        """The buckets, for who asks what was learnt."""
        return training_abstraction(self.config, self._beside, threads=self.solver.threads)

    @property
    def _beside(self) -> Path:
        return self.folder.absolute().parent

    # --- running ---------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        iterations: int | None = None,
        minutes: float | None = None,
        watcher: Watcher | None = None,
    ) -> End:
        """Train, and return what ended it; a checkpoint is there then.

        iterations: in all, those of the config if nothing is said, rounded up to a multiple of `DEALS_AT_ONCE`.
        minutes: of this call. Ctrl-C and SIGTERM end the run within a second; a second Ctrl-C at once, without a
        checkpoint. watcher: called some four times a second.
        """
        goal = self.goal(iterations)
        if minutes is not None and not minutes > 0:
            raise SolverError(f"minutes is {minutes!r}; it is a number above 0, such as 10")
        self._clock = started = time.monotonic()
        stop = None if minutes is None else started + 60 * minutes
        self._take_folder()
        self._threads = max(self._past.threads, self.solver.threads or os.cpu_count() or 1)
        try:
            with stop_signals() as asked:
                end = self._loop(goal, stop, asked, watcher)
                self.report()
                self.save()
        finally:
            self._before, self._clock = self.seconds, None
        if watcher is not None:
            watcher(self)
        return end

    def _take_folder(self) -> None:
        """Say what runs here, and forget what a run left that was killed after its last checkpoint."""
        write_whole(self.folder / CONFIG, [self.config.to_toml().encode()])
        for stale in self.folder.glob(f".{CHECKPOINT}.*.tmp"):
            stale.unlink(missing_ok=True)
        cut_log(self.log, self.solver.iterations)

    def goal(self, iterations: int | None = None) -> int:
        """Return the iteration at which a run stops."""
        count = self.config.iterations if iterations is None else iterations
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise SolverError(f"iterations is {count!r}; it is a whole number from 1 up, such as 1000000")
        return -(-count // DEALS_AT_ONCE) * DEALS_AT_ONCE

    def _loop(self, goal: int, stop: float | None, asked: threading.Event, watcher: Watcher | None) -> End:
        solver, chunk = self.solver, DEALS_AT_ONCE
        began = saved = time.monotonic()
        next_report = began + 1.0
        while solver.iterations < goal:
            before = time.monotonic()
            solver.run(min(chunk, goal - solver.iterations))
            now = time.monotonic()
            if asked.is_set():
                return "signal"
            if stop is not None and now >= stop:
                return "time"
            chunk = _chunk(chunk, now - before, None if stop is None else stop - now)
            if now >= next_report:
                self.report()
                cost = time.monotonic() - now
                gap = min(REPORT_SECONDS, max(1.0, (now - began) / 10))
                next_report = time.monotonic() + max(gap, cost / _REPORT_SHARE)
            if now - saved >= 60 * self.config.checkpoint_minutes:
                _or_warn("checkpoint", self.save)
                saved = time.monotonic()
            if watcher is not None:
                watcher(self)
        return "iterations"

    def report(self) -> TrainingReport:
        """Look at the table, and log what is found."""
        self.last = report = self._look()
        self._since = (report.seconds, report.iterations)
        _or_warn("log", lambda: append_log(self.log, report))
        return report

    def _look(self) -> TrainingReport:
        solver, survey = self.solver, self.solver.survey()
        return TrainingReport(
            time=datetime.now().astimezone().isoformat(timespec="seconds"),
            seconds=self.seconds,
            iterations=solver.iterations,
            iterations_per_second=self._rate(),
            visits=solver.node_visits,
            sets=survey.sets,
            memory=survey.nbytes,
            positive_regret=survey.positive_regret,
            trained=survey.trained,
            watch={watched.label: watched.strategy(solver) for watched in self.watched},
        )

    def save(self) -> None:
        """Write a checkpoint; if that fails, the one before stays as it was."""
        past = Past(self.seconds, self._threads, self._past.start)
        save_training(self.checkpoint, self.config, self.solver, past)

    def provenance(self) -> dict[str, Any]:
        """Return what made the strategy, as plain values for its file."""
        report = self._look() if self.last is None else self.last
        return {
            "config": self.config.to_toml(),
            "iterations": self.solver.iterations,
            "seed": self.config.seed,
            "seconds": round(self.seconds, 1),
            "threads": self._threads,
            "began_with": self._past.start,
            "node_visits": self.solver.node_visits,
            "information_sets": report.sets,
            "trained": round(report.trained, 5),
            "version": riverboat.__version__,
        }


@contextlib.contextmanager
def stop_signals() -> Iterator[threading.Event]:
    """Make Ctrl-C and SIGTERM set an event, once; the next does what it always does."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # where Python delivers no signals
        yield asked
        return

    def ask(number: int, _: object) -> None:
        asked.set()
        signal.signal(number, before[number])

    before: dict[int, Any] = {
        number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _chunk(last: int, took: float, left: float | None) -> int:
    """Iterations until the next look at the clock, at most twice as many as before."""
    seconds = _CHUNK_SECONDS if left is None else min(_CHUNK_SECONDS, left)
    wanted = min(2 * last, int(last * seconds / max(took, 1e-6)))
    return max(1, wanted // DEALS_AT_ONCE) * DEALS_AT_ONCE


def _or_warn(what: str, write: Callable[[], object]) -> None:
    try:
        write()
    except OSError as problem:  # a full disk must not cost the hours before it
        warnings.warn(f"the {what} was not written, the run goes on: {problem}", RuntimeWarning, stacklevel=3)
