"""The question that `equity` answers, checked once: who holds what, which cards are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

import numpy as np

from riverboat import _core
from riverboat.cards.card import FULL_DECK, HAND_CARDS, CardsLike, card_names, parse_cards
from riverboat.cards.card_arrays import not_in_deck
from riverboat.cards.equity_result import EquityResult, PlayerEquity
from riverboat.cards.range import Range
from riverboat.cards.ranking import RANKINGS, Ranking, ranking
from riverboat.errors import CardError, RangeError, RiverboatError

HandsLike: TypeAlias = "str | Range | CardsLike"


@dataclass  # not frozen: it lives for one call, and freezing costs more than the checks
class Spot:
    """Players with their ranges, the board and dead cards.

    known: each player's hand index if only one is left, else -1. ranking: of the hands; it says which cards there are.
    """

    ranges: tuple[Range, ...]
    known: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    ranking: Ranking

    @classmethod
    def of(cls, players: Sequence[HandsLike], board: CardsLike, dead: CardsLike, rules: str) -> Spot:
        """Return the spot, or raise an error that names what is wrong with it."""
        if not 2 <= len(players) <= 10:
            raise RiverboatError(
                f"equity takes 2 to 10 players, not {len(players)}; "
                "for one hand against any other give 'AsKs' and 'random'"
            )
        board_cards, dead_cards, ranked = _cards(board), _cards(dead), _ranking(rules)
        if _left_out(ranked) and not set(_left_out(ranked)).isdisjoint(board_cards + dead_cards):
            low = next(card for card in board_cards + dead_cards if card in _left_out(ranked))
            raise CardError(not_in_deck(low, ranked.deck))
        if len(board_cards) not in (0, 3, 4, 5):
            raise CardError(
                f"a board has 0, 3, 4 or 5 cards, not {len(board_cards)}: '{card_names(board_cards)}'"
            )
        if dead_cards and not set(dead_cards).isdisjoint(board_cards):
            twice = sorted(set(dead_cards) & set(board_cards))
            raise CardError(f"{card_names(twice)} is on the board and dead; name each card once")
        if 2 * len(players) + 5 + len(dead_cards) > ranked.deck.size:
            raise CardError(
                f"{len(players)} hands, a board and {len(dead_cards)} dead cards are over {ranked.deck.size}; "
                "name fewer dead cards"
            )
        seated = [_read(player) if isinstance(player, str) else _seat(player) for player in players]
        spot = cls(
            tuple([s[0] for s in seated]), tuple([s[1] for s in seated]), board_cards, dead_cards, ranked
        )
        spot._check_hands()
        return spot

    def _check_hands(self) -> None:
        seen = {*self.board, *self.out}
        if self.all_known:  # the common case, fast
            for i, hand in enumerate(self.known):
                cards = _HAND_CARDS[hand]
                if seen.intersection(cards):
                    self._explain(i)
                seen.update(cards)
            return
        for i in range(len(self.ranges)):
            if self.known[i] >= 0 and seen.intersection(_HAND_CARDS[self.known[i]]):
                raise self._nothing_left(i)

    def check_deal(self) -> None:
        """Raise unless the players can hold hands that share no card; the sweeps find that out themselves."""
        if not self._can_be_dealt():
            raise self.impossible()

    def _can_be_dealt(self) -> bool:
        # Fewer cards than the players hold: a search over all deals would take ages to find that out.
        cards = np.unique(HAND_CARDS[self.weights.any(axis=0)])
        return len(cards) >= 2 * len(self.ranges) and _core.count_deals(self.weights, 1) > 0

    def _explain(self, player: int) -> None:
        known = [*self.board, *self.out]
        if set(known).intersection(_HAND_CARDS[self.known[player]]):
            raise self._nothing_left(player)
        raise self.impossible()

    def _nothing_left(self, player: int) -> RangeError:
        if self.ranges[player].is_empty:
            return RangeError(f"the range of player {player + 1} is empty; give it a hand, such as 'AsAh'")
        if _left_out(self.ranking) and self.ranges[player].without(_left_out(self.ranking)).is_empty:
            return RangeError(
                f"player {player + 1} has no hand left: every hand of '{self.ranges[player]}' holds a card that a deck "
                f"of ranks '{self.ranking.deck.ranks}' does not have"
            )
        return RangeError(
            f"player {player + 1} has no hand left: every hand of '{self.ranges[player]}' holds a card of the "
            f"board or a dead card ({card_names([*self.board, *self.dead])})"
        )

    def impossible(self) -> RangeError:
        """Return the error for ranges that cannot be dealt together."""
        known = [*self.board, *self.out]
        for i, hands in enumerate(self.ranges):
            if hands.without(known).is_empty:
                return self._nothing_left(i)
        if self._can_be_dealt():
            return RangeError(
                "the players' weights are so small that their product is 0; multiply a range's weights by one "
                "number, the largest may be 1"
            )
        return RangeError(
            f"no deal is possible: {self.listed()} cannot be held together without sharing a card; "
            "'AsAh' and 'KsKh' can"
        )

    def listed(self) -> str:
        """Return the ranges for a message."""
        return " and ".join(f"'{hands}'" for hands in self.ranges)

    @property
    def all_known(self) -> bool:
        """Whether every player holds one hand."""
        return -1 not in self.known

    def is_any(self, player: int) -> bool:
        """Whether a player's range holds all 1,326 hands with one weight."""
        weights = self.ranges[player].weights
        return bool(weights[0] > 0 and (weights == weights[0]).all())

    @property
    def out(self) -> tuple[int, ...]:
        """The cards that cannot come: dead ones, and those that the deck does not have."""
        return self.dead + _left_out(self.ranking)

    @property
    def native_ranking(self) -> int:
        """The number of the ranking."""
        return RANKINGS.index(self.ranking.name)

    @cached_property
    def weights(self) -> np.ndarray:
        """float64[players, 1326], without hands that meet the board or cards that cannot come."""
        known = [*self.board, *self.out]
        return np.stack([(hands.without(known) if known else hands).weights for hands in self.ranges])

    @property
    def boards(self) -> int:
        """How many complete boards there are, players' cards unknown."""
        return math.comb(self.ranking.deck.size - len(self.board) - len(self.dead), 5 - len(self.board))

    @property
    def unrestricted(self) -> list[bool]:
        """For each player: any live hand is as likely as any other."""
        live_hands = math.comb(self.ranking.deck.size - len(self.board) - len(self.dead), 2)
        return [
            bool(np.count_nonzero(weights) == live_hands and np.ptp(weights[weights > 0]) == 0)
            for weights in self.weights
        ]

    def result(self, players: Sequence[PlayerEquity], method: str, deals: float) -> EquityResult:
        """Return the answer together with the known cards."""
        return EquityResult(
            tuple(players), _names(self.board), _names(self.dead), method, deals, self.ranking.name
        )


