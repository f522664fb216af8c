"""The colours of all drawings, and which text can be read on them."""

from __future__ import annotations

from typing import Final

DARK, LIGHT, FADED, LINE = "#18181b", "#fafafa", "#a1a1aa", "#3f3f46"
"""The ground, text, quiet text, and lines between things."""
EMPTY: Final = "#3f3f46"
"""Dark grey: the part of a bar or a cell that no colour covers."""
WEIGHT: Final = "#eab308"
"""Yellow: how much of a hand is in a range."""
SHARE: Final = "#22c55e"
"""Green: how much of the whole, where a bar stands alone."""
GOOD, WARNING = "#22c55e", "#f87171"
"""What is as it should be, and what is not."""
CURVES: Final = (WEIGHT, "#3b82f6", SHARE, "#ef4444", "#a855f7", "#f97316", "#06b6d4", "#ec4899")
"""Of the curves of a chart that name no colour, in their order."""
SUITS: Final = ("#4ade80", "#60a5fa", "#f472b6", LIGHT)
"""The four-colour deck on a dark ground: clubs green, diamonds blue, hearts pink, spades white."""


RAMP: Final = ("#1b1437", "#5b1a6e", "#a12b62", "#e05a3a", "#f9a620", "#f5f3a3")
"""From little to much: dark violet, red, amber, pale yellow."""


def ramp(share: float) -> str:
    """Return a colour for a share from 0 to 1, brighter the more it is.

    >>> ramp(0.0), ramp(0.5), ramp(1.0)
    ('#1b1437', '#c0424e', '#f5f3a3')
    """
    place = min(1.0, max(0.0, share)) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in RAMP[low : low + 2]]
    return "#" + "".join(f"{round(a + (place - low) * (b - a)):02x}" for a, b in zip(*ends, strict=True))


def text_on(colour: str) -> str:
    """Return the colour of text that reads well on `colour`.

    >>> text_on(WEIGHT) == DARK, text_on("#7f1d1d") == LIGHT
    (True, True)
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return DARK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 else LIGHT
