"""A time limit for each call of a bot in this process, at almost no cost for bots that keep it."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Final

from riverboat.arena.guests.telling import TimeUpError
from riverboat.errors import MatchError

_TICKS: Final = 10  # looks at the watch in a time limit: a bot is stopped after 1 to 1.1 limits
_SHORTEST, _LONGEST = (
    1e-3,
    1e6,
)  # seconds that a timer is set for: more ticks would leave no time for anything else
_ASLEEP: Final = 10  # time limits on the wall after which a bot that uses no processor is late, too


class Clock:
    """Stops what runs too long while it is armed, from inside the `with` block.

    Time is that of the processor, since a busy machine must cost nobody a decision; who sleeps is late after ten limits
    on the wall. A timer ticks a few times per limit and looks whether the armed call is over its time; arming is then
    little more than an assignment. Python code, sleeps and native code that lets signals in are stopped. Signals reach
    the main thread only: in another one a call is not stopped, but `disarm` still tells. A limit of days has no timer.
    """

    def __init__(self, limit: float) -> None:
        if not limit > 0:
            raise MatchError(f"time_limit is {limit!r}; it must be seconds, such as 2")
        self.limit = limit
        self.deadline = self._begun = 0.0  # on the wall; on this thread's processor clock
        self._before: Any = None
        in_main = threading.current_thread() is threading.main_thread()
        self._ticks = in_main and limit < _LONGEST

    def __enter__(self) -> Clock:
        if self._ticks:
            self._before = signal.signal(signal.SIGALRM, self._tick)
            tick = max(self.limit / _TICKS, _SHORTEST)
            signal.setitimer(signal.ITIMER_REAL, tick, tick)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ticks:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def arm(self) -> None:
        """Start the time of a call."""
        self._begun = time.thread_time()
        self.deadline = time.perf_counter() + self.limit

    def disarm(self) -> bool:
        """End the time of a call; return whether it came too late."""
        late = self._is_over()
        self.deadline = 0.0
        return late

    def _is_over(self) -> bool:
        over = time.perf_counter() - self.deadline
        return over > 0 and (
            time.thread_time() - self._begun > self.limit or over > (_ASLEEP - 1) * self.limit
        )

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if self.deadline and self._is_over():
            self.deadline = 0.0
            raise TimeUpError
