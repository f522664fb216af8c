"""Blocks of an SVG picture: pieces that know their size, so that nothing overlaps or leaves the picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

FONT: Final = "Inter, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"
_WIDTHS: Final = {
    **dict.fromkeys("iljI.,:;'|!", 0.32),
    **dict.fromkeys(" frt()[]/\\-·", 0.40),
    **dict.fromkeys("mwMW%@…■", 0.95),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ&+=<>~±", 0.74),
}
_OTHER: Final = 0.61
"""Of the size of the letters: widths of single letters that no usual sans-serif font passes by much."""
_BOLD: Final = 1.07


@dataclass(frozen=True)
class Block:
    """A piece of a picture, drawn from (0, 0): its size in pixels and its elements."""

    width: float
    height: float
    elements: tuple[str, ...] = ()

    def at(self, x: float, y: float) -> str:
        """Return the elements moved to a place."""
        inside = "".join(self.elements)
        return f'<g transform="translate({x:g} {y:g})">{inside}</g>' if x or y else inside


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how many pixels a text takes, rather a few too many."""
    return size * sum(_WIDTHS.get(letter, _OTHER) for letter in text) * (_BOLD if bold else 1.0)


def text_block(text: str, size: float, colour: str, *, bold: bool = False, right: bool = False) -> Block:
    """Return one line of text. right: it ends at the right edge of the block, whatever its real width is."""
    width = text_width(text, size, bold=bold)
    weight = ' font-weight="600"' if bold else ""
    where = f'x="{width:.1f}" text-anchor="end" ' if right else ""
    element = f'<text {where}y="{size:g}" font-size="{size:g}" fill="{colour}"{weight}>{escape(text)}</text>'
    return Block(width, round(1.45 * size), (element,) if text else ())


def wrapped(text: str, size: float, colour: str, width: float, *, bold: bool = False) -> Block:
    """Return text in as many lines as it takes; a word that is too long stands alone."""
    lines: list[str] = []
    for given in text.split("\n"):
        line = ""
        for word in given.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size, bold=bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return below([text_block(line, size, colour, bold=bold) for line in lines], 0)


def below(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks below each other, from the left edge on."""
    elements: list[str] = []
    width = y = 0.0
    for number, block in enumerate(blocks):
        y += gap if number else 0
        elements.append(block.at(0, y))
        width, y = max(width, block.width), y + block.height
    return Block(width, y, tuple(elements))


def beside(blocks: Iterable[Block], gap: float, width: float, line_gap: float = 0.0) -> Block:
    """Return blocks one after the other; a new line begins where the width is full."""
    elements: list[str] = []
    x = y = height = most = 0.0
    for block in blocks:
        if x and x + block.width > width:
            x, y, height = 0.0, y + height + line_gap, 0.0
        elements.append(block.at(round(x, 1), y))
        most, height = max(most, x + block.width), max(height, block.height)
        x += block.width + gap
    return Block(most, y + height, tuple(elements))
