"""What every room asks of the arguments it gets by name."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from riverboat.errors import RiverboatError


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """Return `"; did you mean '...'?"` with the nearest of the words, or nothing when none is near.

    >>> did_you_mean("leduk", ["kuhn", "leduc"])
    "; did you mean 'leduc'?"
    """
    spelled = {known.lower(): known for known in words}
    if not isinstance(word, str):
        return ""
    near = difflib.get_close_matches(word.lower()[:100], spelled, n=1)
    return f"; did you mean '{spelled[near[0]]}'?" if near else ""


def check_arguments(
    call: Callable[..., object], known: type, given: Mapping[str, Any], error: type[RiverboatError]
) -> None:
    """Raise if something was given by name that a call does not know; known: the `TypedDict` of what it takes so.

    >>> import riverboat as rb
    >>> rb.play_match(["fish", "shark"], seeds=1)
    Traceback (most recent call last):
    ...
    riverboat.errors.MatchError: play_match has no argument 'seeds'; did you mean 'seed'?
    """
    for name in given:
        if name in known.__annotations__:
            continue
        named = [
            one.name for one in inspect.signature(call).parameters.values() if one.kind is not one.VAR_KEYWORD
        ]
        names = [*named, *known.__annotations__]
        near = did_you_mean(name, names) or f"; there are {', '.join(names)}"
        raise error(f"{call.__name__} has no argument {name!r}{near}")
