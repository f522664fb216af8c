"""Tyche's turn and flop against plain look-ups, other forms of the same distance and renamed suits."""

from __future__ import annotations

import json
import mmap
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import riverboat as rb
from riverboat import _core
from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.abstraction.clustering.histogram_clusters import HistogramClusters, cluster_histograms
from riverboat.abstraction.methods.flop_histograms import TransportDistance, flop_turns, nexts_of
from riverboat.abstraction.methods.river_pairs import all_boards, river_pair_counts
from riverboat.abstraction.methods.turn_histograms import (
    NO_BUCKET,
    TURN_CLASSES,
    EquityDistance,
    flop_rivers,
    hand_rivers,
    turn_rivers,
)
from riverboat.abstraction.opening import open_tyche
from riverboat.abstraction.report.abstraction_report import report_abstraction
from riverboat.abstraction.report.deals import sample_deals
from riverboat.abstraction.tyche.build import _stage, sample_tyche, stage_folder
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.river_clusters import RiverClusters, win_tie_kmeans, win_tie_vector
from riverboat.abstraction.tyche.tyche_abstraction import Tyche, turn_distance, write_tyche
from riverboat.cards import parse_cards
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import AbstractionError, CardError, FileFormatError

SMALL = TycheConfig(river=50, turn=30, flop=20, landmarks=25, dimensions=6, transport="exact")


@pytest.fixture(scope="module")
def river() -> RiverClusters:
    return win_tie_kmeans(*river_pair_counts(), 50)


@pytest.fixture(scope="module")
def tyche(river: RiverClusters) -> Tyche:
    return sample_tyche(SMALL, turns=4, flops=1, river=river)


def some_deals(count: int, cards: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(52)[:cards] for _ in range(count)], np.uint8)


def rivers_one_by_one(river: RiverClusters, deal: np.ndarray) -> list[int]:
    hand, board = deal[:2].tolist(), deal[2:].tolist()
    rest = [card for card in range(52) if card not in deal]
    counts = [rb.win_tie_lose(hand, [*board, card])[:2] for card in rest]
    return sorted(river.nearest(np.array(counts)).tolist())


# --- turn ----------------------------------------------------------------------------------------------------------


def test_rivers_of_hands(river: RiverClusters) -> None:
    for deal in some_deals(12, 6, 1):
        row = hand_rivers(deal[None, 2:], deal[None, :2], river.pair_table())[0, 0]
        assert row.tolist() == rivers_one_by_one(river, deal)


def test_rivers_of_classes_lie_where_the_index_says(river: RiverClusters) -> None:
    boards = np.random.default_rng(2).choice(all_boards(4)[0], 6, replace=False)
    memory = mmap.mmap(-1, TURN_CLASSES * 46 * 2)  # pages that are never written cost nothing
    table = np.frombuffer(memory, np.uint16).reshape(TURN_CLASSES, 46)
    _core.turn_rivers(boards, river.pair_table(), table, 2, None)
    indexer = rb.HandIndexer((2, 4))
    for board in boards:
        rows = hand_rivers(board[None], HAND_CARDS.astype(np.uint8), river.pair_table())[0]
        meets = np.isin(HAND_CARDS, board).any(axis=1)
        assert ((rows == NO_BUCKET).all(axis=1) == meets).all()
        deals = np.column_stack([HAND_CARDS[~meets], np.broadcast_to(board, (1128, 4))])
        assert (table[indexer.index_batch(deals)] == rows[~meets]).all()


def test_equity_distance_is_the_one_dimensional_transport() -> None:
    rng = np.random.default_rng(3)
    equity = np.sort(rng.random(40))
    rows = np.sort(rng.integers(0, 40, (12, 46)), axis=1).astype(np.uint16)
    far = EquityDistance(equity)(rows, rows[:5])
    expected = [[wasserstein_distance(equity[a], equity[b]) for b in rows[:5]] for a in rows]
    np.testing.assert_allclose(far, expected, atol=1e-6)
    by_transport = TransportDistance(np.abs(equity[:, None] - equity), "exact")
    np.testing.assert_allclose(by_transport(rows, rows[:5]), expected, atol=1e-6)
    for method in ("sinkhorn", "greedy"):
        assert (TransportDistance(by_transport.ground, method)(rows, rows[:5]) >= far - 1e-6).all()


# --- clusters ------------------------------------------------------------------------------------------------------


