"""Who hears how far a long work is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], object]
"""Hears how much is done, and of how much."""


def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Return a progress for a part of a work, such as from 0 to 0.5 of it; it tells thousandths of the whole.

    >>> second_half = part_of(print, 0.5, 1)
    >>> second_half(1, 4)
    625 1000
    """
    if progress is None:
        return None
    tell = progress

    def scaled(done: int, total: int) -> None:
        tell(round(1000 * (begin + (end - begin) * done / max(total, 1))), 1000)

    return scaled
