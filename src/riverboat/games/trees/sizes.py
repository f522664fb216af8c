"""Sizes of bets and raises as text: `33% 75% a`, `2.5x`, `+2x`, `3bb`, `3e200%`.

One grammar for all, which takes what PioSOLVER and its relatives take. Sizes stand apart by commas or spaces.

| text | a bet of | a raise |
|---|---|---|
| `33%` or `33` | 33 percent of the pot | by 33 percent of the pot after calling, on top of the bet to match |
| `2.5x` | – | **to** 2.5 times the bet to match |
| `+2x` | – | **by** twice the last bet or raise |
| `3bb`, `20c` | 3 big blinds, 20 chips | **to** 3 big blinds, 20 chips |
| `+3bb`, `+20c` | – | **by** 3 big blinds, 20 chips |
| `2e` | the part of the pot that, bet on two streets and called, brings all chips in | the same, less by one street for each raise before it; all-in at the last |
| `e` | the same over all streets that are left | |
| `3e200%` | the same, at most 200 percent of the pot | |
| `min`, `a` | the smallest that is legal; all-in | |

A number without a unit is a percentage and must be whole: `0.75` could mean 75 or 0.75 percent, so it is refused.
"""  # noqa: E501  # a table

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from riverboat.base.checks import is_number
from riverboat.base.pointed_error import pointed_error
from riverboat.errors import MenuError
from riverboat.games.rules.game import MAX_CHIPS

Unit = Literal["%", "x", "+x", "bb", "+bb", "c", "+c", "e", "a", "min"]
UNITS: Final[tuple[Unit, ...]] = ("%", "x", "+x", "bb", "+bb", "c", "+c", "e", "a", "min")
"""In the order of the native enum."""

MOST_STREETS: Final = 100
"""A geometric size is spread over at most so many bets."""

_NUMBER = r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+"
_SIZE = re.compile(rf"(?P<by>\+?)(?P<value>{_NUMBER})(?P<unit>%|x|bb|c|)")
_GEOMETRIC = re.compile(rf"(?P<streets>{_NUMBER})?e(?:(?P<most>{_NUMBER})%)?")
_TOKEN = re.compile(r"[^\s,]+")
_EXAMPLES = "valid ones are 33%, 2.5x, +1x, 3bb, 20c, 2e, min and a"


@dataclass(frozen=True)
class Size:
    """One size: its unit, how many of it and, for geometric sizes, the most it may be in percent of the pot.

    value: for `e` the number of streets, 0 for all that are left; 0 for `a` and `min`.

    >>> Size("%", 33), str(Size("e", 3, most=200))
    (Size(unit='%', value=33, most=None), '3e200%')
    """

    unit: Unit
    value: float = 0
    most: float | None = None

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise MenuError(f"{self.unit!r} is not a unit of sizes; units are {', '.join(UNITS)}")
        for number in (self.value, *(() if self.most is None else (self.most,))):
            if not is_number(number):
                raise MenuError(f"a size has the number {number!r}; it must be a finite number, such as 33")
        if problem := _problem(self):
            raise MenuError(f"the size {self}: {problem}")

    @property
    def raises_only(self) -> bool:
        """Whether the size needs a bet to raise."""
        return self.unit == "x" or self.unit.startswith("+")

    @property
    def native(self) -> tuple[int, float, float]:
        """Unit, value and limit as the native menu takes them: fractions instead of percentages."""
        value = self.value / 100 if self.unit == "%" else self.value
        return UNITS.index(self.unit), value, math.inf if self.most is None else self.most / 100

    def __str__(self) -> str:
        if self.unit in ("a", "min"):
            return self.unit
        if self.unit == "e":
            streets = _text(self.value) if self.value else ""
            return f"{streets}e" + ("" if self.most is None else f"{_text(self.most)}%")
        by = "+" if self.unit.startswith("+") else ""
        return f"{by}{_text(self.value)}{self.unit.removeprefix('+')}"


