"""One order of arguments in every public call of these rooms: hand before board, what is asked before the rest."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

ROOMS = ("cards", "games", "abstraction", "solvers", "strategy", "bots", "arena", "testing")
LAST = ("seed", "threads", "processes", "progress", "watch", "checkpoint", "resume", "stop")
"""In this order, wherever some of them stand together; and those that go by name alone, after all that is asked."""
HEARS = ("log", "note", "out", "ask", "console")
"""Where lines go, which may come even later."""


def public_calls(room: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """All functions, constructors and methods of a room whose names do not begin with an underscore."""
    package = importlib.import_module(f"riverboat.{room}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for name, one in vars(module).items():
            if name.startswith("_") or getattr(one, "__module__", None) != found.name:
                continue
            if inspect.isfunction(one):
                yield f"{found.name}.{name}", one
            elif inspect.isclass(one):
                for method, call in vars(one).items():
                    plain = getattr(call, "__func__", call)
                    if inspect.isfunction(plain) and (method == "__init__" or not method.startswith("_")):
                        yield f"{found.name}.{name}.{method}", plain


def is_data(name: str, call: Callable[..., Any]) -> bool:
    """Whether this is the constructor that a dataclass makes: its order is that of the data."""
    return name.endswith(".__init__") and "__dataclass_fields__" in vars(_owner(call))


def _owner(call: Callable[..., Any]) -> object:
    module = importlib.import_module(call.__module__)
    return getattr(module, call.__qualname__.split(".")[0], module)


@pytest.mark.parametrize("room", ROOMS)
def test_order_of_arguments(room: str) -> None:
    wrong = []
    for name, call in public_calls(room):
        parameters = inspect.signature(call).parameters
        given = list(parameters)
        last = [one for one in given if one in LAST]
        asked = [one for one in ("hand", "board") if one in given]
        named = [one for one, of in parameters.items() if of.kind is of.KEYWORD_ONLY and one not in HEARS]
        ends = [one for one in named if one in LAST]
        if is_data(name, call):
            continue
        if (
            last != sorted(last, key=LAST.index)
            or named[len(named) - len(ends) :] != ends
            or [one for one in given if one in asked] != asked
        ):
            wrong.append(f"{name}({', '.join(given)})")
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_reading_and_writing(room: str) -> None:
    """Files and texts are opened or read, written by functions, saved by methods; nothing is loaded or dumped."""
    wrong = []
    for name, call in public_calls(room):
        verb = name.rpartition(".")[2].partition("_")[0]
        if verb in ("load", "dump", "store") or (verb == "save" and "." not in call.__qualname__):
            wrong.append(name)
    assert not wrong
