"""Abstractions made again from what files hold of them: the one place that knows all kinds."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Final

from riverboat.abstraction.card_abstraction import check_deck
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.rule_abstraction import RuleAbstraction
from riverboat.abstraction.storage import KIND, VERSION, Arrays, Facts, Storable
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.flop_table import tyche_from_stored
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.base.files import ArrayFile, Mapped, reading_facts
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError, FileFormatError


def restore(about: Facts, arrays: Arrays) -> Storable:
    """Return an abstraction from its kind and facts, as `Stored.about` gives them, and its arrays.

    >>> restore({"kind": "lossless", "groups": [[1], [1, 1]], "deck": ["JQK", "hs"]}, {})
    Lossless(round-1 3, round-2 15)
    """
    kind = about["kind"]
    if kind not in _KINDS:
        raise AbstractionError(
            f"an abstraction of the kind {kind!r} is unknown to this release; it reads {', '.join(_KINDS)}: install a "
            "newer Riverboat"
        )
    return _KINDS[kind](about, arrays)


def _remembered(facts: Facts, arrays: Arrays) -> Remembered:
    return Remembered(restore(facts["of"], arrays), every=True)


_KINDS: Final[dict[str, Callable[[Facts, Arrays], Storable]]] = {
    Lossless.STORED_AS: Lossless.from_stored,
    TableAbstraction.STORED_AS: TableAbstraction.from_stored,
    RecallAbstraction.STORED_AS: RecallAbstraction.from_stored,
    Tyche.STORED_AS: tyche_from_stored,
    RuleAbstraction.STORED_AS: RuleAbstraction.from_stored,
    Remembered.STORED_AS: _remembered,
}


# --- files of an abstraction alone ---------------------------------------------------------------------------------


def open_abstraction(
    path: str | os.PathLike[str], *, deck: Deck | None = None, verify: bool = True
) -> TableAbstraction | Tyche | RecallAbstraction:
    """Open a file of an abstraction: its tables, mapped and not read into memory, or, if it has none, its centroids.

    deck: raise unless the abstraction is of this deck. verify: read everything once and compare the checksums, about a
    second for full tables; without it only the header and the sizes are checked.

    >>> import tempfile, numpy as np
    >>> preflop = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), groups=((2,),), name="preflop")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     preflop.save(f"{folder}/preflop.abstraction")
    ...     open_abstraction(f"{folder}/preflop.abstraction")
    TableAbstraction('preflop': preflop 169)
    """
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    with reading_facts(path):
        facts = {
            **{key: file.metadata[key] for key in ("name", "config")},
            **{key: json.loads(file.metadata[key]) for key in ("deck", "groups", "counts")},
        }
        own_deck = Deck(*facts["deck"])
    if deck is not None:
        check_deck(own_deck, deck, f"'{path}'")
    arrays: Arrays = file if verify else Mapped(file)
    if verify:
        file.verify()
    if "buckets_0" not in file:
        return _centroids(file)
    with reading_facts(path):
        if "river_by_score" in file:
            return RecallAbstraction.from_stored(facts, arrays)
        return TableAbstraction.from_stored(facts, arrays)


def open_tyche(path: str | os.PathLike[str], *, verify: bool = True) -> Tyche:
    """Open the centroids of a file, whether or not it has tables, too. verify: compare the checksums first."""
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    if verify:
        file.verify()
    return _centroids(file)


def has_centroids(path: str | os.PathLike[str]) -> bool:
    """Return whether a file holds centroids, so that `open_tyche` opens it."""
    return "river:means" in ArrayFile(path, kind=KIND, max_version=VERSION)


def _centroids(file: ArrayFile) -> Tyche:
    if "river:means" not in file:
        raise FileFormatError(
            f"'{file.path}' has no centroids; a file that `riverboat abstract build tyche` wrote has them"
        )
    with reading_facts(file.path):
        return Tyche.from_stored(file.metadata, file)
