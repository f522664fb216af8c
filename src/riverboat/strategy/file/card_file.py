"""The card abstraction of a strategy in its file: what finds the bucket of a hand.

| kind | the file holds |
|---|---|
| `lossless` | the groups of cards and the deck |
| `tables` | a bucket for every class of hands of every street |
| `recall` | the same before the river, and there a bucket by that of the turn and the score |
| `tyche` | all that finds a bucket, and optionally the buckets of all flops by index, which saves the dearest search |
| `rules` | the config that the buckets follow from |
| `remembered` | any other kind, of which hands remember the buckets of earlier streets |
| `file` | the name of another file beside it that has the abstraction, so that several strategies share one |

Of Tyche's river the mean vectors are left out, eight megabytes for 1,000 buckets: a bucket is found by a table of
pairs, and the turn needs the mean equity alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import BucketArray, CardAbstraction, Groups, deals_on_board
from riverboat.abstraction.config import read_abstraction_config
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.rule_abstraction import RuleAbstraction, is_rule
from riverboat.abstraction.tables.abstraction_file import KIND as ABSTRACTION
from riverboat.abstraction.tables.abstraction_file import open_abstraction, open_tyche
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.remembered import Grouped, Remembered
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.file import tyche_arrays, tyche_from
from riverboat.abstraction.tyche.tyche import Tyche
from riverboat.base.files import ArrayFile, file_kind
from riverboat.cards.card import Deck
from riverboat.cards.strength import RIVER_OPPONENTS
from riverboat.errors import FileFormatError, StrategyError

_PREFIX: Final = "cards:"
_RIVER: Final = "river_by_score"
_FLOP: Final = "flop_table"
_MEANS: Final = "river:means"
_EQUITY: Final = "river:equity"
_PAIRS: Final = "river:pairs"


@dataclass(frozen=True, eq=False)
class WithFlopTable:
    """Tyche with the buckets of all flops by index: an index and a load where the search takes milliseconds.

    flops: uint16[1286792], in the order of `Lossless`. A `CardAbstraction`.
    """

    tyche: Tyche
    flops: npt.NDArray[np.uint16]

    def __post_init__(self) -> None:
        classes = self.tyche.classes.count(1)
        if self.flops.shape != (classes,) or self.flops.dtype != np.uint16:
            raise StrategyError(
                f"the table of flops is {self.flops.dtype}{list(self.flops.shape)}; it must be uint16[{classes}]"
            )

    @property
    def deck(self) -> Deck:
        """The full deck."""
        return self.tyche.deck

    @property
    def groups(self) -> Groups:
        """Hold'em's."""
        return self.tyche.groups

    def count(self, number: int, /) -> int:
        """Return how many buckets a round has."""
        return self.tyche.count(number)

    def buckets(self, number: int, board: Any, hands: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each hand on one board."""
        if number == 1:
            return self.lookup(1, deals_on_board(board, hands))
        return self.tyche.buckets(number, board, hands)

    def lookup(self, number: int, cards: npt.NDArray[np.uint8], /) -> BucketArray:
        """Return the bucket of each deal."""
        if number == 1:
            return np.asarray(self.flops[self.tyche.classes.index(1, cards)], np.uint32)
        return self.tyche.lookup(number, cards)


def card_parts(abstraction: CardAbstraction) -> tuple[dict[str, np.ndarray], dict[str, object]]:
    """Return the arrays of an abstraction, and what must be said of it."""
    if isinstance(abstraction, Lossless):
        return {}, {"kind": "lossless", "groups": abstraction.groups, "deck": _deck(abstraction)}
    if isinstance(abstraction, TableAbstraction):
        tables = {f"{_PREFIX}{number}": table for number, table in enumerate(abstraction.tables)}
        about: dict[str, object] = {
            "kind": "tables",
            "groups": abstraction.groups,
            "deck": _deck(abstraction),
            "counts": abstraction.counts,
            "name": abstraction.name,
            "config": abstraction.config,
        }
        return tables, about
    if isinstance(abstraction, RecallAbstraction):
        arrays, about = card_parts(abstraction.earlier)
        about = {**about, "kind": "recall", "groups": abstraction.groups, "counts": abstraction.counts}
        return {**arrays, _PREFIX + _RIVER: abstraction.river}, about
    if isinstance(abstraction, RuleAbstraction):
        return {}, {"kind": "rules", "config": abstraction.config.to_toml()}
    if isinstance(abstraction, Remembered):
        arrays, about = card_parts(abstraction.of)
        return arrays, {"kind": "remembered", "of": about}
    if isinstance(abstraction, WithFlopTable):
        arrays, about = card_parts(abstraction.tyche)
        return {**arrays, _PREFIX + _FLOP: abstraction.flops}, about
    if isinstance(abstraction, Tyche):
        arrays = {_PREFIX + name: array for name, array in _lean(abstraction).items()}
        return arrays, {"kind": "tyche", "config": abstraction.config.to_toml()}
    raise StrategyError(
        f"a strategy file cannot hold an abstraction of type {type(abstraction).__name__}; it holds Lossless, "
        "RuleAbstraction, TableAbstraction, RecallAbstraction and Tyche: turn yours into tables"
    )


