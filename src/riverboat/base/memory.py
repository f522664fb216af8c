"""How much memory this machine has left, and amounts of it for people."""

from __future__ import annotations

import os
from pathlib import Path

_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def available_memory() -> int:
    """Return the bytes that can be allocated without swapping, by the limit of the container if that is less.

    >>> available_memory() > 2**20
    True
    """
    free = [amount for amount in (_from_meminfo(), _from_cgroup()) if amount is not None]
    return min(free) if free else os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")


def bytes_text(amount: int) -> str:
    """Return an amount of memory in a unit that suits it.

    >>> bytes_text(512), bytes_text(5 * 2**29), bytes_text(10**24)
    ('512 bytes', '2.5 GiB', '867,362 EiB')
    """
    value, unit = float(amount), 0
    while value >= 1024 and unit + 1 < len(_UNITS):
        value, unit = value / 1024, unit + 1
    return f"{value:,.0f} {_UNITS[unit]}" if unit == 0 or value >= 100 else f"{value:.1f} {_UNITS[unit]}"


def _from_meminfo() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None


def _from_cgroup() -> int | None:
    folder = Path("/sys/fs/cgroup")
    try:
        return max(0, int((folder / "memory.max").read_text()) - int((folder / "memory.current").read_text()))
    except (OSError, ValueError):
        return None
