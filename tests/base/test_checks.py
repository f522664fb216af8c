"""Checks of arguments: what they let through, what they refuse, and the words of the refusal."""

from fractions import Fraction

import numpy as np
import pytest

from riverboat.base.checks import (
    MOST_THREADS,
    check_keys,
    check_seed,
    check_threads,
    flag,
    integer,
    is_number,
    number,
    one_of,
    share,
    whole,
)
from riverboat.errors import BotError, SolverError


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3)])
def test_integers_of_any_kind(value: object) -> None:
    assert integer(value) == 3
    assert type(integer(value)) is int
    assert type(whole("n", value, SolverError, example=1)) is int


@pytest.mark.parametrize("value", [True, np.True_, 3.0, "3", None, np.array([3, 4]), float("nan")])
def test_what_is_no_integer(value: object) -> None:
    assert integer(value) is None
    with pytest.raises(SolverError, match=r"n is .*; it must be a whole number from 0 up, such as 1"):
        whole("n", value, SolverError, example=1)


def test_limits_of_whole_numbers_are_included() -> None:
    for value in (2, 10_000):
        assert whole("n", value, BotError, least=2, most=10_000, example=5) == value
    for value in (1, 10_001, -(10**30)):
        with pytest.raises(BotError, match=r"it must be a whole number from 2 to 10,000, such as 5"):
            whole("n", value, BotError, least=2, most=10_000, example=5)


@pytest.mark.parametrize("value", [0, 1.5, np.float32(2), np.int64(1), Fraction(1, 3)])
def test_numbers(value: object) -> None:
    assert is_number(value)
    assert number("x", value, SolverError, example=1) == value


@pytest.mark.parametrize(
    "value", [True, np.True_, "1", None, float("inf"), float("nan"), 1j, pytest.param(10**400, id="huge")]
)
def test_what_is_no_number(value: object) -> None:
    assert not is_number(value)
    with pytest.raises(SolverError, match=r"x is .*; it must be a number, such as 1"):
        number("x", value, SolverError, example=1)


def test_limits_of_numbers() -> None:
    assert number("x", 0, SolverError, least=0, example=1) == 0
    assert number("x", 0.5, SolverError, over=0, most=0.5, example=1) == 0.5
    with pytest.raises(SolverError, match=r"x is -1; it must be a number from 0 up, such as 1$"):
        number("x", -1, SolverError, least=0, example=1)
    with pytest.raises(SolverError, match=r"x is 0; it must be a chance over 0 up to 1, such as 0.6$"):
        number("x", 0, SolverError, over=0, most=1, example=0.6, kind="a chance")
    with pytest.raises(SolverError, match=r"x is 2; it must be a number from 0 to 1, such as 0.5$"):
        share("x", 2, SolverError)


def test_flags_and_words() -> None:
    assert flag("f", False, SolverError) is False
    for value in (0, 1, "true", None, np.True_):
        with pytest.raises(SolverError, match=r"f is .*; it must be True or False"):
            flag("f", value, SolverError)
    assert one_of("w", "limit", ["limit", "no-limit"], SolverError) == "limit"
    for word in ("Limit", None, ["limit"]):
        with pytest.raises(SolverError, match=r"w is .*; it must be one of limit, no-limit"):
            one_of("w", word, ["limit", "no-limit"], SolverError)


def test_keys() -> None:
    check_keys("a deck", {"ranks": 1}, ("ranks", "suits"), SolverError)
    with pytest.raises(SolverError, match=r"'suit' is not a key of a deck; .*did you mean 'suits'\?"):
        check_keys("a deck", {"ranks": 1, "suit": 2}, ("ranks", "suits"), SolverError)


def test_threads_and_seeds() -> None:
    assert [check_threads(n, SolverError) for n in (None, 1, 10**12)] == [0, 1, MOST_THREADS]
    assert check_seed(2**64 - 1, SolverError) == 2**64 - 1
    for seed in (-1, 2**64, True, 0.5, "1"):
        with pytest.raises(SolverError, match=r"seed is .*; it must be a whole number from 0 to"):
            check_seed(seed, SolverError)
