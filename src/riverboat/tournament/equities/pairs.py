"""Two classes of hands all-in before the flop: chances of every pair of classes, with who wins, exactly."""

from __future__ import annotations

from functools import cache

import numpy as np

from riverboat.cards.hand_class import CLASS_OF_HAND, NUM_CLASSES
from riverboat.cards.preflop import BOARDS, preflop_table


@cache
def pair_chances() -> np.ndarray:
    """Return chances that two players hold two classes and the first wins, loses or ties: float64[3, 169, 169].

    All of it sums to 1: card removal is in it, since hands that share a card are never dealt.

    >>> pair = pair_chances()
    >>> round(float(pair.sum()), 12), round(float(pair[0, 0, 14] / pair[:, 0, 14].sum()), 4)  # aces against kings
    (1.0, 0.8171)
    """
    table = preflop_table()
    wins, ties, boards = table._rows
    counts = np.zeros((3, NUM_CLASSES, NUM_CLASSES))
    sizes = np.bincount(CLASS_OF_HAND, minlength=NUM_CLASSES)
    for place, rows in enumerate((wins, boards - wins - ties, ties)):
        for row in range(NUM_CLASSES):  # one hand of a class stands for all
            counts[place, row] = np.bincount(CLASS_OF_HAND, rows[row], NUM_CLASSES) * sizes[row]
    return counts / (1326 * 1225 * BOARDS)
