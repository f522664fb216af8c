"""Abstractions in files: tables mapped into memory, with the config that made them, their deck and checksums."""

from __future__ import annotations

import json
import os
from typing import Final

from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError, FileFormatError
from riverboat.files import ArrayFile, write_arrays

KIND: Final = "card abstraction"
VERSION: Final = 1


def save_abstraction(abstraction: TableAbstraction, path: str | os.PathLike[str]) -> None:
    """Write an abstraction; an old file stays as it was if that fails."""
    abstraction.check_values()
    metadata = {
        "name": abstraction.name,
        "config": abstraction.config,
        "deck": json.dumps([abstraction.deck.ranks, abstraction.deck.suits]),
        "groups": json.dumps(abstraction.groups),
        "counts": json.dumps(abstraction.counts),
    }
    arrays = {f"buckets_{number}": table for number, table in enumerate(abstraction.tables)}
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=metadata)


def open_abstraction(
    path: str | os.PathLike[str], *, deck: Deck | None = None, verify: bool = True
) -> TableAbstraction:
    """Open a file that `TableAbstraction.save` wrote; the tables are mapped, not read into memory.

    deck: raise unless the abstraction is of this deck. verify: read everything once and compare the checksums, about a
    second for full tables; without it only the header and the sizes are checked.

    >>> import tempfile, numpy as np
    >>> from riverboat.abstraction.lossless import Lossless
    >>> preflop = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), groups=((2,),), name="preflop")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     preflop.save(f"{folder}/preflop.abstraction")
    ...     open_abstraction(f"{folder}/preflop.abstraction")
    TableAbstraction('preflop': preflop 169)
    """
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    about = file.metadata
    own = Deck(*json.loads(about["deck"]))
    if deck is not None and own != deck:
        raise AbstractionError(
            f"'{path}' is of the deck of ranks '{own.ranks}' and suits '{own.suits}'; the deck asked for has ranks "
            f"'{deck.ranks}' and suits '{deck.suits}': build the abstraction for that deck"
        )
    if verify:
        file.verify()
    groups = tuple(tuple(group) for group in json.loads(about["groups"]))
    tables = tuple(file[f"buckets_{number}"] for number in range(len(groups)))
    try:
        return TableAbstraction(
            tables, tuple(json.loads(about["counts"])), groups, own, about["name"], about["config"]
        )
    except AbstractionError as problem:
        raise FileFormatError(f"'{path}' does not hold together: {problem}") from None
