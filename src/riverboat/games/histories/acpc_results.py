"""What a hand is worth to a dealer of the computer poker competition, who splits pots to parts of a chip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from riverboat.errors import HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.awards import uncalled_bet

_DIGITS: Final = 6  # after the point, as the dealer prints them
_VALUE: Final = re.compile(r"-?[0-9]{1,10}(?:\.[0-9]{0,12})?")


def exact_payoffs(hand: Hand) -> tuple[Fraction, ...]:
    """Return net chips by seat, with pots that do not divide split in parts of chips; `Hand.payoffs` has whole ones.

    >>> from riverboat.games import nolimit_holdem
    >>> game = nolimit_holdem(3, stack_bb=1, small_blind=5, big_blind=5)
    >>> hand = Hand(game, (0,), ("AsKd", "AhKc", "7c2h"), "AcKh9s5d4c")
    >>> hand.payoffs, [str(chips) for chips in exact_payoffs(hand)]
    ((3, 2, -5), ['5/2', '5/2', '-5'])
    """
    table = hand.table()
    result = [Fraction(-chips) for chips in table.put_in]
    seat, back = uncalled_bet(table)
    if back:
        result[seat] += back
    for award in hand.awards:
        for winner in award.shares:
            result[winner] += Fraction(award.chips, len(award.shares))
    return tuple(won - rake for won, rake in zip(result, hand.rakes, strict=True))


def write_chips(chips: Fraction | int) -> str:
    """Return chips as the dealer prints them: six digits after the point, without zeros at the end.

    >>> write_chips(Fraction(5, 2)), write_chips(-100), write_chips(Fraction(-100, 3)), write_chips(Fraction(-1, 10**9))
    ('2.5', '-100', '-33.333333', '0')
    """
    scaled = round(Fraction(chips) * 10**_DIGITS)
    whole, rest = divmod(abs(scaled), 10**_DIGITS)
    digits = f"{whole}.{rest:0{_DIGITS}d}".rstrip("0").rstrip(".")
    return f"-{digits}" if scaled < 0 else digits


def read_results(text: str) -> tuple[Fraction, ...]:
    """Return the chips of a field of results, to the last digit.

    >>> [str(chips) for chips in read_results("2.5|-2.5|0")]
    ['5/2', '-5/2', '0']
    """
    return tuple(_chips(value, text) for value in text.split("|"))


def agree(told: Sequence[Fraction], hand: Hand) -> bool:
    """Whether results are those of a hand: as the dealer splits pots, or in whole chips as we did once."""
    exact = [Fraction(write_chips(chips)) for chips in exact_payoffs(hand)]
    return list(told) == exact or tuple(told) == hand.payoffs


def _chips(value: str, results: str) -> Fraction:
    if _VALUE.fullmatch(value) is None:
        raise HistoryError(
            f"'{value[:40]}' in the results '{results[:80]}' is not a number of chips, such as -100 or 2.5"
        )
    return Fraction(value)
