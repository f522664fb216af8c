"""What a file holds of every kind of abstraction makes the same one again, whatever file it is."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from tests.saved_formats.formats import tiny_ochs, tiny_recall, tiny_tyche

from riverboat.abstraction import (
    FeatureAbstraction,
    Lossless,
    Remembered,
    RuleAbstraction,
    TableAbstraction,
    WithFlopTable,
    read_abstraction_config,
)
from riverboat.abstraction.opening import restore
from riverboat.abstraction.storage import Storable, stored_of
from riverboat.cards.card import Deck
from riverboat.errors import AbstractionError

SMALL = Deck("TJQKA", "cdhs")


@cache
def tables() -> TableAbstraction:
    groups = ((2,), (2, 3))
    counts = tuple(Lossless(groups, SMALL).count(number) for number in range(2))
    numbers = tuple((np.arange(count) % 7).astype(np.uint16) for count in counts)
    return TableAbstraction(numbers, (7, 7), groups, SMALL, "sevens", "made by hand")


def flops() -> WithFlopTable:
    return WithFlopTable(tiny_tyche(), (np.arange(1286792) % 4).astype(np.uint16))


KINDS = {
    "lossless": lambda: Lossless(((1,), (1, 1)), Deck("JQK", "hs")),
    "tables": tables,
    "recall": tiny_recall,
    "tyche": tiny_tyche,
    "tyche with a table of flops": flops,
    "tyche from the turn on": lambda: tiny_tyche().from_round(2),
    "ochs": tiny_ochs,
    "rules": lambda: RuleAbstraction(read_abstraction_config("features")),
    "remembered": lambda: Remembered(tables(), every=True),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_the_same_again(kind: str) -> None:
    made: Storable = KINDS[kind]()
    stored = made.stored()
    about = json.loads(json.dumps(stored.about))
    again = restore(about, stored.arrays)
    assert type(again) is type(made)
    assert (again.groups, again.deck) == (made.groups, made.deck)
    assert json.loads(json.dumps(again.stored().about)) == about
    rng = np.random.default_rng(0)
    for number, group in enumerate(made.groups):
        assert again.count(number) == made.count(number)
        deals = np.array(
            [rng.choice(made.deck.cards, sum(group), replace=False) for _ in range(20)], np.uint8
        )
        assert (again.lookup(number, deals) == made.lookup(number, deals)).all()


def test_what_no_file_holds_is_refused() -> None:
    with pytest.raises(AbstractionError, match="cannot hold an abstraction of type FeatureAbstraction"):
        stored_of(FeatureAbstraction())
    with pytest.raises(AbstractionError, match=r"numbers the pairs that occur; .*every=True"):
        Remembered(tables()).stored()
    with pytest.raises(
        AbstractionError, match="'oracle' is unknown to this release; it reads lossless, tables"
    ):
        restore({"kind": "oracle"}, {})


def test_rules_of_a_config_with_tables_are_refused() -> None:
    config = read_abstraction_config("ehs-200")
    with pytest.raises(AbstractionError, match="'ehs-200' has methods that need tables"):
        restore({"kind": "rules", "config": config.to_toml()}, {})
