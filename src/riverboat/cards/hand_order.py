"""The 169 starting-hand classes in order of all-in equity against a random hand.

Equity is (wins + ties / 2) over all boards and all opposing hands: from AA, 85.20 %, to 32o, 32.30 %. The
order was computed exactly, over every one of the 2,598,960 boards and all pairs of disjoint hands, so no two
neighbours are in doubt (the closest, 72s and 54o, differ by 6 parts in a million). A test checks it against
the exact preflop equity table.

This is the order behind `top(15%)`. It ranks hands that are all-in before the flop; how well a hand *plays*
is another question, and other programs' "top X %" may use another order.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from riverboat.cards.card import NUM_HANDS
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND, CLASS_SIZES, NUM_CLASSES

_TABLE = """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55
    QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s
    A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o
    T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o
    96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o
    65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s
    54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
PREFLOP_ORDER: tuple[str, ...] = tuple(_TABLE.split())
"""The classes' names, strongest first."""

_ORDER = np.array([CLASS_NAMES.index(name) for name in PREFLOP_ORDER])
_COMBOS_UP_TO = np.cumsum(CLASS_SIZES[_ORDER])


def top_weights(fraction: float) -> np.ndarray:
    """Return the weights, float64[1326], of the strongest `fraction` (0..1) of all 1326 hands.

    The class at the border gets the fractional weight that makes the weights sum to `fraction * 1326`. It is
    computed in decimal, so that the top 15 % end in the weight 0.725, not 0.7250000000000014.

    >>> top_weights(0.15).sum().round(9), sorted(set(top_weights(0.15).tolist()))
    (np.float64(198.9), [0.0, 0.725, 1.0])
    """
    combos = Decimal(repr(float(fraction))) * NUM_HANDS
    whole = int(np.searchsorted(_COMBOS_UP_TO, float(combos), side="right"))
    of_class = np.zeros(NUM_CLASSES)
    of_class[_ORDER[:whole]] = 1.0
    if whole < NUM_CLASSES:
        above = int(_COMBOS_UP_TO[whole - 1]) if whole else 0
        of_class[_ORDER[whole]] = float((combos - above) / int(CLASS_SIZES[_ORDER[whole]]))
    weights: np.ndarray = of_class[CLASS_OF_HAND]
    return weights
