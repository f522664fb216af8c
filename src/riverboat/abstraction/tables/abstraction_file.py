"""Abstractions in files: tables, centroids or both, with the config that made them, their deck and checksums."""

from __future__ import annotations

import json
import os
from typing import Final

import numpy as np

from riverboat.abstraction.card_abstraction import check_deck
from riverboat.abstraction.config import read_abstraction_config
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.file import tyche_arrays, tyche_from
from riverboat.abstraction.tyche.tyche import Tyche
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError, FileFormatError

KIND: Final = "card abstraction"
VERSION: Final = 1
RIVER: Final = "river_by_score"


def write_abstraction(abstraction: TableAbstraction, path: str | os.PathLike[str]) -> None:
    """Write tables; an old file stays as it was if that fails."""
    _write(path, abstraction, abstraction.config, _table_arrays(abstraction))


def write_recall(abstraction: RecallAbstraction, path: str | os.PathLike[str]) -> None:
    """Write tables and the intervals of the river; an old file stays as it was if that fails."""
    arrays = _table_arrays(abstraction.earlier) | {RIVER: abstraction.river}
    _write(path, abstraction, abstraction.config, arrays)


def write_tyche(tyche: Tyche, path: str | os.PathLike[str], tables: TableAbstraction | None = None) -> None:
    """Write centroids, and with them the tables if they are given; an old file stays as it was if that fails."""
    if tyche.first:
        raise AbstractionError(
            f"{tyche!r} begins later than before the flop; save the whole, and take from_round({tyche.first}) of what "
            "is opened"
        )
    arrays = {} if tables is None else _table_arrays(tables)
    _write(path, tables or tyche, tyche.config.to_toml(), arrays | tyche_arrays(tyche))


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
    about = file.metadata
    own = Deck(*json.loads(about["deck"]))
    if deck is not None:
        check_deck(own, deck, f"'{path}'")
    if verify:
        file.verify()
    if "buckets_0" not in file:
        return _centroids(file)
    groups = tuple(tuple(group) for group in json.loads(about["groups"]))
    counts = tuple(json.loads(about["counts"]))
    by_score = RIVER in file
    streets = len(groups) - by_score
    tables = tuple(file[f"buckets_{number}"] for number in range(streets))
    try:
        made = TableAbstraction(
            tables, counts[:streets], groups[:streets], own, about["name"], about["config"]
        )
        return RecallAbstraction(made, file[RIVER], counts[-1]) if by_score else made
    except AbstractionError as problem:
        raise FileFormatError(f"'{path}' does not hold together: {problem}") from None


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
    config = read_abstraction_config(file.metadata["config"]) if "river:means" in file else None
    if not isinstance(config, TycheConfig):
        raise FileFormatError(
            f"'{file.path}' has no centroids; a file that `riverboat abstract build tyche` wrote has them"
        )
    return tyche_from(config, file)


def _table_arrays(abstraction: TableAbstraction) -> dict[str, np.ndarray]:
    abstraction.check_values()
    return {f"buckets_{number}": table for number, table in enumerate(abstraction.tables)}


def _write(
    path: str | os.PathLike[str],
    abstraction: TableAbstraction | Tyche | RecallAbstraction,
    config: str,
    arrays: dict[str, np.ndarray],
) -> None:
    metadata = {
        "name": abstraction.name,
        "config": config,
        "deck": json.dumps([abstraction.deck.ranks, abstraction.deck.suits]),
        "groups": json.dumps(abstraction.groups),
        "counts": json.dumps([abstraction.count(number) for number in range(len(abstraction.groups))]),
    }
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=metadata)
