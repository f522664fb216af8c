"""What a process that deals keeps from its guests: its memory, and a seed on its command line."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_PR_SET_DUMPABLE: Final = 4
_ARGUMENTS: Final = (
    45,
    46,
)  # fields of /proc/self/stat behind the name: where the command line begins and ends


def hide() -> None:
    """Hide this process from others of the same user that have no special rights, as guests are.

    Its memory, files and environment can then not be read, and its command line, which everybody may read, is blank
    behind its first words if it says anything of a seed. Debuggers that run as the same user cannot look in either.
    """
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    with suppress(OSError, ValueError, IndexError):
        _blank_seed()


def _blank_seed() -> None:
    told = Path("/proc/self/cmdline").read_bytes()
    place = told.find(b"seed")
    if place < 0:
        return
    keep = told.rfind(b"\0", 0, place) + 1
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = (int(fields[field]) for field in _ARGUMENTS)
    if 0 < keep < end - begin == len(told):
        ctypes.memset(begin + keep, 0, len(told) - keep)
