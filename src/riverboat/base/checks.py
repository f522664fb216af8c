"""Checks of what callers give: each error names the argument, its value, the rule and a valid example.

A check returns the value if it is sound and else raises the error of the room that asks.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from numbers import Real
from types import UnionType
from typing import Final, TypeGuard, TypeVar

from riverboat.base.arguments import did_you_mean
from riverboat.errors import RiverboatError

T = TypeVar("T")
_LONGEST: Final = 200  # letters of a value in an error

MOST_THREADS: Final = 1024
"""More than this is a slip of the pen; every thread costs memory, so the number is cut here."""

MOST_SEED: Final = 2**64 - 1
"""Seeds are 64 bits without a sign in native code."""


def shown(value: object) -> str:
    """Return a value as an error shows it: as it is written, but never longer than people read.

    >>> shown("leduc"), shown(10**5000), len(shown("x" * 1000))
    ("'leduc'", 'a number of thousands of digits', 203)
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a number of thousands of digits" if isinstance(value, int) else f"some {type(value).__name__}"
    except Exception:  # of somebody's own class
        return f"some {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def instance(
    name: str,
    value: T,
    kinds: type | tuple[type, ...] | UnionType,
    error: type[RiverboatError],
    *,
    example: object,
) -> T:
    """Return a value that is of a kind.

    >>> instance("locks", 3, list, RiverboatError, example="['k: k 1']")
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: locks is 3; give such as ['k: k 1']
    """
    if not isinstance(value, kinds):
        raise error(f"{name} is {shown(value)}; give such as {example}")
    return value


def integer(value: object) -> int | None:
    """Return a plain int for any integer, also NumPy's, but a bool; None for anything else.

    >>> integer(3), integer(True), integer(3.0)
    (3, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # what it refuses is no integer
    except TypeError:
        return None


def is_number(value: object) -> TypeGuard[float]:
    """Whether it is a finite number, also NumPy's, and not a bool.

    >>> is_number(0.5), is_number(2), is_number(True), is_number(float("nan")), is_number("2")
    (True, True, False, False, False)
    """
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def whole(
    name: str,
    value: object,
    error: type[RiverboatError],
    *,
    least: int = 0,
    most: int | None = None,
    example: object,
    kind: str = "a whole number",
) -> int:
    """Return a whole number from `least` to `most`, both included, as a plain int.

    kind: what it is, if there is more to say, such as "a whole number of chips".

    >>> from riverboat.errors import SolverError
    >>> whole("iterations", 0, SolverError, least=1, example=1000)
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: iterations is 0; it must be a whole number from 1 up, such as 1000
    """
    number = integer(value)
    if number is None or number < least or (most is not None and number > most):
        limits = f"from {least:,} up" if most is None else f"from {least:,} to {most:,}"
        raise error(f"{name} is {shown(value)}; it must be {kind} {limits}, such as {example}")
    return number


def number(
    name: str,
    value: object,
    error: type[RiverboatError],
    *,
    least: float | None = None,
    over: float | None = None,
    most: float | None = None,
    example: object,
    kind: str = "a number",
) -> float:
    """Return a finite number from `least`, or over `over`, to `most`.

    >>> from riverboat.errors import SolverError
    >>> number("max_seconds", 0, SolverError, over=0, example=60)
    Traceback (most recent call last):
    ...
    riverboat.errors.SolverError: max_seconds is 0; it must be a number over 0, such as 60
    """
    sound = is_number(value) and (least is None or value >= least) and (over is None or value > over)
    if not sound or (most is not None and value > most):  # type: ignore[operator]  # a number, if it is sound
        limits = [
            *([] if least is None else [f"from {least:,}" + (" up" if most is None else "")]),
            *([] if over is None else [f"over {over:,}"]),
            *([] if most is None else [f"to {most:,}" if least is not None else f"up to {most:,}"]),
        ]
        raise error(f"{name} is {shown(value)}; it must be {' '.join([kind, *limits])}, such as {example}")
    return value  # type: ignore[return-value]


def share(name: str, value: object, error: type[RiverboatError], *, example: object = 0.5) -> float:
    """Return a number from 0 to 1.

    >>> share("bluffs", 0.25, RiverboatError)
    0.25
    """
    return number(name, value, error, least=0, most=1, example=example)


def flag(name: str, value: object, error: type[RiverboatError], hint: str = "") -> bool:
    """Return True or False, and nothing that only counts as such. hint: what the caller may have meant.

    >>> flag("remember", 1, RiverboatError)
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: remember is 1; it must be True or False
    """
    if not isinstance(value, bool):
        raise error(f"{name} is {shown(value)}; it must be True or False{hint}")
    return value


def one_of(name: str, value: object, words: Iterable[str], error: type[RiverboatError]) -> str:
    """Return one of some words.

    >>> one_of("betting", "limt", ("limit", "no-limit"), RiverboatError)
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: betting is 'limt'; it must be one of limit, no-limit; did you mean 'limit'?
    """
    known = tuple(words)
    if not isinstance(value, str) or value not in known:
        raise error(
            f"{name} is {shown(value)}; it must be one of {', '.join(known)}{did_you_mean(value, known)}"
        )
    return value


def check_keys(what: str, given: Iterable[str], known: Iterable[str], error: type[RiverboatError]) -> None:
    """Raise if a table, such as "a deck", has a key that it cannot have.

    >>> check_keys("a deck", {"rank": "JQK"}, ("ranks", "suits"), RiverboatError)
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: 'rank' is not a key of a deck; keys are ranks, suits; did you mean 'ranks'?
    """
    keys = tuple(known)
    for key in instance(what, given, Iterable, error, example=f"a table with keys such as {keys[0]}"):
        if key not in keys:
            raise error(
                f"{shown(key)} is not a key of {what}; keys are {', '.join(keys)}{did_you_mean(key, keys)}"
            )


def check_threads(threads: object, error: type[RiverboatError]) -> int:
    """Return the number of threads for native code, 0 for all of the machine's, which None stands for.

    >>> check_threads(None, RiverboatError), check_threads(2, RiverboatError)
    (0, 2)
    """
    if threads is None:
        return 0
    kind = "None, for all of the machine's, or a whole number"
    return min(whole("threads", threads, error, least=1, example=2, kind=kind), MOST_THREADS)


def check_seed(seed: object, error: type[RiverboatError]) -> int:
    """Return a seed of random numbers.

    >>> check_seed(1, RiverboatError)
    1
    """
    return whole("seed", seed, error, most=MOST_SEED, example=1)
