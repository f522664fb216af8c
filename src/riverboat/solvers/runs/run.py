"""Running an engine until it is good enough: one loop for solving and for training."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, get_args

from riverboat.base.checks import number, whole
from riverboat.base.progress import Progress
from riverboat.errors import SolverError

MOST_ITERATIONS: Final = 1_000_000
"""Where a target is given and no number of iterations; nothing of use needs more."""

_MOST_COUNTED: Final = 2**62  # native code counts iterations in 64 bits

CHUNK_SECONDS: Final = 0.25
"""Between two chances to stop: a blink to who waits, and so long that calls of the engine cost nothing."""

Stop = Literal["target", "iterations", "time", "signal", "optimal"]
STOPS: Final[tuple[str, ...]] = get_args(Stop)


@dataclass(frozen=True)
class Look:
    """How far a solver is. exploitability: chips."""

    iterations: int
    seconds: float
    exploitability: float


class AnyLook(Protocol):
    """What every look knows: a `Look` of a solver, a `TrainingReport` of a training run."""

    @property
    def iterations(self) -> int:
        """Done, those before a resume included."""
        ...

    @property
    def seconds(self) -> float:
        """Taken, those before a resume included."""
        ...


LookT = TypeVar("LookT", bound=AnyLook)


class Engine(Protocol):
    """What can be run: `FullWidth` and `Sampled` are."""

    @property
    def iterations(self) -> int:
        """Done so far."""
        ...

    def run(self, iterations: int) -> None:
        """Do so many more."""
        ...


class LookSchedule(Protocol):
    """When to look; see `looks.py`."""

    def next(self, run: Run[Any]) -> int:
        """Return the iteration of the next look; if it is not ahead of the run, that is now."""
        ...


@dataclass(frozen=True)
class Goal:
    """When to stop: at the exploitability `target` in chips, after so many iterations or seconds, whichever is first.

    iterations: in all, those done before a resume included. max_seconds: of this call.
    """

    iterations: int | None = None
    target: float | None = None
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None:
            whole("iterations", self.iterations, SolverError, least=1, most=_MOST_COUNTED, example=1000)
        for name, value, example in (("target", self.target, 0.001), ("max_seconds", self.max_seconds, 60)):
            if value is not None:
                number(name, value, SolverError, over=0, example=example)

    @property
    def last(self) -> int:
        """The iteration to stop at."""
        return MOST_ITERATIONS if self.iterations is None else self.iterations

    def is_met_by(self, look: AnyLook) -> bool:
        """Whether a look finds the target reached."""
        return self.target is not None and isinstance(look, Look) and look.exploitability <= self.target


@dataclass
class Run(Generic[LookT]):
    """Runs an engine to its goal; `run` may be called again after an interruption.

    look: called with the run, finds out how good the engine is. schedule: when to. looks_last: look once more at the
    end. step: the engine stops at multiples of so many iterations only. progress: called with iterations done and to
    do, some four times a second. watch: called with every look. saver: called with the run, between iterations when
    `save_seconds` have passed since the last time, at the end and when the run is interrupted, also by an exception of
    `progress` or `watch`. must_save: whether it is an error if a disk does not take the last save; else it is a
    warning. stop: ends the run when it is set, between two chunks of iterations. seconds, looks: those before a resume
    included.
    """

    engine: Engine
    goal: Goal
    look: Callable[[Run[LookT]], LookT]
    schedule: LookSchedule
    looks_last: bool = False
    step: int = 1
    progress: Progress | None = None
    watch: Callable[[LookT], object] | None = None
    saver: Callable[[Run[LookT]], object] | None = None
    save_seconds: float = 60.0
    must_save: bool = True
    stop: threading.Event | None = None
    seconds: float = 0.0
    looks: list[LookT] = field(default_factory=list)

    # --- the clock -------------------------------------------------------------------------------------------

    @property
    def session_seconds(self) -> float:
        """Since `run` was called."""
        return time.monotonic() - self._begun

    @property
    def since_look(self) -> float:
        """Seconds since the last look, or since `run` was called."""
        return time.monotonic() - self._looked

    def tick(self) -> float:
        """Return the seconds of the run up to now."""
        self.seconds = self._before + self.session_seconds
        return self.seconds

    # --- the loop --------------------------------------------------------------------------------------------

    def run(self) -> Stop:
        """Return why it stopped.

        Without a `stop` of the caller Ctrl-C is a `KeyboardInterrupt`, raised once the engine has come to the end of
        what it does and the state is saved; a second one comes at once.
        """
        self._before = self.seconds
        self._begun = self._looked = self._saved = time.monotonic()
        self.first, self.look_cost, self._chunk = self.engine.iterations, 0.0, self.step
        try:
            if self.stop is not None:
                return self._run_until(self.stop)
            with stop_signals(signal.SIGINT) as stop:
                stopped = self._run_until(stop)
            if stop.is_set():  # also if the goal was reached meanwhile: nobody else has heard of it
                raise KeyboardInterrupt
            return stopped
        finally:
            self.tick()

    def _run_until(self, stop: threading.Event) -> Stop:
        stopped = self._loop(stop)
        if self.looks_last and not (self.looks and self.looks[-1].iterations == self.engine.iterations):
            self._look()
        if self.must_save:
            self._save()
        else:
            or_warn("checkpoint", self._save, but="what was found is kept")
        return stopped

    def _loop(self, stop: threading.Event) -> Stop:
        engine, goal = self.engine, self.goal
        while engine.iterations < goal.last:
            if stop.is_set():
                return "signal"
            if goal.max_seconds is not None and self.session_seconds >= goal.max_seconds:
                return "time"
            self._advance(min(self.schedule.next(self), goal.last))
            if self.schedule.next(self) <= engine.iterations and goal.is_met_by(self._look()):
                return "target"
            self._save_if_due()
        return "iterations"

    def _advance(self, end: int) -> None:
        """Do a chunk of iterations, not beyond the next look."""
        began, left = time.monotonic(), max(end - self.engine.iterations, 1)
        count = -(-min(self._chunk, left) // self.step) * self.step
        self.engine.run(count)
        self._chunk = self._next_chunk(count, time.monotonic() - began)
        if self.progress is not None:
            self._tell(partial(self.progress, self.engine.iterations, self.goal.last))

    def _next_chunk(self, last: int, took: float) -> int:
        """Iterations until the next look at the clock, at most twice as many as before."""
        seconds = CHUNK_SECONDS
        if self.goal.max_seconds is not None:
            seconds = min(seconds, self.goal.max_seconds - self.session_seconds)
        wanted = min(2 * max(last, self._chunk), int(last * seconds / max(took, 1e-6)))
        return max(1, wanted // self.step) * self.step

    def _look(self) -> LookT:
        began = time.monotonic()
        found = self.look(self)
        self.looks.append(found)
        if self.watch is not None:
            self._tell(partial(self.watch, found))
        self._looked = time.monotonic()
        self.look_cost = self._looked - began
        return found

    def _tell(self, call: Callable[[], object]) -> None:
        """Call a function of the caller; if it raises, be it Ctrl-C, the state is saved first."""
        try:
            call()
        except BaseException:
            or_warn("checkpoint", self._save, but="the run ends")
            raise

    def _save(self) -> None:
        if self.saver is not None:
            self.tick()
            self.saver(self)

    def _save_if_due(self) -> None:
        if time.monotonic() - self._saved >= self.save_seconds:
            or_warn("checkpoint", self._save)
            self._saved = time.monotonic()


def or_warn(what: str, write: Callable[[], object], but: str = "the run goes on") -> None:
    """Write a file; if that cannot be done, warn, as a full disk must not cost the hours before it."""
    try:
        write()
    except OSError as problem:
        warnings.warn(f"the {what} was not written, {but}: {problem}", RuntimeWarning, stacklevel=3)


class StopEvent(threading.Event):
    """An event that a signal sets; `number` is the signal's, 0 before."""

    number: int = 0


@contextlib.contextmanager
def stop_signals(*numbers: int) -> Iterator[StopEvent]:
    """Make signals, Ctrl-C and SIGTERM if none are named, set an event, once; the next does what it always does."""
    asked = StopEvent()
    if threading.current_thread() is not threading.main_thread():  # where Python delivers no signals
        yield asked
        return

    def ask(number: int, _: object) -> None:
        asked.number = number
        asked.set()
        signal.signal(number, before[number])

    before: dict[int, Any] = {
        number: signal.signal(number, ask) for number in numbers or (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
