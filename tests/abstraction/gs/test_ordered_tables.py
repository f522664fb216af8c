"""Tables of buckets that know which card was the turn, against the abstractions they were made from."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.abstraction.tables.test_board_tables import deals_of, one_by_one, scrambled

from riverboat.abstraction import (
    HOLDEM,
    HOLDEM_IN_ORDER,
    BoardTables,
    Lossless,
    OrderedTables,
    RecallAbstraction,
    TableAbstraction,
)
from riverboat.abstraction.gs.deals import SCORES
from riverboat.abstraction.gs.ordered_tables import ordered_bytes
from riverboat.cards.card import FULL_DECK, SHORT_DECK, Deck, parse_cards
from riverboat.errors import AbstractionError, FileFormatError

TURNS, RIVERS = 997, 30_000


@cache
def recall() -> RecallAbstraction:
    """Every class of the turn, and there every score, in a bucket that its neighbours are not in."""
    earlier = scrambled(HOLDEM_IN_ORDER[:3], TURNS)
    river = np.arange(TURNS * SCORES, dtype=np.uint32).reshape(TURNS, SCORES) * 7919 % RIVERS
    return RecallAbstraction(earlier, river.astype(np.uint16), RIVERS)


@cache
def whole() -> OrderedTables:
    return OrderedTables.of(recall())


def test_all_streets_of_all_seats_are_those_of_the_abstraction() -> None:
    tables = whole()
    assert tables.counts == (169, TURNS, TURNS, RIVERS)
    assert tables.nbytes == ordered_bytes((0, 3, 4, 5), tables.counts)
    for players in (1, 2, 6):
        cards = deals_of(FULL_DECK, 10_000, 2 * players + 5, seed=players)
        found = tables.lookup(cards, threads=2)
        np.testing.assert_array_equal(found, one_by_one(recall(), cards, 2, (0, 3, 4, 5)))
        np.testing.assert_array_equal(found, tables.lookup(cards, threads=1))


@pytest.mark.parametrize("text", ["2s3s4s5s6s", "2c2d2h2s3c", "KhKd7h7dAs", "AcKdQhJs9c"])
def test_boards_that_leave_suits_alike_with_every_hand(text: str) -> None:
    board = parse_cards(text)
    rest = [card for card in range(52) if card not in board]
    cards = np.array([[a, b, *board] for a in rest for b in rest if a != b], np.uint8)
    np.testing.assert_array_equal(whole().lookup(cards), one_by_one(recall(), cards, 2, (0, 3, 4, 5)))


@given(st.permutations(range(52)), st.permutations(range(4)), st.permutations(range(3)))
@settings(max_examples=100)
def test_suits_and_the_order_of_the_flop_do_not_matter(
    deck: list[int], suits: list[int], flop_order: list[int]
) -> None:
    deal = np.array(deck[:9])
    found = whole().lookup(deal[None])[0]
    renamed = deal // 4 * 4 + np.array(suits)[deal % 4]
    np.testing.assert_array_equal(whole().lookup(renamed[None])[0], found)
    mixed = np.concatenate([deal[[1, 0, 3, 2]], deal[4:7][flop_order], deal[7:]])
    np.testing.assert_array_equal(whole().lookup(mixed[None])[0], found)


def test_it_matters_which_card_was_the_turn() -> None:
    cards = deals_of(FULL_DECK, 1_000, 9)
    found, other = whole().lookup(cards), whole().lookup(cards[:, [0, 1, 2, 3, 4, 5, 7, 6, 8]])
    assert np.array_equal(found[..., 0], other[..., 0])
    for number in (1, 2, 3):
        assert (found[..., number] != other[..., number]).mean() > 0.9
    late = whole().lookup(cards[:, [0, 1, 2, 3, 4, 5, 6, 8, 7]])  # the same river, another turn
    assert np.array_equal(found[..., :2], late[..., :2])
    assert (found[..., 3] != late[..., 3]).mean() > 0.9


@pytest.mark.parametrize("first", [0, 1, 2])
def test_games_that_begin_later_and_other_decks(first: int) -> None:
    deck = SHORT_DECK if first else Deck("9TJQKA", "cdhs")
    abstraction = scrambled(HOLDEM_IN_ORDER[first:3], 250, deck)
    tables = OrderedTables.of(abstraction)
    boards = (0, 3, 4)[first:]
    assert (tables.boards, tables.counts, tables.pairs) == (boards, abstraction.counts, None)
    cards = deals_of(deck, 3_000, 8)
    np.testing.assert_array_equal(tables.lookup(cards), one_by_one(abstraction, cards, 2, boards))


PATHS = """
from tests.abstraction.gs.test_ordered_tables import digest
print(digest())
"""


@cache
def digest() -> str:
    """Up to the turn; other tests hold the scores of the river."""
    tables = OrderedTables.of(scrambled(HOLDEM_IN_ORDER[:3], TURNS))
    return hashlib.sha256(tables.lookup(deals_of(FULL_DECK, 20_000, 8)).tobytes()).hexdigest()


@pytest.mark.parametrize("path", ["baseline", "avx2"])
def test_all_instruction_paths_agree(path: str) -> None:
    env = {**os.environ, "RIVERBOAT_CPU": path}
    run = subprocess.run([sys.executable, "-c", PATHS], env=env, capture_output=True, text=True)
    if run.returncode and path in run.stderr:
        pytest.skip(f"no {path} on this machine")
    assert run.stdout.strip() == digest(), run.stderr


# --- files and refusals --------------------------------------------------------------------------------------------


def test_files(tmp_path: Path) -> None:
    short = scrambled(HOLDEM_IN_ORDER[:3], 250, Deck("TJQKA", "cdhs"))
    river = (np.arange(250 * SCORES).reshape(250, SCORES) % 200).astype(np.uint16)
    for abstraction in (short, RecallAbstraction(short, river, 200)):
        tables = OrderedTables.of(abstraction)
        tables.save(tmp_path / "tables")
        opened = OrderedTables.open(tmp_path / "tables")
        cards = deals_of(short.deck, 2_000, 4 + tables.boards[-1])
        for again in (opened, opened.in_memory()):
            assert (again.counts, again.boards, again.name) == (tables.counts, tables.boards, "scrambled")
            np.testing.assert_array_equal(again.lookup(cards), tables.lookup(cards))
    with pytest.raises(FileFormatError, match="holds 'bucket tables by board in order'"):
        BoardTables.open(tmp_path / "tables")


def test_what_is_told() -> None:
    seen: list[tuple[int, int]] = []
    OrderedTables.of(
        scrambled(HOLDEM_IN_ORDER[:3], 9, Deck("TJQKA", "cdhs")), progress=lambda *told: seen.append(told)
    )
    assert seen == sorted(seen)
    assert seen[-1] == (1000, 1000)


def test_refusals(tmp_path: Path) -> None:
    for other in (Lossless(HOLDEM_IN_ORDER), scrambled(HOLDEM[1:3], 9, Deck("TJQKA", "cdhs"))):
        with pytest.raises(AbstractionError, match=r"is not laid out in order.*gs2 and gs3; use BoardTables"):
            OrderedTables.of(other)
    flops = TableAbstraction(
        (np.zeros(169, np.uint16), np.zeros(1_286_792, np.uint16)), (1, 2), HOLDEM_IN_ORDER[:2]
    )
    tables = OrderedTables.of(flops).tables
    with pytest.raises(AbstractionError, match=r"boards of \(0, 2\) cards.* are not of hold'em"):
        OrderedTables(tables, (1, 2), (0, 2))
    with pytest.raises(AbstractionError, match="give two rounds or more and no remembers"):
        OrderedTables(tables, (1, 2), (0, 3), remembers=True, pairs=np.zeros(2, np.uint8))
    with pytest.raises(AbstractionError, match=r"the pairs are int64\[2\]; they must be flat"):
        OrderedTables(tables, (1, 2), (0, 3), pairs=np.zeros(2, int))
    bad = OrderedTables(tables, (1, 2), (0, 3), pairs=np.array([0, 2], np.uint8))
    with pytest.raises(
        AbstractionError, match="bucket 2 is in the pairs of the last round; buckets are 0 to 1"
    ):
        bad.save(tmp_path / "bad")
    with pytest.raises(AbstractionError, match="remembers already"):
        bad.remembering()
