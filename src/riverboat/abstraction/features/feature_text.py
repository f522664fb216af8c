"""The text of a feature key: what a person would say of a hand and its board, in a few letters.

The shape follows "CFR_Poker", a project that compresses hold'em hands so; `features.py` says what each mark
means and computes them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from riverboat.cards.card import RANKS
from riverboat.errors import AbstractionError

CATEGORIES: Final = ("H", "P", "PP", "T", "S", "F", "FH", "Q", "SF")
"""High card, pair, two pair, trips, straight, flush, full house, quads, straight flush: weakest first."""

_NO_KICKER: Final = ("S", "FH", "SF")
_RANK: Final = f"[{RANKS}]"
_PREFLOP: Final = re.compile(f"({_RANK})({_RANK})([us])")
_AFTER: Final = re.compile(
    f"(PP|FH|SF|[HPTSFQ])({_RANK}{{1,3}})-([tf1-5])([tf0-2])([tf0-2])([tf])(?:-([tf034])([0-2]))?"
)
_EXAMPLE: Final = "a key is such as '57u' before the flop and 'S8-tf1f' or 'P8A-ft0f-t1' after it"

Mark: TypeAlias = "bool | int"
"""A feature: `t` or `f` in the text if it is yes or no, else its number."""


@dataclass(frozen=True)
class PreflopKey:
    """Two hole cards: the lower rank, the higher one, and whether they are suited. Nothing is lost.

    >>> str(PreflopKey("5", "7", suited=False)), PreflopKey.parse("KAs").suited
    ('57u', True)
    """

    low: str
    high: str
    suited: bool

    def __str__(self) -> str:
        return f"{self.low}{self.high}{'s' if self.suited else 'u'}"

    @classmethod
    def parse(cls, text: str) -> PreflopKey:
        """Read the text of a key."""
        match = _PREFLOP.fullmatch(text)
        if match is None:
            raise AbstractionError(f"'{text}' is not a key; {_EXAMPLE}")
        low, high, suited = match.groups()
        if RANKS.index(low) + (suited == "s") > RANKS.index(high):
            raise AbstractionError(
                f"'{text}' is not a key: the lower card comes first, and a pair is 'u'; {_EXAMPLE}"
            )
        return cls(low, high, suited == "s")

    @classmethod
    def of_word(cls, word: int) -> PreflopKey:
        """Unpack the number that native code makes of two cards."""
        return cls(RANKS[word >> 5], RANKS[word >> 1 & 15], bool(word & 1))


@dataclass(frozen=True)
class FeatureKey:
    """A hand after the flop: the made hand, then a dash and the flags, then on flop and turn a dash and the draws.

    category: one of `CATEGORIES`. ranks: those that name it, as `KT` for two pair. kicker: a rank or nothing.

    >>> key = FeatureKey.parse("P8A-ft0f-t1")
    >>> key.category, key.ranks, key.kicker, key.top, key.pairs, key.straight_draw
    ('P', '8', 'A', True, 0, 1)
    >>> str(key)
    'P8A-ft0f-t1'
    """

    category: str
    ranks: str
    kicker: str
    suits: Mark
    top: Mark
    pairs: Mark
    trips: bool
    flush_draw: Mark | None = None
    straight_draw: int | None = None

    def __str__(self) -> str:
        flags = "".join(_mark(mark) for mark in (self.suits, self.top, self.pairs, self.trips))
        text = f"{self.category}{self.ranks}{self.kicker}-{flags}"
        if self.flush_draw is None or self.straight_draw is None:
            return text
        return f"{text}-{_mark(self.flush_draw)}{self.straight_draw}"

    @classmethod
    def parse(cls, text: str) -> FeatureKey:
        """Read the text of a key."""
        match = _AFTER.fullmatch(text)
        if match is None:
            raise AbstractionError(f"'{text}' is not a key; {_EXAMPLE}")
        category, ranks, suits, top, pairs, trips, flush_draw, straight_draw = match.groups()
        named = _named(category)
        kicker = ranks[named:]
        most = named + (category not in _NO_KICKER)
        if not named <= len(ranks) <= most or len(set(ranks)) < len(ranks):
            raise AbstractionError(
                f"'{text}' is not a key: '{category}' takes {named} to {most} different ranks, not '{ranks}'; "
                f"{_EXAMPLE}"
            )
        return cls(
            category,
            ranks[:named],
            kicker,
            _unmark(suits),
            _unmark(top),
            _unmark(pairs),
            trips == "t",
            None if flush_draw is None else _unmark(flush_draw),
            None if straight_draw is None else int(straight_draw),
        )


def parse_feature_key(text: str) -> PreflopKey | FeatureKey:
    """Read a key of any round; `str` writes it again.

    >>> parse_feature_key("57u")
    PreflopKey(low='5', high='7', suited=False)
    >>> str(parse_feature_key("S8-tf1f"))
    'S8-tf1f'
    """
    if not isinstance(text, str):
        raise AbstractionError(f"{text!r} is not text; {_EXAMPLE}")
    return FeatureKey.parse(text) if "-" in text else PreflopKey.parse(text)


def _named(category: str) -> int:
    """Return how many ranks name a made hand."""
    return 2 if category in ("PP", "FH") else 1


def _mark(mark: Mark) -> str:
    return "ft"[mark] if isinstance(mark, bool) else str(mark)


def _unmark(letter: str) -> Mark:
    return letter == "t" if letter in "tf" else int(letter)
