"""Asking a strategy: every answer is checked against the rows that were written, found by another way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.strategy.toy import RandomRows, SolvedRows, flop_cards, flop_config, flop_game

import riverboat as rb
from riverboat.abstraction import Lossless
from riverboat.cards.card import HAND_CARDS, card_names, hand_index, parse_cards
from riverboat.errors import CardError, GameError, HistoryError, StrategyError
from riverboat.games import (
    CALL,
    BettingTree,
    Hand,
    act,
    build_tree,
    kuhn,
    leduc,
    nolimit_holdem,
    write_acpc,
    write_line,
    write_phh,
)
from riverboat.games.trees.translation import pseudo_harmonic
from riverboat.solvers import PublicState
from riverboat.solvers.asking.options import options_at
from riverboat.strategy import Blueprint, open_blueprint, write_strategy
from riverboat.strategy.file.shares import FIFTEENTHS

FLOP = "QsJh2h"


class Trained:
    """A tree, the rows that were written for it, and what they say by the plainest way."""

    def __init__(self, folder: Path, name: str, seed: int, start: str = "", raises: str = "2.5bb") -> None:
        self.tree: BettingTree = build_tree(flop_config(name, start, raises))
        self.rows = RandomRows(self.tree, flop_cards(), seed)
        self.path = folder / f"{name}.strategy"
        write_strategy(self.path, self.tree, flop_cards(), self.rows, {"seed": seed})

    def played(self, node: int, hand: str, board: str = "") -> list[float]:
        cards = np.array([parse_cards(hand) + parse_cards(board)], np.uint8)
        bucket = int(flop_cards().lookup(1 if board else 0, cards)[0])
        return list(FIFTEENTHS.of(self.rows.probabilities(int(self.tree.row[node])))[bucket] / 15)


@pytest.fixture(scope="module")
def coarse(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return Trained(tmp_path_factory.mktemp("strategies"), "coarse", 1)


@pytest.fixture(scope="module")
def fine(coarse: Trained) -> Trained:
    return Trained(coarse.path.parent, "coarse.two", 2, "f f", "2.2bb 3bb")


@pytest.fixture(scope="module")
def s(coarse: Trained) -> Blueprint:
    return open_blueprint(coarse.path)


@pytest.fixture(scope="module")
def both(coarse: Trained, fine: Trained) -> Blueprint:
    return open_blueprint(fine.path, coarse.path)


def some_nodes(tree: BettingTree, count: int, seed: int) -> Iterator[int]:
    rng = np.random.default_rng(seed)
    yield from rng.integers(0, tree.nodes, count).tolist()


def deal(number: int, seed: int) -> tuple[str, str]:
    cards = np.random.default_rng(seed).permutation(52)
    return card_names(cards[:2].tolist()), card_names(cards[2:5].tolist()) if number else ""


# --- on the menu ---------------------------------------------------------------------------------------------


def test_every_line_of_the_menu_is_answered_by_its_node(coarse: Trained, s: Blueprint) -> None:
    tree = coarse.tree
    for node in some_nodes(tree, 120, 1):
        hand, board = deal(int(tree.round[node]), node)
        decision = s.query(hand, tree.line_to(node), board)
        if CALL not in tree.choices(node):  # two are in: for him to call, one of them must have folded
            assert any("played as folded" in words for words in decision.assumed)
            continue
        assert [option.action for option in decision.options] == tree.choices(node)
        assert decision.probabilities == pytest.approx(coarse.played(node, hand, board), abs=1e-6)
        assert decision.source == "node"
        assert not decision.translated
        assert not decision.assumed
        assert decision.state.seat == tree.actor[node]


def test_a_decision_tells_all(s: Blueprint) -> None:
    decision = s.query("AsKd", line="f f r2.5 f")
    assert decision.actions == ("f", "c", "r7.5")
    assert decision.options[2].action == 750
    assert sum(decision.probabilities) == pytest.approx(1)
    assert decision.state.position == "SB"
    assert decision.probability("r7.5") == decision.probabilities[2]
    assert decision.probability("r9") == 0
    data = decision.to_dict()
    assert data["pot"] == 400
    assert data["bucket"] == decision.bucket == 89
    assert [action["chips"] for action in data["actions"]] == [-1, 0, 750]
    assert decision.well_trained == (decision.visits >= 100)


def test_the_board_may_stand_in_the_line(s: Blueprint) -> None:
    there = s.query("AsKd", f"f f f r2.5 f c / {FLOP} k", "")
    apart = s.query("AsKd", "f f f r2.5 f c / k", FLOP)
    assert there.probabilities == apart.probabilities
    assert there.bucket == apart.bucket


# --- translation ---------------------------------------------------------------------------------------------


def test_a_bet_between_two_sizes_is_the_mixture_of_their_nodes(coarse: Trained, s: Blueprint) -> None:
    """A bet of 75 % between 50 % and 100 %; the answers are calls, folds and an all-in in real chips."""
    line = "f f f r2.5 f c / "
    decision = s.query("AsKd", line + "b75%", FLOP)
    lower = pseudo_harmonic(0.5, 1.0, 413 / 550)  # the pot of 5.5 bb in whole chips
    (translated,) = decision.translated
    assert translated.real == "b4.13"
    assert dict(translated.played_as) == pytest.approx({"b2.75": lower, "b5.5": 1 - lower})
    small, large = (coarse.tree.walk(line + bet) for bet in ("b2.75", "b5.5"))
    expected = [
        lower * a + (1 - lower) * b
        for a, b in zip(coarse.played(small, "AsKd", FLOP), coarse.played(large, "AsKd", FLOP), strict=True)
    ]
    assert decision.actions == ("f", "c", "a")
    assert decision.probabilities == pytest.approx(expected, abs=1e-6)


def test_own_bets_keep_their_part_of_the_real_pot(s: Blueprint) -> None:
    """A raise to 2.75 bb is played as the menu's 2.5; the answer to it, 3 x of the menu, is in the real pot's size."""
    decision = s.query("AsKd", line="f f f r2.75")
    assert dict(decision.translated[0].played_as) == pytest.approx({"r2.5": 1.0}, abs=0.05)
    menu = (750 - 250) / (250 + 150 + 200)  # what 7.5 bb is in pots there: pot 4, 2 to call
    pot, call = 275 + 150, 225
    assert decision.options[-1].action == pytest.approx(275 + menu * (pot + call), abs=1)


def test_tiny_weights_are_pruned(s: Blueprint) -> None:
    decision = s.query("AsKd", "f f f r2.5 f c / b2.78", FLOP)
    assert len(decision.at.line.mix.parts) == 1


def test_who_calls_into_a_full_pot_is_played_as_folded(coarse: Trained, s: Blueprint) -> None:
    """In the trained game two see the flop."""
    for line, trained in (("r2.5 c c", "r2.5 f f"), ("r2.5 c f f f", "r2.5 f f f f")):
        decision = s.query("AsKd", line=line)
        assert decision.actions[:2] == ("f", "c")
        assert decision.probabilities == pytest.approx(
            coarse.played(coarse.tree.walk(trained), "AsKd"), abs=1e-6
        )
        assert [str(one) for one in decision.translated] == ["c as f"] * line.count("c")
        assert any("played as folded" in words for words in decision.assumed)
    three_way = s.query("AsKd", "r2.5 c c f f f / k k", FLOP)  # who is asked for is never played as folded
    assert three_way.state.position == "CO"
    assert three_way.source == "node"
    assert three_way.probabilities == pytest.approx(
        coarse.played(coarse.tree.walk("r2.5 f c f f f / k"), "AsKd", FLOP), abs=1e-6
    )
    called = s.range("HJ", "r2.5 c c").weights
    np.testing.assert_allclose(called, s.range("HJ", "r2.5 c").weights)


def test_what_is_not_on_the_menu_is_answered_by_similar_situations(s: Blueprint) -> None:
    """Who bets here was played as folded."""
    decision = s.query("AsKd", "r2.5 c c f f f / k k b5", FLOP)
    assert decision.source in ("class", "shape")
    assert not decision.well_trained
    assert any("does not have b5" in words for words in decision.assumed)
    assert sum(decision.probabilities) == pytest.approx(1)


def test_a_limp_is_the_smallest_raise_where_nobody_limps(coarse: Trained, s: Blueprint) -> None:
    decision = s.query("AsKd", line="c f f f f")
    assert str(decision.translated[0]) == "c as r2.5"
    node = coarse.tree.walk("r2.5 f f f f")
    played = coarse.played(node, "AsKd")
    assert decision.actions[0] == "k", "the big blind checks where the trained game calls or folds"
    assert decision.probabilities[0] == pytest.approx(played[0] + played[1], abs=1e-6)
    assert s.query("AsKd", "c f f f f k /", FLOP).source == "node"


def test_who_is_all_in_for_less_just_calls_in_the_trained_game(s: Blueprint) -> None:
    """The button is all-in for 20 bb, the blinds go on: a decision of the small blind on the flop."""
    stacks = (100, 100, 100, 100, 100, 20)
    decision = s.query("AsKd", "f f f r20 c c /", FLOP, stack_bb=stacks)
    assert decision.state.position == "SB"
    assert sum(decision.probabilities) == pytest.approx(1)


# --- several games -------------------------------------------------------------------------------------------


def test_the_finest_game_that_covers_a_line_answers(both: Blueprint, coarse: Trained, fine: Trained) -> None:
    assert both.query("AsKd", line="f").trained_game == "coarse"
    decision = both.query("AsKd", line="f f r2.2")
    assert decision.trained_game == "coarse.two"
    assert not decision.translated
    assert decision.probabilities == pytest.approx(fine.played(fine.tree.walk("f f r2.2"), "AsKd"), abs=1e-6)
    raised = both.query("AsKd", line="f r2.5 f")
    assert raised.probabilities == pytest.approx(
        coarse.played(coarse.tree.walk("f r2.5 f"), "AsKd"), abs=1e-6
    )


def test_a_start_is_known_in_other_chips(coarse: Trained) -> None:
    """Six chips are a big blind, and 15 are the raise after which the finer game begins."""
    late = Trained(coarse.path.parent, "coarse.raised", 3, "f f f r2.5")
    game = replace(flop_game(), stacks=(600,) * 6, blinds=(3, 6, 0, 0, 0, 0), min_bet=6)
    decision = open_blueprint(coarse.path, late.path).query("AsKd", line="f f f r2.5", game=game)
    assert decision.trained_game == "coarse.raised"


# --- ranges and grids ------------------------------------------------------------------------------------------


def test_a_range_is_the_product_of_own_probabilities(coarse: Trained, s: Blueprint) -> None:
    line = "f f f r2.5 f c / k b2.75"
    found = s.range("BTN", line, FLOP)
    tree = coarse.tree
    first, second = tree.walk("f f f"), tree.walk("f f f r2.5 f c / k")
    for hand in ("AcKd", "7h2c", "TsTd"):
        raised = coarse.played(first, hand)[tree.choices(first).index(250)]
        bet = coarse.played(second, hand, FLOP)[tree.choices(second).index(275)]
        assert found.weight(hand) == pytest.approx(raised * bet, abs=1e-6)
    assert found.weight("QsQd") == 0, "the queen of spades lies on the board"


def test_a_folded_seat_has_the_range_it_folded(both: Blueprint, coarse: Trained) -> None:
    folded = both.range("UTG", "f f")
    for hand in ("AcAd", "7h2c"):
        assert folded.weight(hand) == pytest.approx(coarse.played(0, hand)[0], abs=1e-6)
    assert both.range("BB", "f f").combos == 1326


def test_a_translated_bet_mixes_likelihoods(coarse: Trained, s: Blueprint) -> None:
    line, tree = "f f f r2.5 f c / ", coarse.tree
    lower = pseudo_harmonic(0.5, 1.0, 413 / 550)
    node = tree.walk(line)
    bets = [tree.choices(node).index(amount) for amount in (275, 550)]
    called = tree.walk("f f f r2.5 f")
    for hand in ("AcKd", "TsTd"):
        played = coarse.played(node, hand, FLOP)
        reach = coarse.played(called, hand)[1]
        expected = reach * (lower * played[bets[0]] + (1 - lower) * played[bets[1]])
        assert s.range("BB", line + "b75%", FLOP).weight(hand) == pytest.approx(expected, abs=1e-6)


def test_who_is_all_in_has_not_called_what_came_after(coarse: Trained, s: Blueprint) -> None:
    """In the trained game the button calls the big blind's all-in; the real one has no chips to decide with."""
    found = s.range("BTN", "f f f r20 r50 r100", stack_bb=(100, 100, 100, 100, 100, 20))
    node = coarse.tree.walk("f f f")
    for hand in ("AcKd", "7h2c", "TsTd"):
        raised = coarse.played(node, hand)[coarse.tree.choices(node).index(250)]
        assert found.weight(hand) == pytest.approx(raised, abs=1e-6)


