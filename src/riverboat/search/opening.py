"""Opening who thinks at the table: `rb.open("search:headsup")`."""

from __future__ import annotations

import re
from typing import Any, Final

from riverboat.base.checks import one_of
from riverboat.errors import StrategyError
from riverboat.search.budget import Budget
from riverboat.search.methods import METHODS, STREETS
from riverboat.search.search import Search, Several
from riverboat.search.search_strategy import SearchStrategy
from riverboat.strategy.opening import PathLike, open_strategy

BLUEPRINT: Final = "blueprint"
"""In the place of a method: nothing is solved."""

_NAMED: Final = re.compile(r"search:(?P<source>[^()]+)(?:\((?P<given>[^()]*)\))?")
_NUMBERS: Final = {"seconds": float, "iterations": int, "accuracy": float}
_WORDS: Final = ("kind", "flop", "several", "device")
_EXAMPLE: Final = "search:headsup(iterations=200, kind=unsafe)"


def open_named(source: str, *more: PathLike, **words: Any) -> SearchStrategy:
    """Open `search:` and the name of a blueprint, with what is not the default in brackets, as in `open_search`.

    >>> open_named("search:headsup(iterations=200)").search.budget
    Budget(seconds=2.0, iterations=200, accuracy=None)
    >>> open_named("search:headsup(kind=maxmargin, flop=leaves)").search.streets
    {'flop': 'leaves', 'turn': 'maxmargin', 'river': 'maxmargin'}
    """
    found = _NAMED.fullmatch(source.strip())
    if found is None or more:
        raise StrategyError(
            f"{source!r} is no strategy that searches; one is opened alone, such as {_EXAMPLE!r}"
        )
    given = dict(_parameter(part, source) for part in (found["given"] or "").split(",") if part.strip())
    return open_search(found["source"].strip(), name=source, **given, **words)


def _parameter(text: str, source: str) -> tuple[str, Any]:
    name, _, value = (part.strip() for part in text.partition("="))
    one_of(f"a parameter of {source!r}", name, (*_NUMBERS, *_WORDS), StrategyError)
    if name in _WORDS:
        return name, value
    try:
        return name, _NUMBERS[name](value)
    except ValueError:
        raise StrategyError(
            f"{name} is {value!r} in {source!r}; it is a number, such as {_EXAMPLE!r}"
        ) from None


def open_search(
    source: PathLike,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    accuracy: float | None = None,
    kind: str = "unsafe",
    flop: str = BLUEPRINT,
    several: Several = "blueprint",
    device: str = "cpu",
    name: str = "",
    threads: int | None = None,
    **words: Any,
) -> SearchStrategy:
    """Open a blueprint that thinks at the table.

    seconds, iterations, accuracy: see `Budget`. kind: how turns and rivers are solved, a name of `METHODS`. flop: the
    same for flops, such as "leaves"; or "blueprint". several, device: see `Search`. words: `open_strategy`'s.

    >>> open_search("headsup", iterations=200).search.budget.is_repeatable
    True
    """
    given = {} if seconds is None else {"seconds": seconds}
    budget = Budget(**given, iterations=iterations, accuracy=accuracy)
    blueprint = open_strategy(source, threads=threads, **words)
    streets = methods_of(kind, flop)
    search = Search(blueprint, budget, streets=streets, several=several, threads=threads, device=device)
    return SearchStrategy(search, name)


def methods_of(kind: str, flop: str = BLUEPRINT) -> dict[str, str]:
    """Return the methods by street. kind: of turns and rivers. flop: of flops; "blueprint" is none.

    >>> methods_of("resolve")
    {'turn': 'resolve', 'river': 'resolve'}
    """
    one_of("kind", kind, tuple(METHODS), StrategyError)
    one_of("flop", flop, (BLUEPRINT, *METHODS), StrategyError)
    return {**({} if flop == BLUEPRINT else {"flop": flop}), **dict.fromkeys(STREETS, kind)}
