"""GS2's databases: numbers without gaps, and what the tables say against plain counts."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction.gs.databases import Db5, Db223, Handval, colex, without
from riverboat.abstraction.gs.deals import HoldemDeals
from riverboat.cards.card import parse_cards
from riverboat.cards.evaluator import evaluate_batch
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import AbstractionError


def test_numbers_of_sets_have_no_gaps() -> None:
    for k in (1, 2, 3, 5):
        numbers = colex(list(combinations(range(9), k)))
        assert sorted(numbers.tolist()) == list(range(len(numbers)))
    assert colex([[6, 2, 4]]).tolist() == colex([[2, 4, 6]]).tolist()
    assert without(np.array([[0, 5, 9]]), np.array([[3, 6]])).tolist() == [[0, 4, 7]]


def test_handval_is_the_evaluator() -> None:
    table = Handval.build(15, threads=1)
    hands = np.array(list(combinations(range(15), 7)), np.uint8)
    assert len(table.table) == len(hands) == 6435
    assert (table.lookup(hands[:, ::-1]) == evaluate_batch(hands)).all()
    with pytest.raises(AbstractionError, match="cards is 6"):
        Handval.build(6)


def test_db5_has_a_place_for_every_hand_on_every_flop() -> None:
    """With classes for strengths, what is found must be the class."""
    classes = HandIndexer((2, 3))
    deals = SimpleNamespace(flop_strengths=np.arange(classes.size(1), dtype=np.int32))
    table = Db5.of(cast(HoldemDeals, deals), threads=1)
    assert len(table.table) == 25_989_600
    dealt = np.random.default_rng(1).random((500, 52)).argsort(axis=1)[:, :5].astype(np.uint8)
    found = table.lookup(dealt[:, :2], dealt[:, 2:])
    assert found.tolist() == classes.index_batch(dealt).tolist()


def test_db223_is_the_equity_of_two_hands() -> None:
    table = Db223.of_flop(tuple(parse_cards("Th9d2c")), threads=1)
    for one, other in (("AsAh", "KsQs"), ("4h3h", "JcTc"), ("9h9c", "QdJd")):
        hands = [np.array([parse_cards(hand)], np.uint8) for hand in (one, other)]
        wins, losses = table.lookup(*hands)[0].tolist()
        expected = rb.equity(one, other, board="Th9d2c", method="exact").equities[0]
        assert (wins + (990 - wins - losses) / 2) / 990 == pytest.approx(expected)
        assert table.lookup(*hands[::-1])[0].tolist() == [losses, wins]
    shared = [np.array([parse_cards(hand)], np.uint8) for hand in ("AsAh", "AsKs")]
    assert table.lookup(*shared)[0].tolist() == [0, 0]
