"""How hands are ranked: one interface for hold'em, short deck and the small games.

A strength is an integer from 1 up; higher is better and equal strengths tie. Strengths of different
rankings cannot be compared.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache, cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import check_threads, integer
from riverboat.cards.card import FULL_DECK, SHORT_DECK, CardsLike, Deck, card_name, card_names, parse_cards
from riverboat.cards.card_arrays import card_rows, not_in_deck
from riverboat.cards.hand_text import CATEGORIES, describe_class
from riverboat.errors import CardError

RANKINGS = ("holdem", "short-deck", "short-deck-trips", "three-card", "two-card", "one-card")
"""The names `ranking` knows, in the order of the native rankings."""

ALIASES = {"kuhn": "one-card", "leduc": "two-card", "rhode-island": "three-card", "six-plus": "short-deck"}
"""Other names, by the game that is ranked so."""

SUITLESS_RANKINGS = ("one-card", "two-card")
"""Rankings that do not look at suits, so that cards of one rank are the same card."""

_ACE = 12
_EXAMPLES = {7: "AsKsQsJsTs9h8d", 3: "AsKsQs", 2: "KsKh", 1: "Ks"}


class Ranking:
    """One way to rank hands; get it by name with `ranking`, which builds each only once.

    | name | cards | deck | order |
    |---|---|---|---|
    | `holdem` | 5 to 7 | 52 | high card, pair, two pair, trips, straight, flush, full house, quads, … |
    | `short-deck` | 5 to 7 | 36, six up | as played in the large live series: a flush beats a full house |
    | `short-deck-trips` | 5 to 7 | 36, six up | the older rule: trips beat a straight as well |
    | `three-card` | 3 | 52 | Rhode Island: high card, pair, flush, straight, trips, straight flush |
    | `two-card` | 2 | 52 | Leduc: a pair beats every other hand, then the higher card, then the lower |
    | `one-card` | 1 | 52 | Kuhn: the higher rank |

    Leduc and Kuhn play with a few of these cards; their rankings take any of the 52.

    >>> holdem = ranking("holdem")
    >>> holdem.sizes, holdem.classes, holdem.deck.size
    ((5, 6, 7), 7462, 52)
    >>> holdem.evaluate("AsKsQsJsTs2c3d") > holdem.evaluate("AsAhAdAcKs")
    True

    The object does not change, may be shared between threads and can be pickled.
    """

    def __init__(self, name: str) -> None:
        self._name = _check_name(name)
        self._native = _core.evaluator(RANKINGS.index(name))
        self._strength_or_0 = self._native.evaluate  # a bound method, looked up once
        self._deck = SHORT_DECK if name.startswith("short-deck") else FULL_DECK
        self._sizes = tuple(range(self._native.min_cards, self._native.max_cards + 1))

    @cached_property
    def deciding(self) -> list[tuple[int, list[int]]]:
        """The number of the category and the ranks that decide, of every strength from 1 up."""
        return self._native.classes()

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The names of its categories, the weakest first.

        >>> ranking("short-deck").categories[4:7]
        ('straight', 'full house', 'flush')
        """
        return tuple(dict.fromkeys(CATEGORIES[category] for category, _ in self.deciding))

    @property
    def name(self) -> str:
        """The name `ranking` knows it by."""
        return self._name

    @property
    def deck(self) -> Deck:
        """The cards it can rank."""
        return self._deck

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards a hand may have; the best `sizes[0]` of them count."""
        return self._sizes

    @property
    def classes(self) -> int:
        """The number of different strengths, which are 1 to `classes`."""
        return len(self.deciding)

    def __repr__(self) -> str:
        return f"ranking({self._name!r})"

    def __reduce__(self) -> tuple[Callable[[str], Ranking], tuple[str]]:
        return ranking, (self._name,)

    # --- one hand ----------------------------------------------------------------------------------------

    def evaluate(self, cards: CardsLike) -> int:
        """Return the strength of one hand.

        >>> ranking("holdem").evaluate("AsKsQsJsTs"), ranking("one-card").evaluate("Kh")
        (7462, 12)
        """
        # Lists and tuples of ids are checked natively, in a tenth of the time; all else takes the long way.
        return self._strength_or_0(cards) or self._strength_or_0(self._hand(cards))

    def best(self, cards: CardsLike) -> list[int]:
        """Return the cards that count, the most important first: trips before a pair, a pair before kickers.

        A straight runs from its top card down, so the ace of a five-high straight comes last. Of equal
        choices the one with the higher suits is taken.

        >>> [card_names(ranking("holdem").best(cards)) for cards in ("AsAhKc2d2h2s7c", "Ac5d4h3s2cKdKh")]
        ['2s2h2dAsAh', '5d4h3s2cAc']
        """
        hand = sorted(self._hand(cards), reverse=True)
        chosen = max((list(part) for part in combinations(hand, self._sizes[0])), key=self._strength_or_0)
        ranks = [card // 4 for card in chosen]
        top = self.deciding[self._strength_or_0(chosen) - 1][1][0]
        low_ace = len(set(ranks)) == len(ranks) and top != _ACE  # only a straight is led by less than its ace
        return sorted(
            chosen,
            key=lambda card: (
                ranks.count(card // 4),
                -1 if low_ace and card // 4 == _ACE else card // 4,
                card,
            ),
            reverse=True,
        )

    # --- many hands --------------------------------------------------------------------------------------

    def evaluate_batch(self, cards: npt.ArrayLike, threads: int | None = None) -> npt.NDArray[np.uint16]:
        """Return the strengths of many hands of one size. cards: integers [N, k] -> uint16[N].

        A C-contiguous uint8 array is read where it is; others are copied. `threads` is how many to use, all
        of the machine's by default (small inputs use one).

        >>> ranking("two-card").evaluate_batch([[47, 46], [47, 43], [36, 40]]).tolist()
        [90, 66, 55]
        """
        rows = card_rows(cards)
        if rows.shape[1] not in self._sizes:
            raise CardError(
                f"an array of shape {rows.shape} has {rows.shape[1]} cards per hand; '{self._name}' ranks "
                f"{self._sizes_text()}, so give uint8[N, {self._sizes[-1]}]"
            )
        strengths = np.empty(len(rows), np.uint16)
        bad = self._native.evaluate_batch(rows, strengths, check_threads(threads, CardError))
        if self._deck is SHORT_DECK and rows.size and rows.min() < SHORT_DECK.cards[0]:
            low = int((rows < SHORT_DECK.cards[0]).any(axis=1).argmax())
            bad = low if bad < 0 else min(low, bad)
        if bad >= 0:
            self._explain(rows[bad].tolist(), f"row {bad}: ")
        return strengths

    def counts(
        self,
        cards: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> npt.NDArray[np.int64]:
        """Return how many hands of `cards` cards have each strength: int64[classes + 1], entry 0 is empty.

        `cards` is the largest size by default. Every hand is dealt and evaluated. `progress(done, total)` is
        called now and then; an exception in it stops the count.

        >>> counts = ranking("holdem").counts(5)
        >>> counts.sum().item(), counts[7462].item()  # royal flushes
        (2598960, 4)
        """
        size = self._sizes[-1] if cards is None else integer(cards)
        if size not in self._sizes:
            raise CardError(
                f"hands of {cards!r} cards are not ranked; '{self._name}' ranks {self._sizes_text()}"
            )
        return self._native.strength_counts(size, check_threads(threads, CardError), progress).astype(
            np.int64
        )

    def category_counts(
        self,
        cards: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> dict[str, int]:
        """Return how many of all hands of `cards` cards fall into each category, the strongest first.

        >>> ranking("three-card").category_counts()  # doctest: +NORMALIZE_WHITESPACE
        {'straight flush': 48, 'three of a kind': 52, 'straight': 720, 'flush': 1096, 'pair': 3744,
         'high card': 16440}
        """
        result: dict[str, int] = {}
        counts = self.counts(cards, threads, progress).tolist()
        for (category, _), count in zip(reversed(self.deciding), reversed(counts[1:]), strict=True):
            result[CATEGORIES[category]] = result.get(CATEGORIES[category], 0) + count
        return result

    # --- words -------------------------------------------------------------------------------------------

    def category(self, hand: CardsLike) -> str:
        """Return the category of cards or of a strength: an integer by itself is a strength.

        >>> ranking("holdem").category("AsAhAdKsKd"), ranking("holdem").category(7462)
        ('full house', 'straight flush')
        """
        return CATEGORIES[self.deciding[self._strength(hand) - 1][0]]

    def describe(self, hand: CardsLike) -> str:
        """Say in words what cards or a strength are: an integer by itself is a strength.

        A single kicker is named, several are not.

        >>> ranking("holdem").describe("AsAhAdKsKd2c3c")
        'full house, aces over kings'
        >>> ranking("holdem").describe(7462)
        'royal flush'
        """
        category, ranks = self.deciding[self._strength(hand) - 1]
        return describe_class(CATEGORIES[category], ranks, self._sizes[0])

    # --- checks ------------------------------------------------------------------------------------------

    def _strength(self, hand: CardsLike) -> int:
        strength = None if isinstance(hand, str | list | tuple) else _strength_number(hand)
        if strength is None:
            return self.evaluate(hand)
        if not 1 <= strength <= self.classes:
            raise CardError(
                f"strength {strength} does not exist; strengths of '{self._name}' go from 1 to {self.classes}"
            )
        return strength

    def _hand(self, cards: CardsLike) -> list[int]:
        hand = parse_cards(cards)
        if not self._strength_or_0(hand):
            self._explain(hand, "")
        return hand

    def _explain(self, hand: list[int], where: str) -> None:
        """Raise CardError if `hand` cannot be ranked, saying why; `where` starts the message."""
        for i, card in enumerate(hand):
            if card not in self._deck.cards:
                raise CardError(f"{where}{not_in_deck(card, self._deck)}; the cards are {hand}")
            if card in hand[:i]:
                raise CardError(f"{where}the card {card_name(card)} appears twice in '{card_names(hand)}'")
        if len(hand) not in self._sizes:
            count = f"{len(hand)} card{'s' * (len(hand) != 1)}"
            raise CardError(
                f"{where}'{card_names(hand)}' is {count}; '{self._name}' ranks {self._sizes_text()}, "
                f"such as '{_EXAMPLES[self._sizes[-1]]}'"
            )

    def _sizes_text(self) -> str:
        *most, last = [str(size) for size in self._sizes]
        sizes = f"{', '.join(most)} or {last}" if most else last
        return f"{sizes} card{'s' * (self._sizes[-1] != 1)}"


def ranking(name: str) -> Ranking:
    """Return the ranking of that name, see `Ranking`, or of that game: kuhn, leduc, rhode-island, six-plus.

    >>> ranking("short-deck").sizes, ranking("leduc").sizes
    ((5, 6, 7), (2,))
    """
    return _built(_check_name(ALIASES.get(name, name) if isinstance(name, str) else name))


@cache
def _built(name: str) -> Ranking:
    return Ranking(name)


def _check_name(name: str) -> str:
    if not isinstance(name, str) or name not in RANKINGS:
        near = difflib.get_close_matches(str(name), RANKINGS, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise CardError(f"{name!r} is not a ranking; there are {', '.join(RANKINGS)}{hint}")
    return name


def _strength_number(hand: object) -> int | None:
    return None if isinstance(hand, np.ndarray) else integer(hand)
