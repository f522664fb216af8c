"""Three classes of hands all-in before the flop: a table of all 818,805 triples with the 13 orders of their strengths.

The table is exact and counts deals: every choice of hands that share no card, with every board. It is computed once,
some minutes on two cores, and kept in the cache folder: 43 MB before it is compressed, too much to ship.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import check_threads
from riverboat.base.file_access import accessing, cache_folder
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.hand_class import NUM_CLASSES
from riverboat.errors import TournamentError
from riverboat.tournament.equities.orders import ORDERS_OF_THREE, permuted_orders

TRIPLES: Final = 818_805
"""Triples of classes, whoever holds which: C(171, 3)."""
DEALS: Final = 1326 * 1225 * 1128 * 1_370_754
"""Deals of two cards to each of three players and of five to the board."""

# A cache and no format that is kept: it can be computed again by any release.
_CACHED, _VERSION = "three-way-orders", 1
_FILE = "three_way_orders.safetensors"


def three_way_orders(
    triples: np.ndarray, *, threads: int | None = None, progress: Callable[[int, int], None] | None = None
) -> np.ndarray:
    """Return deals by order for some triples of classes, uint8[n, 3] to uint32[n, 13]; a third of a millisecond each.

    >>> counts = three_way_orders(np.array([[0, 14, 28]], np.uint8))  # aces, kings, queens
    >>> [float(round(share, 4)) for share in counts[0, [0, 1]] / counts.sum()]
    [0.6343, 0.0335]
    """
    asked = np.ascontiguousarray(triples, dtype=np.uint8)
    return np.asarray(_core.three_way_orders(asked, check_threads(threads, TournamentError), progress))


def sorted_triples() -> np.ndarray:
    """Return all triples of classes in ascending order, uint8[818805, 3]: the rows of the table."""
    return np.array(list(combinations_with_replacement(range(NUM_CLASSES), 3)), dtype=np.uint8)


def build_table(
    file: str | os.PathLike[str] | None = None,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Compute the whole table and write it, by default where `chances` looks for it; some minutes."""
    path = Path(file) if file is not None else cache_folder() / _FILE
    with accessing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    counts = three_way_orders(sorted_triples(), threads=threads, progress=progress)
    write_arrays(path, {"counts": counts}, kind=_CACHED, version=_VERSION, compress=True)
    chances.cache_clear()
    return path


def has_table() -> bool:
    """Whether the table was computed."""
    return (cache_folder() / _FILE).exists()


@cache
def chances() -> np.ndarray:
    """Return chances that three players hold three classes and their strengths come in an order, from the table.

    float32[169, 169, 13, 169], 251 MB, by the classes of the first and the second, the order, and the class of the
    third, so that all hands of one player against two others lie side by side. All of it sums to 1.
    """
    path = cache_folder() / _FILE
    if not path.exists():
        raise TournamentError(
            f"three-way all-ins need a table that is computed once, and '{path}' is not there; run riverboat pushfold "
            "--build-table, which takes some minutes, or ask for sampled equities: method='sampled'"
        )
    file = ArrayFile(path, kind=_CACHED, max_version=_VERSION)
    return _spread(np.asarray(file["counts"]))


def _spread(counts: np.ndarray) -> np.ndarray:
    """Return the table with the players in any order, in chances."""
    triples = sorted_triples().astype(np.intp)
    shares = (counts / DEALS).astype(np.float32)
    out = np.zeros((NUM_CLASSES, NUM_CLASSES, len(ORDERS_OF_THREE), NUM_CLASSES), np.float32)
    for seats in permutations(range(3)):
        first, second, third = (triples[:, seat] for seat in seats)
        out[first, second, :, third] = shares[:, np.argsort(permuted_orders(seats))]
    out.flags.writeable = False
    return out
