"""Amounts at the border of the formats: decimal numbers outside, whole chips inside, and never a float between."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TypeAlias

from riverboat.errors import HistoryError
from riverboat.games.rules.game import MAX_CHIPS

CENTS = 2
MAX_DECIMALS = 6
_TEXT = re.compile(r"([0-9][0-9,]{0,14})(?:\.([0-9]{1,9}))?")
_DIGITS = 20  # well within those that decimal arithmetic keeps

Amount: TypeAlias = "int | Decimal"
"""An amount as a format gives it: whole, or with digits behind the point."""


def decimals_of(values: Iterable[Amount], least: int = 0) -> int:
    """Return how many digits behind the point the values need: none, or at least two, so that money is in cents.

    >>> decimals_of([Decimal("10"), Decimal("0.5")]), decimals_of([Decimal(10)]), decimals_of([Decimal("0.125")])
    (2, 0, 3)
    """
    digits = 0
    for value in values:
        if isinstance(value, int):
            continue
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and -exponent > digits:
            digits = -exponent
    if digits > MAX_DECIMALS:
        raise HistoryError(f"an amount has {digits} digits behind the point; at most {MAX_DECIMALS} are read")
    return max(digits, CENTS, least) if digits else least


def amount_of(text: str) -> Amount | None:
    """Return the amount that a text is, thousands apart by commas or not; None if it is none.

    >>> amount_of("1,240"), amount_of("0.50"), amount_of("1e5")
    (1240, Decimal('0.50'), None)
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    whole = match[1].replace(",", "")
    return Decimal(f"{whole}.{match[2]}") if match[2] else int(whole)


def to_chips(value: Amount, decimals: int) -> int:
    """Return an amount in chips, of which 10**decimals are one unit of money.

    >>> to_chips(Decimal("0.05"), 2)
    5
    """
    if isinstance(value, int) and -MAX_CHIPS < value < MAX_CHIPS:
        return int(value * 10**decimals)
    value = Decimal(value)
    if not value.is_finite() or not -MAX_CHIPS < value < MAX_CHIPS or len(value.as_tuple().digits) > _DIGITS:
        raise HistoryError(f"the amount {str(value)[:40]} is out of range; amounts stay below {MAX_CHIPS:,}")
    scaled = value.scaleb(decimals)
    chips = int(scaled)
    if chips != scaled:
        raise HistoryError(f"the amount {value} has more than {decimals} digits behind the point")
    return chips


def plain_amount(chips: int, decimals: int) -> str:
    """Return chips as an amount with all its decimals.

    >>> plain_amount(1050, 2), plain_amount(1050, 0)
    ('10.50', '1050')
    """
    return f"{Decimal(chips).scaleb(-decimals):.{decimals}f}" if decimals else str(chips)


def short_amount(chips: int, decimals: int) -> str:
    """Return chips as an amount as people write it: no point where it is whole, else cents or finer.

    >>> short_amount(1050, 2), short_amount(1000, 2), short_amount(5, 2)
    ('10.50', '10', '0.05')
    """
    unit = 10**decimals
    return str(chips // unit) if chips % unit == 0 else plain_amount(chips, decimals)
