"""Deals of a measurement, played in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, Protocol

from riverboat.solvers.asking.strategy import Floats


class PlaysChunks(Protocol):
    """A frozen dataclass of everything that deals depend on, which plays those of chunks: float64[deals, columns]."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...

    def play(self, chunks: Sequence[int]) -> Floats:
        """Play the deals of chunks side by side."""
        ...


class Elsewhere:
    """Plays chunks in another process, which opens what the setting names once."""

    def __init__(self, setting: PlaysChunks) -> None:
        self._setting = replace(setting)  # without what this process has opened

    def __call__(self, chunks: Sequence[int]) -> Floats:
        """Play them."""
        return _known(self._setting).play(chunks)


@cache
def _known(setting: PlaysChunks) -> PlaysChunks:
    """The first setting of a process that is like this one: what it has opened stays open."""
    return setting
