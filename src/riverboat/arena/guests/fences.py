"""What a guest may not do: take all memory, write, start programs, reach other processes, be looked into.

Linux only; elsewhere a guest has its own process and its memory limit, and that is all. A kernel that refuses one of
these is no reason not to play: the match holds without them, as long as the bot means no harm.
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys
from contextlib import suppress
from typing import Final

from riverboat.arena.guests.calls import call_filter
from riverboat.arena.guests.files import only_read

_OPEN_FILES: Final = 256

# prctl(2) and capset(2)
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER: Final = 2
_CAPABILITY_VERSION_3: Final = 0x20080522


def fence(memory_bytes: int) -> None:
    """Fence in this process, for good: it is about to run code of somebody else."""
    os.setsid()  # Ctrl-C at the terminal is not for guests
    for what, most in (
        (resource.RLIMIT_DATA, memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    if not sys.platform.startswith("linux"):
        return
    c = ctypes.CDLL(None, use_errno=True)
    c.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)
    _drop_capabilities(c)
    c.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    c.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    program = call_filter(os.getpid(), may_open_to_write=only_read(c))
    if program:
        code = ctypes.create_string_buffer(program, len(program))
        # struct sock_fprog: a count of instructions of eight bytes, and where they are
        told = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))
        c.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, told, 0, 0)


def _drop_capabilities(c: ctypes.CDLL) -> None:
    """Make root an ordinary user here: it would read the memory of any process."""
    header = ctypes.create_string_buffer(struct.pack("=II", _CAPABILITY_VERSION_3, 0))
    none = ctypes.create_string_buffer(24)  # effective, permitted and inheritable, twice 32 of each
    c.capset(header, none)
