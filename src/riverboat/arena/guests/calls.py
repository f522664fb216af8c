"""Which system calls a guest may make, as a program for seccomp(2)."""

from __future__ import annotations

import platform
import struct
from typing import Final, NamedTuple

# Classic BPF, as seccomp(2) takes it: what to load, when to jump, what to return.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = (
    0,
    4,
    16,
)  # offsets in what a filter sees of a call; arguments have eight bytes each
_ALLOW, _REFUSE, _UNKNOWN = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38  # EPERM, ENOSYS
_CLONE_THREAD: Final = 0x10000
_X32: Final = 0x40000000  # calls of another convention begin here on x86-64

_OWNERS: Final = (8, 10, 15)  # fcntl: F_SETOWN, F_SETSIG, F_SETOWN_EX
_OWNERS_BY_IOCTL: Final = (0x8901, 0x8902, 0x5412)  # FIOSETOWN, SIOCSPGRP; TIOCSTI
_FOR_GOOD: Final = (1, 4)  # prctl: PR_SET_PDEATHSIG, PR_SET_DUMPABLE
_SHARED, _ANONYMOUS, _GROWS_DOWN = 0x01, 0x20, 0x100  # flags of mmap
_TO_WRITE: Final = 0o3 | 0o100 | 0o1000  # flags of open: O_WRONLY, O_RDWR, O_CREAT, O_TRUNC


class _Calls(NamedTuple):
    """The numbers of system calls on a machine.

    processes: fork, vfork, execve(at), ptrace, process_vm_readv and writev, rt_(tg)sigqueueinfo, pidfd_send_signal,
    open and getfd, setpriority, ioprio_set, kcmp, migrate_pages, move_pages, process_madvise, unshare, setns, mount,
    perf_event_open, bpf, userfaultfd. kept: what outlives a guest, or is memory that no limit counts: shmget, semget,
    msgget, mq_open, add_key, request_key, keyctl, memfd_create, memfd_secret. files: to make, move, remove and truncate
    them, to change their modes, owners, times and attributes. talk: socket; a pair that is connected to itself stays.
    itself: kill, tkill, tgkill, prlimit64 and those that set a scheduler, on no process but the own. threads: clone,
    for threads only. unknown: clone3, openat2, io_uring_setup, whose arguments a filter cannot see; programs then take
    the older ones. fcntl, ioctl, prctl, mmap: not to send signals to others, not to outlive the match, not for memory
    that no limit counts. opens: by the place of their flags.
    """

    machine: int
    processes: tuple[int, ...]
    kept: tuple[int, ...]
    files: tuple[int, ...]
    talk: tuple[int, ...]
    itself: tuple[int, ...]
    threads: int
    unknown: tuple[int, ...]
    fcntl: int
    ioctl: int
    prctl: int
    mmap: int
    opens: tuple[tuple[int, int], ...]


_CALLS: Final = {
    "x86_64": _Calls(
        0xC000003E,
        processes=(
            *(57, 58, 59, 322, 101, 310, 311, 129, 297, 424, 434, 438, 141, 251, 312, 256, 279, 440),
            *(272, 308, 165, 298, 321, 323),
        ),
        kept=(29, 64, 68, 240, 248, 249, 250, 319, 447),
        files=(
            *(85, 83, 258, 133, 259, 84, 87, 263, 86, 265, 88, 266, 82, 264, 316, 76),
            *(90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280, 188, 189, 190, 197, 198, 199, 463, 466),
        ),
        talk=(41,),
        itself=(62, 200, 234, 302, 203, 144, 142, 314),
        threads=56,
        unknown=(435, 437, 425),
        fcntl=72,
        ioctl=16,
        prctl=157,
        mmap=9,
        opens=((2, 1), (257, 2)),
    ),
    "aarch64": _Calls(
        0xC00000B7,
        processes=(
            *(221, 281, 117, 270, 271, 138, 240, 424, 434, 438, 140, 30, 272, 238, 239, 440),
            *(97, 268, 40, 241, 280, 282),
        ),
        kept=(194, 190, 186, 180, 217, 218, 219, 279, 447),
        files=(
            *(34, 33, 35, 37, 36, 38, 276, 45),
            *(53, 52, 452, 55, 54, 88, 5, 6, 7, 14, 15, 16, 463, 466),
        ),
        talk=(198,),
        itself=(129, 130, 131, 261, 122, 119, 118, 274),
        threads=220,
        unknown=(435, 437, 425),
        fcntl=25,
        ioctl=29,
        prctl=167,
        mmap=222,
        opens=((56, 2),),
    ),
}

_Line = tuple[int, int, int, int]
_END: Final[list[_Line]] = [(_RETURN, 0, 0, _ALLOW)]


def call_filter(pid: int, *, may_open_to_write: bool) -> bytes:
    """Return the program that decides over system calls; nothing for a machine that is not known.

    may_open_to_write: leave it to others which files can be written.
    """
    if platform.machine() not in _CALLS or struct.calcsize("P") != 8:
        return b""
    calls = _CALLS[platform.machine()]
    lines: list[_Line] = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, calls.machine),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for number in (*calls.processes, *calls.kept, *calls.files, *calls.talk):
        lines += _when(number, [(_RETURN, 0, 0, _REFUSE)])
    for number in calls.unknown:
        lines += _when(number, [(_RETURN, 0, 0, _UNKNOWN)])
    lines += _when(
        calls.threads,
        [_argument(0), (_ANY_BIT, 0, 1, _CLONE_THREAD), (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)],
    )
    for number in calls.itself:  # 0 is the caller
        itself = [_argument(0), *_if(_EQUAL, pid, _ALLOW), *_if(_EQUAL, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
        lines += _when(number, itself)
    for number, place, refused in (
        (calls.fcntl, 1, _OWNERS),
        (calls.ioctl, 1, _OWNERS_BY_IOCTL),
        (calls.prctl, 0, _FOR_GOOD),
    ):
        commands = [line for command in refused for line in _if(_EQUAL, command, _REFUSE)]
        lines += _when(number, [_argument(place), *commands, *_END])
    shared = [(_ANY_BIT, 0, 2, _ANONYMOUS), *_if(_ANY_BIT, _SHARED, _REFUSE)]
    lines += _when(calls.mmap, [_argument(3), *_if(_ANY_BIT, _GROWS_DOWN, _REFUSE), *shared, *_END])
    for number, place in () if may_open_to_write else calls.opens:
        lines += _when(number, [_argument(place), *_if(_ANY_BIT, _TO_WRITE, _REFUSE), *_END])
    return b"".join(struct.pack("=HBBI", *line) for line in [*lines, *_END])


def _when(number: int, lines: list[_Line]) -> list[_Line]:
    """Return lines that are for one call only; they must return."""
    return [(_EQUAL, 0, len(lines), number), *lines]


def _if(test: int, value: int, answer: int) -> list[_Line]:
    """Return lines that answer if what was loaded passes a test, and else go on."""
    return [(test, 0, 1, value), (_RETURN, 0, 0, answer)]


def _argument(place: int) -> _Line:
    """Return the line that loads the lower half of an argument."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * place)
