"""OCHS from centroids: the buckets of its tables for all hands, boards in any order and suits of any name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.saved_formats.formats import tiny_ochs

from riverboat.abstraction import (
    CardAbstraction,
    OchsAbstraction,
    TableAbstraction,
    build_abstraction,
    open_abstraction,
    open_centroids,
    open_tyche,
    report_abstraction,
)
from riverboat.abstraction.methods import ochs
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.methods.ochs import Ochs, ochs_vectors, opponent_clusters
from riverboat.abstraction.methods.street_strengths import board_chunks, hands_on_boards
from riverboat.cards import HandIndexer
from riverboat.cards.card import HAND_CARDS
from riverboat.errors import AbstractionError, CardError, FileFormatError

BOARDS = {4: 16_432, 5: 134_459}
FEW = 4
CONFIG = """name = "small"
[preflop]
method = "lossless"
[flop]
method = "features"
[turn]
method = "ochs"
buckets = 300
opponents = 5
"""


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let turn and river have a few boards only, drawn over all of them."""

    def few(cards: int, hands: int, which: np.ndarray | None = None) -> object:
        drawn = np.sort(np.random.default_rng(1).choice(BOARDS[cards], FEW, replace=False))
        return board_chunks(cards, hands, drawn)

    monkeypatch.setattr(ochs, "CANONICAL_BOARDS", dict.fromkeys(BOARDS, FEW))
    monkeypatch.setattr(ochs, "board_chunks", few)


def some_boards(cards: int) -> np.ndarray:
    drawn = np.sort(np.random.default_rng(1).choice(BOARDS[cards], FEW, replace=False))
    return HandIndexer((cards,)).cards_batch(0, drawn)


def with_centroids(*centroids: np.ndarray) -> OchsAbstraction:
    flops = np.zeros(1_286_792, np.uint16)
    tables = TableAbstraction((np.arange(169, dtype=np.uint16), flops), (169, 1), ((2,), (2, 3)), name="two")
    return OchsAbstraction(tables, centroids)


