"""The server's side of its worker: started when there is work, told to end with the server."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from threading import Lock
from typing import Final
from uuid import uuid4

from riverboat.web.library import Library

END_SECONDS: Final = 30.0
"""A worker that is told to end writes its checkpoint first, gigabytes if a spot is large."""


class Supervisor:
    """Has at most one worker, and says of one that died over its work that it did."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._process: subprocess.Popen[bytes] | None = None
        self._name, self._lock = "", Lock()

    def ensure(self) -> None:
        """See to it that somebody works if there is work."""
        with self._lock:
            self._look()
            if self._process is None and self.library.entries(("waiting", "running")):
                self._name = uuid4().hex
                command = [
                    sys.executable,
                    "-m",
                    "riverboat.web.jobs.worker",
                    str(self.library.folder),
                    self._name,
                ]
                self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)

    def _look(self) -> None:
        """Notice a worker that has ended."""
        if self._process is None or (code := self._process.poll()) is None:
            return
        self._process = None
        if code:
            by = f"by signal {-code}, as when memory runs out" if code < 0 else f"with status {code}"
            self.library.bury(self._name, f"the process that worked on it ended {by}")

    def end(self) -> None:
        """Tell the worker to end and wait until it has kept what it has."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
                with suppress(subprocess.TimeoutExpired):  # it goes on writing, and ends by itself
                    self._process.wait(END_SECONDS)
            self._process = None
