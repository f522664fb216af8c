"""The card abstraction of a strategy in its file: what finds the bucket of a hand.

The file holds what the abstraction says is stored (`abstraction.storage`): its kind and facts as JSON, its arrays
beside those of the strategy. Or it is of the kind `file` and names another file beside it that has the abstraction, so
that several strategies share one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.abstraction.boards.board_kinds import BoardKinds
from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.card_abstraction import CardAbstraction, Grouped
from riverboat.abstraction.ochs_abstraction import OchsAbstraction
from riverboat.abstraction.opening import open_abstraction, open_centroids, restore
from riverboat.abstraction.storage import KIND as ABSTRACTION_FILE
from riverboat.abstraction.storage import stored_of
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tyche.flop_table import WithFlopTable
from riverboat.abstraction.tyche.tyche_abstraction import Tyche
from riverboat.base.files import ArrayFile, file_kind, reading_facts
from riverboat.errors import AbstractionError, FileFormatError

BESIDE: Final = "file"
"""The kind of cards that lie in another file."""


def card_contents(
    abstraction: CardAbstraction, cards_in: str | None = None
) -> tuple[dict[str, np.ndarray], dict[str, object]]:
    """Return the arrays of an abstraction by their names in a strategy's file, and what must be said of it.

    cards_in: the name of a file beside it that has the buckets of hands; kinds of boards are a file's own.
    """
    if cards_in is None:
        stored = stored_of(abstraction)
        return {_in_file(name): array for name, array in stored.arrays.items()}, stored.about
    if isinstance(abstraction, Remembered | WithBoards):
        arrays, of = card_contents(abstraction.of, cards_in)
        own = abstraction.kinds.arrays() if isinstance(abstraction, WithBoards) else {}
        facts = dict(stored_of(abstraction).facts) | {"of": of}
        return arrays | {_in_file(name): array for name, array in own.items()}, {
            "kind": abstraction.STORED_AS,
            **facts,
        }
    of_kind = stored_of(abstraction).kind
    return {}, {"kind": BESIDE, "name": cards_in, "of": of_kind, "fingerprint": fingerprint(abstraction)}


def fingerprint(abstraction: CardAbstraction) -> str:
    """Return a checksum by which the same abstraction is known in another file; a table of flops adds nothing."""
    arrays, about = card_contents(
        abstraction.tyche if isinstance(abstraction, WithFlopTable) else abstraction
    )
    total = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for name in sorted(arrays):
        total.update(np.ascontiguousarray(arrays[name]).reshape(-1).view(np.uint8).data)
    return total.hexdigest()


def read_cards(file: ArrayFile) -> CardAbstraction:
    """Return the abstraction of a strategy file, reading and checking its arrays."""
    with reading_facts(file.path):
        return _read(file, json.loads(file.metadata["cards"]))


def _read(file: ArrayFile, about: Mapping[str, Any]) -> Grouped:
    if about["kind"] == BESIDE:
        return _beside(file, about)
    if about["kind"] == Remembered.STORED_AS:  # of cards that may lie in another file
        return Remembered(_read(file, about["of"]), every=True)
    try:
        if about["kind"] == WithBoards.STORED_AS:
            return WithBoards(_read(file, about["of"]), BoardKinds.from_arrays(about["kinds"], _Cards(file)))
        return restore(about, _Cards(file))
    except AbstractionError as problem:
        raise FileFormatError(f"the cards of '{file.path}' do not hold together: {problem}") from None


def check_beside(abstraction: CardAbstraction, folder: Path, name: str, kind: str, max_version: int) -> None:
    """Raise a `FileFormatError` if a file that is to be named for this abstraction is there and has another."""
    path = folder / name
    if not path.exists():
        return
    of = of_hands(abstraction)
    if fingerprint(_cards_of(path, stored_of(of).kind, kind, max_version)) != fingerprint(of):
        raise FileFormatError(
            f"'{path}' has another abstraction than what is to be written; write the cards into the strategy's own file"
        )


def _beside(file: ArrayFile, about: Mapping[str, Any]) -> Grouped:
    path = Path(file.path).parent / about["name"]
    if not path.exists():
        raise FileFormatError(f"'{file.path}' takes its cards from '{path}', which is not there")
    cards = _cards_of(path, about["of"], file.metadata["kind"], file.max_version)
    if fingerprint(cards) != about["fingerprint"]:
        raise FileFormatError(f"'{file.path}' was trained with another abstraction than '{path}' has")
    return cards


def _cards_of(path: Path, of: str, kind: str, max_version: int) -> Grouped:
    """The abstraction, stored as `of`, in a file that others name: one of an abstraction, or of a strategy."""
    if file_kind(path) == ABSTRACTION_FILE:
        searched = of in (Tyche.STORED_AS, OchsAbstraction.STORED_AS)
        return open_centroids(path) if searched else open_abstraction(path)
    file = ArrayFile(path, kind=kind, max_version=max_version)
    about = json.loads(file.metadata["cards"])
    while about["kind"] in (Remembered.STORED_AS, WithBoards.STORED_AS):
        about = about["of"]
    if about["kind"] == BESIDE:
        raise FileFormatError(f"cards cannot be taken from '{path}', which has none of its own")
    return _read(file, about)


def of_hands(abstraction: CardAbstraction) -> CardAbstraction:
    """Return the buckets of hands that an abstraction is made from, without memory or kinds of boards."""
    while isinstance(abstraction, Remembered | WithBoards):
        abstraction = abstraction.of
    return abstraction


class _Cards:
    """The arrays of the abstraction by their own names, checked as they are read."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file

    def __getitem__(self, name: str, /) -> np.ndarray:
        return self._file[_in_file(name)]

    def __contains__(self, name: str, /) -> bool:
        return _in_file(name) in self._file


def _in_file(name: str) -> str:
    """The name of an array in a strategy's file, such as `cards:0` for `buckets_0`."""
    return f"cards:{name.removeprefix('buckets_')}"
