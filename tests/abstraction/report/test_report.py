"""The report against plain sums over all 1,326 hands, and the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import (
    CardAbstraction,
    Lossless,
    TableAbstraction,
    build_abstraction,
    gs2,
    report_abstraction,
)
from riverboat.abstraction.card_abstraction import deals_on_board
from riverboat.abstraction.report.deals import HANDS_ON_BOARD, sample_deals
from riverboat.abstraction.report.hand_buckets import hand_buckets
from riverboat.abstraction.report.sources import DealSource, TableSource
from riverboat.cards import HandIndexer, ehs
from riverboat.cards.card import FULL_DECK, HAND_CARDS, Deck, hand_index, parse_cards
from riverboat.cli import main
from riverboat.errors import AbstractionError
from riverboat.games import leduc

EIGHT = 'name = "eight"\n[preflop]\nmethod = "percentiles"\nbuckets = 8\n'


def test_report_is_what_all_hands_say() -> None:
    made = build_abstraction(EIGHT)
    report = report_abstraction(made)
    street, strength = report.streets[0], ehs()
    buckets = made.tables[0][HandIndexer((2,)).index_batch(HAND_CARDS)]
    means = np.array([strength[buckets == b].mean() for b in range(8)])
    off = strength - means[buckets]
    sizes = np.bincount(buckets) / 1326
    assert (street.classes, street.buckets, street.used, street.sampled) == (169, 8, 8, None)
    assert (street.smallest, street.largest) == pytest.approx((sizes.min(), sizes.max()))
    assert street.balance == pytest.approx(np.prod(sizes**-sizes) / 8)
    assert street.ehs_spread == pytest.approx(np.sqrt((off**2).mean()))
    assert street.ehs_error == pytest.approx(np.abs(off).mean())
    assert [one.bucket for one in street.listed] == list(range(8))
    assert sum(one.share for one in street.listed) == pytest.approx(1)
    for one in street.listed:
        own = buckets == one.bucket
        assert (one.share, one.ehs) == pytest.approx((sizes[one.bucket], means[one.bucket]))
        far, near = (hand_index(*parse_cards(text)) for text in (one.farthest, one.nearest))
        assert buckets[far] == buckets[near] == one.bucket
        assert abs(off[far]) == pytest.approx(np.abs(off[own]).max())
        assert abs(off[near]) == pytest.approx(np.abs(off[own]).min())
        assert one.farthest_ehs == pytest.approx(strength[far])
        band = np.quantile(strength[own], (0.1, 0.9), method="inverted_cdf")
        assert (one.low, one.high) == pytest.approx(band, abs=0.0006)
    assert [one.bucket for one in street.shown] == [0, 2, 4, 5, 7]


def leduc_strengths(number: int) -> dict[tuple[int, ...], float]:
    """The share of the pot of every deal of Leduc, own card first, by comparing cards with all that may come."""
    cards = leduc().deck.cards
    found = {}
    for deal in permutations(cards, 1 + number):
        shares = []
        for board, other in permutations([card for card in cards if card not in deal], 2):
            shown = deal[1] if number else board
            mine, his = ((card // 4 == shown // 4, card // 4) for card in (deal[0], other))
            shares.append((mine > his) + (mine == his) / 2)
        found[deal] = float(np.mean(shares))
    return found


@pytest.mark.parametrize("counts", [(1, 2), (2, 4), (3, 6)])
def test_a_toy_deck_against_every_deal(counts: tuple[int, int]) -> None:
    made = gs2(leduc(), counts)
    for number, street in enumerate(report_abstraction(made).streets):
        strengths = leduc_strengths(number)
        deals = np.array(list(strengths), np.uint8)
        buckets, values = made.lookup(number, deals), np.array(list(strengths.values()))
        means = np.array([values[buckets == b].mean() for b in range(counts[number])])
        off = np.abs(values - means[buckets])
        assert street.ehs_error == pytest.approx(off.mean())
        assert street.ehs_spread == pytest.approx(np.sqrt((off**2).mean()), abs=1e-8)
        assert sum(one.share for one in street.listed) == pytest.approx(1)
        for one in street.listed:
            own = buckets == one.bucket
            assert (one.share, one.ehs) == pytest.approx((own.mean(), means[one.bucket]))
            for text, extreme in ((one.nearest, off[own].min()), (one.farthest, off[own].max())):
                cards = tuple(parse_cards(text))
                assert made.lookup(number, np.array([cards], np.uint8))[0] == one.bucket
                assert abs(strengths[cards] - one.ehs) == pytest.approx(extreme)


def test_neighbours() -> None:
    """With every class a bucket none has its neighbour with it, with one bucket all have."""
    one = TableAbstraction((np.zeros(169, np.uint16),), (1,), ((2,),))
    own = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), ((2,),))
    assert report_abstraction(one).streets[0].neighbours == 1
    assert report_abstraction(own).streets[0].neighbours == 0
    assert report_abstraction(own).streets[0].ehs_spread == pytest.approx(0, abs=1e-7)


def test_neighbours_one_by_one() -> None:
    made = build_abstraction(EIGHT)
    hands = TableSource(made, 0, None).some(500, seed=3)
    assert hands.ehs is not None
    same = 0
    for i, strength in enumerate(hands.ehs):
        far = np.abs(hands.ehs - strength)
        far[i] = np.inf
        nearest = np.flatnonzero(np.abs(far - far.min()) < 1e-12)
        assert len(nearest) == 1  # so that there is no choice
        same += hands.buckets[nearest[0]] == hands.buckets[i]
    share = report_abstraction(made, samples=500, seed=3).streets[0].neighbours
    assert share == pytest.approx(same / len(hands.ehs))


def test_other_decks_have_no_strength() -> None:
    leduc = TableAbstraction((np.array([0, 0, 1], np.uint16),), (4 - 2,), ((1,),), Deck("JQK", "hs"))
    street = report_abstraction(leduc).streets[0]
    assert street.ehs_error is None
    assert street.largest == pytest.approx(2 / 3)


# --- what has no tables ---------------------------------------------------------------------------------------------


class LastCard:
    """No more than an abstraction must have: hands by the rank of the last card, so the order of a board counts."""

    deck = FULL_DECK

    def count(self, number: int, /) -> int:
        return 13

    def buckets(self, number: int, board: Sequence[int], hands: np.ndarray, /) -> np.ndarray:
        return self.lookup(number, deals_on_board(board, hands))

    def lookup(self, number: int, cards: np.ndarray, /) -> np.ndarray:
        return (np.asarray(cards)[:, -1] // 4).astype(np.uint32)


def test_whatever_can_be_asked() -> None:
    """The sample is measured as it is, and the same seed gives the same."""
    assert isinstance(LastCard(), CardAbstraction)
    report = report_abstraction(LastCard(), samples=300, seed=2)
    assert report == report_abstraction(LastCard(), samples=300, seed=2)
    assert report != report_abstraction(LastCard(), samples=300, seed=3)
    assert [street.street for street in report.streets] == ["preflop", "flop", "turn", "river"]
    assert [street.sampled for street in report.streets] == [None, 300, 300, 300]
    for street, board in zip(report.streets[1:], (3, 4, 5), strict=True):
        deals = sample_deals(2, board, FULL_DECK.cards, 300, 2)
        assert len(np.unique(deals[:, 2:], axis=0)) == 300 // HANDS_ON_BOARD
        assert (np.diff(np.sort(deals, axis=1), axis=1) > 0).all()
        strength = np.array([ehs(deal[:2].tolist(), deal[2:].tolist()) for deal in deals])
        buckets = LastCard().lookup(0, deals)
        means = {b: strength[buckets == b].mean() for b in np.unique(buckets)}
        off = np.abs(strength - [means[b] for b in buckets])
        assert street.used == len(means)
        assert street.ehs_error == pytest.approx(off.mean())
        assert {one.bucket: one.ehs for one in street.listed} == pytest.approx(means)
        assert sum(one.share for one in street.listed) == pytest.approx(1)


def test_asking_and_tables_agree() -> None:
    """Before the flop both measure every class."""
    made = build_abstraction(EIGHT)
    asked = DealSource(made, 0, made.groups, 200, 0)
    assert asked.sampled is None
    told, known = next(asked.blocks()), next(TableSource(made, 0, None).blocks())
    assert (asked.met[told.buckets] == known.buckets).all()
    assert (told.weights == known.weights).all()
    np.testing.assert_allclose(told.ehs, known.ehs, atol=1e-12)


def test_more_buckets_than_memory() -> None:
    """Every class of the river is a bucket, 123 million of them, and a sample meets a few."""
    street = report_abstraction(Lossless(), samples=100).streets[3]
    assert (street.buckets, street.ehs_error) == (123_156_254, 0)
    assert street.used == len(street.listed) == 100
    for one in street.listed[::25]:
        deal = np.array([parse_cards(one.nearest.replace(" ", ""))], np.uint8)
        assert Lossless().lookup(3, deal)[0] == one.bucket


def test_many_buckets_are_listed_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.abstraction.report.abstraction_report.MOST_LISTED", 4)
    own = TableAbstraction((np.arange(169, dtype=np.uint16),), (169,), ((2,),))
    street = report_abstraction(own).streets[0]
    assert [one.nearest for one in street.listed][::3] == ["2h3s", "AhAs"]
    assert (len(street.listed), street.used) == (4, 169)


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
    picture = tmp_path / "eight.svg"
    assert run(monkeypatch, "report", out, "--picture", str(picture)) == 0
    assert "preflop" in capsys.readouterr().out
    assert picture.exists()
    assert run(monkeypatch, "report", out, "--picture", "eight.gif") == 1
    assert "no picture that we draw" in capsys.readouterr().err
    assert run(monkeypatch, "show", out, "AsAh", "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["bucket"] == 7
    assert run(monkeypatch, "build", "ehs-20", "-o", out) == 1
    assert "did you mean 'ehs-200'" in capsys.readouterr().err
    damaged = bytearray(Path(out).read_bytes())
    damaged[-1] ^= 1
    Path(out).write_bytes(damaged)
    assert run(monkeypatch, "report", out) == 1
    assert "is damaged: its checksum does not match" in capsys.readouterr().err
