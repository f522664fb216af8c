from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory
from tests.games.histories.test_phh import several_short_raises

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import leduc, nolimit_holdem
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.pokerstars import read_pokerstars, split_pokerstars
from riverboat.games.histories.pokerstars_write import write_pokerstars

SEEDS = st.integers(0, 2**32)
CASH = """PokerStars Hand #123456789:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/07/17 21:32:37 ET
Table 'Halley II' 6-max Seat #3 is the button
Seat 1: Player1 ($10 in chips)
Seat 2: Player2 ($5.30 in chips)
Seat 3: Hero ($12.45 in chips)
Seat 6: Sleeper ($3 in chips) is sitting out
Player1: posts small blind $0.05
Player2: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Hero [As Ks]
Hero: raises $0.20 to $0.30
Player1: folds
Player1 said, "nice: folds everything"
Player2: calls $0.20
*** FLOP *** [Ah Kd 2c]
Player2: checks
Hero: bets $0.40
Player2: raises $4.60 to $5 and is all-in
Hero: calls $4.60
*** TURN *** [Ah Kd 2c] [7s]
*** RIVER *** [Ah Kd 2c 7s] [Th]
*** SHOW DOWN ***
Player2: shows [2h 2d] (three of a kind, Deuces)
Hero: mucks hand
Player2 collected $10.15 from pot
*** SUMMARY ***
Total pot $10.65 | Rake $0.50
Board [Ah Kd 2c 7s Th]
Seat 1: Player1 (small blind) folded before Flop
Seat 2: Player2 (big blind) showed [2h 2d] and won ($10.15) with three of a kind, Deuces
Seat 3: Hero (button) mucked [As Ks]
"""
TOURNAMENT = """PokerStars Hand #139424116022: Tournament #1292680929, $1+$0.10 USD Hold'em No Limit - Level IV (50/100) - 2015/08/15 19:49:55 CET [2015/08/15 13:49:55 ET]
Table '1292680929 6' 9-max Seat #1 is the button
Seat 1: Button (1500 in chips)
Seat 4: Small (1,240 in chips)
Seat 5: Big (60 in chips)
Seat 9: Late (3000 in chips) is sitting out
Button: posts the ante 10
Small: posts the ante 10
Big: posts the ante 10
Late: posts the ante 10
Small: posts small blind 50
Big: posts big blind 50 and is all-in
*** HOLE CARDS ***
Dealt to Button [Qs Qh]
Late: folds
Button: raises 200 to 300
Small: raises 930 to 1230 and is all-in
Button: calls 930
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jc]
*** RIVER *** [2c 7d 9h Jc] [4s]
*** SHOW DOWN ***
Small: shows [Ac Kc] (high card Ace)
Button: shows [Qs Qh] (a pair of Queens)
Button collected 2360 from side pot
Big: shows [9c 9d] (three of a kind, Nines)
Big collected 190 from main pot
*** SUMMARY ***
Total pot 2550 Main pot 190. Side pot 2360. | Rake 0
Board [2c 7d 9h Jc 4s]
"""  # noqa: E501
GG = """Poker Hand #HD42: Hold'em No Limit ($0.1/$0.2) - 2023/10/01 12:00:00
Table 'NLH 3' 6-max Seat #1 is the button
Seat 1: a1 ($20 in chips)
Seat 2: b2 ($31.4 in chips)
Seat 3: Hero ($20 in chips)
b2: posts small blind $0.1
Hero: posts big blind $0.2
*** HOLE CARDS ***
Dealt to a1
Dealt to b2
Dealt to Hero [9c 9d]
a1: folds
b2: raises $0.4 to $0.6
Hero: calls $0.4
*** FLOP *** [9h 2c 3d]
b2: bets $1
Hero: raises $2 to $3
b2: folds
Uncalled bet ($2) returned to Hero
*** SHOWDOWN ***
Hero collected $3.04 from pot
*** SUMMARY ***
Total pot $3.2 | Rake $0.1 | Jackpot $0.06 | Bingo $0 | Fortune $0 | Tax $0
"""


def test_a_cash_hand() -> None:
    hand = read_pokerstars(CASH)
    assert hand.names == ("Player1", "Player2", "Hero")
    assert (hand.game.stacks, hand.game.blinds, hand.decimals) == ((1000, 530, 1245), (5, 10, 0), 2)
    assert hand.hole_cards == ("", "2h2d", "AsKs")
    assert (hand.hero, hand.mucked, hand.rakes, hand.button, hand.table_size) == (2, (2,), (0, 50, 0), 3, 6)
    assert hand.payoffs == (-5, 485, -530)
    assert (hand.currency, hand.table_name, hand.hand_id) == ("USD", "Halley II", "123456789")
    assert read_pokerstars(write_pokerstars(hand)) == hand