def parse_sizes(text: str, kind: Literal["bet", "raise"] = "raise") -> tuple[Size, ...]:
    """Read sizes; an error points at the token that is wrong. kind: for bets, sizes that need a bet are refused.

    >>> [str(size) for size in parse_sizes("33, 75% 2.50x a")]
    ['33%', '75%', '2.5x', 'a']
    >>> parse_sizes("33% 1x")
    Traceback (most recent call last):
    ...
    riverboat.errors.MenuError: '1x': a raise is to more than 1 times the bet to match, such as 2.5x (at character 5)
      33% 1x
          ^^
    """
    if not isinstance(text, str):
        raise MenuError(f"sizes are {text!r}; they must be text, such as '33% 75% a'")
    sizes: list[Size] = []
    for match in _TOKEN.finditer(text):
        try:
            size = _parse(match[0].lower())
            if kind == "bet" and size.raises_only:
                raise MenuError(f"a size of raises, but here is nothing to raise; bets are {_bet_like(size)}")
            if size in sizes:
                raise MenuError("the size is there twice; name it once")
        except MenuError as problem:
            start, end = match.span()
            reason = f"'{match[0]}': {str(problem).removeprefix(f'the size {match[0].lower()}: ')}"
            raise pointed_error(text, start, end, reason, MenuError) from None
        sizes.append(size)
    if not sizes:
        raise MenuError(f"the text {text!r} holds no size; {_EXAMPLES}")
    return tuple(sizes)


def sizes_text(sizes: Sequence[Size]) -> str:
    """Return the sizes as text that `parse_sizes` reads.

    >>> sizes_text(parse_sizes("50,  100 , a"))
    '50% 100% a'
    """
    return " ".join(map(str, sizes))


# --- parts -------------------------------------------------------------------------------------------------


def _parse(token: str) -> Size:
    if token in ("a", "min"):
        return Size("a" if token == "a" else "min")
    if match := _GEOMETRIC.fullmatch(token):
        if match["streets"] is not None and float(match["streets"]) == 0:
            raise MenuError("0 streets; leave the number out for all that are left, or write 2e")
        return Size("e", _number(match["streets"] or "0"), _number(match["most"]) if match["most"] else None)
    match = _SIZE.fullmatch(token)
    if match is None or (match["by"] and match["unit"] in ("%", "")):
        raise MenuError(f"not a size; {_EXAMPLES}")
    if not match["unit"] and "." in match["value"]:
        part = float(match["value"])
        raise MenuError(
            f"a number without a unit must be a whole percentage; write {part:g}% or {100 * part:g}%"
        )
    unit = match["by"] + (match["unit"] or "%")
    return Size(next(known for known in UNITS if known == unit), _number(match["value"]))


def _problem(size: Size) -> str:
    """Say what is wrong with the numbers of a size, or nothing."""
    if size.most is not None and (size.unit != "e" or not 0 < size.most < MAX_CHIPS):
        return "only geometric sizes have a limit, and it is over 0 percent, such as 3e200%"
    if size.unit in ("a", "min"):
        return f"it takes no number, but has {size.value}" if size.value else ""
    if size.unit == "e":
        whole = size.value == int(size.value) and 0 <= size.value <= MOST_STREETS
        return "" if whole else f"the streets are a whole number from 1 to {MOST_STREETS}, such as 2e"
    if not 0 < size.value < MAX_CHIPS:
        return f"a size is over 0 and below {MAX_CHIPS:,}, such as 33%"
    if size.unit == "x" and size.value <= 1:
        return "a raise is to more than 1 times the bet to match, such as 2.5x"
    if size.unit in ("c", "+c") and size.value != int(size.value):
        return "chips are whole, such as 20c"
    return ""


def _bet_like(size: Size) -> str:
    unit = size.unit.removeprefix("+")
    return "33% or 3bb" if unit == "x" else f"{_text(size.value)}{unit}"


def _number(text: str) -> float:
    value = float(text)
    return int(value) if math.isfinite(value) and value == int(value) else value


def _text(value: float) -> str:
    """The shortest plain decimal that reads as the same number."""
    return format(Decimal(repr(value)), "f").removesuffix(".0")
