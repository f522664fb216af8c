"""The abstraction in a strategy's file is the one that was written, of kinds that no shipped strategy has, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.saved_formats.formats import tiny_ochs, tiny_recall, tiny_tyche

from riverboat.abstraction import OchsAbstraction
from riverboat.abstraction.storage import Storable
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import FileFormatError
from riverboat.strategy.file.card_file import card_contents, fingerprint, read_cards
from riverboat.strategy.file.card_tables import full_tables


def saved(path: Path, arrays: dict[str, np.ndarray], about: dict[str, object]) -> ArrayFile:
    write_arrays(path, arrays, kind="strategy", version=1, metadata={"cards": json.dumps(about)})
    return ArrayFile(path, kind="strategy", max_version=1)


@pytest.mark.parametrize(
    "make",
    [tiny_recall, tiny_ochs, lambda: tiny_tyche().from_round(2)],
    ids=["recall", "ochs", "tyche"],
)
def test_cards_are_read_as_written(make: Callable[[], Storable], tmp_path: Path) -> None:
    cards = make()
    again = read_cards(saved(tmp_path / "some.strategy", *card_contents(cards)))
    assert type(again) is type(cards)
    assert fingerprint(again) == fingerprint(cards)
    rng = np.random.default_rng(1)
    for number, group in enumerate(cards.groups):
        deals = np.array([rng.permutation(cards.deck.cards)[: sum(group)] for _ in range(20)], np.uint8)
        assert (again.lookup(number, deals) == cards.lookup(number, deals)).all()


def test_tables_are_made_of_centroids_of_ochs(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr(OchsAbstraction, "tables", lambda _, **options: told.append(options))
    full_tables(tiny_ochs(), threads=1)
    assert told == [{"threads": 1, "progress": None}]


def test_a_strategy_takes_its_cards_from_an_abstraction_of_ochs(tmp_path: Path) -> None:
    cards = tiny_ochs()
    cards.save(tmp_path / "some.abstraction")
    file = saved(tmp_path / "some.strategy", *card_contents(cards, "some.abstraction"))
    assert fingerprint(read_cards(file)) == fingerprint(cards)


def test_cards_of_a_later_release_are_told(tmp_path: Path) -> None:
    file = saved(tmp_path / "late.strategy", {}, {"kind": "oracle"})
    with pytest.raises(FileFormatError, match=r"late\.strategy' do not hold together: .*'oracle' is unknown"):
        read_cards(file)