@pytest.mark.usefixtures("few_boards")
@pytest.mark.parametrize(("number", "cards", "buckets"), [(2, 4, 700), (3, 5, 1500)])
def test_buckets_are_those_of_the_table(number: int, cards: int, buckets: int) -> None:
    """All hands on boards of the table, which are asked with other names of suits and in another order."""
    made = Ochs(buckets, sample=10**6, iterations=3).build(Street(number), Work(seed=4, threads=1))
    assert made.centroids is not None
    assert made.table.dtype == np.uint16
    lean = with_centroids(*[made.centroids] * (number - 1))
    rng, indexer = np.random.default_rng(2), HandIndexer((2, cards))
    assert isinstance(lean, CardAbstraction)
    assert lean.count(number) == made.count == buckets
    deals = hands_on_boards(some_boards(cards))[1]
    renamed = 4 * (deals // 4) + rng.permutation(4)[deals % 4].astype(np.uint8)
    shuffled = np.concatenate([renamed[:, :2], renamed[:, 2:][:, rng.permutation(cards)]], axis=1)
    mixed = shuffled[rng.permutation(len(shuffled))]
    expected = made.table[indexer.index_batch(mixed)]
    assert (lean.lookup(number, mixed) == expected).all()
    one, board = mixed[:1, :2], mixed[0, 2:].tolist()
    assert with_centroids(*lean.centroids).buckets(number, board, one).tolist() == expected[:1].tolist()


def test_buckets_are_the_nearest_centroids() -> None:
    """On random boards, against the plainest search; the tables of the flop answer for themselves."""
    rng = np.random.default_rng(3)
    centroids = rng.random((2000, 8))
    lean = with_centroids(centroids, centroids[::2])
    for number, cards, points in ((2, 4, centroids), (3, 5, centroids[::2])):
        board = rng.permutation(52)[:cards].astype(np.uint8)
        vectors, deals = ochs_vectors(board[None], opponent_clusters(8), threads=1)
        squares = ((vectors[:, None].astype(np.float64) - points) ** 2).sum(axis=2)
        found = lean.buckets(number, board.tolist(), deals[:, :2])
        assert (found == squares.argmin(axis=1)).all()
        far = lean.distances(number, board.tolist(), deals[::50, :2])
        assert far == pytest.approx(np.sqrt(squares.min(axis=1))[::50])
    assert lean.distances(1, [0, 5, 9], HAND_CARDS[-1:]) is None
    assert lean.buckets(1, [0, 5, 9], HAND_CARDS[-2:]).tolist() == [0, 0]
    assert lean.lookup(3, np.empty((0, 7), np.uint8)).tolist() == []


def test_tables_made_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lean, told = with_centroids(np.full((3, 8), 0.5), np.full((2, 8), 0.5)), []

    def table(street: Street, centroids: np.ndarray, threads: int | None, progress: object) -> np.ndarray:
        told.append((street.name, len(centroids), threads))
        return np.zeros(1, np.uint16)

    monkeypatch.setattr("riverboat.abstraction.ochs_abstraction.ochs_table", table)
    with pytest.raises(AbstractionError, match=r"table of the turn is uint16\[1\]"):
        lean.tables(threads=1)
    assert told == [("turn", 3, 1), ("river", 2, 1)]


# --- files -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few_boards")
def test_a_build_keeps_centroids_beside_its_tables(tmp_path: Path) -> None:
    path, lean = tmp_path / "small", tmp_path / "lean"
    made = build_abstraction(CONFIG, path, threads=1)
    assert isinstance(made, TableAbstraction)
    assert isinstance(open_abstraction(path), TableAbstraction)
    found = open_centroids(path)
    assert isinstance(found, OchsAbstraction)
    assert (found.name, found.counts) == ("small", (169, 6430, 300)) == (made.name, made.counts)
    assert (found.early.tables[1] == made.tables[1]).all()
    deals = hands_on_boards(some_boards(4))[1]
    assert (found.lookup(2, deals) == made.lookup(2, deals)).all()
    with pytest.raises(FileFormatError, match="has centroids of OCHS, not of Tyche"):
        open_tyche(path)
    found.save(lean)
    again = open_abstraction(lean)
    assert isinstance(again, OchsAbstraction)
    assert lean.stat().st_size < 5_200_000 < 27_000_000 < path.stat().st_size
    assert (again.lookup(2, deals) == made.lookup(2, deals)).all()


@pytest.mark.usefixtures("few_boards")
def test_a_build_without_tables(tmp_path: Path) -> None:
    lean = build_abstraction(CONFIG, tmp_path / "lean", tables=False, threads=1)
    assert isinstance(lean, OchsAbstraction)
    assert repr(lean) == "OchsAbstraction('small': preflop 169, flop 6,430, turn 300)"
    assert lean.centroids[0].shape == (300, 5)
    with pytest.raises(AbstractionError, match="'ehs-200' is made of tables alone; only tyche, and configs"):
        build_abstraction("ehs-200", tables=False)


@pytest.mark.usefixtures("few_boards")
def test_a_street_that_was_kept_without_centroids_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, build = [], Ochs.build

    def forgetful(self: Ochs, street: Street, work: Work) -> Buckets:
        built.append(street.name)
        made = build(self, street, work)
        return Buckets(made.table, made.count, made.centroids if len(built) > 1 else None)

    monkeypatch.setattr(Ochs, "build", forgetful)
    with monkeypatch.context() as patch:
        patch.setattr(TableAbstraction, "save", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build_abstraction(CONFIG, tmp_path / "small", threads=1)
    build_abstraction(CONFIG, tmp_path / "small", threads=1)
    assert built == ["turn", "turn"]
    assert open_centroids(tmp_path / "small").count(2) == 300


def test_a_report_measures_distances_where_there_are_centroids() -> None:
    streets = report_abstraction(tiny_ochs(), samples=100).streets
    assert [street.distance is None for street in streets] == [True, False, False, False]


def test_refusals() -> None:
    good = np.full((3, 8), 0.5)
    with pytest.raises(AbstractionError, match="are not hold'em's; give tables from preflop on"):
        with_centroids(good, good, good)
    with pytest.raises(AbstractionError, match=r"centroids of the river have the shape \(8,\)"):
        with_centroids(good, good[0])
    lean = with_centroids(good)
    with pytest.raises(AbstractionError, match="round 3 is not in this abstraction"):
        lean.count(3)
    with pytest.raises(CardError):
        lean.buckets(2, [0, 5, 9, 51], np.array([[51, 50]], np.uint8))