def test_a_decision_that_the_trained_game_does_not_have_tells_nothing(s: Blueprint) -> None:
    """No big blind has the option to check there: all limp, and the trained game has no limps."""
    assert s.range("BB", "c c c c c k /", FLOP).combos == 1176


def test_the_grid_is_all_queries(s: Blueprint) -> None:
    hands = s.grid("f f f r2.5 f c /", FLOP)
    for number in (5, 700, 1325):
        hand = card_names(HAND_CARDS[number].tolist())
        if set(parse_cards(hand)) & set(parse_cards(FLOP)):
            continue
        one = s.query(hand, "f f f r2.5 f c /", FLOP)
        assert hands.strategy[hands.index(hand)].tolist() == pytest.approx(one.probabilities)
    assert "QsQd" not in hands.hands
    numbers = [hand_index(*cards) for cards in hands.state.hands.tolist()]
    expected = s.range("BB", "f f f r2.5 f c /", FLOP).weights[numbers]
    assert np.allclose(hands.reach, expected)
    weighted = expected @ hands.strategy / expected.sum()
    assert hands.frequencies == pytest.approx(weighted.tolist(), abs=1e-5)
    assert len(hands.grid().cells) == 169
    assert len(hands.to_dict()["hands"]) == 1176


# --- batches -------------------------------------------------------------------------------------------------


