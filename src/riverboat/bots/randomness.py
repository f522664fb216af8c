"""Random numbers from names: the same deal, seat and decision always draw the same."""

from __future__ import annotations

from typing import Final

from riverboat import _core

_WORD: Final = 2**64 - 1


def mix(*numbers: int) -> int:
    """Return a number of 64 bits that depends on all the numbers and their order.

    Each is added in and scrambled by splitmix64 (Steele, Lea and Flood 2014).

    >>> mix(1, 2) != mix(2, 1), 0 <= mix(-1) < 2**64
    (True, True)
    """
    return _core.mix([number & _WORD for number in numbers])


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of what one seat draws in a hand, from which neither the hand's nor another's can be found.

    >>> seat_seed(7, 0) != seat_seed(7, 1)
    True
    """
    return _core.siphash((seed & _WORD, 0), [seat])


def drawn(seed: int, number: int) -> int:
    """Return the seed of a decision; cheap, as whoever uses it scrambles it."""
    return (seed + number * 0xA0761D6478BD642F) & _WORD


def uniform(seed: int, stream: int = 0) -> float:
    """Return a number from 0 up, below 1; streams of one seed are independent.

    >>> 0 <= uniform(7) < 1, uniform(7) != uniform(7, stream=1)
    (True, True)
    """
    return (mix(seed, stream) >> 11) * 2.0**-53
