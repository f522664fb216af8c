"""Feature strings: hands are the same if a person would describe them with the same few words.

After the compressed hands of "CFR_Poker", a project that trains hold'em by external sampling. Let T be the cards on
the table, H the hole cards and N_v the number of cards of value v in T.

    F   = the most cards of one suit in T; F_b = (F >= 3)         somebody may have a flush
    H_S = whether the top of the made hand is in H, not in T      or how many of its highest cards are
    P   = how many v have N_v = 2                                 somebody may have a full house
    ToK = whether some v has N_v = 3

On flop and turn the same is asked with H included: how near a flush and a straight are. The page on feature strings
says where the document leaves a choice and how it is made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from riverboat import _core
from riverboat.abstraction.features.feature_text import CATEGORIES, FeatureKey, PreflopKey
from riverboat.base.checks import flag
from riverboat.cards.card import RANKS, CardsLike, card_names, parse_cards
from riverboat.errors import AbstractionError, CardError

Telling: TypeAlias = Literal["flag", "count"]
"""Yes or no, or a number."""

BOARD_CARDS: Final = (0, 3, 4, 5)
"""By round."""


@dataclass(frozen=True)
class FeatureRules:
    """Which features a key tells, and how finely: the choices that the document leaves open.

    suits: F_b or F. top: H_S, or how many of the highest cards are held, 0 to 2. pairs: whether, or how many pairs are
    on the table. kicker: the best hole card beside the made hand, if it plays. draws: flush and straight draws, on flop
    and turn. The defaults are the document's worked example, and a kicker.

    >>> feature_key("AhKh", "Qh7h2c")
    'HAK-ft0f-t0'
    >>> feature_key("AhKh", "Qh7h2c", FeatureRules(suits="count", top="count", kicker=False))
    'HA-220f-40'
    """

    suits: Telling = "flag"
    top: Telling = "flag"
    pairs: Telling = "count"
    kicker: bool = True
    draws: bool = True

    def __post_init__(self) -> None:
        for name in ("suits", "top", "pairs"):
            if getattr(self, name) not in ("flag", "count"):
                raise AbstractionError(
                    f"{name} is {getattr(self, name)!r}; it must be 'flag' for yes or no, or 'count'"
                )
        for name in ("kicker", "draws"):
            flag(name, getattr(self, name), AbstractionError)

    def native(self) -> _core.FeatureRules:
        """Return them as native code takes them."""
        return _core.FeatureRules(
            self.suits == "count", self.top == "count", self.pairs == "count", self.kicker, self.draws
        )


DEFAULT_RULES: Final = FeatureRules()


def feature_key(hand: CardsLike, board: CardsLike = "", rules: FeatureRules = DEFAULT_RULES) -> str:
    """Return the key of a hand on a board of 0, 3, 4 or 5 cards; `parse_feature_key` reads it.

    >>> feature_key("5s7c"), feature_key("5s7c", "4s6d8dTdTh")
    ('57u', 'S8-tf1f')
    """
    own, table = check_deal(hand, board)
    return str(key_of_word(len(table), _core.feature_word(own, table, rules.native()), rules))


def key_of_word(board_cards: int, word: int, rules: FeatureRules) -> PreflopKey | FeatureKey:
    """Unpack a word; `cpp/abstraction/features/features.hpp` tells its fields."""
    if board_cards == 0:
        return PreflopKey.of_word(word)
    second, kicker = word >> 17 & 15, word >> 13 & 15
    draws = rules.draws and board_cards < 5
    return FeatureKey(
        category=CATEGORIES[word >> 25],
        ranks=RANKS[word >> 21 & 15] + (RANKS[second - 1] if second else ""),
        kicker=RANKS[kicker - 1] if kicker else "",
        suits=_told(rules.suits, word >> 10 & 7),
        top=_told(rules.top, word >> 8 & 3),
        pairs=_told(rules.pairs, word >> 6 & 3),
        trips=bool(word >> 5 & 1),
        flush_draw=_told(rules.suits, word >> 2 & 7) if draws else None,
        straight_draw=word & 3 if draws else None,
    )


def _told(how: Telling, value: int) -> bool | int:
    return value if how == "count" else bool(value)


def check_deal(hand: CardsLike, board: CardsLike, least: int = 0) -> tuple[list[int], list[int]]:
    """Return the ids of two hole cards and of a board of `least` cards or more; raise CardError if they are no deal."""
    own, table = parse_cards(hand), parse_cards(board)
    sizes = [size for size in BOARD_CARDS if size >= least]
    if len(own) != 2 or len(table) not in sizes:
        raise CardError(
            f"'{card_names(own)}' on '{card_names(table)}' is no deal; give two hole cards and {sizes} on the board, "
            "such as '5s7c' and '4s6d8d'"
        )
    parse_cards(own + table)  # no card twice
    return own, table
