"""The 169 classes of starting hands: pairs `AA`, suited hands `AKs` and offsuit hands `AKo`.

The classes are numbered as the cells of the usual 13 x 13 grid, row by row: aces top left, suited hands above
the diagonal, offsuit hands below. So class 0 is AA, 1 is AKs, 13 is AKo and 168 is 22.
"""

from __future__ import annotations

import numpy as np

from riverboat.cards.card import HAND_CARDS, RANKS

NUM_CLASSES = 169


def _name(cell: int) -> str:
    row, column = divmod(cell, 13)
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _class_of_hand() -> np.ndarray:
    high, low = (12 - (HAND_CARDS // 4).astype(np.int64)).T  # grid coordinates: 0 is the ace, so high <= low
    suited = HAND_CARDS[:, 0] % 4 == HAND_CARDS[:, 1] % 4
    cells: np.ndarray = np.where(suited, 13 * high + low, 13 * low + high)
    return cells


CLASS_NAMES: tuple[str, ...] = tuple(_name(cell) for cell in range(NUM_CLASSES))
"""The name of each class, in grid order."""

CLASS_OF_HAND: np.ndarray = _class_of_hand()
"""int64[1326]: the class of each hand index."""
CLASS_OF_HAND.flags.writeable = False

CLASS_SIZES: np.ndarray = np.bincount(CLASS_OF_HAND, minlength=NUM_CLASSES)
"""int64[169]: the number of hands in each class: 6 for a pair, 4 suited, 12 offsuit."""
CLASS_SIZES.flags.writeable = False

CLASS_HANDS: dict[str, np.ndarray] = {
    name: np.flatnonzero(cell == CLASS_OF_HAND) for cell, name in enumerate(CLASS_NAMES)
}
"""The hand indices of each class by its name, ascending."""
for _hands in CLASS_HANDS.values():
    _hands.flags.writeable = False