def reference(abstraction: CardAbstraction, name: str) -> dict[str, object]:
    """Return what a file says that takes its cards from the file of this name beside it."""
    if isinstance(abstraction, Remembered):
        return {"kind": "remembered", "of": reference(abstraction.of, name)}
    of = card_parts(abstraction)[1]["kind"]
    return {"kind": "file", "name": name, "of": of, "fingerprint": fingerprint(abstraction)}


def fingerprint(abstraction: CardAbstraction) -> str:
    """Return a checksum by which the same abstraction is known in another file; a table of flops adds nothing."""
    arrays, about = card_parts(abstraction)
    total = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for name in sorted(arrays.keys() - {_PREFIX + _FLOP}):
        total.update(np.ascontiguousarray(arrays[name]).reshape(-1).view(np.uint8).data)
    return total.hexdigest()


def read_cards(file: ArrayFile) -> CardAbstraction:
    """Return the abstraction of a strategy file, reading and checking its arrays."""
    return _read(file, json.loads(file.metadata["cards"]))


def _read(file: ArrayFile, about: Mapping[str, Any]) -> Grouped:
    kind = about["kind"]
    if kind == "remembered":
        return Remembered(_read(file, about["of"]), every=True)
    if kind == "file":
        return _beside(file, about)
    if kind == "rules":
        rules = read_abstraction_config(about["config"])
        assert is_rule(rules)
        return RuleAbstraction(rules)
    if kind == "lossless":
        return Lossless(_groups(about), Deck(*about["deck"]))
    if kind == "tables":
        return _tables(file, about, _groups(about))
    if kind == "recall":
        earlier = _tables(file, about, _groups(about)[:-1])
        return RecallAbstraction(earlier, file.verified(_PREFIX + _RIVER), about["counts"][-1])
    config = read_abstraction_config(about["config"]) if kind == "tyche" else None
    if not isinstance(config, TycheConfig):
        raise FileFormatError(f"'{file.path}' has cards of the kind {kind!r}, which this release cannot read")
    tyche = tyche_from(config, _Cards(file))
    table = _PREFIX + _FLOP
    return WithFlopTable(tyche, file.verified(table)) if table in file else tyche


def _tables(file: ArrayFile, about: Mapping[str, Any], groups: Groups) -> TableAbstraction:
    tables = tuple(file.verified(f"{_PREFIX}{number}") for number in range(len(groups)))
    counts = tuple(about["counts"][: len(groups)])
    return TableAbstraction(tables, counts, groups, Deck(*about["deck"]), about["name"], about["config"])


def _beside(file: ArrayFile, about: Mapping[str, Any]) -> Grouped:
    path = Path(file.path).parent / about["name"]
    if not path.exists():
        raise FileFormatError(f"'{file.path}' takes its cards from '{path}', which is not there")
    if file_kind(path) == ABSTRACTION:
        cards: Grouped = open_tyche(path) if about["of"] == "tyche" else open_abstraction(path)
    else:
        other = ArrayFile(path, kind=file.metadata["kind"], max_version=file.version)
        there = json.loads(other.metadata["cards"])
        there = there["of"] if there["kind"] == "remembered" else there
        if there["kind"] == "file":
            raise FileFormatError(
                f"'{file.path}' takes its cards from '{path.name}', which has none of its own"
            )
        cards = _read(other, there)
    if fingerprint(cards) != about["fingerprint"]:
        raise FileFormatError(f"'{file.path}' was trained with another abstraction than '{path}' has")
    return cards


def _lean(tyche: Tyche) -> dict[str, np.ndarray]:
    """The arrays of Tyche without the mean vectors of the river, unless its turn needs them."""
    arrays = tyche_arrays(tyche)
    if tyche.config.turn_ground == "equity":
        del arrays[_MEANS]
        arrays[_EQUITY] = tyche.river.equity.astype(np.float32)  # the distance takes no more of it
        arrays[_PAIRS] = arrays[_PAIRS].astype(np.uint16)
    return arrays


class _Cards:
    """The arrays of the abstraction by their own names, and what was left out of them."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file

    def __getitem__(self, name: str, /) -> np.ndarray:
        if name == _MEANS and _PREFIX + _EQUITY in self._file:
            equity = self._file.verified(_PREFIX + _EQUITY).astype(np.float64)
            return np.broadcast_to(
                equity[:, None], (len(equity), RIVER_OPPONENTS)
            )  # vectors with the same mean
        return self._file.verified(_PREFIX + name)


def _deck(abstraction: CardAbstraction) -> list[str]:
    return [abstraction.deck.ranks, abstraction.deck.suits]


def _groups(about: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(group) for group in about["groups"])
