"""Chunks of deals, played in blocks: those of a block side by side, the blocks in one process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Protocol

from riverboat.base.processes import spread_out
from riverboat.errors import RiverboatError
from riverboat.solvers.asking.strategy import Floats


class PlaysChunks(Protocol):
    """A frozen dataclass of everything that deals depend on, which plays those of chunks: float64[deals, columns]."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...

    def play(self, chunks: Sequence[int]) -> Floats:
        """Play the deals of chunks side by side."""
        ...


def play_blocks(
    setting: PlaysChunks, chunks: range, together: int, processes: int, error: type[RiverboatError]
) -> Iterator[Floats]:
    """Yield what is won in blocks of so many chunks, in order. error: what is raised if a process ends."""
    play = setting.play if processes == 1 else _Elsewhere(setting)
    begins = range(chunks.start, chunks.stop, together)
    return spread_out(_Block(play, chunks.stop, together), begins, processes, error)


@dataclass(frozen=True)
class _Block:
    """The chunks from one number on."""

    play: Callable[[Sequence[int]], Floats]
    end: int
    together: int

    def __call__(self, begin: int) -> Floats:
        return self.play(range(begin, min(begin + self.together, self.end)))


class _Elsewhere:
    """Plays chunks in another process, which opens what the setting names once."""

    def __init__(self, setting: PlaysChunks) -> None:
        self._setting = replace(setting)  # without what this process has opened

    def __call__(self, chunks: Sequence[int]) -> Floats:
        return _known(self._setting).play(chunks)


@cache
def _known(setting: PlaysChunks) -> PlaysChunks:
    """The first setting of a process that is like this one: what it has opened stays open."""
    return setting
