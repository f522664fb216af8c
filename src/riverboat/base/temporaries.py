"""Temporary files beside those they will become: recognisable, locked while somebody writes, removed once nobody does.

A process that is killed leaves its temporary file. Whoever writes into the same folder next removes it: the lock of a
process that is gone is gone too, wherever it ran, and a file that is still written to is locked.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

MARK: Final = ".riverboat-"
"""Every temporary file is called `.NAME.riverboat-XXXXXXXX.tmp`."""

_NAME: Final = 40  # letters of the file's own name that are kept, for people; a longer name might be too long


def open_temporary(path: Path) -> tuple[BinaryIO, str]:
    """Return a new file beside a path, locked until it is closed, and its name."""
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:_NAME]}{MARK}", suffix=".tmp")
        file = os.fdopen(handle, "wb")
        with suppress(OSError):  # a file system without locks: nothing is removed there
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return file, name
        file.close()  # somebody took it for stale before it was locked


def remove_stale(folder: Path) -> None:
    """Remove the temporary files of a folder that nobody writes to any more; what cannot be removed stays."""
    with suppress(OSError), os.scandir(folder) as entries:
        for name in [entry.name for entry in entries if _is_ours(entry.name)]:
            _remove_unless_locked(folder / name)


def _is_ours(name: str) -> bool:
    return name.startswith(".") and MARK in name and name.endswith(".tmp")


def _remove_unless_locked(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
        finally:
            os.close(handle)
