"""What real tables let happen, one small hand of each kind in the text of PokerStars."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from riverboat.errors import HistoryError
from riverboat.games import Hand, hands_text, nolimit_holdem, read_hands
from riverboat.games.histories.pokerstars import read_pokerstars

HEAD = """PokerStars Hand #{number}:  Hold'em No Limit ($1/$2 USD) - 2026/07/17 21:32:37 ET
Table 'Halley' 6-max Seat #1 is the button
"""
THREE = (
    HEAD
    + """Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cay ($100 in chips)
Bob: posts small blind $1
Cay: posts big blind $2
*** HOLE CARDS ***
"""
)
"""Ann has the button, Bob the small blind, Cay the big one."""


def drawn_text(hand: Hand) -> str:
    """Return what a terminal shows."""
    console = Console(file=io.StringIO(), width=120, color_system=None)
    console.print(hand)
    return console.file.getvalue()  # type: ignore[attr-defined]


def read(text: str, number: int = 1) -> Hand:
    """Read a hand; what is read must come back the same from every format that can tell it."""
    hand = read_pokerstars(text.replace("{number}", str(number)))
    for format in ("phh", "ohh", "pokerstars"):
        back = read_hands(hands_text([hand], format)[0]).hand(1)
        assert (back.actions, back.payoffs, back.game.blinds, back.game.antes) == (
            hand.actions, hand.payoffs, hand.game.blinds, hand.game.antes
        )  # fmt: skip
        assert (back.more_boards, back.house_rules, back.rakes) == (
            hand.more_boards,
            hand.house_rules,
            hand.rakes,
        )
    return hand


def test_a_raise_over_all_ins_that_nobody_can_call_is_a_call() -> None:
    hand = read(
        HEAD
        + """Seat 1: Ann ($100 in chips)
Seat 2: Bob ($30 in chips)
Seat 3: Cay ($40 in chips)
Bob: posts small blind $1
Cay: posts big blind $2
*** HOLE CARDS ***
Ann: folds
Bob: raises $28 to $30 and is all-in
Cay: raises $10 to $40 and is all-in
Uncalled bet ($10) returned to Cay
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jc]
*** RIVER *** [2c 7d 9h Jc] [4s]
*** SHOW DOWN ***
Bob: shows [As Ah] (a pair of Aces)
Cay: shows [Ks Kh] (a pair of Kings)
Bob collected $60 from pot
*** SUMMARY ***
Total pot $60 | Rake $0
"""
    )
    assert hand.actions == (-1, 3000, 0)
    assert hand.payoffs == (3000, -3000, 0)
    assert not hand.house_rules


def test_a_fold_where_a_check_is_free_stays_a_fold() -> None:
    text = (
        THREE
        + """Ann: calls $2
Bob: calls $1
Cay: folds
*** FLOP *** [2c 7d 9h]
Bob: checks
Ann: bets $3
Bob: folds
Uncalled bet ($3) returned to Ann
Ann collected $6 from pot
*** SUMMARY ***
Total pot $6 | Rake $0
"""
    )
    hand = read(text)
    assert hand.actions == (0, 0, -1, 0, 300, -1)
    assert hand.house_rules
    assert [(step.seat, step.kind, step.to_call) for step in hand.steps()][2] == (1, "fold", 0)
    assert hand.to_dict()["line"] == "c c f / k b1.5 f"
    assert "Cay folds" in drawn_text(hand)
    strict = Hand(nolimit_holdem(3), (0, 0), house_rules=True)
    assert not strict.house_rules  # nothing of the kind is in it
    with pytest.raises(HistoryError, match=r"action 3 of 3, fold: .*check instead"):
        Hand(nolimit_holdem(3), (0, 0, -1))


def test_raises_below_the_minimum_are_kept_as_they_were() -> None:
    hand = read(
        THREE
        + """Ann: raises $1.50 to $3.50
Bob: folds
Cay: folds
Uncalled bet ($1.50) returned to Ann
Ann collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
"""
    )
    assert (hand.actions, hand.house_rules) == ((350, -1, -1), True)


def test_a_missed_small_blind_is_dead_money() -> None:
    hand = read(
        HEAD
        + """Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cay ($100 in chips)
Seat 5: Dan ($100 in chips)
Bob: posts small blind $1
Cay: posts big blind $2
Dan: posts small blind $1
*** HOLE CARDS ***
Dan: calls $2
Ann: folds
Bob: folds
Cay: checks
*** FLOP *** [2c 7d 9h]
Cay: bets $2
Dan: folds
Uncalled bet ($2) returned to Cay
Cay collected $6 from pot
*** SUMMARY ***
Total pot $6 | Rake $0
"""
    )
    assert (hand.game.blinds, hand.game.antes) == ((100, 200, 0, 0), (0, 0, 100, 0))
    assert hand.payoffs == (-100, 400, -300, 0)


def test_one_card_shown_at_the_showdown_leaves_the_hand_unknown() -> None:
    ending = """Ann: folds
Bob: calls $1
Cay: checks
*** FLOP *** [2c 7d 9h]
Bob: checks
Cay: checks
*** TURN *** [2c 7d 9h] [Jc]
Bob: checks
Cay: checks
*** RIVER *** [2c 7d 9h Jc] [4s]
Bob: checks
Cay: checks
*** SHOW DOWN ***
Bob: shows [As Ah] (a pair of Aces)
Cay: shows [Qc]
Bob collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Seat 3: Cay (big blind) mucked [Qc]
"""
    hand = read(THREE + ending)
    assert (hand.hole_cards, hand.mucked, hand.payoffs) == (("AsAh", "", ""), (1,), (200, -200, 0))
    won = ending.replace("Bob collected", "Cay collected").replace("[As Ah] (a pair of Aces)", "[XX Ah]")
    hand = read_pokerstars((THREE + won).replace("{number}", "2"))
    assert (hand.hole_cards, hand.mucked, hand.payoffs) == (("", "", ""), (0,), (-200, 200, 0))


def test_a_player_who_is_all_in_and_sits_out_folds() -> None:
    hand = read_pokerstars(
        """PokerStars Hand #3: Tournament #9, $1+$0.10 USD Hold'em No Limit - Level II (15/30) - 2012/02/16 22:26:13 ET