def test_a_tournament_hand_with_antes_a_short_blind_and_a_side_pot() -> None:
    hand = read_pokerstars(TOURNAMENT)
    assert hand.names == ("Small", "Big", "Late", "Button")
    assert (hand.game.blinds, hand.game.antes) == ((50, 100, 0, 0), (10,) * 4)
    assert hand.payoffs == (-1240, 130, -10, 1120)
    assert (hand.tournament, hand.buy_in, hand.level, hand.time_zone) == (
        "1292680929", "$1+$0.10 USD", "IV", "CET"
    )  # fmt: skip
    assert read_pokerstars(write_pokerstars(hand)) == hand


def test_the_look_alike_of_another_site() -> None:
    hand = read_pokerstars(GG)
    assert (hand.site, hand.hand_id, hand.hero, hand.rakes) == ("GGPoker", "HD42", 1, (0, 16, 0))
    assert hand.payoffs == (-160, 144, 0)
    assert read_pokerstars(write_pokerstars(hand)) == hand


def test_late_and_dead_blinds_and_a_dead_button() -> None:
    text = """PokerStars Game #5:  Hold'em No Limit ($0.50/$1 USD) - 2010/01/02 3:04:05 ET
Table 'Old' 9-max Seat #9 is the button
Seat 1: Big ($100 in chips)
Seat 3: Plain ($100 in chips)
Seat 5: Late ($100 in chips)
Seat 7: Both ($100 in chips)
Big: posts big blind $1
Late: posts big blind $1
Both: posts small & big blinds $1.50
*** HOLE CARDS ***
Plain: folds
Late: checks
Both: checks
Big: raises $5 to $6
Late: folds
Both: folds
Uncalled bet ($5) returned to Big
Big collected $3.50 from pot
Big: doesn't show hand
*** SUMMARY ***
Total pot $3.50 | Rake $0
"""
    hand = read_pokerstars(text)  # nobody has the small blind, and nobody sits where the button is
    assert hand.game.blinds == (100, 0, 100, 100)
    assert hand.game.antes == (0, 0, 0, 50)  # dead
    assert (hand.game.first_to_act[0], hand.button, hand.seat_numbers) == (1, 9, (1, 3, 5, 7))
    assert hand.payoffs == (250, 0, -100, -150)
    assert read_pokerstars(write_pokerstars(hand)) == hand


def test_a_straddle_acts_last() -> None:
    game = nolimit_holdem(4, straddles=(200,), stack_bb=10)
    hand = Hand(game, (-1, -1, 0, 400, -1), hand_id="1")
    text = write_pokerstars(hand)
    assert "p3: posts straddle 200" in text
    assert read_pokerstars(text).game == game


@given(SEEDS)
@settings(max_examples=300)
def test_round_trip(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, limit=None)
    assert read_pokerstars(write_pokerstars(hand)) == hand


@given(SEEDS)
@settings(max_examples=150)
def test_short_blinds_round_trip_or_are_refused(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, limit=None, short_blinds=True)
    try:
        text = write_pokerstars(hand)
    except HistoryError as problem:
        assert "cannot tell this hand" in str(problem)  # noqa: PT017
    else:
        assert read_pokerstars(text) == hand


