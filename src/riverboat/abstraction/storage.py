"""How abstractions are stored: each says its kind, facts and arrays, whatever file they go into.

| kind | facts | arrays |
|---|---|---|
| `lossless` | groups of cards and deck | none |
| `tables` | these, and counts, name, config | `buckets_0` …: a bucket for every class of hands of every street |
| `recall` | the same | the same before the river, and `river_by_score` |
| `tyche` | config | centroids, and optionally `flop_table` |
| `ochs` | those of `tables` | `buckets_0` … of the early streets, then `centroids_2` …: those of OCHS vectors |
| `rules` | config | none: buckets follow from it |
| `remembered` | those of another, of which hands remember the buckets of earlier streets | those of the other |
| `boards` | those of another, and how many kinds of boards | those of the other, `boards_1` …: the kind of each board |

A strategy's file has them beside its rows (`strategy.file.card_file`). The file of an abstraction alone, written here,
is older than the kinds: it holds tables, recall, centroids, or tables with the centroids they are made from, and says
what it is by its arrays; in version 1 those of OCHS were not among them. `opening` makes abstractions of both again; it
knows the classes, and they do not know it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from riverboat.abstraction.card_abstraction import Grouped
from riverboat.base.files import write_arrays
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError

KIND: Final = "card abstraction"
"""The kind of a file of an abstraction alone."""

VERSION: Final = 2

Facts: TypeAlias = Mapping[str, Any]
"""Plain values, as JSON has them."""


class Arrays(Protocol):
    """Arrays by name, such as an `ArrayFile` or a dict."""

    def __getitem__(self, name: str, /) -> np.ndarray:
        """Return the array of that name."""
        ...

    def __contains__(self, name: str, /) -> bool:
        """Return whether there is an array of that name."""
        ...


@dataclass(frozen=True)
class Prefixed:
    """Those of some arrays whose names begin alike, by the rest of their names.

    >>> rivers = Prefixed({"river:pairs": np.zeros((3, 2))}, "river:")
    >>> rivers["pairs"].shape, "means" in rivers
    ((3, 2), False)
    """

    arrays: Arrays
    prefix: str

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self.arrays[self.prefix + name]

    def __contains__(self, name: str, /) -> bool:
        return self.prefix + name in self.arrays


@dataclass(frozen=True, eq=False)
class Stored:
    """What a file holds of an abstraction: all that finds the bucket of a hand."""

    kind: str
    facts: Facts
    arrays: Mapping[str, np.ndarray]

    @property
    def about(self) -> dict[str, object]:
        """The facts, the kind first."""
        return {"kind": self.kind, **self.facts}


class Storable(Grouped, Protocol):
    """An abstraction that a file can hold."""

    def stored(self) -> Stored:
        """Return what a file holds of it."""
        ...


class Named(Grouped, Protocol):
    """An abstraction with a name."""

    @property
    def name(self) -> str:
        """The name of its config."""
        ...


def stored_of(abstraction: object) -> Stored:
    """Return what a file holds of an abstraction; raise unless it is `Storable`."""
    stored = getattr(abstraction, "stored", None)
    if stored is None:
        raise AbstractionError(
            f"a file cannot hold an abstraction of type {type(abstraction).__name__}; it holds Lossless, "
            "RuleAbstraction, TableAbstraction, RecallAbstraction, OchsAbstraction and Tyche: turn yours into tables"
        )
    found: Stored = stored()
    return found


def write_abstraction(
    path: str | os.PathLike[str], of: Named, config: str, arrays: Mapping[str, np.ndarray]
) -> None:
    """Write a file of an abstraction alone; an old file stays as it was if that fails."""
    metadata = {
        "name": of.name,
        "config": config,
        "deck": json.dumps(deck_fact(of.deck)),
        "groups": json.dumps(of.groups),
        "counts": json.dumps([of.count(number) for number in range(len(of.groups))]),
    }
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=metadata)


def deck_fact(deck: Deck) -> list[str]:
    """Return a deck as files have it; `Deck(*fact)` is the deck again.

    >>> deck_fact(Deck("JQK", "hs"))
    ['JQK', 'hs']
    """
    return [deck.ranks, deck.suits]