def test_a_batch_is_many_queries(s: Blueprint) -> None:
    names = ["AsKd", "7h2c", "TcTd"]
    batch = s.query_batch(names, "f f", "")
    cards = np.array([parse_cards(name) for name in names], np.uint8)
    assert np.array_equal(s.query_batch(cards[:, ::-1], "f f", "").probabilities, batch.probabilities)
    for hand, played in zip(names, batch.probabilities, strict=True):
        assert played.tolist() == pytest.approx(s.query(hand, "f f", "").probabilities)
    boards = np.array([parse_cards(board) for board in (FLOP, "3c4c5c", FLOP)], np.uint8)
    flops = s.query_batch(cards, "f f f r2.5 f c / k", boards)
    for hand, board, played in zip(names, boards, flops.probabilities, strict=True):
        one = s.query(hand, "f f f r2.5 f c / k", card_names(board.tolist()))
        assert played.tolist() == pytest.approx(one.probabilities)
    with pytest.raises(CardError, match=r"row 1: \[3, 3\] is not a hand"):
        s.query_batch(np.array([[1, 2], [3, 3]]), "f f", "")
    with pytest.raises(CardError, match="give card ids"):
        s.query_batch(np.array([[1, 2, 3]]), "f f", "")
    with pytest.raises(StrategyError, match="3 hands and 2 boards"):
        s.query_batch(cards, "f f f r2.5 f c / k", boards[:2])


