"""One thread at a time, for objects that more than one would spoil."""

from __future__ import annotations

import threading
from types import TracebackType

from riverboat.errors import RiverboatError


class Alone:
    """A context that one thread at a time may be in; another is refused, and not made to wait.

    what: the object in words. error: of the room.

    >>> alone = Alone("this solver", RiverboatError)
    >>> with alone, alone:
    ...     pass
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: this solver runs already, maybe in another thread; make one for each thread, or \
let one use several (threads=2)
    """

    def __init__(self, what: str, error: type[RiverboatError]) -> None:
        self._what, self._error, self._lock = what, error, threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise self._error(
                f"{self._what} runs already, maybe in another thread; make one for each thread, or let one use several "
                "(threads=2)"
            )

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