def test_clusters_of_rows_on_a_line() -> None:
    """Rows of one bucket each are points on a line: landmark MDS is exact, and k-means finds the three groups."""
    equity = np.concatenate([centre + np.linspace(-0.02, 0.02, 10) for centre in (0.1, 0.5, 0.9)])
    rows = np.repeat(np.arange(30, dtype=np.uint16)[:, None], 46, axis=1)
    found, labels = cluster_histograms(
        rows, np.ones(30), EquityDistance(equity), 3, landmarks=20, dimensions=1, training=30
    )
    assert len({tuple(np.unique(part)) for part in found.nearest(rows).reshape(3, 10)}) == 3
    assert all(len(np.unique(part)) == 1 for part in found.nearest(rows).reshape(3, 10))
    assert (found.nearest(rows) == labels).all()
    assert found.error == pytest.approx(np.var(np.linspace(-0.02, 0.02, 10)), rel=1e-3)
    places = found.embed(rows)[:, 0].astype(float)
    np.testing.assert_allclose(np.abs(np.diff(places)), np.diff(equity), atol=1e-5)


def test_clusters_survive_a_file_and_do_not_depend_on_threads(tyche: Tyche) -> None:
    rows = hand_rivers(some_deals(2, 4, 5), HAND_CARDS.astype(np.uint8), tyche.river.pair_table()).reshape(
        -1, 46
    )
    rows = rows[rows[:, 0] != NO_BUCKET]
    again = HistogramClusters.from_arrays(tyche.turn.distance, tyche.turn.arrays())
    assert (again.nearest(rows, threads=2) == tyche.turn.nearest(rows, threads=1)).all()
    assert again.error == tyche.turn.error


def test_training_on_a_part_draws_by_weight() -> None:
    """Rows without hands to speak of are not drawn."""
    rows = np.repeat(np.arange(40, dtype=np.uint16)[:, None], 46, axis=1)
    weights = np.where(np.arange(40) < 20, 1e9, 1e-9)
    distance = EquityDistance(np.linspace(0, 1, 40))
    found, labels = cluster_histograms(rows, weights, distance, 2, landmarks=9, dimensions=1, training=15)
    assert found.landmarks.max() < 20
    assert len(np.unique(labels[:20])) == 2  # both clusters lie where the hands are
    assert (labels[20:] == labels[19]).all()


def test_more_buckets_than_rows() -> None:
    rows = np.zeros((3, 46), np.uint16)
    with pytest.raises(AbstractionError, match="k is 4"):
        cluster_histograms(
            rows, np.ones(3), EquityDistance(np.zeros(1)), 4, landmarks=3, dimensions=1, training=9
        )
    with pytest.raises(AbstractionError, match="only 1 of 3 landmarks differ"):
        cluster_histograms(
            rows, np.ones(3), EquityDistance(np.zeros(1)), 1, landmarks=3, dimensions=1, training=9
        )


# --- flop ----------------------------------------------------------------------------------------------------------


def test_turns_of_flop_hands() -> None:
    table = np.random.default_rng(6).integers(0, 1024, TURN_CLASSES).astype(np.uint16)
    deals, indexer = some_deals(5, 5, 7), rb.HandIndexer((2, 4))
    for deal, row in zip(deals, nexts_of(deals, table), strict=True):
        rest = [card for card in range(52) if card not in deal]
        assert row.tolist() == sorted(int(table[indexer.index([*deal.tolist(), card])]) for card in rest)


def test_flop_rows_are_turn_buckets(tyche: Tyche) -> None:
    deal = some_deals(1, 5, 8)[0]
    row = tyche.flop_rows(deal[2:], deal[None, :2])[0]
    rest = [card for card in range(52) if card not in deal]
    turns = np.array([[*deal.tolist(), card] for card in rest], np.uint8)
    assert row.tolist() == sorted(tyche.lookup(2, turns).tolist())


def test_turn_and_river_in_either_order(river: RiverClusters) -> None:
    flop = some_deals(1, 3, 3)[0]
    hands, table = HAND_CARDS[::97], river.pair_table()
    found = flop_rivers(flop, hands, table)
    rest = [card for card in range(52) if card not in flop]
    boards = np.array([[*flop.tolist(), card] for card in rest], np.uint8)
    assert (found == hand_rivers(boards, hands, table)).all()


# --- the whole -----------------------------------------------------------------------------------------------------


