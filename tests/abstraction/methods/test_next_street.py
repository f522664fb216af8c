"""The next street: mean equities of buckets, rows of rivers, and configs that name streets out of order."""

from __future__ import annotations

import mmap

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import read_abstraction_config
from riverboat.abstraction.methods.flop_histograms import nexts_of
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.next_street import bucket_equity
from riverboat.cards import parse_cards
from riverboat.errors import AbstractionError

AWARE = 'method = "potential-aware"\nbuckets = 9\n'


def test_mean_equity_of_buckets() -> None:
    """Deuces, six hands, and ace-king suited, four, in one bucket; all others in one."""
    index = rb.HandIndexer((2,)).index_batch(np.array([parse_cards("2c2d"), parse_cards("AsKs")], np.uint8))
    table = np.zeros(169, np.uint16)
    table[index] = 1
    found = bucket_equity(Street(0), Buckets(table, 2), Work())
    assert found[1] == pytest.approx((6 * 0.5033 + 4 * 0.6705) / 10, abs=1e-4)  # as in published tables
    assert 1316 * found[0] + 10 * found[1] == pytest.approx(1326 / 2, abs=1e-6)


def test_rivers_of_turn_hands() -> None:
    deal, indexer = parse_cards("AhKhQh7h2c3s"), rb.HandIndexer((2, 5))
    table = np.frombuffer(mmap.mmap(-1, 2 * indexer.size()), np.uint16)  # pages never written cost nothing
    rest = [card for card in range(52) if card not in deal]
    classes = [indexer.index([*deal, card]) for card in rest]
    table[classes] = np.random.default_rng(1).integers(0, 500, 46)
    expected = sorted(int(table[index]) for index in classes)
    assert nexts_of(np.array([deal], np.uint8), table)[0].tolist() == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"[preflop]\n{AWARE}",
            "out of order: method 'potential-aware' is for flop and turn, not for the pre",
        ),
        (
            f'[preflop]\nmethod = "lossless"\n[flop]\n{AWARE}',
            "out of order: method 'potential-aware' of the flop.*buckets of the turn.*add a \\[turn\\]",
        ),
        (
            f'[preflop]\nmethod = "lossless"\n[flop]\n{AWARE.replace("potential-aware", "histogram-l2")}over = "next"',
            "out of order: method 'histogram-l2' of the flop",
        ),
    ],
)
def test_streets_out_of_order(text: str, message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        read_abstraction_config(text)


def test_final_equity_needs_no_next_street() -> None:
    text = '[preflop]\nmethod = "lossless"\n[flop]\nmethod = "distribution"\nbuckets = 9'
    assert len(read_abstraction_config(text).methods) == 2
