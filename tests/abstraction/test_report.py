"""The report against plain sums over all 1,326 hands, and the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import TableAbstraction, build_abstraction, report_abstraction
from riverboat.abstraction.show import hand_buckets
from riverboat.cards import HandIndexer, ehs
from riverboat.cards.card import HAND_CARDS, Deck, hand_index, parse_cards
from riverboat.cli import main
from riverboat.errors import AbstractionError

EIGHT = 'name = "eight"\n[preflop]\nmethod = "percentiles"\nbuckets = 8\n'


def test_report_is_what_all_hands_say() -> None:
    made = build_abstraction(EIGHT)
    street = report_abstraction(made).streets[0]
    strength = ehs()
    buckets = made.tables[0][HandIndexer((2,)).index_batch(HAND_CARDS)]
    means = np.array([strength[buckets == b].mean() for b in range(8)])
    off = strength - means[buckets]
    sizes = np.bincount(buckets) / 1326
    assert (street.classes, street.buckets, street.used) == (169, 8, 8)
    assert (street.smallest, street.largest) == pytest.approx((sizes.min(), sizes.max()))
    assert street.balance == pytest.approx(np.prod(sizes**-sizes) / 8)
    assert street.ehs_spread == pytest.approx(np.sqrt((off**2).mean()))
    assert street.ehs_error == pytest.approx(np.abs(off).mean())
    for one in street.shown:
        own = buckets == one.bucket
        assert (one.share, one.ehs) == pytest.approx((sizes[one.bucket], means[one.bucket]))
        far, near = (hand_index(*parse_cards(text)) for text in (one.farthest, one.nearest))
        assert abs(off[far]) == pytest.approx(np.abs(off[own]).max())
        assert abs(off[near]) == pytest.approx(np.abs(off[own]).min())
        assert one.farthest_ehs == pytest.approx(strength[far])
    assert [one.bucket for one in street.shown] == [0, 2, 4, 5, 7]


def test_neighbours() -> None:
    """With every class a bucket none has its neighbour with it, with one bucket all have."""
    one = TableAbstraction((np.zeros(169, np.uint16),), (1,), ((2,),))
    own = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), ((2,),))
    assert report_abstraction(one).streets[0].neighbours == 1
    assert report_abstraction(own).streets[0].neighbours == 0
    assert report_abstraction(own).streets[0].ehs_spread == pytest.approx(0, abs=1e-7)


def test_other_decks_have_no_strength() -> None:
    leduc = TableAbstraction((np.array([0, 0, 1], np.uint16),), (4 - 2,), ((1,),), Deck("JQK", "hs"))
    street = report_abstraction(leduc).streets[0]
    assert street.ehs_error is None
    assert street.largest == pytest.approx(2 / 3)


def test_show_refuses() -> None:
    made = build_abstraction(EIGHT)
    with pytest.raises(AbstractionError, match=r"'QsJh2h' has 3 cards.*boards of 0 cards"):
        hand_buckets(made, "AsKs", "QsJh2h")
    with pytest.raises(AbstractionError, match=r"'AsKsQs' has 3 cards; it must have 2"):
        hand_buckets(made, "AsKsQs")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["riverboat", "abstract", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config, out = tmp_path / "eight.toml", str(tmp_path / "eight.abstraction")
    config.write_text(EIGHT)
    assert run(monkeypatch, "build", str(config), "-o", out, "--json") == 0
    assert json.loads(capsys.readouterr().out)["buckets"] == {"preflop": 8}
    assert run(monkeypatch, "report", out, "--json") == 0
    assert json.loads(capsys.readouterr().out)["streets"][0]["buckets"] == 8
    assert run(monkeypatch, "report", out) == 0
    assert "preflop" in capsys.readouterr().out
    assert run(monkeypatch, "show", out, "AsAh", "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["bucket"] == 7
    assert run(monkeypatch, "build", "ehs-20", "-o", out) == 1
    assert "did you mean 'ehs-200'" in capsys.readouterr().err
