from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import MenuError
from riverboat.games.trees.sizes import UNITS, Size, parse_sizes, sizes_text


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("33%", Size("%", 33)),
        ("33", Size("%", 33)),
        ("0.5%", Size("%", 0.5)),
        (".5%", Size("%", 0.5)),
        ("2.5x", Size("x", 2.5)),
        ("3X", Size("x", 3)),
        ("+1x", Size("+x", 1)),
        ("+0.5x", Size("+x", 0.5)),
        ("3bb", Size("bb", 3)),
        ("2.25BB", Size("bb", 2.25)),
        ("+3bb", Size("+bb", 3)),
        ("20c", Size("c", 20)),
        ("+20c", Size("+c", 20)),
        ("e", Size("e")),
        ("2e", Size("e", 2)),
        ("3e200%", Size("e", 3, 200)),
        ("e150%", Size("e", 0, 150)),
        ("a", Size("a")),
        ("A", Size("a")),
        ("min", Size("min")),
    ],
)
def test_reads_every_unit(text: str, size: Size) -> None:
    assert parse_sizes(text) == (size,)
    assert parse_sizes(str(size)) == (size,)


def test_commas_and_spaces_stand_between() -> None:
    assert sizes_text(parse_sizes(" 33,75 , 2.5x  a,")) == "33% 75% 2.5x a"


BAD = [
    "0",
    "0%",
    "%",
    "+42%",
    "+42",
    "0x",
    "1x",
    "0.9x",
    "12.3c",
    "10c10",
    "0e",
    "2.7e",
    "101e",
    "3e7",
    "bet",
    "1a",
]
BAD += [
    "1.23",
    "0.75",
    "nan",
    "inf",
    "-5",
    "-5%",
    "33%%",
    "x",
    "c",
    "bb",
    "0bb",
    "+0x",
    "3e0%",
    "99999999999",
    "½",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_tokens_are_pointed_at(text: str) -> None:
    with pytest.raises(MenuError) as error:
        parse_sizes(f"33% {text} a")
    message = str(error.value)
    assert f"'{text}'" in message
    assert "(at character 5)" in message
    assert message.splitlines()[-1] == " " * 6 + "^" * len(text)


@pytest.mark.parametrize("text", ["", "  ", ",", " , "])
def test_nothing_is_not_a_list_of_sizes(text: str) -> None:
    with pytest.raises(MenuError, match="holds no size; valid ones are 33%"):
        parse_sizes(text)


def test_a_bare_decimal_says_what_it_could_mean() -> None:
    with pytest.raises(MenuError, match=r"write 0.75% or 75%"):
        parse_sizes("0.75")


def test_messages_say_the_rule() -> None:
    for text, rule in {
        "12.3c": "chips are whole",
        "1x": "to more than 1 times",
        "101e": "from 1 to 100",
        "0": "over 0",
        "33 33%": "twice",
    }.items():
        with pytest.raises(MenuError, match=rule):
            parse_sizes(text)


@pytest.mark.parametrize("text", ["2.5x", "+1x", "+3bb", "+20c"])
def test_sizes_of_raises_are_refused_for_bets(text: str) -> None:
    parse_sizes(text, "raise")
    with pytest.raises(MenuError, match="nothing to raise"):
        parse_sizes(text, "bet")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, "3", None])
def test_numbers_of_sizes_are_finite(value: object) -> None:
    with pytest.raises(MenuError, match="finite number"):
        Size("%", value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("unit", "value", "most"), [("%", 0, None), ("%", -1, None), ("e", -1, None), ("a", 1, None)]
)
def test_sizes_made_by_hand_are_checked(unit: str, value: float, most: float | None) -> None:
    with pytest.raises(MenuError):
        Size(unit, value, most)  # type: ignore[arg-type]


def test_units_and_limits_made_by_hand_are_checked() -> None:
    with pytest.raises(MenuError, match="not a unit"):
        Size("pots", 1)  # type: ignore[arg-type]
    with pytest.raises(MenuError, match="only geometric"):
        Size("%", 50, most=100)
    with pytest.raises(MenuError, match="must be text"):
        parse_sizes(33)  # type: ignore[arg-type]


positive = st.floats(1e-6, 1e6, allow_nan=False)
sizes = st.one_of(
    st.builds(Size, st.sampled_from([u for u in UNITS if u in ("%", "+x", "bb", "+bb")]), positive),
    st.builds(Size, st.just("x"), st.floats(1.001, 1000)),
    st.builds(Size, st.sampled_from(["c", "+c"]), st.integers(1, 10**6)),
    st.builds(Size, st.just("e"), st.integers(0, 100), st.none() | positive),
    st.sampled_from([Size("a"), Size("min")]),
)


@given(st.lists(sizes, min_size=1, max_size=8, unique_by=str))
def test_text_and_sizes_round_trip(given_sizes: list[Size]) -> None:
    assert parse_sizes(sizes_text(given_sizes)) == tuple(given_sizes)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = parse_sizes(text)
    except MenuError:
        return
    assert parse_sizes(sizes_text(found)) == found
