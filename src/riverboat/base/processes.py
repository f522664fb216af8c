"""Work spread over processes, in an order that does not depend on how many there are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from riverboat.errors import RiverboatError

In = TypeVar("In")
Out = TypeVar("Out")


def spread_out(
    work: Callable[[In], Out],
    items: Sequence[In],
    processes: int,
    error: type[RiverboatError],
    *,
    begin: Callable[[], object] | None = None,
) -> Iterator[Out]:
    """Yield what work makes of each item, in order; a few more items are in work than there are processes.

    error: what is raised if a process ends. begin: called first in every process.
    """
    if processes == 1 or len(items) <= 1:
        yield from map(work, items)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        min(processes, len(items)), context, initializer=_begin, initargs=(begin,)
    ) as pool:
        waiting: deque[Future[Out]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > 2 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise error(
                "a process ended in the middle of its work: out of memory, killed, or ended by what it ran; use one "
                "process to see, such as --processes 1"
            ) from None
        except BaseException:  # Ctrl-C, an error, or enough: nobody waits for what is in work
            for process in multiprocessing.active_children():
                if process.pid in pool._processes:
                    process.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(begin: Callable[[], object] | None) -> None:
    """Leave Ctrl-C to the process that the work was started in, and end with it, also if it is killed."""
    if begin is not None:
        begin()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
