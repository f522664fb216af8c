"""Ranges: which of the 1326 two-card hands a player may hold, each with a weight from 0 to 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from riverboat.base.checks import share, whole
from riverboat.base.drawing import Drawn, Picture, drawing
from riverboat.cards.card import HAND_CARDS, NUM_CARDS, NUM_HANDS, CardsLike, hand_name, parse_cards
from riverboat.cards.hand_class import CLASS_HANDS, CLASS_OF_HAND, CLASS_SIZES
from riverboat.cards.hand_order import top_weights
from riverboat.cards.range_syntax import parse_hands, parse_range
from riverboat.cards.range_writer import number_text, write_range
from riverboat.errors import RangeError

Style = Literal["pio", "gtoplus", "gtowizard", "upi"]

_REPR_LENGTH = 200  # a longer text is no help in a log or a traceback


class Range(Drawn):
    """An immutable set of hands with weights, made from text such as `"QQ+,AKs:0.5"`.

    The text is explained in `riverboat.cards.range_syntax`. A range made from text, weights or hands holds at
    least one hand; an operation such as `-` or `without` may leave none, and then `is_empty` says so.

    >>> r = Range("QQ+,AKs:0.5")
    >>> r.combos, r.count, "AsAh" in r, r.weight("AsKs")
    (20.0, 22, True, 0.5)
    >>> r - Range("KK")
    Range('AA,QQ,AKs:0.5')
    >>> Range("random,72o:0").count
    1314
    """

    __slots__ = ("_weights",)
    __array_ufunc__ = None  # an array times a range is an error, not an array of ranges
    _weights: np.ndarray

    def __init__(self, text: str | Range) -> None:
        if isinstance(text, Range):
            weights = text._weights
        elif isinstance(text, str):
            weights = parse_range(text)
        else:
            raise RangeError(
                f"a range is made from text such as 'QQ+,AKs:0.5', not from {type(text).__name__}; "
                "for arrays use Range.from_weights, for dictionaries Range.from_hands"
            )
        _store(self, weights)

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """Make a range from 1326 weights from 0 to 1, in the order of hand indices; the array is copied.

        >>> Range.from_weights([1] * 1326) == Range.full()
        True
        """
        return _made(_checked_weights(weights))

    @classmethod
    def from_hands(cls, hands: Mapping[str, float]) -> Range:
        """Make a range from weights by hand, class or group of hands; a later entry overrides an earlier one.

        >>> Range.from_hands({"AsKs": 1.0, "QQ": 0.25})
        Range('QQ:0.25,AsKs')
        """
        if not isinstance(hands, Mapping):
            raise RangeError(
                f"hands must be a dictionary such as {{'AsKs': 1.0}}, not {type(hands).__name__}"
            )
        weights = np.zeros(NUM_HANDS)
        for hand, weight in hands.items():
            weights[_indices(hand)] = _unit(weight, f"the weight of '{hand}'")
        return _made(_not_all_zero(weights))

    @classmethod
    def full(cls) -> Range:
        """Return the range of every hand, with weight 1."""
        return _made(np.ones(NUM_HANDS))

    @classmethod
    def top(cls, fraction: float) -> Range:
        """Return the strongest `fraction` (0..1) of hands by all-in equity against a random hand.

        The class at the border gets a fractional weight, so that `combos` is exactly `fraction * 1326`.

        >>> Range.top(0.05)
        Range('77+,AJs+,AKo:0.525')
        """
        return _made(_not_all_zero(top_weights(_unit(fraction, "the fraction of hands"))))

    @property
    def weights(self) -> np.ndarray:
        """float64[1326], read-only: the weight of each hand index `hi * (hi - 1) / 2 + lo`."""
        return self._weights

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self._weights.sum())

    @property
    def count(self) -> int:
        """The number of hands with a weight over 0."""
        return int(np.count_nonzero(self._weights))

    @property
    def fraction(self) -> float:
        """The combos as a share of all 1326."""
        return self.combos / NUM_HANDS

    @property
    def is_empty(self) -> bool:
        """Whether no hand is left."""
        return not self._weights.any()

    @property
    def cells(self) -> np.ndarray:
        """float64[13, 13]: the mean weight of each class; aces first, suited above the diagonal."""
        sums = np.bincount(CLASS_OF_HAND, weights=self._weights, minlength=169)
        cells: np.ndarray = (sums / CLASS_SIZES).reshape(13, 13)
        return cells

    def cell(self, name: str) -> float:
        """Return the mean weight of one of the 169 classes.

        >>> Range("AsKs").cell("AKs")
        0.25
        """
        if not isinstance(name, str) or name not in CLASS_HANDS:
            raise RangeError(f"{name!r} is not one of the 169 classes of hands, such as 'AA', 'AKs' or 'AKo'")
        return float(self._weights[CLASS_HANDS[name]].mean())

    def weight(self, hand: str) -> float:
        """Return the weight of one hand, such as `"AsKs"`."""
        indices = _indices(hand)
        if len(indices) != 1:
            raise RangeError(
                f"'{hand}' is {len(indices)} hands; write one, such as 'AsKs', or use cell('AKs')"
            )
        return float(self._weights[indices[0]])

    def __contains__(self, hand: object) -> bool:
        """Whether the hand, or every hand of a group such as `"AKs"` or `"QQ+"`, has a weight over 0."""
        return bool((self._weights[_indices(hand)] > 0.0).all())

    def hands(self) -> Iterator[tuple[str, float]]:
        """Iterate over the name and the weight of each hand in the range, by ascending hand index.

        >>> list(Range("2c2d,AsAh:0.5").hands())
        [('2d2c', 1.0), ('AsAh', 0.5)]
        """
        for index in np.flatnonzero(self._weights).tolist():
            yield hand_name(index), float(self._weights[index])

    def without(self, cards: CardsLike) -> Range:
        """Return the range without the hands that hold one of the cards (card removal).

        >>> Range("AA").without("As Kd").combos
        3.0
        """
        dead = np.zeros(NUM_CARDS, dtype=bool)
        dead[parse_cards(cards)] = True
        return _made(np.where(dead[HAND_CARDS[:, 0]] | dead[HAND_CARDS[:, 1]], 0.0, self._weights))

    def normalised(self) -> Range:
        """Return the range with weights that sum to 1: the probability of each hand.

        >>> Range("AA,KK:0.5").normalised().weights.sum().round(12)
        np.float64(1.0)
        """
        self._need_hands("be normalised")
        return _made(self._weights / self._weights.sum())

    def sample(self, n: int, seed: int | np.random.Generator) -> np.ndarray:
        """Return `n` hand indices, int64[n], drawn with replacement in proportion to the weights.

        >>> [hand_name(i) for i in Range("AsAh,KK:0").sample(2, seed=1)]
        ['AsAh', 'AsAh']
        """
        count = whole("the number of samples", n, RangeError, example=1000)
        self._need_hands("be sampled")
        try:
            generator = np.random.default_rng(seed)
        except (TypeError, ValueError):
            raise RangeError(f"the seed {seed!r} must be a whole number from 0, such as 1") from None
        return generator.choice(NUM_HANDS, size=count, p=self._weights / self._weights.sum())

    def _need_hands(self, what: str) -> None:
        if self.is_empty:
            raise RangeError(f"an empty range cannot {what}; it needs at least one hand, such as 'AA'")

    def __or__(self, other: Range) -> Range:
        """Hands of either range, with the larger weight."""
        return (
            _made(np.maximum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented
        )

    def __and__(self, other: Range) -> Range:
        """Hands of both ranges, with the smaller weight."""
        return (
            _made(np.minimum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented
        )

    def __sub__(self, other: Range) -> Range:
        """Hands that the other range does not hold at any weight."""
        if not isinstance(other, Range):
            return NotImplemented
        return _made(np.where(other._weights > 0.0, 0.0, self._weights))

    def __mul__(self, factor: float) -> Range:
        """All weights times a factor from 0 to 1."""
        if isinstance(factor, bool) or not isinstance(factor, Real):
            return NotImplemented
        return _made(self._weights * _unit(factor, "the factor of a range"))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return np.array_equal(self._weights, other._weights) if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range cannot be changed; make a new one instead of setting {name!r}")

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[object, ...]:
        return _made, (np.array(self._weights),)

    def to_text(self, style: Style = "pio") -> str:
        """Return the range as text that gives back the same weights; the empty range has no such text.

        Styles: `pio` (`TT+,AKs:0.5`), `gtoplus` (`TT+,[50]AKs[/50]`), `gtowizard` (`2d2c: 1,…`) and `upi`
        (1326 numbers).

        >>> Range("TT+,AKs:0.5").to_text("gtoplus")
        'TT+,[50]AKs[/50]'
        """
        return write_range(self._weights, style)

    def __str__(self) -> str:
        return write_range(self._weights)

    def __repr__(self) -> str:
        text = str(self)
        if 0 < len(text) <= _REPR_LENGTH:
            return f"Range({text!r})"
        return f"<Range of {self.count} hands, {number_text(round(self.combos, 3))} combos>"

    def grid(self, title: str = "") -> Picture:
        """Return the picture of the range: each class filled in proportion to its weight."""
        return drawing(self, "grid", title=title)

    def to_svg(self, title: str = "") -> str:
        """Return the grid as an SVG picture."""
        return self.grid(title).to_svg()


def _made(weights: np.ndarray) -> Range:
    """Return a range of weights that are known to be good."""
    new = Range.__new__(Range)
    _store(new, weights)
    return new


def _store(target: Range, weights: np.ndarray) -> None:
    weights.flags.writeable = False
    object.__setattr__(target, "_weights", weights)


def _indices(hand: object) -> np.ndarray:
    if not isinstance(hand, str):
        raise RangeError(f"a hand is text such as 'AsKs', 'AKs' or 'QQ+', not {hand!r}")
    return parse_hands(hand)


def _unit(value: object, what: str) -> float:
    """Check that a number lies from 0 to 1."""
    return float(share(what, value, RangeError)) + 0.0  # which turns a negative zero into zero


def _checked_weights(weights: ArrayLike) -> np.ndarray:
    example = "such as Range('AA').weights"
    try:
        given = np.asarray(weights)
    except ValueError as error:
        raise RangeError(f"the weights are not an array ({error}); give 1326 numbers, {example}") from None
    if given.dtype.kind not in "biuf":
        raise RangeError(f"weights of type {given.dtype} are not numbers; give float64[1326], {example}")
    if given.shape != (NUM_HANDS,):
        raise RangeError(f"weights have the shape {given.shape}; it must be (1326,), {example}")
    with np.errstate(invalid="ignore"):
        bad = np.flatnonzero(~((given >= 0) & (given <= 1)))
    if bad.size:
        index = int(bad[0])
        more = f" (and {bad.size - 1} more)" if bad.size > 1 else ""
        where = f"the weight at index {index} ({hand_name(index)}) is {given[index]}{more}"
        raise RangeError(f"{where}; weights are numbers from 0 to 1, such as 0.5")
    return _not_all_zero(given.astype(np.float64) + 0.0)  # a copy; + 0.0 turns negative zeros into zeros


def _not_all_zero(weights: np.ndarray) -> np.ndarray:
    if not weights.any():
        raise RangeError("the range holds no hand: all 1326 weights, from index 0 (2d2c) on, are 0; "
                         "one at least must be over 0, such as 0.5")  # fmt: skip
    return weights