def test_tyche_is_a_card_abstraction(tyche: Tyche) -> None:
    assert isinstance(tyche, CardAbstraction)
    assert [tyche.count(number) for number in range(4)] == [169, 20, 30, 50]
    for number, cards in ((0, 2), (1, 5), (2, 6), (3, 7)):
        deals = some_deals(4, cards, 9 + number)
        found = tyche.lookup(number, deals)
        assert found.dtype == np.uint32
        assert found.max() < tyche.count(number)
        renamed = 4 * (deals // 4) + np.array([2, 0, 3, 1])[deals % 4]
        renamed[:, 2:] = renamed[:, :1:-1]  # and the board's cards in another order
        assert (tyche.lookup(number, renamed.astype(np.uint8)) == found).all()


def test_boards_are_remembered_and_forgotten(tyche: Tyche, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, deals = replace(tyche), some_deals(6, 6, 20)
    expected = [int(replace(tyche).lookup(2, deal[None])[0]) for deal in deals]
    monkeypatch.setattr("riverboat.abstraction.tables.recent_boards.RECENT_BOARDS", 2)
    assert fresh.lookup(2, deals[[0, 1, 2, 3, 4, 5, 0, 5]]).tolist() == [*expected, expected[0], expected[5]]
    assert len(fresh._recent) == 2
    board = deals[5, 2:].tolist()
    assert fresh.buckets(2, board, deals[5:, :2]).tolist() == [expected[5]]
    monkeypatch.setattr(Tyche, "_on_turn", lambda *_: pytest.fail("a known hand is worked out again"))
    assert fresh.buckets(2, board, deals[5:, :2]).tolist() == [expected[5]]
    assert fresh.buckets(2, board[::-1], deals[5:, 1::-1]).tolist() == [expected[5]]
    assert fresh.lookup(2, deals[:0]).shape == (0,)


def test_a_game_that_begins_later(tyche: Tyche, tmp_path: Path) -> None:
    for first in range(4):
        later = tyche.from_round(first)
        assert later.groups == tyche.groups[first:]
        for number in range(4 - first):
            deals = some_deals(3, sum(later.groups[number]), 30 + first + number)
            assert (later.lookup(number, deals) == tyche.lookup(first + number, deals)).all()
            assert later.count(number) == tyche.count(first + number)
    assert repr(tyche.from_round(1).from_round(2)) == "Tyche('tyche': river 50)"
    with pytest.raises(AbstractionError, match=r"round 3 is not in this abstraction; it has 0 \(flop\)"):
        tyche.from_round(1).count(3)
    with pytest.raises(AbstractionError, match=r"round 4"):
        tyche.from_round(4)
    with pytest.raises(AbstractionError, match=r"begins later.*from_round\(1\)"):
        write_tyche(tyche.from_round(1), tmp_path / "later")


def test_distances_to_centroids(tyche: Tyche) -> None:
    """On the river by the vectors themselves, on turn and flop from the places of single hands."""
    deals = some_deals(6, 7, 40)
    board, hands = deals[0, 2:], deals[:1, :2]
    pair = rb.win_tie_lose(hands[0].tolist(), board.tolist())[:2].tolist()
    mean = tyche.river.centroids[tyche.buckets(3, board, hands)[0]]
    expected = np.linalg.norm(win_tie_vector(*pair) - mean)
    assert tyche.distances(3, board, hands)[0] == pytest.approx(expected)
    rows = np.array([rivers_one_by_one(tyche.river, deal[:6]) for deal in deals], np.uint16)
    own = tyche.turn.centroids[tyche.lookup(2, deals[:, :6])]
    expected = np.linalg.norm(tyche.turn.embed(rows) - own, axis=1)
    found = [tyche.distances(2, deal[2:6], deal[None, :2])[0] for deal in deals]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    all_places = tyche.flop.embed(tyche.flop_rows(deals[0, 2:5], hands))
    nearest = np.linalg.norm(all_places - tyche.flop.centroids, axis=1).min()
    assert tyche.distances(1, deals[0, 2:5], hands)[0] == pytest.approx(nearest, rel=1e-5)
    assert tyche.distances(0, [], hands).tolist() == [0]


def test_report_measures_in_its_own_metric(tyche: Tyche) -> None:
    report = report_abstraction(tyche, samples=60, seed=5)
    assert [street.distance_sampled for street in report.streets] == [None, 50, 50, 50]
    for number, street in enumerate(report.streets[1:], 1):
        deals = sample_deals(2, 2 + number, tyche.deck.cards, 60, 5)
        far = np.array([tyche.distances(number, deal[2:], deal[None, :2])[0] for deal in deals])
        assert street.distance == pytest.approx(np.sqrt((far**2).mean()), rel=1e-5)
        buckets = tyche.lookup(number, deals)
        for one in street.listed:
            texts = [one.nearest, one.farthest]
            ends = [
                tyche.distances(number, parse_cards(t[5:]), np.array([parse_cards(t[:4])], np.uint8))[0]
                for t in texts
            ]
            own = far[buckets == one.bucket]
            assert ends == pytest.approx([own.min(), own.max()], rel=1e-5)


def test_stronger_hands_are_in_later_river_buckets(tyche: Tyche) -> None:
    board = parse_cards("QsJh2h3c4d")
    hands = np.array([parse_cards(hand) for hand in ("7d8c", "AhKs", "QdKc", "JdQc", "5c6d")], np.uint8)
    found = tyche.buckets(3, board, hands).tolist()
    assert found == sorted(found)
    assert len(set(found)) == 5


def test_the_same_seed_makes_the_same(tyche: Tyche) -> None:
    again = sample_tyche(SMALL, turns=4, flops=1, river=tyche.river)
    assert (again.turn.centroids == tyche.turn.centroids).all()
    assert (again.flop.centroids == tyche.flop.centroids).all()


def test_distance_between_means_as_ground(river: RiverClusters) -> None:
    """The other ground distance of the turn is that of the mean vectors."""
    distance = turn_distance(replace(SMALL, turn_ground="means"), river)
    rows = np.repeat(np.array([3, 40], np.uint16)[:, None], 46, axis=1)
    expected = np.linalg.norm(river.centroids[3] - river.centroids[40])
    assert distance(rows[:1], rows[1:])[0, 0] == pytest.approx(expected, rel=1e-6)


# --- stages --------------------------------------------------------------------------------------------------------


def test_a_stage_is_made_once(tmp_path: Path) -> None:
    def stopped() -> dict[str, np.ndarray]:
        raise KeyboardInterrupt

    path, made = tmp_path / "river.tyche", []

    def make() -> dict[str, np.ndarray]:
        made.append(1)
        return {"means": np.arange(3.0)}

    with pytest.raises(KeyboardInterrupt):
        _stage(stage_folder(tmp_path, SMALL), "river", stopped)
    assert not path.exists()
    assert _stage(stage_folder(tmp_path, SMALL), "river", make)["means"].tolist() == [0, 1, 2]
    assert _stage(stage_folder(tmp_path, SMALL), "river", make)["means"].tolist() == [0, 1, 2]
    assert len(made) == 1
    with pytest.raises(AbstractionError, match="streets of another config"):
        _stage(stage_folder(tmp_path, replace(SMALL, seed=1)), "river", make)
    damaged = bytearray(path.read_bytes())
    damaged[-1] ^= 1
    path.write_bytes(damaged)
    with pytest.warns(RuntimeWarning, match=r"river\.tyche' is made again: .*checksum"):
        assert _stage(stage_folder(tmp_path, SMALL), "river", make)["means"].tolist() == [0, 1, 2]
    assert len(made) == 2
    assert _stage(stage_folder(tmp_path, SMALL), "river", make)["means"].tolist() == [0, 1, 2]
    assert len(made) == 2


def test_centroids_in_a_file_answer_the_same(tyche: Tyche, tmp_path: Path) -> None:
    path = tmp_path / "small.tyche"
    write_tyche(tyche, path)
    again = open_tyche(path)
    assert again.config == SMALL
    assert again.river.error == tyche.river.error
    for number, cards in ((1, 5), (2, 6), (3, 7)):
        deals = some_deals(3, cards, 20 + number)
        assert (again.lookup(number, deals) == tyche.lookup(number, deals)).all()
    damaged = bytearray(path.read_bytes())
    damaged[-9] ^= 4
    path.write_bytes(damaged)
    with pytest.raises(FileFormatError, match="checksum"):
        open_tyche(path)


def test_config_is_plain_data() -> None:
    assert TycheConfig(**json.loads(json.dumps(asdict(SMALL)))) == SMALL


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 0}, "turn is 0"),
        ({"river": 65536}, "river is 65536"),
        ({"flop": True}, "flop is True"),
        ({"dimensions": 25}, "span at most 24"),
        ({"turn_ground": "rank"}, "'rank' is unknown"),
        ({"transport": "fast"}, "'fast' is unknown"),
    ],
)
def test_bad_config(changes: dict[str, int], message: str) -> None:
    with pytest.raises(AbstractionError, match=message):
        replace(SMALL, **changes)  # type: ignore[arg-type]


def test_bad_cards(tyche: Tyche) -> None:
    with pytest.raises(AbstractionError, match="round 4"):
        tyche.count(4)
    with pytest.raises(AbstractionError, match="deals of round 2"):
        tyche.buckets(2, [0, 1, 2], np.array([[50, 51]], np.uint8))
    with pytest.raises(CardError, match="twice"):
        tyche.buckets(1, [0, 1, 2], np.array([[2, 51]], np.uint8))
    with pytest.raises(AbstractionError, match="13960050"):
        turn_rivers(np.zeros(991 * 991, np.uint16), out=np.zeros((2, 46), np.uint16))
    with pytest.raises(AbstractionError, match="13960050"):
        flop_turns(np.zeros(5, np.uint16))
