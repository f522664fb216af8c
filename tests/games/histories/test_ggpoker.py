"""Hands as GGPoker exports them: PokerStars' text with its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.errors import HistoryError
from riverboat.games import Hand, hands_text, read_hands
from riverboat.games.histories.pokerstars import read_pokerstars

RUSH = """Poker Hand #RC3700000001: Hold'em No Limit ($0.02/$0.05) - 2025/08/09 04:17:35
Table 'RushAndCash1053' 6-max Seat #1 is the button
Seat 1: 77ab326b ($12.6 in chips)
Seat 2: e6ffcb83 ($4.14 in chips)
Seat 3: Hero ($6.6 in chips)
Cash Drop to Pot : total $0.5
e6ffcb83: posts small blind $0.02
Hero: posts big blind $0.05
*** HOLE CARDS ***
Dealt to 77ab326b
Dealt to e6ffcb83
Dealt to Hero [9c 9d]
77ab326b: raises $0.2 to $0.25
e6ffcb83: folds
Hero: raises $1.75 to $2
77ab326b: folds
Uncalled bet ($1.75) returned to Hero
*** SHOWDOWN ***
Hero collected $0.97 from pot
*** SUMMARY ***
Total pot $1.02 | Rake $0.04 | Jackpot $0.02 | Bingo $0 | Fortune $0 | Tax $0
Seat 1: 77ab326b (button) folded before Flop
Seat 2: e6ffcb83 (small blind) folded before Flop
Seat 3: Hero (big blind) collected ($0.97)
"""
THRICE = """Poker Hand #HD2200000002: Hold'em No Limit ($1/$2) - 2025/04/07 23:48:32
Table 'NLHGold9' 6-max Seat #1 is the button
Seat 1: 11111111 ($60 in chips)
Seat 2: 22222222 ($1,000 in chips)
Seat 3: Hero ($59 in chips)
22222222: posts small blind $1
Hero: posts big blind $2
11111111: posts missed blind $1
11111111: straddle $4
*** HOLE CARDS ***
Dealt to 11111111
Dealt to 22222222
Dealt to Hero [Kh Kd]
22222222: folds
Hero: raises $55 to $59 and is all-in
11111111: calls $55 and is all-in
Hero: Chooses to EV Cashout
Hero: shows [Kd Kh] (Pair of Kings)
11111111: shows [Ac Ad] (Pair of Aces)
*** FIRST FLOP *** [2c 7d 9h]
*** FIRST TURN *** [2c 7d 9h] [Jc]
*** FIRST RIVER *** [2c 7d 9h Jc] [4s]
*** SECOND FLOP *** [Ks 3d 3h]
*** SECOND TURN *** [Ks 3d 3h] [5c]
*** SECOND RIVER *** [Ks 3d 3h 5c] [6s]
*** THIRD FLOP *** [8c 8d 2h]
*** THIRD TURN *** [8c 8d 2h] [5d]
*** THIRD RIVER *** [8c 8d 2h 5d] [Qs]
*** FIRST SHOWDOWN ***
11111111 collected $39 from pot
*** SECOND SHOWDOWN ***
Hero collected $39 from pot
*** THIRD SHOWDOWN ***
11111111 collected $39 from pot
Hero: Receives Cashout ($12.4)
*** SUMMARY ***
Total pot $120 | Rake $2.5 | Jackpot $0.5 | Bingo $0
Hand was run three times
FIRST Board [2c 7d 9h Jc 4s]
SECOND Board [Ks 3d 3h 5c 6s]
THIRD Board [8c 8d 2h 5d Qs]
"""
LEVEL = """Poker Hand #TM2477: Tournament #525, Special $250 Hold'em No Limit - Level4 (90/180) - 2020/06/02 19:37:42
Table '6' 8-max Seat #1 is the button
Seat 1: Hero (4,028 in chips)
Seat 2: 841f9992 (13,731 in chips)
Seat 3: 5d46d288 (16,493 in chips)
841f9992: posts small blind 80
5d46d288: posts big blind 160
*** HOLE CARDS ***
Dealt to Hero [Ks Kc]
Hero: raises 160 to 320
841f9992: folds
5d46d288: calls 160
*** FLOP *** [Kh 2h Qh]
5d46d288: checks
Hero: checks
*** TURN *** [2h Kh Qh] [6h]
5d46d288: checks
Hero: bets 400
5d46d288: folds
Uncalled bet (400) returned to Hero
*** SHOWDOWN ***
Hero collected 720 from pot
*** SUMMARY ***
Total pot 720
"""


def back(hand: Hand) -> None:
    for format in ("phh", "ohh", "pokerstars"):
        again = read_hands(hands_text([hand], format)[0]).hand(1)
        assert (again.actions, again.payoffs, again.rakes, again.more_boards, again.game.blinds) == (
            hand.actions, hand.payoffs, hand.rakes, hand.more_boards, hand.game.blinds
        )  # fmt: skip


def test_a_cash_drop_is_the_houses_money() -> None:
    hand = read_pokerstars(RUSH)
    assert (hand.site, hand.hand_id, hand.hero, hand.hole_cards) == (
        "GGPoker", "RC3700000001", 1, ("", "9c9d", "")
    )  # fmt: skip
    assert hand.payoffs == (-2, 72, -25)  # 45 chips more than the others lose: 50 dropped, 5 of rake
    assert hand.rakes == (0, -45, 0)  # the parts of the rake are rounded up, their sum is not
    back(hand)
    with pytest.raises(HistoryError, match="total pot"):
        read_pokerstars(RUSH.replace("Cash Drop to Pot : total $0.5\n", ""))


def test_three_runs_a_straddle_a_missed_blind_and_a_cashout() -> None:
    hand = read_pokerstars(THRICE)
    assert (hand.game.blinds, hand.game.antes) == ((100, 200, 400), (0, 0, 100))
    assert len(hand.more_boards) == 2
    assert hand.payoffs == (-100, -2000, 1800)
    assert sum(hand.rakes) == 300
    back(hand)


def test_the_level_of_the_headline_may_be_the_next() -> None:
    hand = read_pokerstars(LEVEL)
    assert (hand.game.blinds, hand.game.min_bet, hand.level) == ((80, 160, 0), 160, "4")
    assert not hand.house_rules  # a raise to 320 is a whole one
    assert hand.board == "Kh2hQh6h"  # told in another order on the turn
    back(hand)


def test_other_games_in_the_file_are_told_and_the_rest_is_read(tmp_path: Path) -> None:
    omaha = RUSH.replace("Hold'em No Limit", "Omaha Pot Limit")
    (tmp_path / "GG20250809.txt").write_text("\n\n".join([RUSH, omaha, LEVEL]))
    history = read_hands(tmp_path / "GG20250809.txt")
    assert (history.numbers, [bad.number for bad in history.problems]) == ((1, 3), [2])
    assert "another game than hold'em" in history.problems[0].reason
