"""Lossless abstractions, tables and their files: what they promise and what they refuse."""

from __future__ import annotations

import json
import mmap
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import (
    HOLDEM_IN_ORDER,
    CardAbstraction,
    Lossless,
    TableAbstraction,
    open_abstraction,
)
from riverboat.base.files import write_arrays
from riverboat.cards.card import HAND_CARDS, SHORT_DECK, Deck, parse_cards
from riverboat.errors import AbstractionError, FileFormatError
from riverboat.games import Menu, build_tree, leduc
from riverboat.solvers import FullWidth

LEDUC = Deck("JQK", "hs")
LEDUC_GROUPS = ((1,), (1, 1))


def leduc_ranks() -> TableAbstraction:
    """Leduc's classes of suits by rank: of own card, and of own card and board."""
    classes = Lossless(LEDUC_GROUPS, LEDUC)
    tables = []
    for number, indexer in enumerate(classes.indexers):
        ranks = indexer.cards_batch(number, np.arange(indexer.size())) // 4 - 9
        tables.append((ranks @ 3 ** np.arange(number + 1)).astype(np.uint16))
    return TableAbstraction(tuple(tables), (3, 9), LEDUC_GROUPS, LEDUC, name="ranks")


@pytest.mark.parametrize("kind", [Lossless(), leduc_ranks()])
def test_the_interface(kind: object) -> None:
    assert isinstance(kind, CardAbstraction)


def test_lossless_counts() -> None:
    assert [Lossless(HOLDEM_IN_ORDER).count(n) for n in range(4)] == [169, 1286792, 55190538, 2428287420]
    assert Lossless(LEDUC_GROUPS, LEDUC).count(1) == 15


def test_lossless_tells_apart_all_but_suits() -> None:
    """All hands on one flop: equal buckets exactly where a renaming of suits turns one into the other."""
    board = parse_cards("KsKh2s")  # clubs and diamonds may be exchanged; spades and hearts may not
    hands = HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)]
    found = Lossless().buckets(1, board, hands)
    swap = {0: 1, 1: 0, 2: 2, 3: 3}
    seen: dict[frozenset[frozenset[int]], int] = {}
    for hand, bucket in zip(hands.tolist(), found.tolist(), strict=True):
        other = frozenset(card // 4 * 4 + swap[card % 4] for card in hand)
        assert seen.setdefault(frozenset({frozenset(hand), other}), bucket) == bucket
    assert len(set(seen.values())) == len(seen)


def test_board_order_matters_only_in_order() -> None:
    deals = np.array([parse_cards("AsKd QsJh2h 3c"), parse_cards("AsKd QsJh3c 2h")], np.uint8)
    plain, ordered = Lossless().lookup(2, deals), Lossless(HOLDEM_IN_ORDER).lookup(2, deals)
    assert plain[0] == plain[1]
    assert ordered[0] != ordered[1]


def test_solver_takes_it() -> None:
    """A table of ranks solves Leduc as exactly as no abstraction does."""
    solver = FullWidth(build_tree(leduc(), Menu()), rule="cfr+", ties=leduc_ranks())
    solver.run(400)
    assert solver.ties is not None
    assert solver.ties.counts == ((3, 3), (9, 9))
    assert solver.accuracy().values[0] == pytest.approx(-0.0856, abs=2e-3)


def test_a_game_that_begins_later() -> None:
    whole = leduc_ranks()
    later = whole.from_round(1)
    deals = np.array([parse_cards("JhQs"), parse_cards("KsJs")], np.uint8)
    assert later.counts == (9,)
    assert np.array_equal(later.lookup(0, deals), whole.lookup(1, deals))
    with pytest.raises(AbstractionError, match="round 2 is not"):
        whole.from_round(2)


def test_file_round_trip(tmp_path: Path) -> None:
    made = leduc_ranks()
    made.save(tmp_path / "ranks")
    again = open_abstraction(tmp_path / "ranks", deck=LEDUC)
    assert (again.counts, again.groups, again.deck, again.name) == ((3, 9), LEDUC_GROUPS, LEDUC, "ranks")
    owner: object = again.tables[0]
    while isinstance(owner, np.ndarray):
        owner = owner.base
    assert isinstance(owner, mmap.mmap)  # mapped, not read
    assert all(np.array_equal(a, b) for a, b in zip(made.tables, again.tables, strict=True))


def test_other_deck(tmp_path: Path) -> None:
    leduc_ranks().save(tmp_path / "ranks")
    with pytest.raises(AbstractionError, match=r"ranks 'JQK' and suits 'hs'.*'6789TJQKA'"):
        open_abstraction(tmp_path / "ranks", deck=SHORT_DECK)
    every_card = Lossless(LEDUC_GROUPS)  # knows all cards of Leduc, so nothing but the deck tells
    with pytest.raises(AbstractionError, match=r"ranks '23456789TJQKA'.*'JQK' and suits 'hs'"):
        FullWidth(build_tree(leduc(), Menu()), ties=every_card)


def test_damaged_table(tmp_path: Path) -> None:
    leduc_ranks().save(tmp_path / "ranks")
    data = bytearray((tmp_path / "ranks").read_bytes())
    data[-1] ^= 1
    (tmp_path / "ranks").write_bytes(data)
    with pytest.raises(FileFormatError, match=r"'buckets_1'.*damaged"):
        open_abstraction(tmp_path / "ranks")


@pytest.mark.parametrize("cut", [3, 40, -5])
def test_truncated(tmp_path: Path, cut: int) -> None:
    leduc_ranks().save(tmp_path / "ranks")
    (tmp_path / "ranks").write_bytes((tmp_path / "ranks").read_bytes()[:cut])
    with pytest.raises(FileFormatError):
        open_abstraction(tmp_path / "ranks", verify=False)


def test_other_kind_version_and_sizes(tmp_path: Path) -> None:
    path, arrays = tmp_path / "file", {"buckets_0": np.zeros(168, np.uint16)}
    about = {"deck": json.dumps(["23456789TJQKA", "cdhs"]), "groups": "[[2]]", "counts": "[1]"} | {
        "name": "",
        "config": "",
    }
    write_arrays(path, arrays, kind="solution", version=1)
    with pytest.raises(FileFormatError, match=r"'solution'.*'card abstraction' was expected"):
        open_abstraction(path)
    write_arrays(path, arrays, kind="card abstraction", version=3, metadata=about)
    with pytest.raises(FileFormatError, match="version 3; this release reads up to version 2"):
        open_abstraction(path)
    write_arrays(path, arrays, kind="card abstraction", version=1, metadata=about)
    with pytest.raises(FileFormatError, match=r"uint16\[168\].*uint32\[169\]"):
        open_abstraction(path)


def test_bad_tables(tmp_path: Path) -> None:
    table = np.zeros(169, np.uint16)
    for count in (0, 170):
        with pytest.raises(AbstractionError, match=f"preflop has {count} buckets.*from 1 to 169"):
            TableAbstraction((table,), (count,), ((2,),))
    table[168] = 5
    with pytest.raises(AbstractionError, match=r"KsAs is in bucket 5 of the preflop; buckets are 0 to 4"):
        TableAbstraction((table,), (5,), ((2,),)).save(tmp_path / "bad")
    assert not (tmp_path / "bad").exists()


def test_bad_questions() -> None:
    with pytest.raises(AbstractionError, match=r"round 4 is not.*3 \(river\)"):
        Lossless().count(4)
    with pytest.raises(AbstractionError, match=r"shape \(1, 2\).*round 1, flop.*uint8\[n, 5\]"):
        Lossless().lookup(1, np.array([[51, 50]], np.uint8))
