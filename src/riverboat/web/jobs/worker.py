"""The process that works off the queue of a library: `python -m riverboat.web.jobs.worker FOLDER`.

It is of its server: when that ends, or by SIGTERM, it puts what it works on back into the queue, where the next goes on
with it. Without work it waits a while and ends.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final
from uuid import uuid4

from riverboat.errors import RiverboatError
from riverboat.web.jobs.arena_tasks import ARENA_TASKS
from riverboat.web.jobs.reviewing import review_entry
from riverboat.web.jobs.tasks import TASKS, Ears
from riverboat.web.library import Entry, Library

IDLE_SECONDS: Final = 30.0
WORK: Final = TASKS | ARENA_TASKS | {"review": review_entry}
"""What is done for an entry, by its kind."""
_POLL_SECONDS: Final = 0.1
_TRIES: Final = 6
"""To say how an entry ended; each waits ten seconds for others who write."""
_TELL_SECONDS: Final = 0.2  # between two words of how far it is


class Worker:
    """Works off entries until it is told to end, or there are none for a while."""

    def __init__(self, library: Library, name: str = "", idle_seconds: float = IDLE_SECONDS) -> None:
        self.library, self.name, self.idle_seconds = library, name or uuid4().hex, idle_seconds
        self.ending = Event()
        self._parent = os.getppid()

    def run(self) -> None:
        """Work."""
        idle_since = time.monotonic()
        while not self.is_ending():
            entry = self.library.take(self.name)
            if entry is not None:
                Work(self, entry).run()
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > self.idle_seconds:
                return
            else:
                self.ending.wait(_POLL_SECONDS)

    def is_ending(self) -> bool:
        """Whether to end: told so, or left alone by the server."""
        if os.getppid() != self._parent:
            self.ending.set()
        return self.ending.is_set()


class Work:
    """One entry under way."""

    def __init__(self, worker: Worker, entry: Entry) -> None:
        self.worker, self.library, self.entry = worker, worker.library, entry
        self.ears, self.over = Ears(self._tell), Event()
        self._news: dict[str, Any] | None = None

    def run(self) -> None:
        """Do it; whatever happens, the entry says how it ended or waits for another try."""
        listening = Thread(target=self._listen, daemon=True)
        listening.start()
        state, error = "failed", None
        try:
            task = WORK[self.entry.kind]
            if task(self.library, self.entry, self.ears):
                state = "stopped" if self.ears.is_last else "done"
            else:
                state = "waiting"
        except RiverboatError as problem:
            error = str(problem)
        except MemoryError:
            error = "memory ran out; use fewer sizes, smaller ranges or a later street"
        except Exception as problem:  # our mistake, which must not end the queue
            traceback.print_exc()
            error = f"{type(problem).__name__}: {problem}"
        self.over.set()
        listening.join()
        for left in reversed(range(_TRIES)):
            try:
                if state == "waiting":
                    self.library.give_back(self.entry.id)
                else:
                    self.library.end(self.entry.id, "failed" if error else state, error)  # type: ignore[arg-type]
                return
            except RiverboatError:  # what took hours is not lost over a library that others hold
                if not left:
                    raise
                time.sleep(_POLL_SECONDS)

    def _tell(self, news: dict[str, Any]) -> None:
        self._news = news

    def _listen(self) -> None:
        """Pass on how far it is, and hear what is wished."""
        told = None
        while True:
            last = self.over.wait(_TELL_SECONDS)
            news = self._news
            wish = ""
            with suppress(RiverboatError):  # others hold the library, or the disk is full: it goes on
                wish = self.library.hear(self.entry.id, None if news is told else news)
                told = news
            if wish == "look":
                self.ears.look.set()
            if wish == "stop":
                self.ears.is_last = True
            if self.ears.is_last or self.worker.is_ending():
                self.ears.stop.set()
            if last:
                return


def main() -> None:
    """Work off a library's queue."""
    folder, name = Path(sys.argv[1]), sys.argv[2]
    worker = Worker(Library(folder), name)
    signal.signal(signal.SIGTERM, lambda *_: worker.ending.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then tells us
    worker.run()


if __name__ == "__main__":
    main()
