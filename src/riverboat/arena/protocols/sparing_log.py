"""A log that nobody can fill: what one side says again and again is counted, not written."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

_LINES: Final = 20  # of one who talks, in a window; enough to see what is wrong
_ALL: Final = 400  # of all together
_WINDOW_S: Final = 60.0


class SparingLog:
    """Passes on some lines of each who talks, and counts the others until the window is over.

    lines: of one in a window; together: of all; window_s: how long a window is. `tell` may be called from any thread.

    >>> log = SparingLog(print, lines=2)
    >>> for number in range(1000):
    ...     log.tell("seat 1", f"no answer to {number}")
    no answer to 0
    no answer to 1
    >>> log.close()
    seat 1: 998 more lines like these
    """

    def __init__(
        self,
        log: Callable[[str], object],
        *,
        lines: int = _LINES,
        together: int = _ALL,
        window_s: float = _WINDOW_S,
    ) -> None:
        self._log, self._lines, self._together, self._window_s = log, lines, together, window_s
        self._told: Counter[str] = Counter()
        self._more: Counter[str] = Counter()
        self._until = time.monotonic() + window_s
        self._turn = threading.Lock()

    def tell(self, who: str, line: str) -> None:
        """Write a line about somebody, or count it."""
        with self._turn:
            if time.monotonic() >= self._until:
                self._sum_up()
            if self._told[who] < self._lines and self._told.total() < self._together:
                self._told[who] += 1
                self._log(line)
            else:
                self._more[who if who in self._more or len(self._more) < self._lines else "others"] += 1

    def close(self) -> None:
        """Say what was only counted, and begin anew."""
        with self._turn:
            self._sum_up()

    def _sum_up(self) -> None:
        for who, count in self._more.items():
            self._log(f"{who or 'there were'}{':' if who else ''} {count:,} more lines like these")
        self._told.clear()
        self._more.clear()
        self._until = time.monotonic() + self._window_s
