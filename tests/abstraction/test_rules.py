"""Abstractions that are rules alone, and tables that remember: the same hands in the same buckets, however asked."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.abstraction import (
    BoardTables,
    CardAbstraction,
    Remembered,
    RuleAbstraction,
    SequenceTables,
    build_abstraction,
    read_abstraction_config,
)
from riverboat.abstraction.methods.method import Street
from riverboat.abstraction.methods.strength_bins import StrengthBins
from riverboat.cards import parse_cards
from riverboat.cards.card import HAND_CARDS, Deck, card_names
from riverboat.errors import AbstractionError
from riverboat.evaluation import exploitability
from riverboat.games import Menu, build_tree, leduc
from riverboat.solvers import Sampled

TWO = """
name = "two"
[preflop]
method = "bins"
edges = [0.4, 0.5, 0.6]
[flop]
method = "features"
kicker = false
"""


def deals(cards: int, many: int = 300) -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.array([rng.permutation(52)[:cards] for _ in range(many)], np.uint8)


@pytest.fixture(scope="module")
def two() -> RuleAbstraction:
    config = read_abstraction_config(TWO)
    assert read_abstraction_config(config.to_toml()) == config
    return RuleAbstraction(config)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["", "QsJh2h", "Ts9h2c4d", "QsJh2h3c4d"])
def test_bins_are_between_equities(board: str) -> None:
    edges, shown = (0.2, 0.4, 0.6, 0.8), parse_cards(board)
    hands = np.array([parse_cards(hand) for hand in ("AsAh", "7d2s", "Kd5c", "8c8d", "AdKd")], np.uint8)
    found = StrengthBins(edges).on_board(Street(max(0, len(shown) - 2)), shown, hands)
    for hand, bucket in zip(hands.tolist(), found.tolist(), strict=True):
        equity = rb.equity(card_names(hand), "random", board=board).equities[0]
        assert bucket == sum(equity >= edge for edge in edges)


def test_rules_and_tables_agree(two: RuleAbstraction) -> None:
    tables = build_abstraction(two.config)
    for number, cards in enumerate((2, 5)):
        assert tables.count(number) == two.count(number)
        assert np.array_equal(tables.lookup(number, deals(cards)), two.lookup(number, deals(cards)))
    assert isinstance(two, CardAbstraction)


def test_tables_that_remember(two: RuleAbstraction) -> None:
    """A bucket is the number of the pair of what was seen before and what is seen now."""
    plain = BoardTables.of(build_abstraction(two.config))
    made = plain.remembering()
    assert (plain.counts, plain.own_counts) == ((4, 1230), (4, 1230))
    assert (made.counts, made.own_counts) == ((4, 4 * 1230), (4, 1230))
    seen = plain.lookup(deals(7))  # two players and a flop
    found = made.lookup(deals(7))
    assert np.array_equal(found[..., 0], seen[..., 0])
    assert np.array_equal(found[..., 1], seen[..., 0] * 1230 + seen[..., 1])
    abstraction = Remembered(two, every=True)
    assert [abstraction.count(number) for number in (0, 1)] == list(made.counts)
    first = deals(7)[:, [0, 1, 4, 5, 6]]
    assert np.array_equal(abstraction.lookup(1, first), found[:, 0, 1])
    board = first[0, 2:].tolist()
    hands = HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)]
    on_board = np.concatenate([hands, np.tile(first[0, 2:], (len(hands), 1))], axis=1)
    assert np.array_equal(abstraction.buckets(1, board, hands), abstraction.lookup(1, on_board))


def test_a_file_keeps_the_memory(two: RuleAbstraction, tmp_path) -> None:  # type: ignore[no-untyped-def]
    made = BoardTables.of(two).remembering()
    made.save(tmp_path / "two.buckets")
    again = BoardTables.open(tmp_path / "two.buckets")
    assert again.counts == made.counts
    assert np.array_equal(again.lookup(deals(7)), made.lookup(deals(7)))


class BoardAlone:
    """Leduc seen by who forgets his card as soon as there is a board."""

    groups = ((1,), (1, 1))
    deck: Deck = leduc().deck

    def count(self, number: int) -> int:
        return 3

    def buckets(self, number: int, board: list[int], hands: np.ndarray) -> np.ndarray:
        rank = np.array([board[0] // 4 if number else card // 4 for card in hands[:, 0]], np.uint32)
        return rank - np.uint32(self.deck.cards[0] // 4)

    def lookup(self, number: int, cards: np.ndarray) -> np.ndarray:
        return np.concatenate([self.buckets(number, row[1:].tolist(), row[None, :1]) for row in cards])


def test_who_remembers_plays_leduc_exactly() -> None:
    game, tree, forgetful = leduc(), build_tree(leduc(), Menu()), BoardAlone()
    left = {}
    for remembers in (False, True):
        tables = SequenceTables.of(forgetful, game)
        solver = Sampled(tree, tables.remembering() if remembers else tables, threads=1)
        solver.run(100_000)
        cards = Remembered(forgetful, every=True) if remembers else forgetful
        left[remembers] = exploitability(game, solver.strategy(cards))  # type: ignore[arg-type]
    assert left[True] < 0.08
    assert left[False] > 0.5


def test_refusals(two: RuleAbstraction) -> None:
    for edges in ([], [0.5, 0.5], [0.6, 0.4], [0, 0.5], "half", [True]):
        with pytest.raises(AbstractionError, match="must be numbers between 0 and 1, ascending"):
            StrengthBins(edges)  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match="'ehs-200' has methods that need tables"):
        RuleAbstraction(read_abstraction_config("ehs-200"))  # type: ignore[arg-type]
    with pytest.raises(AbstractionError, match="round 2 does not exist; the rounds are 0 to 1"):
        two.count(2)
