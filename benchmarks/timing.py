"""Timing side by side: ours and the peer's calls alternate, and the best of each counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7
SECONDS = 0.15  # per measurement


@dataclass(frozen=True)
class Row:
    """One line of the table. `rate` and `peer_rate` count `unit`s per second on one core."""

    what: str
    unit: str
    rate: float
    peer: str = ""
    peer_rate: float = 0.0
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.rate / self.peer_rate if self.peer_rate else None


def seconds_per_call(function: Callable[[], object]) -> float:
    """Time one round: as many calls as fit into a fraction of a second, at least one."""
    start = time.perf_counter()
    function()
    once = time.perf_counter() - start
    calls = max(1, int(SECONDS / max(once, 1e-9)))
    start = time.perf_counter()
    for _ in range(calls):
        function()
    return min(once, (time.perf_counter() - start) / calls)


def race(*functions: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the best seconds per call of each; the functions take turns, so that all see the same machine."""
    for function in functions:
        function()
    times = [[seconds_per_call(function) for function in functions] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]
