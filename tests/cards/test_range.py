"""Range objects: construction, algebra, card removal and sampling."""

import copy
import operator
import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import NUM_HANDS, hand_cards, hand_index, hand_name, parse_cards
from riverboat.cards.hand_class import CLASS_HANDS, CLASS_NAMES, CLASS_OF_HAND, CLASS_SIZES
from riverboat.cards.hand_order import PREFLOP_ORDER
from riverboat.cards.range import Range
from riverboat.errors import CardError, RangeError

weights_arrays = st.lists(st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0]), min_size=169, max_size=169).map(
    lambda values: np.array(values)[CLASS_OF_HAND]
)
ranges = weights_arrays.filter(np.any).map(Range.from_weights)


def test_classes_partition_the_hands() -> None:
    assert sorted(np.concatenate(list(CLASS_HANDS.values())).tolist()) == list(range(NUM_HANDS))
    sizes = {"": 6, "s": 4, "o": 12}
    assert CLASS_SIZES.tolist() == [sizes[name[2:]] for name in CLASS_NAMES]
    assert [CLASS_NAMES[i] for i in (0, 1, 13, 14, 168)] == ["AA", "AKs", "AKo", "KK", "22"]
    for name, hands in CLASS_HANDS.items():
        for hand in hands.tolist():
            hi, lo = hand_cards(hand)
            shown = hand_name(hand)[::2] + ("" if hi // 4 == lo // 4 else "s" if hi % 4 == lo % 4 else "o")
            assert shown == name


def test_preflop_order_names_every_class_once() -> None:
    assert sorted(PREFLOP_ORDER) == sorted(CLASS_NAMES)
    assert PREFLOP_ORDER[:3] == ("AA", "KK", "QQ")
    assert PREFLOP_ORDER[-1] == "32o"


def test_preflop_order_keeps_dominance() -> None:
    """Suited beats offsuit of the same ranks, and a higher kicker or pair beats a lower one in general."""
    place = {name: i for i, name in enumerate(PREFLOP_ORDER)}
    for name in CLASS_NAMES:
        if name[-1] == "s":
            assert place[name] < place[name[:2] + "o"]
    pairs = [2 * rank for rank in "AKQJT98765432"]
    assert all(place[high] < place[low] for high, low in pairwise(pairs))


def test_basic_numbers() -> None:
    r = Range("QQ+,AKs:0.5")
    assert (r.combos, r.count, r.fraction, r.is_empty) == (20.0, 22, 20 / 1326, False)
    assert r.weights.dtype == np.float64
    assert r.weights.shape == (1326,)
    assert r.weights[hand_index(*parse_cards("AsKs"))] == 0.5
    assert Range(r) == r
    assert repr(r) == "Range('QQ+,AKs:0.5')"
    assert str(r) == r.to_text() == "QQ+,AKs:0.5"


def test_long_and_empty_ranges_have_a_short_repr() -> None:
    rng = np.random.default_rng(0)
    assert repr(Range.from_weights(rng.integers(1, 3, 1326) / 2)).startswith("<Range of 1326 hands, ")
    assert repr(Range("AA") - Range("AA")) == "<Range of 0 hands, 0 combos>"


def test_is_immutable_hashable_and_picklable() -> None:
    r = Range("QQ+,AKs:0.5")
    with pytest.raises(ValueError, match="read-only"):
        r.weights[0] = 1.0
    with pytest.raises(AttributeError, match="cannot be changed"):
        r.weights = np.zeros(1326)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        r.other = 1  # type: ignore[attr-defined]
    for other in (pickle.loads(pickle.dumps(r)), copy.copy(r), copy.deepcopy(r), Range(str(r))):
        assert other == r
        assert hash(other) == hash(r)
        assert not other.weights.flags.writeable
    assert r != Range("QQ+")
    assert r != "QQ+,AKs:0.5"
    assert len({r, Range(str(r)), Range("AA")}) == 2


def test_from_weights_copies() -> None:
    weights = np.ones(1326)
    r = Range.from_weights(weights)
    weights[0] = 0.0
    assert r == Range.full()
    assert Range.from_weights(np.ones(1326, dtype=bool)) == Range.from_weights([1] * 1326) == Range.full()
    assert not np.signbit(Range.from_weights(np.where(np.arange(1326) > 0, -0.0, 1.0)).weights).any()


def changed(value: float, index: int = 1325) -> np.ndarray:
    weights = np.full(1326, 0.5)
    weights[index] = value
    return weights


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.ones(1325), r"shape \(1325,\); it must be \(1326,\)"),
        (np.ones((13, 13)), r"shape \(13, 13\)"),
        (1.0, r"shape \(\)"),
        ([[1.0], [1.0, 2.0]], "not an array"),
        (["a"] * 1326, "not numbers"),
        (np.ones(1326, dtype=complex), "complex128 are not numbers"),
        (np.array([None] * 1326), "object are not numbers"),
        (changed(np.nan), r"index 1325 \(AsAh\) is nan"),
        (changed(np.inf, 0), r"index 0 \(2d2c\) is inf"),
        (changed(-0.25), r"index 1325 \(AsAh\) is -0.25"),
        (changed(1.5), r"index 1325 \(AsAh\) is 1.5; .* such as 0.5"),
        (np.full(1326, 100), r"index 0 \(2d2c\) is 100 \(and 1325 more\)"),
        (np.zeros(1326), r"no hand: all 1326 weights, from index 0 \(2d2c\) on, are 0"),
    ],
)
def test_bad_weights(weights: object, message: str) -> None:
    with pytest.raises(RangeError, match=message):
        Range.from_weights(weights)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [None, 5, ["AA"], {"AA": 1.0}, b"AA", np.ones(1326)])