def test_a_batch_of_nothing_is_empty(s: Blueprint) -> None:
    hands, boards = np.zeros((0, 2), np.uint8), np.zeros((0, 3), np.uint8)
    batch = s.query_batch(hands, "f f f r2.5 f c /", boards)
    assert batch.probabilities.shape == (0, len(batch.options))
    assert s.query_batch(hands, "f f", "").probabilities.shape == (0, 2)


# --- spellings -----------------------------------------------------------------------------------------------


def test_records_of_hands_are_lines(tmp_path: Path) -> None:
    """PHH, ACPC states, ACPC betting, a Hand and plain actions are the same question."""
    tree = build_tree("hu-fcpa")
    rows = RandomRows(tree, Lossless())

    class Small(Lossless):
        def count(self, number: int, /) -> int:
            return 169 if number == 0 else 1

    rows.cards = Small()
    write_strategy(tmp_path / "hu.strategy", tree, Small(), rows, {})
    s = open_blueprint(tmp_path / "hu.strategy")
    game = nolimit_holdem()
    hand = Hand(game, (300, 900), ("7d2c", "AsKd"))
    expected = s.query("AsKd", line="r3 r9").probabilities
    for line in (hand, (300, 900), [300, 900], "r300r900", write_phh(hand)):
        assert s.query("AsKd", line=line).probabilities == expected
    deep = Hand(nolimit_holdem(stack_bb=200), (300, 900), ("7d2c", "AsKd"))
    told = s.query("AsKd", line=write_acpc(deep, position=1))
    assert told.assumed == ("the effective stack of 200 bb is played as 100 bb",)
    seen = Hand(game, (300, 0), ("7d2c", "AsKd"), "QsJh2h")
    assert s.at(seen).board == tuple(parse_cards("QsJh2h"))
    with pytest.raises(CardError, match="the line has the cards QsJh2h and the board is QsJh3h"):
        s.query("AsKd", seen, "QsJh3h")
    with pytest.raises(StrategyError, match="has its own game"):
        s.query("AsKd", line=hand, stack_bb=50)