@given(SEEDS)
@settings(max_examples=150)
def test_pokerkit_reads_what_we_write(random_hand: Callable[..., Hand], seed: int) -> None:
    """PokerKit 0.7.7 reads no antes, no straddles and no limit games from this text, nor short raises that add up."""
    hand = random_hand(seed, antes=False, straddles=False, rake=False, all_cards=True)
    assume(not several_short_raises(hand))
    hand = replace(hand, mucked=(), names=tuple(f"Player {seat}" for seat in range(hand.game.players)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (history,) = HandHistory.from_pokerstars(write_pokerstars(hand), error_status=True)
        state = tuple(history)[-1]
    scale = 10**hand.decimals
    words = [action.split() for action in history.actions]
    actions = [
        int(Decimal(word[2]) * scale) if word[1] == "cbr" else -1 if word[1] == "f" else 0
        for word in words
        if word[0] != "d" and word[1] != "sm"
    ]
    needless = len(actions) - len(hand.actions)  # checks that only PokerKit asks for
    assert tuple(actions[: len(hand.actions)]) == hand.actions or needless
    payoffs = [int(Decimal(value) * scale) for value in state.payoffs]
    assert all(abs(a - b) < hand.game.players for a, b in zip(payoffs, hand.payoffs, strict=True))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("PokerStars Hand", "Stars Hand", "does not begin a hand"),
        ("Hold'em No Limit", "Omaha Pot Limit", "another game than hold'em"),
        ("$0.05/$0.10", "x", "names no hold'em game"),
        ("2026/07/17", "2026/17/17", "not a date"),
        ("Seat #3 is the button", "", "where the button is"),
        ("Seat 1: Player1 ($10", "Seat 2: Player1 ($10", "named before"),
        ("Player1: folds\n", "Player2: folds\n", "Player2 acts out of turn: it is Player1's turn"),
        ("Player1: folds\n", "Nobody: folds\n", "no seat line names 'Nobody'"),
        ("Player1: folds\n", "", "out of turn"),
        ("Hold'em No Limit ($0.05/$0.10", "Hold'em No Limit ($0.05/$0.10 - $4 Cap -", "a cap game"),
        ("Hold'em No Limit", "Hold'em Pot Limit", "pot-limit hold'em"),
        ("Hold'em No Limit", "6+ Hold'em No Limit", "short deck"),
        ("Hero: raises $0.20 to $0.30", "Hero: raises $0 to $0.10", "more than 10, the bet so far"),
        ("Hero: raises $0.20 to $0.30", "Hero: raises", "not complete"),
        ("calls $0.20", "calls $0.21", "calls 21 chips, but there are 20 to call"),
        ("Player2: checks", "Player2: calls $1", "nothing to call"),
        ("raises $4.60 to $5 ", "raises $4.61 to $5.01 ", "at most 500"),
        ("Hero: calls $4.60\n", "Hero: calls $4.60\nPlayer1: folds\n", "Player1 acts after the hand is over"),
        ("*** FLOP *** [Ah Kd 2c]", "*** FLOP *** [Ah Kd]", "the flop is 3 cards"),
        ("[Ah Kd 2c] [7s]\n", "[Ah Kd 2c] [2c]\n", "2c"),
        ("[As Ks]", "[As Xs]", "Xs"),
        ("*** TURN *** [Ah Kd 2c] [7s]\n", "", "board"),
        ("*** SHOW DOWN ***", "*** SECOND RIVER *** [Ah]", "Ah appears twice"),
        ("Total pot $10.65", "Total pot $10.66", "total pot is said to be 10.66"),
        ("collected $10.15", "collected $10.14", "collected"),
        ("Rake $0.50", "Rake $0.51", "collected"),
        (
            "Player2: shows [2h 2d] (three",
            "Player2: shows [2h 3d] (three",
            "Player2 shows 2h2d, but holds 2h3d",
        ),
        ("*** TURN *** [Ah Kd 2c]", "*** TURN *** [Ah Kd 3c]", "the board before it"),
        ("*** RIVER *** [Ah Kd 2c 7s] [Th]\n", "", "reaches one of 5 cards"),
        ("*** RIVER *** [Ah Kd 2c 7s] [Th]\n", "*** RIVER *** [Th]\n*** RIVER *** [Tc]\n", "board"),
        ("posts big blind $0.10", "posts a boat $0.10", "not a post"),
        ("Player2: posts big blind $0.10\n", "", "big blind"),
        ("$12.45", "$12.4567891", "digits behind the point"),
        ("$12.45", "$99999999999", "range|below"),
    ],
)
def test_bad_hands_say_why(old: str, new: str, says: str) -> None:
    assert old in CASH
    with pytest.raises(RiverboatError, match=says):
        read_pokerstars(CASH.replace(old, new, 1))


def test_cut_off_hands_say_so() -> None:
    lines = CASH.splitlines()
    for end in range(1, len(lines)):
        text = "\n".join(lines[:end])
        if "SUMMARY" not in text:
            with pytest.raises(HistoryError, match=r"SUMMARY"):
                read_pokerstars(text)