def _seat(player: Range | CardsLike) -> tuple[Range, int]:
    """Return a range and its only hand, -1 if it has more."""
    hands = player if isinstance(player, Range) else _hand(player)
    return hands, int(hands.weights.argmax()) if hands.count == 1 else -1


def _hand(player: CardsLike) -> Range:
    try:
        cards = parse_cards(player)
    except CardError as problem:
        raise RangeError(f"{player!r} is no player's hand or range: {problem}") from None
    if len(cards) != 2:
        raise RangeError(
            f"{player!r} is {len(cards)} cards; a player holds two, or a range such as 'QQ+,AKs'"
        )
    return Range(card_names(cards))


@cache
def _ranking(rules: str) -> Ranking:
    found = ranking(rules)
    if found.sizes[-1] != 7:
        raise RiverboatError(
            f"hands of '{found.name}' have {found.sizes[-1]} cards; equity is that of 'holdem', 'short-deck' or "
            "'short-deck-trips'"
        )
    return found


@cache
def _left_out(rules: Ranking) -> tuple[int, ...]:
    """The cards of the full deck that a ranking does not know."""
    return tuple(sorted({*FULL_DECK.cards} - {*rules.deck.cards}))


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Range, int]:
    return _seat(Range(text))


@lru_cache(maxsize=4096)
def _cards_of_text(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def _cards(cards: CardsLike) -> tuple[int, ...]:
    return _cards_of_text(cards) if isinstance(cards, str) else tuple(parse_cards(cards))


@lru_cache(maxsize=4096)
def _names(cards: tuple[int, ...]) -> str:
    return card_names(cards)


_HAND_CARDS = [(int(hi), int(lo)) for hi, lo in HAND_CARDS]