# --- other games ---------------------------------------------------------------------------------------------


def test_fewer_players_are_the_line_after_folds(s: Blueprint, coarse: Trained) -> None:
    decision = s.query("AsKd", line="f r2.5", game=flop_game(4))
    assert decision.state.position == "SB"
    assert decision.assumed == ("4 players are played as 6 after 2 folds",)
    node = coarse.tree.walk("f f f r2.5")
    assert decision.probabilities == pytest.approx(coarse.played(node, "AsKd"), abs=1e-6)
    first = s.query("AsKd", game=flop_game(3))
    assert first.probabilities == pytest.approx(coarse.played(coarse.tree.walk("f f f"), "AsKd"), abs=1e-6)


def test_two_players_are_the_blinds_before_the_flop_only(s: Blueprint, coarse: Trained) -> None:
    decision = s.query("AsKd", game=flop_game(2))
    assert decision.state.position == "BTN"
    assert decision.probabilities == pytest.approx(
        coarse.played(coarse.tree.walk("f f f f"), "AsKd"), abs=1e-6
    )
    with pytest.raises(StrategyError, match="open a heads-up strategy"):
        s.query("AsKd", "r2.5 c /", FLOP, game=flop_game(2))


def test_stacks_antes_and_blinds_are_assumed_in_words(s: Blueprint) -> None:
    short = s.query("AsKd", line="f f", stack_bb=40)
    assert short.assumed == ("the effective stack of 40 bb is played as 100 bb",)
    assert short.options[-1].action <= 4000
    unequal = s.query("AsKd", line="f f", stack_bb=(100, 100, 100, 100, 150, 100))
    assert unequal.assumed == ("all stacks are played as 100 bb",)
    anted = replace(flop_game(), antes=(10,) * 6)
    assert s.query("AsKd", line="f f", game=anted).assumed == ("antes are left out",)
    blinds = replace(flop_game(), blinds=(20, 100, 0, 0, 0, 0))
    assert s.query("AsKd", line="f f", game=blinds).assumed == ("the blinds are played as 0.5/1 bb",)


@pytest.fixture(scope="module")
def short(coarse: Trained) -> Blueprint:
    """The same game at 40 big blinds."""
    path = coarse.path.parent / "short.strategy"
    tree = build_tree(flop_config("short", stack_bb=40))
    write_strategy(path, tree, flop_cards(), RandomRows(tree, flop_cards(), 5), {})
    return open_blueprint(path)


@pytest.fixture(scope="module")
def depths(s: Blueprint, short: Blueprint) -> Blueprint:
    return Blueprint([*s.files, *short.files], "depths")


@pytest.mark.parametrize(
    ("stack", "alone"), [(30, "short"), (40.5, "short"), (98.5, "coarse"), (150, "coarse")]
)
def test_stacks_beyond_and_near_the_trained_ones_are_played_as_one_game(
    depths: Blueprint, s: Blueprint, short: Blueprint, stack: float, alone: str
) -> None:
    one = {"short": short, "coarse": s}[alone]
    for line in ("", "f f", "f f r2.5 c"):
        answer = depths.query("AsKd", line, stack_bb=stack)
        assert answer.trained_game == alone
        assert answer.probabilities == one.query("AsKd", line, stack_bb=stack).probabilities


