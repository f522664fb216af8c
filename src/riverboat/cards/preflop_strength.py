"""How the 169 starting hands fare against any hand before the flop, exact, from a table of four kilobytes.

Each class has its wins and ties over all 1,225 opposing hands and all boards, and the sum of squared strengths of EHS².
The numbers are whole, nothing is rounded. The table follows from that of all match-ups (`riverboat.cards.preflop`) and
one rollout; it ships with the package, so that a question takes microseconds and not a sweep.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import check_threads
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.hand_class import CLASS_OF_HAND, CLASS_SIZES
from riverboat.cards.preflop import BOARDS, PreflopTable
from riverboat.errors import CardError

OPPONENTS = 1225
"""Hands that an opponent can hold before the flop: C(50, 2)."""
DEALS = OPPONENTS * BOARDS
"""Opposing hands and boards together, which is also 990 hands on each of C(50, 5) boards."""

_KIND = "preflop-strength"
_VERSION = 1
_FILE = "preflop_strength.safetensors"


@dataclass(frozen=True, eq=False)
class PreflopStrength:
    """By class of hands, int64[169] each.

    wins, ties: of the 2,097,572,400 deals. squares: over all boards, of 2 wins + ties against the 990 hands there.
    """

    wins: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]


@cache
def preflop_strength() -> PreflopStrength:
    """Return the table that ships with the package.

    >>> from riverboat.cards.hand_class import CLASS_NAMES
    >>> aces = CLASS_NAMES.index("AA")
    >>> round((preflop_strength().wins[aces] + preflop_strength().ties[aces] / 2) / DEALS, 6)
    np.float64(0.852037)
    """
    with as_file(files("riverboat.data") / _FILE) as path:
        return read_preflop_strength(path)


def read_preflop_strength(path: str | os.PathLike[str]) -> PreflopStrength:
    """Read a table from a file and verify it."""
    file = ArrayFile(path, kind=_KIND, max_version=_VERSION)
    file.verify()
    return PreflopStrength(*(np.array(file[name], np.int64) for name in ("wins", "ties", "squares")))


def build_preflop_strength(table: PreflopTable, *, threads: int | None = None) -> PreflopStrength:
    """Compute the table from that of all match-ups; a second."""
    wins, ties, _ = (sums.astype(np.int64) for sums in table.against(np.ones(len(CLASS_OF_HAND))))
    rolled = _core.rollout((), 0, False, check_threads(threads, CardError), None)
    first = np.unique(CLASS_OF_HAND, return_index=True)[1]
    return PreflopStrength(wins[first], ties[first], class_mean(rolled.squares))


def write_preflop_strength(table: PreflopStrength, path: str | os.PathLike[str]) -> None:
    """Write a table to a file that `read_preflop_strength` reads."""
    made = {"index": "classes of starting hands, AA AKs … 22", "deals": str(DEALS)}
    arrays = {"wins": table.wins, "ties": table.ties, "squares": table.squares}
    write_arrays(path, arrays, kind=_KIND, version=_VERSION, metadata=made)


def class_mean(sums: npt.NDArray[np.number]) -> npt.NDArray[np.int64]:
    """Divide native sums before the flop, which are right per class, among its 6, 4 or 12 hands.

    sums: [1326, ...], whole numbers whose class sums divide evenly -> int64[169, ...].
    """
    by_class = np.zeros((len(CLASS_SIZES), *sums.shape[1:]), np.int64)
    np.add.at(by_class, CLASS_OF_HAND, sums.astype(np.int64))
    means: npt.NDArray[np.int64] = by_class // CLASS_SIZES.reshape(-1, *[1] * (sums.ndim - 1))
    return means
