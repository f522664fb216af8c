"""The table of preflop match-ups: what it says, how it is built, and its file."""

from pathlib import Path

import numpy as np
import pytest

from riverboat import _core
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.cards import preflop
from riverboat.cards.card import HAND_CARDS
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.preflop import (
    BOARDS,
    PreflopTable,
    build_preflop_table,
    preflop_table,
    read_preflop_table,
    write_preflop_table,
)
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError


def test_random_entries_recomputed() -> None:
    indexer = HandIndexer((2, 2))
    some = np.random.default_rng(5).choice(indexer.size(1), 200, replace=False)
    counts = _core.heads_up_preflop(indexer.cards_batch(1, some), 1, None)
    table = preflop_table()
    assert np.array_equal(counts, np.column_stack([table.wins[some], table.ties[some]]))


def test_exchanging_players_exchanges_results() -> None:
    indexer = HandIndexer((2, 2))
    rows = indexer.cards_batch(1, np.arange(indexer.size(1)))
    mirror = indexer.index_batch(np.ascontiguousarray(rows[:, [2, 3, 0, 1]]))
    table = preflop_table()
    assert np.array_equal(table.ties, table.ties[mirror])
    assert np.array_equal(table.wins, BOARDS - table.wins[mirror] - table.ties)


def test_counts_and_sums_against_a_range_agree() -> None:
    table, rng = preflop_table(), np.random.default_rng(2)
    weights = Range("QQ+,AKs:0.3,72o:0.1").weights
    wins, ties, total = table.against(weights)
    for hand in rng.integers(1326, size=20).tolist():
        others = [o for o in np.flatnonzero(weights) if not np.isin(HAND_CARDS[o], HAND_CARDS[hand]).any()]
        counts = np.array([table.counts(hand, int(o)) for o in others])
        assert wins[hand] == pytest.approx(weights[others] @ counts[:, 0], rel=1e-12)
        assert ties[hand] == pytest.approx(weights[others] @ counts[:, 1], rel=1e-12)
        assert total[hand] == pytest.approx(BOARDS * weights[others].sum(), rel=1e-12)


def test_build_fills_every_entry_from_one_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole build takes too long for a test, so native counts come from the shipped table here."""
    shipped, indexer, asked = preflop_table(), HandIndexer((2, 2)), []

    def counts(rows: np.ndarray, threads: int, progress: object) -> np.ndarray:
        asked.append(len(rows))
        index = indexer.index_batch(rows)
        return np.column_stack([shipped.wins[index], shipped.ties[index]])

    monkeypatch.setattr(preflop._core, "heads_up_preflop", counts)
    built = build_preflop_table()
    assert np.array_equal(built.wins, shipped.wins)
    assert np.array_equal(built.ties, shipped.ties)
    assert len(asked) == 1
    assert asked[0] < 0.52 * len(shipped.wins)


# --- its file --------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "table.safetensors"
    rng = np.random.default_rng(1)
    write_preflop_table(PreflopTable(*rng.integers(0, 1000, (2, 50), dtype=np.uint32)), path)
    return path


def test_round_trip(tmp_path: Path) -> None:
    path, table = tmp_path / "table.safetensors", preflop_table()
    write_preflop_table(table, path)
    again = read_preflop_table(path)
    assert again.wins.dtype == np.uint32
    assert np.array_equal(table.wins, again.wins)
    assert np.array_equal(table.ties, again.ties)
    assert again.counts(1325, 1174) == table.counts(1325, 1174)


def damage(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_any_damaged_byte_is_noticed(saved: Path) -> None:
    content = saved.read_bytes()
    for at in range(len(content)):
        if content[at : at + 1] == b" " and at < 8 + int.from_bytes(content[:8], "little"):
            continue  # padding after the header
        saved.write_bytes(content)
        damage(saved, at)
        with pytest.raises(FileFormatError, match=str(saved)):
            read_preflop_table(saved)
    saved.write_bytes(content)
    read_preflop_table(saved)


def test_any_truncation_is_noticed(saved: Path) -> None:
    content = saved.read_bytes()
    for size in range(len(content)):
        saved.write_bytes(content[:size])
        with pytest.raises(FileFormatError, match=str(saved)):
            read_preflop_table(saved)


def test_a_file_of_another_kind_or_version(tmp_path: Path) -> None:
    arrays = {"wins": np.zeros(3, np.uint32), "ties": np.zeros(3, np.uint32)}
    other, newer, partial = tmp_path / "other", tmp_path / "newer", tmp_path / "partial"
    write_arrays(other, arrays, kind="strategy", version=1)
    with pytest.raises(FileFormatError, match=f"{other}.*'strategy'.*'preflop-equity'"):
        read_preflop_table(other)
    write_arrays(newer, arrays, kind="preflop-equity", version=2)
    with pytest.raises(FileFormatError, match=f"{newer}.*version 2.*newer Riverboat"):
        read_preflop_table(newer)
    write_arrays(partial, {"wins": arrays["wins"]}, kind="preflop-equity", version=1)
    with pytest.raises(FileFormatError, match=f"{partial}.*no array 'ties'"):
        read_preflop_table(partial)


def test_the_shipped_file_says_what_it_is() -> None:
    path = Path(preflop.__file__).parents[1] / "data" / "preflop_equity.safetensors"
    file = ArrayFile(path, kind="preflop-equity", max_version=1)
    assert (file.version, file.metadata["boards"]) == (1, "1712304")
    file.verify()