Table '9 1' 9-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips)
Seat 3: Cay (20 in chips) is sitting out
Bob: posts small blind 15
Cay: posts big blind 20 and is all-in
*** HOLE CARDS ***
Ann: calls 30
Bob: calls 15
Cay: folds
*** FLOP *** [2c 7d 9h]
Bob: checks
Ann: bets 60
Bob: folds
Uncalled bet (60) returned to Ann
Ann collected 80 from pot
*** SUMMARY ***
Total pot 80 | Rake 0
"""
    )
    assert (hand.mucked, hand.payoffs, hand.board) == ((1,), (-30, -20, 50), "2c7d9h")


def test_a_big_blind_all_in_on_the_ante_posts_none() -> None:
    hand = read(
        """PokerStars Hand #4: Tournament #9, $1+$0.10 USD Hold'em No Limit - Level II (50/100) - 2012/02/16 22:26:13 ET
Table '9 1' 9-max Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips)
Seat 3: Cay (8 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cay: posts the ante 8 and is all-in
Bob: posts small blind 50
*** HOLE CARDS ***
Ann: folds
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jc]
*** RIVER *** [2c 7d 9h Jc] [4s]
*** SHOW DOWN ***
Bob: shows [As Ah] (a pair of Aces)
Cay: shows [Ks Kh] (a pair of Kings)
Bob collected 4 from side pot
Bob collected 24 from main pot
*** SUMMARY ***
Total pot 28 | Rake 0
"""
    )
    assert hand.game.blinds == (50, 100, 0)
    assert hand.game.stacks == (1000, 8, 1000)


TWICE = (
    THREE
    + """Ann: folds
Bob: raises $98 to $100 and is all-in
Cay: calls $98 and is all-in
*** FLOP *** [2c 7d 9h]
*** FIRST TURN *** [2c 7d 9h] [Jc]
*** FIRST RIVER *** [2c 7d 9h Jc] [4s]
*** SECOND TURN *** [2c 7d 9h] [Kc]
*** SECOND RIVER *** [2c 7d 9h Kc] [5s]
*** FIRST SHOW DOWN ***
Bob: shows [As Ah] (a pair of Aces)
Cay: shows [Ks Kh] (a pair of Kings)
Bob collected $99 from pot
*** SECOND SHOW DOWN ***
Bob: shows [As Ah] (a pair of Aces)
Cay: shows [Ks Kh] (three of a kind, Kings)
Cay collected $99 from pot
*** SUMMARY ***
Total pot $200 | Rake $2
Hand was run twice
FIRST Board [2c 7d 9h Jc 4s]
SECOND Board [2c 7d 9h Kc 5s]
"""
)


def test_boards_run_twice_share_the_pot() -> None:
    hand = read(TWICE)
    assert (hand.board, hand.more_boards) == ("2c7d9hJc4s", ("2c7d9hKc5s",))
    assert (hand.payoffs, hand.rakes) == ((-100, -100, 0), (100, 100, 0))
    assert "Board 2  2♣ 7♦ 9♥ K♣ 5♠" in drawn_text(hand)
    with pytest.raises(HistoryError, match="collected"):
        read(TWICE.replace("Cay collected", "Bob collected"))
    with pytest.raises(HistoryError, match="second run must be whole"):
        read(TWICE.replace("*** SECOND RIVER *** [2c 7d 9h Kc] [5s]\n", ""))
    with pytest.raises(HistoryError, match="second run: the card As is dealt twice"):
        read(TWICE.replace("[2c 7d 9h Kc] [5s]", "[2c 7d 9h Kc] [As]"))


def test_a_walk_that_gives_the_blind_back_whole() -> None:
    walk = (
        THREE
        + """Ann: folds
Bob: folds
Uncalled bet ($2) returned to Cay
Cay collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
"""
    )
    assert read(walk).payoffs == (-100, 100, 0)


def test_lines_apart_by_blank_ones_and_the_archive_form() -> None:
    text = TWICE.replace("{number}", "1")
    spaced = text.replace("\n", "\n\n") + "\n\n" + text.replace("#1:", "#2:")
    archive = "".join(f"*********** # {n} **************\n" + "".join(f" {line}\n" for line in text.split("\n"))
                      for n in (1, 2))  # fmt: skip
    for many in (spaced, archive):
        history = read_hands(many)
        assert (len(history), history.problems) == (2, ())
        assert history.hands[0].payoffs == history.hands[1].payoffs == (-100, -100, 0)


def test_amounts_as_other_converters_tell_them() -> None:
    hand = read(
        THREE
        + """Ann: raises to $6
Bob: calls $6
Cay: folds
*** FLOP *** [2c 7d 9h]
Bob: checks
Ann: bets $9
Bob: folds
Uncalled bet ($9) returned to Ann
Ann collected $14 from pot
*** SUMMARY ***
Total pot $14 | Rake $0
""".replace("Bob: posts small", "Bob: posts a small")
    )
    assert hand.actions == (600, 0, -1, 0, 900, -1)
    assert hand.payoffs == (-600, -200, 800)