def test_a_stack_between_two_is_played_as_both(depths: Blueprint, s: Blueprint, short: Blueprint) -> None:
    stack = 50.3  # about a quarter of the way from 40 to 100
    share = np.log(stack / 40) / np.log(100 / 40)
    for line, board in (
        ("f f", ""),
        ("f f r2.5", ""),
        ("f f r2.5 f f c", FLOP),
        ("f f r2.5 f f c / k", FLOP),
    ):
        deep, shallow, blend = (
            one.grid(line, board, stack_bb=stack) for one in (s, short, depths)
        )  # the menu has the same bets at both depths, and all-in is the real one
        assert blend.actions == deep.actions == shallow.actions
        mean = share * deep.strategy + (1 - share) * shallow.strategy
        assert np.abs(blend.strategy - mean).max() < 1e-6
        one = blend.state.hands[7]
        alone = depths.query(card_names(one.tolist()), line, board, stack_bb=stack)
        assert np.allclose(alone.probabilities, blend.strategy[7])
    assert alone.assumed == ("the effective stack of 50.3 bb is played as 40 bb (75%) or 100 bb (25%)",)
    ways = [one.at("f f r2.5 f f c", FLOP, stack_bb=stack).reach(4) for one in (s, short, depths)]
    assert np.allclose(ways[2], share * ways[0] + (1 - share) * ways[1])


def test_a_line_beyond_the_shorter_stack_is_played_as_the_deeper_one(depths: Blueprint, s: Blueprint) -> None:
    line = "f f r2.5 r7.5 f f r44 c"  # at 40 big blinds that is all-in
    answer = depths.query("AsKd", line, FLOP, stack_bb=50)
    assert answer.assumed[0] == "the effective stack of 50 bb is played as 100 bb"
    assert answer.probabilities == s.query("AsKd", line, FLOP, stack_bb=50).probabilities


def test_games_of_other_cards_are_not_blended(s: Blueprint, tmp_path: Path) -> None:
    tree = build_tree(flop_config("short", stack_bb=40))
    other = flop_cards(31)
    write_strategy(tmp_path / "short.strategy", tree, other, RandomRows(tree, other, 5), {})
    short = open_blueprint(tmp_path / "short.strategy")
    answer = Blueprint([*s.files, *short.files]).query("AsKd", "f f", stack_bb=50)
    assert answer.probabilities == short.query("AsKd", "f f", stack_bb=50).probabilities


REFUSED = [
    ({"game": flop_game(7)}, "7 players are too many"),
    ({"stack_bb": 500}, "answers for 20 to 200"),
    ({"stack_bb": 5}, "the effective stack is 5 big blinds"),
    ({"stack_bb": float("inf")}, "a stack is inf"),
    ({"stack_bb": np.int64(500)}, "the effective stack is 500 big blinds"),
    ({"stack_bb": (100, 0, 1, 1, 1, 1)}, "must be a number of big blinds"),
    ({"game": leduc()}, "which has other rules"),
    ({"line": "f f f f f"}, "the hand is over"),
    ({"line": "f f", "seat": "BB"}, r"not the turn of 'BB': CO \(seat 4\)"),
    ({"line": "f f", "seat": "XX"}, "'XX' is not a seat"),
    ({"line": "f f f r2.5 f c /"}, "where 3 cards lie; the board has no cards; give 3, such as QsJh2h"),
    ({"board": FLOP}, "before the flop, where no cards lie"),
    ({"game": replace(flop_game(), blinds=(50, 100, 200, 0, 0, 0), first_to_act=(3, 0))}, "straddle"),
]


@pytest.mark.parametrize(("asked", "reason"), REFUSED)
def test_what_cannot_be_answered_is_refused_with_the_reason(s: Blueprint, asked: dict, reason: str) -> None:
    with pytest.raises((StrategyError, GameError), match=reason):
        s.query("AsKd", **asked)


def test_bad_lines_and_cards_are_named(s: Blueprint) -> None:
    with pytest.raises(HistoryError, match="'z9': not an action"):
        s.query("AsKd", line="f z9")
    with pytest.raises(HistoryError, match=r"'r1\.2'"):
        s.query("AsKd", line="f r1.2")
    with pytest.raises(CardError, match="the card Qs is in the hand KdQs and on the board QsJh2h"):
        s.query("QsKd", "f f f r2.5 f c /", FLOP)
    with pytest.raises(CardError, match="is 1 cards"):
        s.query("As")
    with pytest.raises(CardError, match="the line has the cards"):
        s.query("AsKd", f"f f f r2.5 f c / {FLOP}", "2c3c4c")


# --- a strategy among strategies -----------------------------------------------------------------------------


