"""The one loop: what ends a run, what is told and what is saved."""

from __future__ import annotations

import errno
import os
import signal
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from riverboat.errors import SolverError
from riverboat.solvers.runs.looks import EveryLook, NoLooks
from riverboat.solvers.runs.run import Goal, Look, Run, StopEvent, stop_signals


class Counter:
    """An engine that only counts; an iteration takes `seconds` of a clock that nothing else moves."""

    now = 0.0

    def __init__(self, seconds: float = 0.0) -> None:
        self.iterations, self.calls, self.seconds = 0, list[int](), seconds

    def run(self, iterations: int) -> None:
        self.calls.append(iterations)
        Counter.now += self.seconds * iterations
        self.iterations += iterations


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counter, "now", 0.0)
    monkeypatch.setattr("riverboat.solvers.runs.run.time", SimpleNamespace(monotonic=lambda: Counter.now))


def run_of(engine: Counter, goal: Goal, **parts: Any) -> Run[Look]:
    def look(run: Run[Look]) -> Look:
        return Look(engine.iterations, run.tick(), 100 / engine.iterations)

    return Run(engine, goal, look, parts.pop("schedule", NoLooks()), **parts)


def test_iterations_end_a_run() -> None:
    engine = Counter()
    told: list[tuple[int, int]] = []
    run = run_of(engine, Goal(1000), progress=lambda *pair: told.append(pair))
    assert run.run() == "iterations"
    assert engine.iterations == 1000
    assert told[-1] == (1000, 1000)
    assert told == sorted(told)
    assert engine.calls[:4] == [1, 2, 4, 8]  # chunks grow until they take a quarter of a second
    assert run.looks == []


def test_a_target_ends_a_run() -> None:
    heard: list[Look] = []
    run = run_of(Counter(), Goal(1000, target=2.0), schedule=EveryLook(20), watch=heard.append)
    assert run.run() == "target"
    assert [look.iterations for look in heard] == [20, 40, 60]
    assert heard == run.looks


def test_time_ends_a_run() -> None:
    engine = Counter(0.001)
    run = run_of(engine, Goal(10**6, max_seconds=0.3), seconds=50.0)  # those before do not count
    assert run.run() == "time"
    assert 50.3 <= run.seconds < 50.31
    assert engine.iterations == pytest.approx(300, abs=5)


def test_steps_and_the_last_look() -> None:
    engine = Counter()
    run = run_of(engine, Goal(1280), step=128, looks_last=True)
    assert run.run() == "iterations"
    assert all(call % 128 == 0 for call in engine.calls)
    assert [look.iterations for look in run.looks] == [1280]
    assert run.run() == "iterations"
    assert len(run.looks) == 1  # nothing new to see


def test_an_event_ends_a_run_cleanly() -> None:
    stop, saved = threading.Event(), list[int]()
    engine = Counter()

    def progress(done: int, _: int) -> None:
        if done > 50:
            stop.set()

    run = run_of(
        engine,
        Goal(10**6),
        stop=stop,
        progress=progress,
        saver=lambda run: saved.append(run.engine.iterations),
    )
    assert run.run() == "signal"
    assert saved == [engine.iterations]


def test_ctrl_c_is_an_interrupt_after_saving() -> None:
    saved: list[int] = []
    engine = Counter(0.001)

    def interrupt(done: int, _: int) -> None:
        if done > 50:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    run = run_of(engine, Goal(10**6), progress=interrupt, saver=lambda run: saved.append(engine.iterations))
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert saved == [engine.iterations]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_in_the_last_chunk_is_not_lost() -> None:
    """Many short runs one after the other must end, too."""
    engine = Counter()
    run = run_of(engine, Goal(1), progress=lambda *_: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert engine.iterations == 1


def test_a_second_ctrl_c_comes_at_once() -> None:
    with stop_signals() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.is_set()
        assert stop.number == signal.SIGINT
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert StopEvent().number == 0


def test_a_full_disk_warns_on_the_way_and_fails_at_the_end() -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    engine = Counter()
    with (
        pytest.warns(RuntimeWarning, match="the checkpoint was not written, the run goes on"),
        pytest.raises(OSError, match="No space"),
    ):
        run_of(engine, Goal(100), saver=full, save_seconds=0).run()
    assert engine.iterations == 100


def test_a_full_disk_at_the_end_may_be_a_warning() -> None:
    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.warns(
        RuntimeWarning, match="the checkpoint was not written, what was found is kept: .*No space"
    ):
        assert run_of(Counter(), Goal(100), saver=full, must_save=False).run() == "iterations"


@pytest.mark.parametrize("name", ["progress", "watch"])
@pytest.mark.parametrize("problem", [KeyboardInterrupt, ValueError])
def test_an_exception_of_who_is_told_comes_after_saving(name: str, problem: type[BaseException]) -> None:
    engine, saved = Counter(), list[tuple[int, int]]()

    def fail(*_: object) -> None:
        if engine.iterations >= 20:
            raise problem

    def save(run: Run[Look]) -> None:
        saved.append((engine.iterations, len(run.looks)))

    run = run_of(engine, Goal(1000), schedule=EveryLook(20), saver=save, **{name: fail})
    with pytest.raises(problem):
        run.run()
    assert saved == [(20, name == "watch")]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"iterations": 0}, "iterations is 0"),
        ({"iterations": True}, "iterations is True"),
        ({"target": float("nan")}, "target is nan"),
        ({"max_seconds": -1}, "max_seconds is -1"),
    ],
)
def test_bad_goals(parts: dict[str, Any], says: str) -> None:
    with pytest.raises(SolverError, match=says):
        Goal(**parts)
