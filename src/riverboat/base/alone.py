"""One at a time: threads, for objects that more than one would spoil, and processes, for folders."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


@contextmanager
def alone_in(folder: Path, error: type[RiverboatError]) -> Iterator[None]:
    """Keep a folder to oneself while a block runs; who is second is refused. A process that is gone keeps nothing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, alone_in(Path(folder), RiverboatError):
    ...     try:
    ...         with alone_in(Path(folder), RiverboatError):
    ...             pass
    ...     except RiverboatError as problem:
    ...         print(str(problem).replace(folder, "runs/mine"))
    somebody else is at work in 'runs/mine'; wait until that has ended, or give another folder
    """
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise error(
                f"somebody else is at work in '{folder}'; wait until that has ended, or give another folder"
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)
