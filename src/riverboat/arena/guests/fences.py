"""What a guest may not do: take all memory, start programs, touch other processes, be looked into.

Linux only; elsewhere a guest has its own process and its memory limit, and that is all. A kernel that refuses one of
these is no reason not to play: the match holds without them, as long as the bot means no harm.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
from contextlib import suppress
from typing import Final

_OPEN_FILES: Final = 256

# prctl(2) and capset(2)
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER: Final = 2
_CAPABILITY_VERSION_3: Final = 0x20080522

# Classic BPF, as seccomp(2) takes it: what to load, when to jump, what to return.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in what a filter sees of a call
_ALLOW, _REFUSE, _UNKNOWN = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38  # EPERM, ENOSYS
_CLONE_THREAD: Final = 0x10000
_X32: Final = 0x40000000  # calls of another convention begin here on x86-64

_CALLS: Final = {
    "x86_64": (
        0xC000003E,
        {
            "never": (57, 58, 59, 322, 101, 310, 311, 129, 297, 424, 434, 438, 141, 251, 312, 256, 279, 440),
            "itself": (62, 200, 234, 302, 203, 144, 142, 314),
            "threads": (56,),
            "unknown": (435,),
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "never": (221, 281, 117, 270, 271, 138, 240, 424, 434, 438, 140, 30, 272, 238, 239, 440),
            "itself": (129, 130, 131, 261, 122, 119, 118, 274),
            "threads": (220,),
            "unknown": (435,),
        },
    ),
}
"""System calls by machine.

never: fork, vfork, execve(at), ptrace, process_vm_readv and writev, rt_(tg)sigqueueinfo, pidfd_send_signal, open and
getfd, setpriority, ioprio_set, kcmp, migrate_pages, move_pages, process_madvise. itself: kill, tkill, tgkill, prlimit64
and those that set a scheduler, on no process but the own. threads: clone, for threads only. unknown: clone3, whose
flags a filter cannot see; the C library then takes clone.
"""


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
    program = _filter(os.getpid())
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


def _filter(pid: int) -> bytes:
    """Return the program that decides over system calls; nothing for a machine that is not known."""
    if platform.machine() not in _CALLS or struct.calcsize("P") != 8:
        return b""
    machine, calls = _CALLS[platform.machine()]
    lines = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for number in calls["never"]:
        lines += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    for number in calls["unknown"]:
        lines += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _UNKNOWN)]
    for number in calls["threads"]:
        lines += [
            (_EQUAL, 0, 4, number),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_ANY_BIT, 0, 1, _CLONE_THREAD),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _REFUSE),
        ]
    for number in calls["itself"]:
        lines += [
            (_EQUAL, 0, 5, number),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_EQUAL, 1, 0, pid),
            (_EQUAL, 0, 1, 0),  # 0 is the caller
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _REFUSE),
        ]
    lines.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in lines)
