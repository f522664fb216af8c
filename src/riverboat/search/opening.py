"""Opening who thinks at the table: `rb.open("search:headsup")`."""

from __future__ import annotations

import re
from typing import Any, Final

from riverboat.base.checks import one_of
from riverboat.errors import StrategyError
from riverboat.search.budget import Budget
from riverboat.search.search import Search
from riverboat.search.search_strategy import SearchStrategy
from riverboat.strategy.opening import PathLike, open_strategy

_NAMED: Final = re.compile(r"search:(?P<source>[^()]+)(?:\((?P<given>[^()]*)\))?")
_NUMBERS: Final = {"seconds": float, "iterations": int, "accuracy": float}
_EXAMPLE: Final = "search:headsup(iterations=200)"


def open_named(source: str, *more: PathLike, **words: Any) -> SearchStrategy:
    """Open `search:` and the name of a blueprint, with a budget in brackets if it is not the default.

    >>> open_named("search:headsup(iterations=200)").search.budget
    Budget(seconds=2.0, iterations=200, accuracy=None)
    """
    found = _NAMED.fullmatch(source.strip())
    if found is None or more:
        raise StrategyError(
            f"{source!r} is no strategy that searches; one is opened alone, such as {_EXAMPLE!r}"
        )
    budget = dict(_number(part, source) for part in (found["given"] or "").split(",") if part.strip())
    return open_search(found["source"].strip(), name=source, **budget, **words)


def _number(text: str, source: str) -> tuple[str, Any]:
    name, _, value = (part.strip() for part in text.partition("="))
    one_of(f"a parameter of {source!r}", name, tuple(_NUMBERS), StrategyError)
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
    name: str = "",
    threads: int | None = None,
    **words: Any,
) -> SearchStrategy:
    """Open a blueprint that thinks at the table. seconds, iterations, accuracy: see `Budget`; words: `open_strategy`'s.

    >>> open_search("headsup", iterations=200).search.budget.is_repeatable
    True
    """
    given = {} if seconds is None else {"seconds": seconds}
    budget = Budget(**given, iterations=iterations, accuracy=accuracy)
    blueprint = open_strategy(source, threads=threads, **words)
    return SearchStrategy(Search(blueprint, budget, threads=threads), name)
