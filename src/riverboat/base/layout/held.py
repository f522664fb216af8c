"""What lies in a file, mapped; or held in memory, for who must outlive that somebody writes over a file that is open.

The system ends a process that reads on in a mapped file which was cut short, as `cp other.rb river.rb` does for a
moment.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

import numpy as np

_SHIPPED: Final = Path(__file__).resolve().parents[2]  # nobody writes over what is installed
_LOCK: Final = Lock()
_HELD: Final[WeakValueDictionary[tuple[int, ...], np.ndarray]] = WeakValueDictionary()
_most_bytes = 0


def hold_files(most_bytes: int) -> None:
    """From now on hold files of up to so many bytes in memory, one that several read once; 0 maps them all."""
    global _most_bytes
    _most_bytes = most_bytes


def contents(path: Path, start: int) -> np.ndarray:
    """Return the bytes of a file from a place on, uint8[size - start], read-only."""
    found = os.stat(path)
    if found.st_size > _most_bytes or path.resolve().is_relative_to(_SHIPPED):
        return np.memmap(path, dtype=np.uint8, mode="r", offset=start)
    key = (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, start)
    with _LOCK:
        held = _HELD.get(key)
        if held is None:
            held = np.fromfile(path, dtype=np.uint8, offset=start)
            held.flags.writeable = False
            _HELD[key] = held
    return held
