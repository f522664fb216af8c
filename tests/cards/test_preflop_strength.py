"""The table of one hand against any other before the flop: lossless, and asked without the large one."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat import _core
from riverboat.cards.hand_class import CLASS_OF_HAND
from riverboat.cards.preflop import preflop_table
from riverboat.cards.preflop_strength import (
    DEALS,
    build_preflop_strength,
    preflop_strength,
    read_preflop_strength,
    write_preflop_strength,
)
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError


def test_it_is_the_sum_of_all_match_ups() -> None:
    wins, ties, total = preflop_table().against(np.ones(1326))
    table = preflop_strength()
    assert (total == DEALS).all()
    assert np.array_equal(table.wins[CLASS_OF_HAND], wins)
    assert np.array_equal(table.ties[CLASS_OF_HAND], ties)


def test_it_is_built_and_written_again(tmp_path: Path) -> None:
    built = build_preflop_strength(preflop_table())
    file = tmp_path / "strength.safetensors"
    write_preflop_strength(built, file)
    for again in (built, read_preflop_strength(file)):
        for name in ("wins", "ties", "squares"):
            assert np.array_equal(getattr(again, name), getattr(preflop_strength(), name))
    with pytest.raises(FileFormatError):
        read_preflop_strength(Path(__file__))


def test_strengths_before_the_flop_are_those_of_the_rollout() -> None:
    rolled = _core.rollout((), 0, False, 1, None)
    mean = np.bincount(CLASS_OF_HAND, rolled.scores) / np.bincount(CLASS_OF_HAND)
    assert np.array_equal(rb.ehs(), mean[CLASS_OF_HAND] / (2_118_760 * 1980))
    squares = np.bincount(CLASS_OF_HAND, rolled.squares) / np.bincount(CLASS_OF_HAND)
    assert np.array_equal(rb.ehs_squared(), squares[CLASS_OF_HAND] / (2_118_760 * 1980**2))


@pytest.mark.parametrize("hand", ["AsKs", "7d2c", "8h8d"])
def test_a_hand_against_any_other_needs_no_sweep(hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wins, ties, _ = preflop_table().against(np.ones(1326))
    index = rb.cards.hand_index(*rb.cards.parse_cards(hand))
    by_hand = rb.equity(hand, "random")[1].by_hand
    one = rb.cards.hand_index(*rb.cards.parse_cards("AcAd"))
    assert by_hand[one] == pytest.approx(rb.equity("AcAd", hand).equity)
    monkeypatch.setattr(sys.modules["riverboat.cards.equity"], "preflop_table", None)
    for found, mine in ((rb.equity(hand, "random"), 0), (rb.equity(Range.full() * 0.5, hand), 1)):
        assert found.method == "table"
        assert (found[mine].win, found[mine].tie) == (wins[index] / DEALS, ties[index] / DEALS)
        assert found[1 - mine].equity == pytest.approx(1 - found[mine].equity, abs=1e-15)
    assert found.deals == DEALS / 2
