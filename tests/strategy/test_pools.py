"""Strategy files whose rows know fewer kinds of boards than were trained."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategy.toy import RandomRows

from riverboat.abstraction import TableAbstraction
from riverboat.abstraction.boards.board_kinds import BoardKinds
from riverboat.abstraction.boards.with_boards import WithBoards
from riverboat.abstraction.clustering.ward import ward_order
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.card import FULL_DECK
from riverboat.errors import FileFormatError, StrategyError
from riverboat.games import BettingTree, TreeConfig, build_tree, menu_from_table, nolimit_holdem
from riverboat.solvers.sampled.engine import average_strategy
from riverboat.strategy import StrategyFile, write_strategy
from riverboat.strategy.file import strategy_file
from riverboat.strategy.file.alike_rows import UNSEEN
from riverboat.strategy.file.pools import Pools, one_level, pools_of, sums_from
from riverboat.strategy.file.saved_rows import Layout
from riverboat.strategy.file.shares import FIFTEENTHS
from riverboat.strategy.pooled_rows import PooledRows

HANDS, KINDS = 6, 11


def divided(kinds: int = KINDS) -> WithBoards:
    """Flops of so many kinds, with six buckets of hands on each."""
    flops = (np.arange(1286792) * 7919 % HANDS).astype(np.uint16)
    of = TableAbstraction(
        (np.arange(169, dtype=np.uint16), flops), (169, HANDS), ((2,), (2, 3)), FULL_DECK, "six"
    )
    _, splits = ward_order(np.random.default_rng(2).normal(size=(kinds, 2)), np.ones(kinds))
    return WithBoards(
        of, BoardKinds(((np.arange(1755) * 31 % kinds).astype(np.uint16),), (kinds,), (splits,))
    )


@pytest.fixture(scope="module")
def tree() -> BettingTree:
    plain = nolimit_holdem(2, stack_bb=20)
    rounds = {"board_cards": plain.board_cards[:2], "first_to_act": plain.first_to_act[:2]}
    menu = menu_from_table({"preflop": {"raises": ["2bb", "a"]}, "flop": {"bets": "50%", "max_raises": 1}})
    return build_tree(TreeConfig("to the flop", type(plain)(**{**vars(plain), **rounds}), menu))


class SmoothRows(RandomRows):
    """Rows in which kinds of boards that lie side by side play nearly alike, the more so the later the row."""

    def probabilities(self, row: int, /) -> np.ndarray:
        buckets, choices = self._shape(row)
        rng = np.random.default_rng((self.seed, row))
        if buckets == 169:
            return super().probabilities(row)
        base = rng.dirichlet(np.ones(choices), HANDS)[None]
        apart = rng.dirichlet(np.ones(choices), (buckets // HANDS, HANDS))
        share = 0.8 / (1 + row % 4)
        return ((1 - share) * base + share * apart).reshape(buckets, choices).astype(np.float32)


def written(path: Path, tree: BettingTree, **options: object) -> tuple[StrategyFile, SmoothRows]:
    rows = SmoothRows(tree, divided())
    write_strategy(path, tree, divided(), rows, {"iterations": 7}, **options)
    return StrategyFile(path), rows


# --- levels ----------------------------------------------------------------------------------------------------------


@given(kinds=st.integers(1, 60), hands=st.integers(1, 5), seed=st.integers(0, 99))
def test_levels_are_nested_from_one_group_to_all(kinds: int, hands: int, seed: int) -> None:
    splits = np.random.default_rng(seed).permutation(np.arange(1, kinds)).astype(np.uint16)
    found = BoardKinds((np.zeros(1755, np.uint16),), (kinds,), (splits,))
    flops = np.zeros(1286792, np.uint16)
    of = TableAbstraction((np.zeros(169, np.uint16), flops), (1, hands), ((2,), (2, 3)), FULL_DECK)
    pools = pools_of(WithBoards(of, found), 1)
    assert (pools.sizes[0], pools.sizes[-1]) == (hands, hands * kinds)
    for coarse in range(pools.levels):
        own = pools.own(coarse)
        assert [pools.own_bucket(coarse, bucket) for bucket in range(hands * kinds)] == own.tolist()
        assert set(own.tolist()) == set(range(pools.sizes[coarse]))
        assert (own % hands == np.arange(hands * kinds) % hands).all()  # boards are pooled, hands never
        for fine in range(coarse, pools.levels):
            assert (pools.within(fine, coarse)[pools.own(fine)] == own).all()


@given(kinds=st.integers(1, 30), hands=st.integers(1, 4), seed=st.integers(0, 99))
def test_sums_are_those_of_bincount(kinds: int, hands: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = np.concatenate([[0], np.cumsum(rng.integers(0, 2, kinds - 1))])
    pools = Pools(np.array([groups, np.arange(kinds)], np.uint8), kinds * hands)
    numbers = rng.random((3, kinds * hands, 2))
    for level in range(2):
        expected = np.zeros((3, pools.sizes[level], 2))
        np.add.at(expected, (slice(None), pools.own(level)), numbers)
        assert np.allclose(pools.sums(numbers, level), expected)
    assert np.allclose(sums_from(numbers, np.array([0])), numbers.sum(axis=1, keepdims=True))


def test_more_kinds_than_a_file_takes_are_refused_with_advice(tmp_path: Path, tree: BettingTree) -> None:
    cards = divided(300)
    with pytest.raises(StrategyError, match=r"300 kinds of boards; a file has at most 256.*--kinds 30"):
        write_strategy(tmp_path / "a.strategy", tree, cards, RandomRows(tree, cards), {})


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_whole_file_keeps_every_kind(tmp_path: Path, tree: BettingTree) -> None:
    file, rows = written(tmp_path / "a.strategy", tree)
    for row in range(tree.rows):
        assert np.abs(file.row(row) - rows.probabilities(row)).max() < 0.05
        assert len(file.row_on(row, file.level_of(row))) == len(rows.probabilities(row))


def pooled(rows: SmoothRows, row: int, pools: Pools, level: int) -> np.ndarray:
    """The mean over pooled kinds, by plain loops."""
    played, visits = rows.probabilities(row), rows.visits(row) + UNSEEN
    own = pools.own(level)
    out = np.empty(played.shape)
    for bucket in range(len(played)):
        same = np.flatnonzero(own == own[bucket])
        out[bucket] = sum(played[one] * visits[one] for one in same) / visits[same].sum()
    return out


@pytest.mark.parametrize("max_bytes", [5_900, 6_500, 7_200, 9_000])
def test_rows_of_a_small_file_are_means_over_kinds_that_are_alike(
    tmp_path: Path, tree: BettingTree, max_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.strategy").touch()
    monkeypatch.setattr(strategy_file, "read_cards", lambda *_: divided())
    file, rows = written(tmp_path / "a.strategy", tree, max_bytes=max_bytes, cards_in="cards.strategy")
    assert (tmp_path / "a.strategy").stat().st_size <= max_bytes
    levels = set()
    for at, node in walked(file, tree):
        row, own = file.row_of(at), int(tree.row[node])
        if row < 0:
            continue
        pools, level = file.pools(int(tree.round[node])), file.level_of(row)
        levels.add((int(tree.round[node]), level))
        expected = pooled(rows, own, pools, level)
        assert np.abs(file.row(row) - expected).max() < 0.05
        assert (file.row_on(row, level)[pools.own(level)] == file.row(row)).all()
        buckets = np.arange(len(expected))
        assert (file.cells(np.full(len(buckets), row), buckets) == file.row(row)).all()
        assert file.cell(row, len(expected) - 1) == file.row(row)[-1].tolist()
    assert (0, 0) in levels
    if max_bytes == 6_500:
        assert {level for number, level in levels if number == 1} > {
            0
        }  # some rows know more kinds than others


def walked(file: StrategyFile, tree: BettingTree) -> list[tuple[int, int]]:
    """Nodes of the file, and where they are in the tree."""
    found, open_ = [], [(0, 0)]
    while open_:
        at, node = open_.pop()
        found.append((at, node))
        for choice in range(len(tree.choices(node))):
            child = tree.child[tree.first_choice[node] + choice]
            below = file.step(at, choice)
            if child >= 0 and below >= 0:
                open_.append((below, int(child)))
    return found


def test_pools_that_do_not_hold_together_are_told(tmp_path: Path, tree: BettingTree) -> None:
    path = tmp_path / "a.strategy"
    written(path, tree)
    whole = ArrayFile(path, kind="strategy", max_version=strategy_file.VERSION)
    about = {key: value for key, value in whole.metadata.items() if "checksum" not in key}
    arrays = {name: np.array(whole[name]) for name in whole.names}
    spoilt = {
        "pools_1": [
            arrays["pools_1"][:, ::-1],  # not in order
            arrays["pools_1"].astype(np.uint16),
            arrays["pools_1"][:, :-1],  # 66 buckets are not those of ten kinds
            arrays["pools_1"][:-1],  # the last level has not all kinds
        ],
        "row_pool": [np.full_like(arrays["row_pool"], 9), arrays["row_pool"][:-1]],
    }
    for name, some in spoilt.items():
        for array in some:
            write_arrays(path, arrays | {name: array}, kind="strategy", version=4, metadata=about)
            with pytest.raises(FileFormatError, match=f"array '{name}'"):
                StrategyFile(path).row(0)


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_more_bytes_never_cost_more(tree: BettingTree) -> None:
    """Of random rows, the play that is lost falls with the room, and sizes stay within it."""
    pools = (one_level(169), pools_of(divided(), 1))
    layout = Layout(tree, pools, FIFTEENTHS)
    rng = np.random.default_rng(3)
    levels = len(layout.row_sizes)
    sizes = np.where(layout.row_sizes > 0, layout.row_sizes * rng.uniform(0.5, 1, layout.row_sizes.shape), 0)
    costs = np.sort(rng.random((1 + levels, tree.rows)), axis=0)[::-1]  # finer levels cost less
    lost = []
    for room in np.linspace(50, 1.1 * sizes.max(axis=0).sum() + layout.node_bytes.sum(), 25):
        chosen, nodes = layout.keep(costs, sizes, float(room))
        kept = np.flatnonzero(chosen >= 0)
        spent = sizes[chosen[kept], kept].sum() + layout.node_bytes[nodes].sum()
        assert spent <= room or not len(kept)
        lost.append(costs[chosen + 1, np.arange(tree.rows)].sum())
    assert all(after <= before + 1e-9 for before, after in pairwise(lost))
    assert (chosen == (layout.row_sizes > 0).sum(axis=0) - 1).all()  # there is room for all


def test_publishing_fewer_kinds_sums_what_was_learnt(tmp_path: Path) -> None:
    learnt = {0: np.random.default_rng(1).random((169, 4)), 1: np.random.default_rng(2).random((66, 6))}

    class Solver:
        average = "snapshots"
        met = 1
        game = SimpleNamespace(rounds=2)
        tree = SimpleNamespace(rows=2, row=np.arange(2), round=np.arange(2))

        def cells(self, row: int, *, in_place: bool) -> np.ndarray:
            assert in_place
            return learnt[row].astype(np.float32)

    cards = divided()
    few = PooledRows(Solver(), cards, 4)  # type: ignore[arg-type]
    assert few.abstraction.count(1) == 4 * HANDS
    kind = np.searchsorted(cards.kinds.starts(1, 4), np.arange(KINDS), side="right") - 1
    expected = np.zeros((4 * HANDS, 6))
    np.add.at(expected, (kind[:, None] * HANDS + np.arange(HANDS)).ravel(), learnt[1])
    assert np.allclose(few.probabilities(1), average_strategy(expected.astype(np.float32)), atol=1e-6)
    assert np.allclose(few.visits(1), expected[:, 3:].sum(axis=1))
    assert np.allclose(few.probabilities(0), average_strategy(learnt[0].astype(np.float32)))