def test_only_text_makes_a_range(bad: object) -> None:
    with pytest.raises(RangeError, match="from_weights"):
        Range(bad)  # type: ignore[arg-type]


def test_from_hands() -> None:
    assert Range.from_hands({"AsKs": 1.0, "KhAh": 0.5}).combos == 1.5
    assert Range.from_hands({"AKs": 1, "AsKs": 0}).count == 3
    for bad in (
        {},
        {"AA": 0.0},
        {"AA": 2},
        {"AA": float("nan")},
        {"AA": "1"},
        {"AA": True},
        {"AKx": 1},
        {5: 1.0},
    ):
        with pytest.raises(RangeError):
            Range.from_hands(bad)  # type: ignore[arg-type]
    with pytest.raises(RangeError, match="dictionary"):
        Range.from_hands(["AA"])  # type: ignore[arg-type]


@given(st.floats(1e-6, 1.0))
def test_top_has_exactly_the_share(fraction: float) -> None:
    r = Range.top(fraction)
    assert r.fraction == pytest.approx(fraction, rel=1e-12)
    partial = {CLASS_OF_HAND[i] for i in np.flatnonzero((r.weights > 0) & (r.weights < 1))}
    assert len(partial) <= 1
    assert Range.top(min(1.0, fraction * 1.5)) | r == Range.top(min(1.0, fraction * 1.5))


def test_top_ends() -> None:
    assert Range.top(1) == Range.full() == Range("any")
    assert Range.top(6 / 1326).combos == pytest.approx(6)
    for bad in (0, -0.1, 1.1, 15, float("nan"), "15%", None, True):
        with pytest.raises(RangeError):
            Range.top(bad)  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(ranges, ranges, ranges)
def test_set_algebra(a: Range, b: Range, c: Range) -> None:
    assert a | b == b | a
    assert a & b == b & a
    assert (a | b) | c == a | (b | c)
    assert (a & b) & c == a & (b & c)
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (a & b) == a & (a | b) == a | a == a & a == a
    assert a & Range.full() == a
    assert a | Range.full() == Range.full()
    assert ((a - b) & b).is_empty
    assert (a - a).is_empty
    assert (a - b) | (a & b) | a == a
    assert a - b - c == a - (b | c)
    assert (a | b).combos + (a & b).combos == pytest.approx(a.combos + b.combos)


@settings(max_examples=30, deadline=None)
@given(ranges, st.floats(0.0, 1.0))
def test_scaling(a: Range, factor: float) -> None:
    assert a * factor == factor * a
    assert (a * factor).combos == pytest.approx(a.combos * factor)
    assert a * 1 == a
    assert (a * 0).is_empty


