"""The strategy file: what is written is read, what is dropped gets a mean, what is damaged is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategy.toy import RandomRows

from riverboat.abstraction import (
    Lossless,
    RiverClusters,
    TableAbstraction,
    TycheConfig,
    WithFlopTable,
    sample_tyche,
    win_tie_kmeans,
    write_tyche,
)
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards.card import FULL_DECK, Deck
from riverboat.errors import AbstractionError, FileFormatError, StrategyError
from riverboat.games import BettingTree, Table, act, build_tree, read_config
from riverboat.strategy import StrategyFile, write_strategy
from riverboat.strategy.file.shares import FIFTEENTHS, SHARES, shares_of
from riverboat.strategy.file.strategy_writer import VERSION
from riverboat.strategy.file.trained_rows import kept_levels, visits_of

BUCKETS = (169, 12, 9, 7)


@dataclass
class Counts:
    """Cards that are never looked at."""

    counts: tuple[int, ...] = BUCKETS
    deck: Deck = FULL_DECK

    def count(self, number: int, /) -> int:
        return self.counts[number]

    buckets = lookup = None


@pytest.fixture(scope="module")
def tree() -> BettingTree:
    return build_tree("hu-fcpa", joined_from="flop")


@pytest.fixture(autouse=True)
def cards_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "riverboat.strategy.file.strategy_writer.card_contents",
        lambda cards, cards_in: ({}, {"kind": "none"}),
    )


def written(path: Path, tree: BettingTree, **options: object) -> tuple[StrategyFile, RandomRows]:
    rows = RandomRows(tree, Counts())
    write_strategy(path, tree, Counts(), rows, {"iterations": 7}, **options)
    return StrategyFile(path), rows


def node_of(file: StrategyFile, tree: BettingTree, node: int) -> tuple[int, Table]:
    """Walk the file and a table to a node of the tree."""
    actions = tree.actions_to(node)
    at, here, table = 0, 0, tree.root
    for action in actions:
        choices = tree.choices(here)
        at = file.step(at, choices.index(action))
        here = tree.step(here, action)
        act(table, action)
    return at, table


# --- quantisation --------------------------------------------------------------------------------------------


WIDTHS = pytest.mark.parametrize("bits", [4, 8])


@given(
    st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(any), min_size=1, max_size=5),
    st.sampled_from(list(SHARES)),
)
def test_shares_sum_to_all_and_are_near(weights: list[list[float]], bits: int) -> None:
    shares = np.array(weights) / np.sum(weights, axis=1, keepdims=True)
    if not np.isfinite(shares).all():
        return
    most = 2**bits - 1
    parts = SHARES[bits].of(shares)
    assert (parts.sum(axis=1, dtype=int) == most).all()
    assert np.abs(parts / most - shares).max() < 1 / most + 1e-6
    assert (parts[shares == 0] == 0).all()
    again = SHARES[bits].of(parts / np.float32(most))
    assert np.array_equal(again, parts), "what was rounded stays as it is"


def test_shares_by_hand() -> None:
    """Hamilton: 0.5, 0.3, 0.2 of 15 are 7.5, 4.5, 3: one is missing and goes to the first of the equal remainders."""
    assert FIFTEENTHS.of([0.5, 0.3, 0.2]).tolist() == [8, 4, 3]
    assert FIFTEENTHS.of([0.0, 1.0, 0.0]).tolist() == [0, 15, 0]
    assert SHARES[8].of([0.5, 0.3, 0.2]).tolist() == [128, 76, 51]
    with pytest.raises(StrategyError, match=r"probabilities of 7 bits; give 4 or 8"):
        shares_of(7)


@given(st.integers(1, 9), st.integers(1, 6), st.integers(0, 99), st.sampled_from(list(SHARES)))
def test_rows_pack_and_unpack(buckets: int, choices: int, seed: int, bits: int) -> None:
    shares = SHARES[bits]
    parts = shares.of(np.random.default_rng(seed).dirichlet(np.ones(choices), buckets))
    data = shares.pack(parts[None, :, :-1])[0]
    assert len(data) == shares.row_bytes(buckets, choices)
    assert np.allclose(shares.cells(data, 0, np.arange(buckets), choices) * shares.most, parts)


# --- everything kept -----------------------------------------------------------------------------------------


@WIDTHS
def test_every_node_of_a_whole_file_answers_its_own_row(tmp_path: Path, tree: BettingTree, bits: int) -> None:
    file, rows = written(tmp_path / "a.strategy", tree, bits=bits)
    most = 2**bits - 1
    assert file.provenance["iterations"] == 7
    assert file.provenance["rows_kept"] == tree.rows
    assert file.has_cell_visits
    for node in range(0, tree.nodes, 7):
        at, table = node_of(file, tree, node)
        found = file.find(at, table, tree.choices(node))
        assert found.source == "node"
        expected = SHARES[bits].of(rows.probabilities(int(tree.row[node])))
        assert np.allclose(file.row(found.row) * most, expected)
        visits = rows.visits(int(tree.row[node]))
        expected = [visits_of(level) for level in kept_levels(visits[:5]).tolist()]
        assert [file.visits(found.row, b) for b in range(5)] == expected
        assert file.visits_by_bucket(found.row)[:5].tolist() == expected


@WIDTHS
def test_many_cells_are_the_same_as_single_rows(tmp_path: Path, tree: BettingTree, bits: int) -> None:
    written(tmp_path / "a.strategy", tree, bits=bits)
    rng = np.random.default_rng(3)
    rows = rng.integers(0, tree.rows, 500)
    buckets = rng.integers(0, 7, 500)
    first, second, third = (StrategyFile(tmp_path / "a.strategy") for _ in range(3))  # none has read a row
    cells = first.cells(rows, buckets)
    for row, bucket, cell in zip(rows.tolist(), buckets.tolist(), cells, strict=True):
        alone = second.row(row)[bucket]
        assert third.cell(row, bucket) == alone.tolist()
        assert np.array_equal(cell[: len(alone)], alone)
        assert not cell[len(alone) :].any()


# --- a budget ------------------------------------------------------------------------------------------------


def test_a_budget_keeps_the_most_visited_and_means_answer_the_rest(tmp_path: Path) -> None:
    tree = build_tree("hu-fcpa")
    path, budget = tmp_path / "small.strategy", 12_000
    file, rows = written(path, tree, max_bytes=budget)
    assert path.stat().st_size <= budget
    about = file.provenance
    assert 0 < about["rows_kept"] < tree.rows
    assert about["visits_kept"] > about["rows_kept"] / tree.rows
    assert file.has_cell_visits
    classes = build_tree(tree.config, rows="pot-stack").row
    sources = set()
    for node in range(tree.nodes - 1, 0, -11):
        at, table = node_of(file, tree, node)
        found = file.find(at, table, tree.choices(node))
        sources.add(found.source)
        if found.source == "class":
            alike = np.flatnonzero(classes == classes[node])
            assert np.abs(file.row(found.row) - mean(rows, alike)).max() < 1 / 15
    assert sources >= {"node", "class"}


@WIDTHS
@pytest.mark.parametrize("budget", [9_000, 13_000, 17_000])
def test_a_budget_is_kept_and_filled(tmp_path: Path, bits: int, budget: int) -> None:
    file, _ = written(tmp_path / "small.strategy", build_tree("hu-fcpa"), max_bytes=budget, bits=bits)
    assert 0.97 * budget < (tmp_path / "small.strategy").stat().st_size == file.nbytes <= budget


def test_a_budget_that_is_more_than_enough_changes_nothing(tmp_path: Path, tree: BettingTree) -> None:
    written(tmp_path / "any.strategy", tree)
    written(tmp_path / "much.strategy", tree, max_bytes=10**6)
    assert (tmp_path / "any.strategy").read_bytes() == (tmp_path / "much.strategy").read_bytes()


def mean(rows: RandomRows, nodes: np.ndarray) -> np.ndarray:
    """The mean over nodes with rows of their own, weighted by visits; the plain way."""
    total, weight = 0.0, 0.0
    for node in nodes.tolist():
        visits = rows.visits(node)[:, None] + 1e-3
        total = total + visits * rows.probabilities(node)
        weight = weight + visits
    return np.asarray(total / weight)


def test_what_other_files_answer_is_dropped_first(tmp_path: Path) -> None:
    tree = build_tree("hu-fcpa")
    file, _ = written(tmp_path / "part.strategy", tree, max_bytes=12_500, not_after="c")
    whole, _ = written(tmp_path / "whole.strategy", tree, max_bytes=12_500)
    kept = {True: 0, False: 0}
    for node in range(0, tree.nodes, 7):
        after_call = tree.actions_to(node)[:1] == (0,)
        is_kept = [
            f.find(*node_of(f, tree, node), tree.choices(node)).source == "node" for f in (file, whole)
        ]
        if after_call and tree.round[node] > 0:
            assert not is_kept[0]
        elif is_kept[1]:
            assert is_kept[0]  # the room goes to what is left
        kept[after_call] += is_kept[0] - is_kept[1]
    assert kept[False] > 0 > kept[True]
    with pytest.raises(StrategyError, match="the hand is over after 'f'; give a line that is played on"):
        written(tmp_path / "over.strategy", tree, max_bytes=14_000, not_after="f")
    with pytest.raises(StrategyError, match=r"not_after is '', where the tree begins: .*, such as 'f'"):
        written(tmp_path / "all.strategy", tree, max_bytes=14_000, not_after="")
    with pytest.raises(StrategyError, match="not_after is 5; give a line that is played on, such as 'f'"):
        written(tmp_path / "number.strategy", tree, max_bytes=14_000, not_after=5)


def test_a_tiny_budget_still_answers_by_shape(tmp_path: Path, tree: BettingTree) -> None:
    file, _ = written(tmp_path / "tiny.strategy", tree, max_bytes=6_500)
    shapes = 0
    for node in range(1, tree.nodes, 13):
        at, table = node_of(file, tree, node)
        found = file.find(at, table, tree.choices(node))
        played = file.row(found.row)
        assert played.shape == (BUCKETS[tree.round[node]], len(tree.choices(node)))
        assert np.allclose(played.sum(axis=1), 1)
        shapes += found.source == "shape"
    assert shapes


def test_shared_rows_are_stored_once(tmp_path: Path) -> None:
    tree = build_tree("hu-fcpa", rows="last-action")
    file, rows = written(tmp_path / "shared.strategy", tree)
    assert tree.rows < tree.nodes
    for node in range(0, tree.nodes, 97):
        at, table = node_of(file, tree, node)
        found = file.find(at, table, tree.choices(node))
        assert np.allclose(file.row(found.row) * 15, FIFTEENTHS.of(rows.probabilities(int(tree.row[node]))))


def test_no_room_is_told(tmp_path: Path, tree: BettingTree) -> None:
    with pytest.raises(StrategyError, match=r"max_bytes is 1,000; .* allow more"):
        written(tmp_path / "none.strategy", tree, max_bytes=1000)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("limit", [0, -5, 1e6, float("nan"), float("inf"), "10MB", True, 10**400])
def test_a_limit_that_is_none_is_refused_before_any_work(
    tmp_path: Path, tree: BettingTree, limit: object
) -> None:
    with pytest.raises(
        StrategyError, match=r"max_bytes is .*; it must be a whole number from 1 to .*, such as 20"
    ):
        write_strategy(tmp_path / "none.strategy", tree, Counts(), None, {}, max_bytes=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "visits", [np.ones(168), np.full(169, np.nan), np.full(169, -1), np.full(169, "x"), 3]
)
def test_visits_that_are_no_counts_are_refused(tmp_path: Path, tree: BettingTree, visits: np.ndarray) -> None:
    rows = RandomRows(tree, Counts())
    rows.visits = lambda row: visits  # type: ignore[method-assign]
    with pytest.raises(
        StrategyError, match="visits of row 0 must be 169 numbers from 0 up, one for each bucket"
    ):
        write_strategy(tmp_path / "none.strategy", tree, Counts(), rows, {})


def test_rows_that_are_no_probabilities_are_refused(tmp_path: Path, tree: BettingTree) -> None:
    rows = RandomRows(tree, Counts())
    rows.probabilities = lambda row: np.ones((169, int(tree.row_choices[row])))  # type: ignore[method-assign]
    with pytest.raises(StrategyError, match=r"row 3 must be probabilities of shape \(169, 2\)"):
        write_strategy(tmp_path / "bad.strategy", tree, Counts(), rows, {})


# --- damage --------------------------------------------------------------------------------------------------


def test_a_damaged_array_is_told_at_first_use_and_by_verify(tmp_path: Path, tree: BettingTree) -> None:
    path = tmp_path / "a.strategy"
    written(path, tree)
    data = bytearray(path.read_bytes())
    start = 8 + int.from_bytes(data[:8], "little")
    begin = json.loads(data[8:start])["strategy"]["data_offsets"][0]
    data[start + begin + 1000] ^= 255
    path.write_bytes(data)
    file = StrategyFile(path)  # the header is whole
    told = r"array 'strategy' of '.*' is damaged: the checksum of block 0 does not match"
    with pytest.raises(FileFormatError, match=told):
        file.verify()
    for ask in (file.row, lambda row: file.cell(row, 0), lambda row: file.cells([row], [0])):
        with pytest.raises(FileFormatError, match=told):
            ask(0)
    assert file.visits(0, 0) > 0  # the other arrays are whole


def test_a_damaged_header_and_another_kind_are_told(tmp_path: Path, tree: BettingTree) -> None:
    path = tmp_path / "a.strategy"
    written(path, tree)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"average":"snapshots"', b'"average":"sn4pshots"'))
    with pytest.raises(FileFormatError, match=r"header .* damaged"):
        StrategyFile(path)
    path.write_bytes(data[:50])
    with pytest.raises(FileFormatError, match="truncated"):
        StrategyFile(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("child", 10**9),
        ("child", -7),
        ("node_row", 10**9),
        ("row_round", 9),
        ("row_choices", 0),
        ("row_choices", 200),
    ],
)
def test_arrays_that_do_not_fit_together_are_told(
    tmp_path: Path, tree: BettingTree, name: str, value: int
) -> None:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays[name][0] = value

    with pytest.raises(FileFormatError, match=r"is damaged: array .* does not fit the others"):
        ask_all(forged(tmp_path, tree, change), tree)


@pytest.mark.parametrize("name", ["child", "node_row", "node_choices", "row_round", "class_key", "shape"])
@pytest.mark.parametrize(
    "other", [lambda array: array.astype(np.float64), lambda array: array[:, None]], ids=["type", "shape"]
)
def test_arrays_of_another_type_or_shape_are_told(
    tmp_path: Path, tree: BettingTree, name: str, other: Callable[[np.ndarray], np.ndarray]
) -> None:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays["node_row"][:] = -1  # so that classes are asked for, and shapes where there are no classes
        if name == "shape":
            arrays |= {key: arrays[key][:0] for key in ("class_key", "class_row")}
        arrays[name] = other(arrays[name])

    with pytest.raises(FileFormatError, match=f"is damaged: array '{name}' does not fit the others"):
        ask_all(forged(tmp_path, tree, change), tree)


def forged(folder: Path, tree: BettingTree, change: Callable[[dict[str, np.ndarray]], None]) -> StrategyFile:
    """A file whose checksums are right, as if somebody had written it so."""
    path = folder / "a.strategy"
    written(path, tree)
    file = ArrayFile(path, kind="strategy", max_version=VERSION)
    arrays = {key: np.array(file[key]) for key in file.names}
    change(arrays)
    about = {key: value for key, value in file.metadata.items() if "checksum" not in key}
    write_arrays(path, arrays, kind="strategy", version=VERSION, metadata=about)
    return StrategyFile(path)


def ask_all(file: StrategyFile, tree: BettingTree) -> None:
    for node in range(0, tree.nodes, 7):
        at, table = node_of(file, tree, node)
        found = file.find(at, table, tree.choices(node))
        file.row(found.row)
        file.visits(found.row, 0)


# --- cards ---------------------------------------------------------------------------------------------------


class TestCards:
    """The abstraction goes with the file, or lies in another one beside it."""

    @pytest.fixture(autouse=True)
    def cards_unread(self) -> None:
        """Here they are read."""

    def cards(self) -> TableAbstraction:
        classes = Lossless()
        counts = (169, 5)
        tables = tuple((np.arange(classes.count(n)) % c).astype(np.uint16) for n, c in enumerate(counts))
        return TableAbstraction(tables, counts, classes.groups[:2], name="modulo")

    def flop_tree(self) -> BettingTree:
        return build_tree(read_config('[game]\nbase = "flop-holdem"'))

    def test_tables_and_a_shared_file(self, tmp_path: Path) -> None:
        tree, cards = self.flop_tree(), self.cards()
        rows = RandomRows(tree, cards)
        write_strategy(tmp_path / "a.strategy", tree, cards, rows, {})
        write_strategy(tmp_path / "b.strategy", tree, cards, rows, {}, cards_in="a.strategy")
        hands = np.array([[51, 50], [40, 3]], np.uint8)
        expected = cards.buckets(1, [0, 5, 9], hands).tolist()
        for name in ("a", "b"):
            found = StrategyFile(tmp_path / f"{name}.strategy").cards
            assert found.buckets(1, [0, 5, 9], hands).tolist() == expected
        assert (tmp_path / "b.strategy").stat().st_size < (tmp_path / "a.strategy").stat().st_size
        assert b'"cards:' not in (tmp_path / "b.strategy").read_bytes()
        other = TableAbstraction(cards.tables, cards.counts, cards.groups, name="other")
        write_strategy(tmp_path / "a.strategy", tree, other, rows, {})
        with pytest.raises(FileFormatError, match="another abstraction"):
            _ = StrategyFile(tmp_path / "b.strategy").cards
        (tmp_path / "a.strategy").unlink()
        with pytest.raises(FileFormatError, match="which is not there"):
            _ = StrategyFile(tmp_path / "b.strategy").cards

    def test_an_older_file_takes_its_cards_from_a_newer_one(self, tmp_path: Path) -> None:
        tree, cards = self.flop_tree(), self.cards()
        rows = RandomRows(tree, cards)
        write_strategy(tmp_path / "a.strategy", tree, cards, rows, {})
        write_strategy(tmp_path / "b.strategy", tree, cards, rows, {}, cards_in="a.strategy")
        file = ArrayFile(tmp_path / "b.strategy", kind="strategy", max_version=VERSION)
        about = {key: value for key, value in file.metadata.items() if "checksum" not in key}
        arrays = {name: file[name] for name in file.names}
        write_arrays(tmp_path / "b.strategy", arrays, kind="strategy", version=2, metadata=about)
        assert StrategyFile(tmp_path / "b.strategy").cards.count(1) == 5

    def test_a_file_that_takes_its_cards_from_itself_is_refused(self, tmp_path: Path) -> None:
        tree, cards = self.flop_tree(), self.cards()
        path = tmp_path / "a.strategy"
        write_strategy(path, tree, cards, RandomRows(tree, cards), {}, cards_in="a.strategy")
        with pytest.raises(FileFormatError, match=r"a\.strategy', which has none of its own"):
            _ = StrategyFile(path).cards

    def test_an_abstraction_that_no_file_holds_is_refused(self, tmp_path: Path) -> None:
        tree = self.flop_tree()
        with pytest.raises(AbstractionError, match="cannot hold an abstraction of type Counts"):
            write_strategy(tmp_path / "a.strategy", tree, Counts(), RandomRows(tree, Counts()), {})

    def test_a_table_of_flops_has_the_right_size(self) -> None:
        class Named(Counts):
            name = "counts"

        with pytest.raises(AbstractionError, match=r"uint32\[1286792\]"):
            WithFlopTable(Named(), np.zeros(3, np.uint16))  # type: ignore[arg-type]

    def test_tyche_without_its_mean_vectors_finds_the_same_buckets(self, tmp_path: Path) -> None:
        config = TycheConfig(river=20, turn=8, flop=6, landmarks=8, dimensions=3)
        pairs = np.stack(np.meshgrid(np.arange(0, 991, 30), [0, 2]), axis=-1).reshape(-1, 2)
        pairs = pairs[pairs.sum(axis=1) <= 990]
        river = win_tie_kmeans(pairs, np.ones(len(pairs)), 20)
        every = np.array([(w, t) for w in range(991) for t in range(991 - w)], np.int64)
        river = RiverClusters(river.centroids, every, river.nearest(every), river.error, river.iterations)
        tyche = sample_tyche(config, turns=2, flops=1, river=river)
        tree = build_tree("hu-fcpa", joined_from="preflop")
        flops = np.arange(1286792) % 6
        cards = WithFlopTable(tyche, flops.astype(np.uint16))
        write_strategy(tmp_path / "a.strategy", tree, cards, RandomRows(tree, cards), {})
        found = StrategyFile(tmp_path / "a.strategy").cards
        hands = np.array([[51, 46], [40, 3], [20, 21]], np.uint8)
        assert found.buckets(0, [], hands).tolist() == tyche.buckets(0, [], hands).tolist()
        for number, board in ((2, [0, 5, 9, 30]), (3, [0, 5, 9, 30, 31])):
            assert (
                found.buckets(number, board, hands).tolist() == tyche.buckets(number, board, hands).tolist()
            )
        index = Lossless().index(1, np.array([[51, 46, 0, 5, 9]], np.uint8))
        assert found.buckets(1, [0, 5, 9], hands[:1]).tolist() == flops[index].tolist()
        assert found.lookup(1, np.array([[51, 46, 0, 5, 9]], np.uint8)).tolist() == flops[index].tolist()
        lean = StrategyFile(tmp_path / "a.strategy").cards.tyche  # type: ignore[attr-defined]
        assert lean.buckets(1, [0, 5, 9], hands).tolist() == tyche.buckets(1, [0, 5, 9], hands).tolist()
        write_tyche(tyche, tmp_path / "t.abstraction")
        write_strategy(
            tmp_path / "b.strategy", tree, tyche, RandomRows(tree, tyche), {}, cards_in="t.abstraction"
        )
        shared = StrategyFile(tmp_path / "b.strategy").cards
        assert (
            shared.buckets(2, [0, 5, 9, 30], hands).tolist()
            == tyche.buckets(2, [0, 5, 9, 30], hands).tolist()
        )
