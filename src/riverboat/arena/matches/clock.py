"""A time limit for each call of a bot, at almost no cost for bots that keep it."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Final

from riverboat.errors import MatchError

_TICKS: Final = 10  # looks at the watch in a time limit: a bot is stopped after 1 to 1.1 limits
_LONGEST: Final = 1e6  # seconds that a timer is set for


class TimeUpError(BaseException):
    """A bot took too long. No `Exception`, so that a bot that catches everything does not catch it."""


class Clock:
    """Stops what runs too long while it is armed, from inside the `with` block.

    A timer ticks a few times per limit and looks whether the armed call is over its time; arming is then a mere
    assignment. Python code, sleeps and native code that lets signals in are stopped. Signals reach the main thread
    only: in another one a call is not stopped, but `disarm` still tells. A limit of days has no timer.
    """

    def __init__(self, limit: float) -> None:
        if not limit > 0:
            raise MatchError(f"time_limit is {limit!r}; it must be seconds, such as 2")
        self.limit = limit
        self.deadline = 0.0
        self._before: Any = None
        in_main = threading.current_thread() is threading.main_thread()
        self._ticks = in_main and limit < _LONGEST

    def __enter__(self) -> Clock:
        if self._ticks:
            self._before = signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, self.limit / _TICKS, self.limit / _TICKS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ticks:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def arm(self) -> None:
        """Start the time of a call."""
        self.deadline = time.perf_counter() + self.limit

    def disarm(self) -> bool:
        """End the time of a call; return whether it came too late."""
        late = time.perf_counter() > self.deadline
        self.deadline = 0.0
        return late

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if 0 < self.deadline < time.perf_counter():
            self.deadline = 0.0
            raise TimeUpError