def test_hands_are_split_with_their_lines() -> None:
    text = f"\ufeff{CASH}\n\n\n{TOURNAMENT}{GG}\n\n\ngarbage\nmore\n"
    parts = list(split_pokerstars(text))
    starts = [1, 1 + CASH.count("\n") + 3]
    starts.append(starts[1] + TOURNAMENT.count("\n"))
    starts.append(starts[2] + GG.count("\n") + 3)
    assert [line for line, _ in parts] == starts
    assert [read_pokerstars(part).hand_id for _, part in parts[:3]] == ["123456789", "139424116022", "HD42"]
    assert parts[3][1] == "garbage\nmore"


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (Hand(leduc(), (0, 0, 0, 0), ("Js", "Ks"), "Qs"), "hold'em with 52 cards"),
        (Hand(nolimit_holdem(), (0,)), "not over: p1 is to act"),
        (Hand(nolimit_holdem(), (0, 0, 100, -1)), "board"),
        (Hand(nolimit_holdem(), (-1,), hero=0), "not known"),
        (Hand(nolimit_holdem(), (-1,), hand_id="a b"), "hand id"),
        (Hand(nolimit_holdem(), (10000, 0), ("AsAh", ""), "2c3c4c5d6d"), "unknown"),
        (Hand(replace(nolimit_holdem(3), first_to_act=(0, 0, 0, 0)), (-1, 200, -1)), "cannot tell this hand"),
        (Hand(replace(nolimit_holdem(4), blinds=(50, 100, 50, 0)), (-1, -1, -1)), "one"),
    ],
)
def test_what_cannot_be_written(hand: Hand, says: str) -> None:
    with pytest.raises(HistoryError, match=says):
        write_pokerstars(hand)


@pytest.mark.parametrize(
    ("cards", "hero", "shown"),
    [
        (("AsAh", "KsKh", "2c2d"), 0, ["p2: shows [Ks Kh]", "p3: shows [2c 2d]"]),  # both of them folded
        (("AsAh", "", ""), None, ["p1: shows [As Ah]"]),  # the winner
        (("", "KsKh", ""), None, ["p2: shows [Ks Kh]"]),
        (("AsAh", "KsKh", ""), None, []),  # told when they are dealt
    ],
)
def test_cards_shown_after_the_hand(cards: tuple[str, ...], hero: int | None, shown: list[str]) -> None:
    hand = Hand(nolimit_holdem(3), (-1, 300, -1), cards, hero=hero)
    text = write_pokerstars(hand)
    assert [line for line in text.splitlines() if "shows" in line] == shown
    assert read_pokerstars(text).hole_cards == cards


def test_the_summary_tells_who_showed() -> None:
    shown = "Player2: shows [2h 2d] (three of a kind, Deuces)\n"
    assert read_pokerstars(CASH.replace(shown, "")) == read_pokerstars(CASH)
    nobody = CASH.replace(shown, "").replace("showed [2h 2d] and won", "won").replace("mucked [As Ks]", "")
    assert read_pokerstars(nobody).payoffs == read_pokerstars(CASH).payoffs  # who collected it says who won
    nobody = nobody.replace("Player2 collected $10.15 from pot\n", "")
    with pytest.raises(HistoryError, match="who wins cannot be said"):
        read_pokerstars(nobody)


def test_a_winner_may_show_without_a_showdown() -> None:
    text = (
        CASH.split("*** FLOP")[0]
        .replace("Player2: calls $0.20", "Player2: folds")
        .replace("Dealt to Hero", "Dealt to Player1")
    )
    text += "Uncalled bet ($0.20) returned to Hero\nHero collected $0.25 from pot\n{}"
    text += "*** SUMMARY ***\nTotal pot $0.25 | Rake $0\n"
    text = text.replace("[As Ks]", "[7c 2d]").replace(
        "to $0.30", "to $0.30 "
    )  # spaces at the end of a line are common
    hand = read_pokerstars(text.format("Hero: shows [As Ks] (high card Ace)\n"))
    assert (hand.hole_cards, hand.hero) == (("7c2d", "", "AsKs"), 0)
    assert read_pokerstars(write_pokerstars(hand)) == hand
    assert read_pokerstars(text.format("Hero: shows [As] (high card Ace)\n")).hole_cards[2] == ""


def test_dollars_are_written_as_such_and_read_in_cents() -> None:
    hand = Hand(nolimit_holdem(small_blind=1, big_blind=2), (6, -1), currency="USD", hand_id="1")
    text = write_pokerstars(hand)
    assert "p2: raises $4 to $6" in text
    assert read_pokerstars(text).game == hand.with_decimals(2).game


@given(st.sampled_from([CASH, TOURNAMENT, GG]), st.randoms(use_true_random=False))
@settings(max_examples=400)
def test_damaged_text_is_read_or_refused(text: str, rng: random.Random) -> None:
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        piece = rng.choice(
            ("", "?", "9", "[", "]", "\n", ": ", "$", ",", ".", "-", "\x00", "²", "*** FLOP ***")
        )
        text = text[:at] + piece + text[at + rng.choice((0, 1, 5, 300)) :]
    for _, part in split_pokerstars(text):
        with contextlib.suppress(RiverboatError):
            read_pokerstars(part)
