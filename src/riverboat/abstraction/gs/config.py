"""Settings of GS2 and GS3 for hold'em: how many buckets, and into how many children a bucket may be divided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from riverboat.abstraction.methods.method import check_count
from riverboat.abstraction.methods.whole_config import WholeConfig
from riverboat.base.checks import check_seed, integer, one_of
from riverboat.base.streets import STREETS
from riverboat.errors import AbstractionError

CENTRES = ("medians", "means")
"""What a cluster of GS3 has in its middle."""

MOST_BUCKETS = 65535
"""Buckets of a street are kept in 16 bits."""


@dataclass(frozen=True)
class GS2Config(WholeConfig):
    """GS2: buckets by strength up to the turn; its river is solved at the table.

    preflop, flop, turn: how many buckets there may be (Gilpin and Sandholm 2007). children: how many a bucket may be
    divided into on the flop and on the turn; at these sizes no bucket is given more than 19 and 7.

    >>> GS2Config(turn=200)
    Traceback (most recent call last):
    riverboat.errors.AbstractionError: turn is 200; it must be a whole number from 225 to 65,535, such as 900: \
every bucket of the street before has at least one child
    """

    preflop: int = 15
    flop: int = 225
    turn: int = 900
    children: tuple[int, ...] = (64, 32)
    name: str = "gs2"

    method: ClassVar[str] = "gs2"
    streets: ClassVar[int] = 3

    def __post_init__(self) -> None:
        least = 1
        for street in STREETS[: self.streets]:
            least = self._check_street(street, least)
        self._check_list("children", self.streets - 1, MOST_BUCKETS)

    @property
    def counts(self) -> tuple[int, ...]:
        """The budget of each street."""
        return tuple(getattr(self, street) for street in STREETS[: self.streets])

    def _check_street(self, street: str, least: int) -> int:
        count, most = integer(getattr(self, street)), 169 if street == "preflop" else MOST_BUCKETS
        if count is None or not least <= count <= most:
            why = ": every bucket of the street before has at least one child" if street != STREETS[0] else ""
            raise AbstractionError(
                f"{street} is {getattr(self, street)!r}; it must be a whole number from {least:,} to {most:,}, such as "
                f"{getattr(type(self), street)}{why}"
            )
        return count

    def _check_list(self, what: str, length: int, most: int) -> None:
        values, example = getattr(self, what), list(getattr(type(self), what))
        if not isinstance(values, list | tuple) or len(values) != length:
            raise AbstractionError(
                f"{what} is {values!r}; it must be {length} whole numbers, such as {example}"
            )
        for value, good in zip(values, example, strict=True):
            check_count(value, what, most, good)
        object.__setattr__(self, what, tuple(values))  # TOML gives a list


@dataclass(frozen=True)
class GS3Config(GS2Config):
    """GS3: buckets by potential, and by strength on the river, where there is none left.

    preflop to river: how many buckets there may be (Gilpin, Sandholm and Sørensen 2007). children: how many a bucket
    may be divided into on the flop, the turn and the river. bins: into how many clusters hands of these three streets
    are put where they describe those before. training: hands of a parent from which clusters are made; all others join
    the nearest. centres: "medians" in the L₁ norm, as the paper has it, or "means", which is k-means.
    """

    preflop: int = 20
    flop: int = 800
    turn: int = 4800
    children: tuple[int, ...] = (80, 16, 16)
    name: str = "gs3"
    river: int = 28_800
    bins: tuple[int, ...] = (32, 32, 16)
    training: int = 20_000
    centres: str = "medians"
    seed: int = 0

    method: ClassVar[str] = "gs3"
    streets: ClassVar[int] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_list("bins", 3, 255)
        check_count(self.training, "training", 10**9, 20_000)
        one_of("centres", self.centres, CENTRES, AbstractionError)
        check_seed(self.seed, AbstractionError)

    @property
    def means(self) -> bool:
        """Whether clusters are made by k-means."""
        return self.centres == "means"
