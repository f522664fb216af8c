"""Kinds of boards: what a board is worth to hands, and buckets that are divided by kinds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import BoardTables, TableAbstraction
from riverboat.abstraction.boards import board_kinds as module
from riverboat.abstraction.boards.board_kinds import BoardKinds, board_points, check_kinds, find_board_kinds
from riverboat.abstraction.boards.with_boards import WithBoards, divided, divided_classes
from riverboat.abstraction.clustering.ward import ward_order
from riverboat.abstraction.methods.street_strengths import StreetStrengths
from riverboat.abstraction.opening import restore
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.strength import ehs
from riverboat.errors import AbstractionError, SolverError
from riverboat.training import read_training_config

FLOPS = 1_286_792
OF = TableAbstraction(
    (np.arange(169, dtype=np.uint16), (np.arange(FLOPS) * 7919 % 5).astype(np.uint16)),
    (169, 5),
    groups=((2,), (2, 3)),
)
KINDS = BoardKinds(((np.arange(1755) * 31 % 7).astype(np.uint16),), (7,))


def deals(count: int, cards: int) -> np.ndarray:
    rng = np.random.default_rng(3)
    return np.array([rng.choice(52, cards, replace=False) for _ in range(count)], np.uint8)


def test_a_bucket_is_the_kind_of_the_board_and_the_bucket_of_the_hand() -> None:
    made, indexer = WithBoards(OF, KINDS), HandIndexer((3,))
    for row in deals(50, 5):
        kind = int(KINDS.tables[0][indexer.index(row[2:].tolist())])
        expected = kind * 5 + int(OF.lookup(1, row[None])[0])
        assert made.lookup(1, row[None]).tolist() == [expected]
        assert made.buckets(1, row[2:].tolist(), row[None, :2]).tolist() == [expected]
    assert (made.count(0), made.count(1)) == (169, 35)
    assert (
        made.lookup(0, np.array([[51, 50]], np.uint8)).tolist()
        == OF.lookup(0, np.array([[51, 50]], np.uint8)).tolist()
    )


def test_suits_have_no_names() -> None:
    made, rows = WithBoards(OF, KINDS), deals(200, 5)
    renamed = (rows // 4 * 4 + np.array([2, 0, 3, 1], np.uint8)[rows % 4]).astype(np.uint8)
    assert (made.lookup(1, rows) == made.lookup(1, renamed)).all()


def test_tables_hold_the_same_buckets() -> None:
    made, rows = WithBoards(OF, KINDS), deals(500, 5)
    asked = made.lookup(1, rows)
    assert (divided(BoardTables.of(OF), KINDS).lookup(rows)[:, 0, 1] == asked).all()
    assert (divided_classes(OF, KINDS).lookup(1, rows) == asked).all()


def test_files_give_the_same_again(tmp_path: Path) -> None:
    KINDS.save(tmp_path / "kinds.boards")
    assert (BoardKinds.open(tmp_path / "kinds.boards").tables[0] == KINDS.tables[0]).all()
    made, rows = WithBoards(OF, KINDS), deals(20, 5)
    stored = made.stored()
    again = restore(stored.about, stored.arrays)
    assert isinstance(again, WithBoards)
    assert (again.lookup(1, rows) == made.lookup(1, rows)).all()


def test_a_board_is_what_hands_are_worth_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one flop, by the room of cards; the strengths of all others are made up, since they take long."""
    board = [51, 46, 0]  # As Kh 2c
    strengths, indexer = np.asarray(ehs(None, tuple(board))), HandIndexer((2, 3))
    free = ~np.isin(HAND_CARDS, board).any(axis=1)
    rows = np.array([[*hand, *board] for hand in HAND_CARDS[free]], np.uint8)
    scores = np.zeros(FLOPS, np.uint32)
    scores[indexer.index_batch(rows)] = np.rint(strengths[free] * 2 * 1081 * 990)
    fake = StreetStrengths(scores // 2, scores % 2, None, 1081)
    monkeypatch.setattr(module, "street_strengths", lambda *_: fake)
    point = board_points(3)[HandIndexer((3,)).index(board)]
    classes = HandIndexer((2,)).index_batch(HAND_CARDS)
    for hand in ("AA", "AKs", "72o", "54s"):
        number = HandIndexer((2,)).index({"AA": "AsAh", "AKs": "AsKs", "72o": "7s2h", "54s": "5s4s"}[hand])
        among = strengths[free & (classes == number)]
        weight = np.sqrt((classes == number).sum() / 1326)
        assert point[number] == pytest.approx(among.mean() * weight, abs=1e-4)
        assert point[169 + number] == pytest.approx(among.std() * weight, abs=1e-4)


def test_boards_that_are_worth_the_same_are_of_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.zeros((1755, 338), np.float32)
    points[::3, 0] = 1
    monkeypatch.setattr(module, "board_points", lambda *_: points)
    kinds = find_board_kinds([2]).tables[0]
    assert len(set(kinds[::3].tolist())) == 1
    assert len(set(kinds[1::3].tolist()) | set(kinds[2::3].tolist())) == 1
    assert kinds[0] != kinds[1]
    assert (find_board_kinds([2]).tables[0] == kinds).all()


@pytest.mark.parametrize("counts", [[], [0], [1756], "20", [20, 20, 20, 20], [2.5]])
def test_counts_are_checked(counts: object) -> None:
    with pytest.raises(AbstractionError, match="20"):
        check_kinds(counts)


def test_kinds_must_fit_the_abstraction() -> None:
    with pytest.raises(AbstractionError, match="one for each street with a board"):
        WithBoards(OF, BoardKinds((), ()))
    with pytest.raises(AbstractionError, match="below 3"):
        BoardKinds(((np.arange(1755) % 7).astype(np.uint16),), (3,))


def test_a_training_config_has_kinds_of_boards() -> None:
    text = 'tree = "headsup"\nabstraction = "tyche-50"\nboards = [10, 20, 30]\niterations = 1000'
    config = read_training_config(text)
    assert config.buckets == (169, 500, 1000, 1500)
    assert read_training_config(config.to_toml()) == config
    assert config.difference(read_training_config(text.replace("10, 20, 30", "10, 20, 20"))) == "boards"
    for wrong in ("[20, 20]", "[0, 1, 1]", "20"):
        with pytest.raises(SolverError, match=r"\[20, 20, 20\]|such as 20"):
            read_training_config(text.replace("[10, 20, 30]", wrong))
    with pytest.raises(SolverError, match="kinds of boards are for hold'em"):
        read_training_config('tree = "leduc"\nabstraction = "lossless"\nboards = [2]\niterations = 9')


# --- fewer kinds -----------------------------------------------------------------------------------------------------


def test_fewer_kinds_are_unions_and_the_costliest_union_is_split_first() -> None:
    points = np.random.default_rng(5).normal(size=(12, 3))
    order, splits = ward_order(points, np.ones(12))
    kinds = BoardKinds((np.arange(1755, dtype=np.uint16) % 12,), (12,), (splits,))
    for groups in range(1, 14):
        few = kinds.pooled(groups)
        own, theirs = kinds.tables[0], few.tables[0]
        assert few.counts == (min(groups, 12),)
        assert len(np.unique(theirs)) == min(groups, 12)
        assert all(len(np.unique(theirs[own == kind])) == 1 for kind in range(12))
        assert (np.searchsorted(kinds.starts(1, groups), own, side="right") - 1 == theirs).all()
        if groups > 1:
            again = few.pooled(groups - 1)  # which divides as the first one does
            assert (again.tables[0] == kinds.pooled(min(groups, 12) - (groups <= 12)).tables[0]).all()
    assert sorted(order.tolist()) == list(range(12))


def test_kinds_that_divide_in_no_known_way_are_not_pooled() -> None:
    with pytest.raises(AbstractionError, match=r"cannot be pooled.*find them anew"):
        KINDS.pooled(3)
    with pytest.raises(AbstractionError, match="kinds of boards is 0"):
        KINDS.pooled(0)
    with pytest.raises(AbstractionError, match=r"the splits of 7 kinds are \[1, 2, 2, 3, 4, 5\]"):
        BoardKinds(KINDS.tables, (7,), (np.array([1, 2, 2, 3, 4, 5], np.uint16),))


def test_splits_are_kept_in_files(tmp_path: Path) -> None:
    kinds = BoardKinds(KINDS.tables, (7,), (np.array([4, 2, 6, 1, 3, 5], np.uint16),))
    kinds.save(tmp_path / "kinds.boards")
    again = BoardKinds.open(tmp_path / "kinds.boards")
    assert (again.pooled(3).tables[0] == kinds.pooled(3).tables[0]).all()
    stored = WithBoards(OF, kinds).stored()
    assert restore(stored.about, stored.arrays).kinds.pooled(2).counts == (2,)
