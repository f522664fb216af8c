"""How much memory this process can still take, and amounts of it for people."""

from __future__ import annotations

import math
import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riverboat.errors import RiverboatError

_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")
_REMEMBERED: Final = 0.01  # seconds


def available_memory(proc: Path = _PROC, cgroups: Path = _CGROUPS) -> int:
    """Return the bytes that can be allocated without swapping: the least that anybody allows.

    The system, the control groups that the process is in and those above them, of version 1 and 2, and the limits of
    `ulimit -v` and `ulimit -d` are asked. proc, cgroups: where the system tells. What it told is remembered for a
    hundredth of a second, as asking takes half a millisecond and small games are set up by the thousand.

    >>> available_memory() > 2**20
    True
    """
    if (proc, cgroups) != (_PROC, _CGROUPS):
        return _asked_memory(proc, cgroups)
    if time.monotonic() - _last.asked > _REMEMBERED:
        _last.free, _last.asked = _asked_memory(proc, cgroups), time.monotonic()
    return _last.free


@dataclass
class _Answer:
    """What the system told, and when it was asked."""

    free: int = 0
    asked: float = -math.inf


_last: Final = _Answer()


def _asked_memory(proc: Path, cgroups: Path) -> int:
    free = [*_of_system(proc), *_of_groups(proc, cgroups), *_of_limits(proc)]
    return max(0, min(free)) if free else os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")


def bytes_text(amount: int) -> str:
    """Return an amount of memory in a unit that suits it.

    >>> bytes_text(512), bytes_text(5 * 2**29), bytes_text(10**24)
    ('512 bytes', '2.5 GiB', '867,362 EiB')
    """
    value, unit = float(amount), 0
    while value >= 1024 and unit + 1 < len(_UNITS):
        value, unit = value / 1024, unit + 1
    return f"{value:,.0f} {_UNITS[unit]}" if unit == 0 or value >= 100 else f"{value:.1f} {_UNITS[unit]}"


@contextmanager
def within_memory(what: str, error: type[RiverboatError], advice: str) -> Iterator[None]:
    """Turn the end of memory into an error of the room. what: is done; advice: to who asked for too much.

    >>> with within_memory("solving", RiverboatError, "use fewer sizes"):
    ...     raise MemoryError
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: memory ran out while solving; ... are free now; use fewer sizes
    """
    try:
        yield
    except MemoryError:
        left = bytes_text(available_memory())
        raise error(f"memory ran out while {what}; {left} are free now; {advice}") from None


# --- who allows how much -----------------------------------------------------------------------------------------


def _of_system(proc: Path) -> Iterator[int]:
    yield from _numbers(proc / "meminfo", "MemAvailable:", 1024)


def _of_limits(proc: Path) -> Iterator[int]:
    """What `ulimit -v` and `ulimit -d` leave."""
    for limit, taken in ((resource.RLIMIT_AS, "VmSize:"), (resource.RLIMIT_DATA, "VmData:")):
        most = resource.getrlimit(limit)[0]
        if most != resource.RLIM_INFINITY:
            yield from (most - used for used in _numbers(proc / "self" / "status", taken, 1024))


def _of_groups(proc: Path, cgroups: Path) -> Iterator[int]:
    """What each control group leaves, up to the root; in a container only some of them can be seen."""
    for line in _text(proc / "self" / "cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, own = rest.partition(":")
        if not controllers:
            yield from _of_group(
                cgroups, own, ("memory.max", "memory.high"), "memory.current", "inactive_file"
            )
        elif "memory" in controllers.split(","):
            limits = ("memory.limit_in_bytes",)
            yield from _of_group(
                cgroups / "memory", own, limits, "memory.usage_in_bytes", "total_inactive_file"
            )


def _of_group(top: Path, own: str, limits: tuple[str, ...], taken: str, cached: str) -> Iterator[int]:
    """Pages of files that nobody uses count as taken, but are given back when memory is needed."""
    names = [part for part in own.split("/") if part and part != ".."]
    for depth in range(len(names), -1, -1):
        folder = top.joinpath(*names[:depth])
        used = next(_numbers(folder / taken), None)
        if used is None:
            continue
        used -= min(used, next(_numbers(folder / "memory.stat", cached), 0))
        for limit in limits:
            yield from (most - used for most in _numbers(folder / limit))


def _numbers(path: Path, key: str = "", unit: int = 1) -> Iterator[int]:
    """The number behind a key in a file of lines, or of a file that is one number; nothing if there is none."""
    for line in _text(path).splitlines():
        words = line.split()
        if words[: bool(key)] == ([key] if key else []) and len(words) > bool(key):
            if words[bool(key)].isdecimal():
                yield unit * int(words[bool(key)])
            return


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
