"""Buckets of whole deals against the abstractions they were made from, asked one player and one round at a time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.abstraction import (
    HOLDEM,
    HOLDEM_IN_ORDER,
    BoardTables,
    CardAbstraction,
    FeatureAbstraction,
    Lossless,
    SequenceTables,
    TableAbstraction,
    gameshrink,
)
from riverboat.cards.card import FULL_DECK, SHORT_DECK, Deck, parse_cards
from riverboat.errors import AbstractionError, CardError, FileFormatError
from riverboat.games import Game, kuhn, leduc, rhode_island


def scrambled(rounds: tuple[tuple[int, ...], ...], count: int, deck: Deck = FULL_DECK) -> TableAbstraction:
    """Every class in a bucket that its neighbours are not in."""
    tables, counts = [], []
    for group in rounds:
        classes = Lossless((group,), deck).count(0)
        counts.append(min(count, classes))
        tables.append(np.resize(np.arange(counts[-1], dtype=np.uint16), classes))
    return TableAbstraction(tuple(tables), tuple(counts), rounds, deck, name="scrambled")


def deals_of(deck: Deck, deals: int, cards: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.array(deck.cards, np.uint8), (deals, 1)), axis=1)[:, :cards]


def one_by_one(
    abstraction: CardAbstraction, cards: np.ndarray, hole: int, boards: tuple[int, ...]
) -> np.ndarray:
    """What `lookup` of tables must say: uint32[deals, players, rounds]."""
    players = (cards.shape[1] - boards[-1]) // hole
    board = cards[:, players * hole :]
    found = np.empty((len(cards), players, len(boards)), np.uint32)
    for player in range(players):
        own = cards[:, player * hole : (player + 1) * hole]
        for number, shown in enumerate(boards):
            found[:, player, number] = abstraction.lookup(number, np.hstack([own, board[:, :shown]]))
    return found


@pytest.fixture(scope="module")
def whole() -> tuple[TableAbstraction, BoardTables]:
    """Hold'em at full size, 405 MB, and what it is made from."""
    abstraction = scrambled(HOLDEM, 997)
    return abstraction, BoardTables.of(abstraction)


@pytest.fixture(scope="module")
def flops() -> BoardTables:
    return BoardTables.of(scrambled(((2,), (2, 3)), 60000))


# --- hold'em -------------------------------------------------------------------------------------------------------


def test_all_streets(whole: tuple[TableAbstraction, BoardTables]) -> None:
    abstraction, tables = whole
    assert tables.nbytes == 1326 + 2 * 1326 * (1_755 + 16_432 + 134_459)
    assert tables.counts == (169, 997, 997, 997)
    for players in (1, 2, 6):
        cards = deals_of(FULL_DECK, 30_000, 2 * players + 5, seed=players)
        found = tables.lookup(cards, threads=2)
        assert found.shape == (30_000, players, 4)
        np.testing.assert_array_equal(found, one_by_one(abstraction, cards, 2, (0, 3, 4, 5)))


@given(
    st.permutations(range(52)),
    st.permutations(range(4)),
    st.permutations(range(3)),
    st.permutations(range(5)),
)
@settings(max_examples=100)
def test_suits_and_order_do_not_matter(
    whole: tuple[TableAbstraction, BoardTables],
    deck: list[int],
    suits: list[int],
    flop_order: list[int],
    river_order: list[int],
) -> None:
    tables, deal = whole[1], np.array(deck[:9])
    found = tables.lookup(deal[None])[0]
    renamed = deal // 4 * 4 + np.array(suits)[deal % 4]
    np.testing.assert_array_equal(tables.lookup(renamed[None])[0], found)
    flop_mixed = np.concatenate([deal[[1, 0, 3, 2]], deal[4:7][flop_order], deal[7:]])
    np.testing.assert_array_equal(tables.lookup(flop_mixed[None])[0], found)
    mixed = np.concatenate([deal[:4], deal[4:][river_order]])
    np.testing.assert_array_equal(tables.lookup(mixed[None])[0, :, [0, 3]], found[:, [0, 3]].T)


def test_monochrome_and_paired_boards(whole: tuple[TableAbstraction, BoardTables]) -> None:
    """Boards that leave suits alike, with every hand that fits."""
    abstraction, tables = whole
    for text in ("2s3s4s5s6s", "2c2d2h2s3c", "KhKd7h7dAs", "AcKdQhJs9c"):
        board = parse_cards(text)
        rest = [card for card in range(52) if card not in board]
        cards = np.array([[a, b, *board] for a in rest for b in rest if a != b], np.uint8)
        np.testing.assert_array_equal(tables.lookup(cards), one_by_one(abstraction, cards, 2, (0, 3, 4, 5)))


def test_threads_change_nothing(flops: BoardTables) -> None:
    cards = deals_of(FULL_DECK, 50_000, 7)
    np.testing.assert_array_equal(flops.lookup(cards, threads=1), flops.lookup(cards, threads=3))


@pytest.mark.parametrize(
    ("abstraction", "boards"),
    [
        (scrambled(((2, 3), (2, 4)), 70, SHORT_DECK), (3, 4)),
        (scrambled(((2, 1), (2, 2)), 300), (1, 2)),
        (Lossless(((2,), (2, 3))), (0, 3)),
    ],
)
def test_other_decks_streets_and_abstractions(abstraction: CardAbstraction, boards: tuple[int, ...]) -> None:
    tables = BoardTables.of(abstraction)
    assert tables.boards == boards
    cards = deals_of(abstraction.deck, 5_000, 4 + boards[-1])
    np.testing.assert_array_equal(tables.lookup(cards), one_by_one(abstraction, cards, 2, boards))