def test_operators_refuse_other_things() -> None:
    r = Range("AA")
    for bad in (2, -0.5, float("nan"), np.float64(1.5)):
        with pytest.raises(RangeError, match="from 0 to 1"):
            r * bad
    with pytest.raises(TypeError):
        len(r)  # type: ignore[arg-type]
    for bad in ("KK", None, True, np.ones(1326)):
        for operation in (operator.or_, operator.and_, operator.sub, operator.mul):
            with pytest.raises(TypeError):
                operation(r, bad)


def test_contains_and_weight() -> None:
    r = Range("QQ+,AKs:0.5,AhQh")
    for inside in ("AsKs", "KsAs", "AKs", "KK+", "QQ", "AhQh"):
        assert inside in r
    for outside in ("AsKh", "AK", "JJ+", "AQs", "2c2d"):
        assert outside not in r
    assert (r.weight("KsAs"), r.weight("2c2d")) == (0.5, 0.0)
    with pytest.raises(RangeError, match="4 hands"):
        r.weight("AKs")
    for bad in ("AsAs", "As", "AKx", "", 5, None):
        with pytest.raises(RangeError):
            bad in r  # noqa: B015


def test_cells() -> None:
    r = Range("AA,AKs:0.5,AsKh,72o")
    cells = r.cells
    assert cells.shape == (13, 13)
    assert (cells[0, 0], cells[0, 1], cells[1, 0], cells[12, 7]) == (1.0, 0.5, pytest.approx(1 / 12), 1.0)
    assert [r.cell(name) for name in ("AA", "AKs", "72o", "22")] == [1.0, 0.5, 1.0, 0.0]
    assert (cells * CLASS_SIZES.reshape(13, 13)).sum() == pytest.approx(r.combos)
    for bad in ("AK", "KAs", "AsKs", "", None, 3):
        with pytest.raises(RangeError, match="169 classes"):
            r.cell(bad)  # type: ignore[arg-type]


@settings(max_examples=30, deadline=None)
@given(ranges, st.sets(st.integers(0, 51), max_size=5))
def test_card_removal(a: Range, cards: set[int]) -> None:
    left = a.without(sorted(cards))
    for index, (before, after) in enumerate(zip(a.weights.tolist(), left.weights.tolist(), strict=True)):
        assert after == (0.0 if cards & set(hand_cards(index)) else before)


def test_card_removal_forms() -> None:
    assert Range("AA").without("As").combos == 3
    assert Range("AA").without("As Ah Ad").is_empty
    assert str(Range("AA").without("AsAhAd")) == ""
    assert Range.full().without("2c").count == 1275
    with pytest.raises(CardError):
        Range("AA").without("Ax")


def test_normalised_and_hands() -> None:
    r = Range("AsAh,KsKh:0.5").normalised()
    assert list(r.hands()) == [("KsKh", pytest.approx(1 / 3)), ("AsAh", pytest.approx(2 / 3))]
    assert Range.from_hands(dict(Range("22+,A5s:0.3").hands())) == Range("22+,A5s:0.3")
    empty = Range("AA") - Range("AA")
    for operation in (empty.normalised, lambda: empty.sample(1, seed=0)):
        with pytest.raises(RangeError, match="empty range"):
            operation()


def test_sample() -> None:
    r = Range("AA,KK:0.5")
    drawn = r.sample(20_000, seed=7)
    assert drawn.shape == (20_000,)
    assert (drawn == r.sample(20_000, seed=7)).all()
    assert (drawn != r.sample(20_000, seed=np.random.default_rng(8))).any()
    assert (r.weights[drawn] > 0).all()
    # Aces have probability 2/3; five standard deviations of 20,000 draws are 0.017.
    assert (r.weights[drawn] == 1.0).mean() == pytest.approx(2 / 3, abs=0.017)
    assert r.sample(0, seed=1).size == 0
    for bad in (-1, 1.5, True, "3", None):
        with pytest.raises(RangeError, match="number of samples"):
            r.sample(bad, seed=1)  # type: ignore[arg-type]
