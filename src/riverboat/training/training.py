"""Training runs: the sampled engine with checkpoints, resume, a log and a clean stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import riverboat
from riverboat.abstraction.card_abstraction import Grouped
from riverboat.base.alone import alone_in
from riverboat.base.checks import number, whole
from riverboat.base.file_access import accessing
from riverboat.base.files import write_whole
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress
from riverboat.errors import SolverError, StrategyError
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.solvers.runs.looks import LooksByTime
from riverboat.solvers.runs.run import Goal, Run, Stop, or_warn
from riverboat.solvers.sampled.engine import DEALS_AT_ONCE, Sampled, walking_device
from riverboat.training.buckets import training_abstraction, training_tables
from riverboat.training.checkpoint import (
    Past,
    Ranges,
    open_training,
    read_ranges,
    read_training,
    write_training,
)
from riverboat.training.config import TrainingConfig, read_training_config
from riverboat.training.log import TrainingReport, append_log, cut_log
from riverboat.training.memory import check_memory
from riverboat.training.openings import Opening, openings
from riverboat.training.start import CHECKPOINT, CONFIG, make_solver, start_in_words, start_solver
from riverboat.training.watch import WatchedHand, watched_hand

LOG: Final = "log.jsonl"
_ADVICE: Final = "use fewer buckets, or precision = 16"


class Training:
    """A run in a folder of its own: config.toml, log.jsonl and checkpoint.rb lie there, buckets beside it.

    config: a `TrainingConfig`, or what `read_training_config` takes. ranges: by seat, what a run that begins is dealt,
    such as those that a strategy has at the start of the tree; else those of the coarse run that the config names, with
    its regrets. memory: bytes that the run may take; what is free, if nothing is said. device: "cuda" or
    "cuda:1" for a card, on which no run repeats to the bit, "auto" for one if there is. resume: go on from the
    checkpoint of the folder, if there is one; on one thread, bit for bit as if the run had not stopped.

    Nothing is made or read but the config before `prepare`, which `run` and `solver` do when they are first asked for;
    and nothing in the folder changes before `run`, so a run that goes on can be looked at.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     training = Training("leduc", f"{folder}/leduc", threads=1)
    ...     stopped = training.run(iterations=20_000)
    ...     again = Training("leduc", f"{folder}/leduc", threads=1, resume=True).solver.iterations
    >>> stopped, training.last.iterations, again
    ('iterations', 20096, 20096)
    """

    def __init__(
        self,
        config: TrainingConfig | str | os.PathLike[str],
        folder: str | os.PathLike[str],
        *,
        ranges: Ranges | None = None,
        memory: int | None = None,
        device: str = "cpu",
        threads: int | None = None,
        resume: bool = False,
    ) -> None:
        self.config = config if isinstance(config, TrainingConfig) else read_training_config(config)
        self.folder = Path(folder)
        self.ranges, self.memory, self.device, self.threads = ranges, memory, device, threads
        self.resume = resume
        self.last: TrainingReport | None = None
        self._solver: Sampled | None = None
        self._run: Run[TrainingReport] | None = None
        self._has_folder = resume
        self._check_folder()

    def _check_folder(self) -> None:
        if not self._has_folder and self.checkpoint.exists():
            raise SolverError(
                f"'{self.folder}' holds a run already; go on with it by resume=True, or give another folder"
            )

    @property
    def checkpoint(self) -> Path:
        """The file to resume from."""
        return self.folder / CHECKPOINT

    @property
    def log(self) -> Path:
        """The file of reports."""
        return self.folder / LOG

    # --- making ready ----------------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return build_tree(self.config.tree)

    @property
    def solver(self) -> Sampled:
        """The engine, as the checkpoint has left it if the run goes on."""
        self.prepare()
        assert self._solver is not None
        return self._solver

    @cached_property
    def abstraction(self) -> Grouped:
        """The buckets, for who asks what was learnt."""
        return training_abstraction(self.config, self._beside, threads=self.threads)

    def prepare(self, *, progress: Progress | None = None) -> None:
        """Make the engine ready, or refuse a run that does not fit into memory; once.

        progress: hears how far the buckets are, which are built the first time and kept beside the folder.
        """
        if self._solver is None:
            with within_memory("making ready to train", SolverError, _ADVICE):
                self._prepare(progress)

    def _prepare(self, progress: Progress | None) -> None:
        # before buckets are built
        device = walking_device(self.device, self.config.rule, self.config.precision)
        check_memory(self.config, self.tree, self.memory, device)
        goes_on = self.resume and self.checkpoint.exists()
        file = open_training(self.checkpoint, self.config) if goes_on else None
        with accessing(self._beside):
            self._beside.mkdir(parents=True, exist_ok=True)
        deals = training_tables(self.config, self._beside, threads=self.threads, progress=progress)
        self.watched: list[WatchedHand] = [watched_hand(w, self.tree, deals) for w in self.config.watch]
        self.openings: list[Opening] = openings(self.tree, deals)
        if file is None:
            solver = start_solver(
                self.config, self.tree, deals, self._beside, self.threads, self.ranges, self.device
            )
            self._past = Past(start=start_in_words(self.config, self.ranges))
        else:
            solver = make_solver(self.config, self.tree, deals, self.threads, read_ranges(file), self.device)
            self._past = read_training(file, solver)
        self._since = (self._past.seconds, solver.iterations)
        self._solver = solver

    @property
    def _beside(self) -> Path:
        return self.folder.absolute().parent

    # --- running ---------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        iterations: int | None = None,
        minutes: float | None = None,
        progress: Progress | None = None,
        watch: Callable[[TrainingReport], object] | None = None,
        stop: threading.Event | None = None,
    ) -> Stop:
        """Train, and return what stopped it; a checkpoint is there then, unless the config wants none.

        iterations: in all, those of the config if nothing is said, rounded up to a multiple of `DEALS_AT_ONCE`.
        minutes: of this call. progress: called with iterations done and to do some four times a second. watch: called
        with every report. stop: an event that ends the run once it is set; without one, Ctrl-C writes the checkpoint
        and is a `KeyboardInterrupt`.
        """
        if minutes is not None:
            number("minutes", minutes, SolverError, over=0, example=10)
        goal = Goal(self.goal(iterations), max_seconds=None if minutes is None else 60 * minutes)
        self.prepare()
        with accessing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with alone_in(self.folder, SolverError):
            return self._run_alone(goal, progress, watch, stop)

    def _run_alone(
        self,
        goal: Goal,
        progress: Progress | None,
        watch: Callable[[TrainingReport], object] | None,
        stop: threading.Event | None,
    ) -> Stop:
        self._take_folder()
        threads = max(self._past.threads, self.solver.threads or os.cpu_count() or 1)
        self._past = replace(self._past, threads=threads, device=self.solver.device)
        self._run = Run(
            self.solver,
            goal,
            lambda _: self.report(),
            LooksByTime(),
            looks_last=True,
            step=DEALS_AT_ONCE,
            progress=progress,
            watch=watch,
            saver=(lambda _: self.save()) if self.config.checkpoint_minutes else None,
            save_seconds=60 * self.config.checkpoint_minutes,
            stop=stop,
            seconds=self._past.seconds,
        )
        try:
            return self._run.run()
        finally:
            self._past, self._run = replace(self._past, seconds=self._run.seconds), None

    def goal(self, iterations: int | None = None) -> int:
        """Return the iteration at which a run stops."""
        count = self.config.iterations if iterations is None else iterations
        asked = whole("iterations", count, SolverError, least=1, example=1_000_000)
        return -(-asked // DEALS_AT_ONCE) * DEALS_AT_ONCE

    def _take_folder(self) -> None:
        """Say what runs here, and forget what was logged after the last checkpoint of a run that was killed."""
        self._check_folder()
        self._has_folder = True
        write_whole(self.folder / CONFIG, [self.config.to_toml().encode()])
        cut_log(self.log, self.solver.iterations)

    @property
    def seconds(self) -> float:
        """The time the run has taken, in all."""
        self.prepare()
        return self._past.seconds if self._run is None else self._run.tick()

    def report(self) -> TrainingReport:
        """Look at the table, and log what is found."""
        self.last = report = self._look()
        self._since = (report.seconds, report.iterations)
        or_warn("log", lambda: append_log(self.log, report))
        return report

    def _look(self) -> TrainingReport:
        solver, survey = self.solver, self.solver.survey()
        (before, begun), now = self._since, self.seconds
        return TrainingReport(
            time=datetime.now().astimezone().isoformat(timespec="seconds"),
            seconds=now,
            iterations=solver.iterations,
            iterations_per_second=(solver.iterations - begun) / max(now - before, 1e-9),
            visits=solver.node_visits,
            sets=survey.sets,
            memory=survey.nbytes,
            positive_regret=survey.positive_regret,
            trained=survey.trained,
            watch={watched.label: watched.strategy(solver) for watched in self.watched},
            opens={opening.position: opening.shares(solver) for opening in self.openings},
        )

    def save(self) -> None:
        """Write a checkpoint; if that fails, the one before stays as it was."""
        with accessing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._has_folder = True
        write_training(self.checkpoint, self.config, self.solver, replace(self._past, seconds=self.seconds))

    def provenance(self) -> dict[str, Any]:
        """Return what made the strategy, as plain values for its file."""
        report = self._look() if self.last is None else self.last
        return {
            "config": self.config.to_toml(),
            "iterations": self.solver.iterations,
            "seed": self.config.seed,
            "seconds": round(self.seconds, 1),
            "threads": self._past.threads,
            "device": self._past.device,
            "began_with": self._past.start,
            "node_visits": self.solver.node_visits,
            "information_sets": report.sets,
            "trained": round(report.trained, 5),
            "version": riverboat.__version__,
        }


def open_run(folder: Path, threads: int | None = None) -> Training:
    """Return the run in a folder, ready to be asked or to go on; a `StrategyError` if there is nothing to ask yet."""
    if (folder / CHECKPOINT).exists():
        return Training(folder / CONFIG, folder, threads=threads, resume=True)
    if (folder / CONFIG).exists():
        raise StrategyError(
            f"the training run in '{folder}' has no {CHECKPOINT} yet; wait until it has written one, or stop it by "
            "Ctrl-C, which writes one"
        )
    raise StrategyError(
        f"there is no training run in '{folder}': it has no {CHECKPOINT}; train one, such as riverboat train run laptop"
    )
