"""The random numbers of a match: its cards, and what its bots draw.

All come from the seed by a keyed function that cannot be turned back (SipHash-2-4): who knows his own numbers, or the
cards of any hands, knows nothing of the others. Who knows the seed knows all: a match with other people's bots draws
one that nobody can guess, unless it is told one.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from riverboat import _core

_CARDS, _BOTS = 0, 1
_PURPOSE: Final = b"riverboat match"


class Draws(NamedTuple):
    """The numbers by hand: a unit (a deal or a game) and the hand's number in it."""

    key: tuple[int, int]

    @classmethod
    def of_seed(cls, seed: int) -> Draws:
        """Return the numbers of a seed, which may be as large as it likes.

        >>> Draws.of_seed(1).cards(0) != Draws.of_seed(2).cards(0) != Draws.of_seed(2).cards(1)
        True
        """
        spelled = seed.to_bytes((seed.bit_length() + 7) // 8, "little")
        digest = hashlib.blake2b(spelled, digest_size=16, person=_PURPOSE).digest()
        return cls((int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")))

    def cards(self, unit: int, hand: int = 0) -> int:
        """Return the seed of a hand's cards."""
        return _core.siphash(self.key, [_CARDS, unit, hand])

    def bots(self, unit: int, hand: int = 0) -> int:
        """Return the seed of what the bots of a hand draw."""
        return _core.siphash(self.key, [_BOTS, unit, hand])
