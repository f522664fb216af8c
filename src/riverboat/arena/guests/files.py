"""Which files a guest may use: it reads all but those of other processes, and writes none.

What it wrote would outlive its process: it could tell itself the cards of a deal that comes again, fill the disk, or
change the code that the match runs. And the command lines of others may hold the seed. Landlock(7), since Linux 5.13.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # on all machines
_VERSION, _BENEATH = 1, 1

_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_MAKE_AND_REMOVE: Final = 0b1_1111_1111 << 4
_BY_VERSION: Final = ((2, 1 << 13), (3, 1 << 14))  # move between folders; truncate
_SCOPES: Final = 0b11  # abstract sockets and signals, to and from others; since version 6

_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "nvidia*", "dri", "kfd")
"""In /dev, what a guest may write: what keeps nothing, and what computes."""


def only_read(c: ctypes.CDLL) -> bool:
    """Fence in this process; return whether the kernel can."""
    c.syscall.restype = ctypes.c_long
    version = c.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    handled = _WRITE_FILE | _READ_FILE | _READ_FOLDER | _MAKE_AND_REMOVE
    handled |= sum(right for since, right in _BY_VERSION if version >= since)
    attributes = struct.pack("=QQQ", handled, 0, _SCOPES if version >= 6 else 0)
    size = 24 if version >= 6 else 8
    rules = c.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    try:
        for path, rights in _allowed():
            with suppress(OSError):
                _allow(c, rules, path, rights)
        return bool(c.syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allowed() -> Iterator[tuple[Path, int]]:
    """Yield what may be used, and how; what is allowed in a folder is so in all below."""
    root, processes = Path("/"), Path("/proc")
    yield root, _READ_FOLDER
    for path in root.iterdir():
        if path != processes:
            yield path, _READ_FILE
    for path in processes.iterdir():
        if not path.name.isdigit():  # numbers are processes; `self` is this one
            yield path, _READ_FILE
    for pattern in _DEVICES:
        for path in Path("/dev").glob(pattern):
            yield path, _READ_FILE | _WRITE_FILE


def _allow(c: ctypes.CDLL, rules: int, path: Path, rights: int) -> None:
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        c.syscall(_ADD_RULE, rules, _BENEATH, struct.pack("=Qi", rights, fd), 0)
    finally:
        os.close(fd)