def test_it_plays_as_a_strategy_and_loses_little_by_fifteenths(tmp_path: Path) -> None:
    solution = rb.solve("leduc", iterations=2000)
    cards = Lossless(((1,), (1, 1)), leduc().deck)
    write_strategy(tmp_path / "leduc.strategy", solution.tree, cards, SolvedRows(solution, cards), {})
    s = open_blueprint(tmp_path / "leduc.strategy")
    loss = rb.exploitability("leduc", s)
    assert solution.exploitability < loss < 0.15  # uniform play loses 2.37
    assert s.query("Kh", "k b c / k", "Ks").probabilities == pytest.approx(
        FIFTEENTHS.of(solution(state_of(s, "k b c / k", "Ks", "Kh")))[0] / 15, abs=1e-6
    )


def state_of(s: Blueprint, line: str, board: str, hand: str) -> PublicState:
    found = s.at(line, board)
    hands = np.array([parse_cards(hand)], np.uint8)
    return PublicState(found.table, tuple(parse_cards(board)), hands, found.options)


def test_asked_with_other_sizes_it_plays_the_nearest(s: Blueprint) -> None:
    found = s.at("f f")
    table = found.table.copy()
    options = options_at(table, [-1, 0, 240, 10_000])
    hands = HAND_CARDS[:10].astype(np.uint8)
    played = s(PublicState(table, (), hands, options))
    own = s.query_batch(hands, "f f", "").probabilities
    assert np.allclose(played.sum(axis=1), 1)
    assert np.allclose(played[:, 2], own[:, 1], atol=1e-6)  # the trained 2.5 bb is nearest to 2.4


def test_three_kuhn_players_are_asked_with_one_card(tmp_path: Path) -> None:
    tree = build_tree(kuhn(3), rb.games.Menu())
    cards = Lossless(((1,),), kuhn(3).deck)
    rows = RandomRows(tree, cards)
    write_strategy(tmp_path / "kuhn.strategy", tree, cards, rows, {})
    s = open_blueprint(tmp_path / "kuhn.strategy")
    for line, card in itertools.product(("", "k", "k b", "b c"), ("Ts", "Ks")):
        expected = FIFTEENTHS.of(rows.probabilities(tree.walk(line)))["TJQK".index(card[0])] / 15
        assert s.query(card, line=line).probabilities == pytest.approx(expected.tolist(), abs=1e-6)
    with pytest.raises(StrategyError, match="a range is of two-card hands"):
        s.range(0)


def test_random_real_lines_get_an_answer(s: Blueprint) -> None:
    """Any legal hand of the real game, whatever its bets, has probabilities that sum to 1 over legal actions.

    Only what the trained game has no decision like is refused: the big blind's option after limps alone.
    """
    rng = np.random.default_rng(11)
    asked = refused = 0
    for _ in range(60):
        table = rb.games.Table(flop_game())
        while not table.is_over and table.round < 2:
            actions = tuple(table.taken)
            board = FLOP if table.round else ""
            try:
                decision = s.query("AsKd", write_line(table.game, actions), board)
            except StrategyError:
                refused += 1
            else:
                asked += 1
                assert sum(decision.probabilities) == pytest.approx(1, abs=1e-5)
                for option in decision.options:
                    act(table.copy(), option.action)  # legal, or it raises
            legal = table.legal_actions
            choices = [-1] if legal.can_fold else []
            choices += [0, 0]
            if legal.can_raise:
                least, most = legal.min_raise_to or 0, legal.max_raise_to or 0
                choices += [least, int(rng.integers(least, most + 1)), min(most, 3 * least)]
            act(table, int(rng.choice(choices)))
    assert asked > 200
    assert refused < asked / 20


# --- one cursor, whatever the translation ----------------------------------------------------------------------


def test_ranges_and_grids_follow_the_translation(coarse: Trained) -> None:
    """The nearest size to a bet of 70 % is 50 %: it tells of the hands that bet 50 %, and of no others."""
    nearest = open_blueprint(coarse.path, translation="nearest")
    line = "f f f r2.5 f c / "
    assert str(nearest.query("AsKd", line + "b70%", FLOP).translated[0]) == "b3.85 as b2.75"
    bet, meant = (nearest.range("BB", line + amount, FLOP).weights for amount in ("b70%", "b2.75"))
    np.testing.assert_array_equal(bet, meant)
    shoved, other = (nearest.grid(f"{line}{amount} a", FLOP).reach for amount in ("b70%", "b2.75"))
    np.testing.assert_array_equal(shoved, other)
