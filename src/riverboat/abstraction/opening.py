"""Abstractions made again from what files hold of them: the one place that knows all kinds."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Final, TypeAlias

from riverboat.abstraction.boards.board_kinds import BoardKinds
from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import check_deck
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.ochs_abstraction import OchsAbstraction, has_late_centroids
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

Opened: TypeAlias = TableAbstraction | RecallAbstraction | Tyche | OchsAbstraction
"""What the file of an abstraction alone holds."""


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


def _with_boards(facts: Facts, arrays: Arrays) -> WithBoards:
    return WithBoards(restore(facts["of"], arrays), BoardKinds.from_arrays(facts["kinds"], arrays))


_KINDS: Final[dict[str, Callable[[Facts, Arrays], Storable]]] = {
    Lossless.STORED_AS: Lossless.from_stored,
    TableAbstraction.STORED_AS: TableAbstraction.from_stored,
    RecallAbstraction.STORED_AS: RecallAbstraction.from_stored,
    Tyche.STORED_AS: tyche_from_stored,
    OchsAbstraction.STORED_AS: OchsAbstraction.from_stored,
    RuleAbstraction.STORED_AS: RuleAbstraction.from_stored,
    Remembered.STORED_AS: _remembered,
    WithBoards.STORED_AS: _with_boards,
}


# --- files of an abstraction alone ---------------------------------------------------------------------------------

_TYCHE: Final = "river:means"  # an array that all files with Tyche's centroids have


def open_abstraction(
    path: str | os.PathLike[str], *, deck: Deck | None = None, verify: bool = True
) -> Opened:
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
        facts = _facts(file)
        own_deck = Deck(*facts["deck"])
    if deck is not None:
        check_deck(own_deck, deck, f"'{path}'")
    arrays: Arrays = file if verify else Mapped(file)
    if verify:
        file.verify()
    with reading_facts(path):
        if "river_by_score" in file:
            return RecallAbstraction.from_stored(facts, arrays)
        if all(f"buckets_{number}" in file for number in range(len(facts["groups"]))):
            return TableAbstraction.from_stored(facts, arrays)
    return _centroids(file, arrays)


def open_centroids(path: str | os.PathLike[str], *, verify: bool = True) -> Tyche | OchsAbstraction:
    """Open what finds buckets in a file without tables of turn and river, whether or not it has those, too.

    verify: compare the checksums first.
    """
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    if verify:
        file.verify()
    return _centroids(file, file)


def open_tyche(path: str | os.PathLike[str], *, verify: bool = True) -> Tyche:
    """Open the centroids of a file that are Tyche's; see `open_centroids`."""
    found = open_centroids(path, verify=verify)
    if not isinstance(found, Tyche):
        raise FileFormatError(f"'{path}' has centroids of OCHS, not of Tyche; open_centroids opens them")
    return found


def has_centroids(path: str | os.PathLike[str]) -> bool:
    """Return whether a file holds centroids, so that `open_centroids` opens it."""
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    with reading_facts(path):
        return _TYCHE in file or has_late_centroids(len(_facts(file)["groups"]), file)


def _centroids(file: ArrayFile, arrays: Arrays) -> Tyche | OchsAbstraction:
    with reading_facts(file.path):
        facts = _facts(file)
        if _TYCHE in file:
            return Tyche.from_stored(facts, arrays)
        if has_late_centroids(len(facts["groups"]), file):
            return OchsAbstraction.from_stored(facts, arrays)
    raise FileFormatError(
        f"'{file.path}' has no centroids; a file that `riverboat abstract build tyche` wrote has them, and one with "
        "ochs on turn and river"
    )


def _facts(file: ArrayFile) -> Facts:
    plain = {key: file.metadata[key] for key in ("name", "config")}
    return {**plain, **{key: json.loads(file.metadata[key]) for key in ("deck", "groups", "counts")}}
