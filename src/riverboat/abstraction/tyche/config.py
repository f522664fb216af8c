"""Settings of Tyche's card abstraction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from riverboat.abstraction.methods.flop_histograms import Transport
from riverboat.abstraction.methods.method import check_count
from riverboat.abstraction.methods.river_pairs import DISTINCT_PAIRS
from riverboat.abstraction.methods.whole_config import WholeConfig
from riverboat.base.checks import check_seed
from riverboat.errors import AbstractionError

_MOST: Final = {"river": DISTINCT_PAIRS, "training": 10**9}  # buckets are kept in 16 bits


@dataclass(frozen=True)
class TycheConfig(WholeConfig):
    """Sizes and choices. Defaults of river, turn and flop are the document's; it does not name the others.

    landmarks, dimensions: of the embeddings of turn and flop. training: hands that k-means sees; all others join the
    nearest centroid. turn_ground: "equity", the difference in mean equity between river buckets, or "means", the
    distance between their mean vectors, where every distance on the turn is a transport problem. transport: how those
    are solved. landmarks, dimensions and transport were chosen by measurement (docs/research/abstraction/tyche.md).

    >>> TycheConfig(river=0)
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: river is 0; it must be a whole number from 1 to 20,687, such as 2048
    """

    river: int = 2048
    turn: int = 1024
    flop: int = 1024
    landmarks: int = 100
    dimensions: int = 16
    training: int = 2_000_000
    turn_ground: Literal["equity", "means"] = "equity"
    transport: Transport = "exact"
    seed: int = 0
    name: str = "tyche"

    method: ClassVar[str] = "tyche"

    def __post_init__(self) -> None:
        for what in ("river", "turn", "flop", "landmarks", "dimensions", "training"):
            check_count(getattr(self, what), what, _MOST.get(what, 65_535), getattr(TycheConfig, what))
        if self.dimensions >= self.landmarks:
            raise AbstractionError(
                f"dimensions is {self.dimensions}; {self.landmarks} landmarks span at most {self.landmarks - 1}"
            )
        if self.turn_ground not in ("equity", "means"):
            raise AbstractionError(f"turn_ground '{self.turn_ground}' is unknown; use 'equity' or 'means'")
        if self.transport not in ("exact", "greedy", "sinkhorn"):
            raise AbstractionError(
                f"transport '{self.transport}' is unknown; use 'exact', 'greedy' or 'sinkhorn'"
            )
        check_seed(self.seed, AbstractionError)