def test_an_abstraction_that_names_no_groups() -> None:
    features, seen = FeatureAbstraction(), []
    tables = BoardTables.of(features, boards=(0, 3), progress=lambda done, total: seen.append((done, total)))
    cards = deals_of(FULL_DECK, 5_000, 7)
    np.testing.assert_array_equal(tables.lookup(cards), one_by_one(features, cards, 2, (0, 3)))
    assert seen == sorted(seen)
    assert seen[-1] == (1756, 1756)


# --- small games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [kuhn(), leduc(), rhode_island()])
def test_small_games(game: Game) -> None:
    boards = tuple(int(shown) for shown in np.cumsum(game.board_cards))
    abstraction = Lossless(
        tuple((game.hole_cards, *(n for n in game.board_cards[: r + 1] if n)) for r in range(game.rounds)),
        game.deck,
    )
    tables = SequenceTables.of(abstraction, game)
    cards = deals_of(game.deck, 3_000, game.players * game.hole_cards + boards[-1])
    np.testing.assert_array_equal(
        tables.lookup(cards), one_by_one(abstraction, cards, game.hole_cards, boards)
    )


def test_two_hole_cards_in_any_order() -> None:
    deck = Deck("JQKA", "cd")
    game = replace(leduc(), name="tiny", deck=deck, hole_cards=2, ranking="three-card")
    abstraction = Lossless(((2,), (2, 1)), deck)
    tables = SequenceTables.of(abstraction, game)
    cards = deals_of(deck, 2_000, 5)
    np.testing.assert_array_equal(tables.lookup(cards), one_by_one(abstraction, cards, 2, (0, 1)))


# --- files ---------------------------------------------------------------------------------------------------------


def test_files(flops: BoardTables, tmp_path: Path) -> None:
    cards = deals_of(FULL_DECK, 2_000, 7)
    flops.save(tmp_path / "flops")
    opened = BoardTables.open(tmp_path / "flops")
    assert (opened.counts, opened.boards, opened.deck, opened.name) == (
        (169, 60000),
        (0, 3),
        FULL_DECK,
        "scrambled",
    )
    for tables in (opened, opened.in_memory()):
        np.testing.assert_array_equal(tables.lookup(cards), flops.lookup(cards))
    with pytest.raises(
        FileFormatError, match=r"holds 'bucket tables by board'.*'bucket tables by card sequence'"
    ):
        SequenceTables.open(tmp_path / "flops")

    damaged = bytearray((tmp_path / "flops").read_bytes())
    damaged[-1000] ^= 1
    (tmp_path / "flops").write_bytes(damaged)
    with pytest.raises(FileFormatError, match=r"array 'buckets_1'.*is damaged"):
        BoardTables.open(tmp_path / "flops")
    BoardTables.open(tmp_path / "flops", verify=False)

    small = SequenceTables.of(gameshrink(leduc()), leduc())
    small.save(tmp_path / "leduc")
    np.testing.assert_array_equal(SequenceTables.open(tmp_path / "leduc").tables[1], small.tables[1])


def test_tables_outlive_what_they_were_made_of(flops: BoardTables) -> None:
    cards = deals_of(FULL_DECK, 100, 7)
    native = flops.in_memory().native
    out = np.empty(400, np.uint32)
    assert native.lookup(cards, 2, out, 1) == 100
    np.testing.assert_array_equal(out.reshape(100, 2, 2), flops.lookup(cards))


# --- refusals ------------------------------------------------------------------------------------------------------


def test_bad_deals(flops: BoardTables) -> None:
    cards = deals_of(FULL_DECK, 50, 7)
    with pytest.raises(AbstractionError, match=r"shape \(50, 6\).*two players have 7 cards"):
        flops.lookup(cards[:, :6])
    cards[20, 6] = cards[20, 0]
    with pytest.raises(CardError, match=r"row 20: the card .* appears twice"):
        flops.lookup(cards)
    short = BoardTables.of(scrambled(((2,),), 5, SHORT_DECK))
    with pytest.raises(CardError, match="row 0: the card 2c is not in the deck"):
        short.lookup([[0, 51]])


def test_bad_tables(flops: BoardTables) -> None:
    with pytest.raises(AbstractionError, match=r"keep the order.*\(2, 4\)"):
        BoardTables.of(Lossless(HOLDEM_IN_ORDER))
    with pytest.raises(AbstractionError, match="52 have 1,028,071,702,528 sequences"):
        SequenceTables((), (), (5,))
    with pytest.raises(AbstractionError, match="each round needs a table"):
        BoardTables(flops.tables, (169,), (0, 3))
    with pytest.raises(AbstractionError, match=r"uint16\[1326\]; it must be .*uint32\[2327130\]"):
        BoardTables((flops.tables[1][:1326],), (169,), (3,))
    with pytest.raises(AbstractionError, match="without gaps"):
        BoardTables((np.zeros(2652, np.uint8)[::2],), (169,), (0,))
    with pytest.raises(AbstractionError, match="are not of hold'em"):
        BoardTables((flops.tables[0],), (169,), (0,), deck=Deck("JQK", "hs"))
    with pytest.raises(AbstractionError, match="uint8 holds from 1 to 256"):
        BoardTables((flops.tables[0],), (257,), (0,))
    with pytest.raises(AbstractionError, match=r"ranks 'JQK' and suits 'hs'; .* '23456789TJQKA'"):
        SequenceTables.of(gameshrink(leduc()), rhode_island())


def test_buckets_beyond_the_count_are_not_saved(tmp_path: Path) -> None:
    tables = BoardTables((np.full(1326, 3, np.uint8),), (3,), (0,))
    with pytest.raises(AbstractionError, match="bucket 3 is in the table of round 0; buckets are 0 to 2"):
        tables.save(tmp_path / "bad")
    assert not (tmp_path / "bad").exists()
