from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from riverboat.errors import GameError, HistoryError, RiverboatError
from riverboat.games import CALL, FOLD, Hand, Table, kuhn, leduc, nolimit_holdem, position_names
from riverboat.games.histories.recorder import Recorder
from riverboat.games.rules.action import act, action_name
from riverboat.games.rules.awards import award_pots, uncalled_bet

SEEDS = st.integers(0, 2**32)
HEADS_UP = nolimit_holdem(stack_bb=20)


def shown(hand: Hand) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(hand)
    return console.export_text()


def test_a_hand_is_replayed_when_it_is_built() -> None:
    hand = Hand(HEADS_UP, (250, 2000, CALL), ("QhQd", "AsKs"), "2c7d9hJcQs")
    assert (hand.is_over, hand.payoffs, hand.names) == (True, (2000, -2000), ("p1", "p2"))
    assert hand.table(1).actor == 0
    assert hand.board_by_round == ("", "2c7d9h", "Jc", "Qs")
    assert [(s.kind, s.paid, s.to, s.highest, s.pot, s.all_in) for s in hand.steps()] == [
        ("raise", 200, 250, 100, 150, False),
        ("raise", 1900, 2000, 250, 350, True),
        ("call", 1750, 2000, 2000, 2250, True),
    ]


@given(SEEDS)
@settings(max_examples=200)
def test_results_are_those_of_the_table(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, limit=None, all_cards=True, rake=False, short_blinds=True)
    table = hand.table()
    assert list(hand.payoffs) == (table.payoffs if not hand.mucked else list(hand.payoffs))
    assert sum(hand.payoffs) == 0
    seat, back = uncalled_bet(table)
    result = [-chips for chips in table.put_in]
    result[seat] += back
    for award in award_pots(table):
        assert sum(award.shares.values()) == award.chips
        assert set(award.shares) <= set(award.seats)
        for winner, chips in award.shares.items():
            result[winner] += chips
    assert result == table.payoffs
    assert sum(step.paid for step in hand.steps()) == table.pot - Hand(hand.game).table().pot


@given(SEEDS)
@settings(max_examples=50)
def test_what_one_player_saw(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, all_cards=True)
    seen = hand.seen_by(0)
    assert seen.payoffs == hand.payoffs
    assert seen.seen_by(0) == seen
    assert seen.hole_cards[0] == hand.hole_cards[0]
    assert hand.seen_by(1).hero == 1


def test_hands_are_plain_values() -> None:
    hand = Hand(HEADS_UP, (FOLD,), ("QhQd", "AsKs"))
    assert hash(hand) == hash(Hand(HEADS_UP, [FOLD], ["QhQd", "As Ks"]))  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    assert hand.to_dict()["players"][1]["payoff"] == -50  # type: ignore[index]


def test_unknown_and_mucked_cards() -> None:
    calls = (CALL,) * 8
    unknown = Hand(HEADS_UP, calls, ("QhQd", ""), "2c7d9hJcQs")
    with pytest.raises(GameError, match="hole cards of seat 1 are unknown"):
        _ = unknown.payoffs
    assert replace(unknown, mucked=(1,)).payoffs == (100, -100)
    assert replace(unknown, mucked=(0,), hole_cards=("AsAh", "7s2d")).payoffs == (-100, 100)
    both = replace(unknown, mucked=(0, 1), hole_cards=("AsAh", "KsQh"))  # nobody showed
    assert both.payoffs == (100, -100)
    with pytest.raises(GameError, match="the board needs 5 cards"):
        _ = Hand(HEADS_UP, calls, ("QhQd", "AsKs"), "2c7d9h").payoffs
    with pytest.raises(GameError, match="not over: seat 1 is to act"):
        _ = Hand(HEADS_UP, (), ("QhQd", "")).payoffs


def test_cents_and_dollars() -> None:
    hand = Hand(HEADS_UP, (300, FOLD), currency="USD")
    cents = hand.with_decimals(2)
    assert (cents.game.stacks, cents.actions, cents.payoffs) == (
        (200000, 200000),
        (30000, -1),
        (-10000, 10000),
    )
    with pytest.raises(HistoryError, match="cannot be told with 0"):
        cents.with_decimals(0)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"actions": (199,)}, "action 1 of 1, raise to 199: seat 1 cannot raise to 199: the minimum is 200"),
        ({"actions": (FOLD, CALL)}, "action 2 of 2, check or call: the hand is over"),
        ({"actions": (CALL, CALL, FOLD)}, "nothing to call"),
        ({"actions": (-2,)}, "-2 is not an action"),
        ({"actions": ("c",)}, "'c'"),
        ({"actions": (2**80,)}, "action 1"),
        ({"hole_cards": ("AsAh",)}, "hole_cards has 1 entries"),
        ({"hole_cards": ("AsAh", "AsKs")}, "As"),
        ({"board": "2c7d9h"}, "the betting reaches a board of 0"),
        ({"actions": (CALL, CALL), "board": "2c"}, r"one of \[0, 0, 3\]|one of \[0, 3\]"),
        ({"names": ("Ann", "Ann")}, "the same name"),
        ({"names": ("Ann", "B\nob")}, "is not a name"),
        ({"names": ("Ann", " Bob")}, "is not a name"),
        ({"mucked": (0,)}, "only seats in a showdown"),
        ({"mucked": (5,)}, "must be seats from 0 to 1"),
        ({"rakes": (1, 0)}, "the hand is not over"),
        ({"actions": (FOLD,), "rakes": (101, 0)}, "seat 0 won 100; a rake of 101"),
        ({"seat_numbers": (0, 1)}, "count from 1"),
        ({"seat_numbers": (2, 1), "button": 2}, "not in order around the table"),
        ({"seat_numbers": (3, 3)}, "not in order"),
        ({"hero": 2}, "must be seats from 0 to 1"),
        ({"decimals": 7}, "must be 0 to 6"),
        ({"site": "a\tb"}, "printable"),
    ],
)  # fmt: skip
def test_bad_hands_say_why(fields: dict, says: str) -> None:
    with pytest.raises(RiverboatError, match=says):
        Hand(HEADS_UP, **fields)


def test_actions_have_names() -> None:
    assert [action_name(action) for action in (FOLD, CALL, 7)] == ["fold", "check or call", "raise to 7"]
    table = Table(HEADS_UP)
    act(table, CALL)
    assert table.actor == 0


def test_the_recorder_names_the_players() -> None:
    recorder = Recorder(HEADS_UP, ("Ann", "Bob"))
    for bad, says in (
        (lambda: recorder.fold(0), "Ann acts out of turn: it is Bob's turn"),
        (lambda: recorder.check(1), "Bob checks, but there are 50 chips to call"),
        (lambda: recorder.call(1, 49), "Bob calls 49 chips, but there are 50 to call"),
        (lambda: recorder.raise_to(1, 0), "Bob bets 0 chips"),
        (lambda: recorder.raise_to(1, 199), "Bob: seat 1 cannot raise to 199: the minimum is 200"),
        (recorder.check_over, "the hand is not over: Bob is to act"),
    ):
        with pytest.raises(HistoryError, match=says):
            bad()
    recorder.raise_to(1, 2000)
    recorder.call(0)
    recorder.check_over()
    with pytest.raises(HistoryError, match="Bob acts after the hand is over"):
        recorder.fold(1)


def test_a_needless_check_is_passed_over() -> None:
    recorder = Recorder(nolimit_holdem(stacks=(1000, 40)), ("Ann", "Bob"))
    recorder.check(0)
    assert recorder.actions == []
    with pytest.raises(HistoryError, match="Bob acts after the hand is over"):
        recorder.check(1)
    even = Recorder(HEADS_UP, ("Ann", "Bob"))
    for seat in (1, 0, 0, 1, 0, 1, 0, 1):
        even.check_or_call(seat)
    with pytest.raises(HistoryError, match="Ann acts after the hand is over"):
        even.check(0)


def test_positions() -> None:
    for players in range(2, 11):
        names = position_names(players)
        assert len(set(names)) == players
        assert names[-1] == "BTN"


def test_hands_are_drawn() -> None:
    text = shown(
        Hand(HEADS_UP, (250, 2000, CALL), ("QhQd", "AsKs"), "2c7d9hJcQs", ("Ann", "Bob"), hand_id="9")
    )
    for words in (
        "hand 9, no-limit hold'em 50/100, 2 players",
        "BTN Bob raises to 2.5 bb",
        "BB  Ann raises to 20 bb and is all-in",
        "River  2♣ 7♦ 9♥ J♣ Q♠  pot 40 bb",
        "BB  Ann shows  Q♥ Q♦  three of a kind, queens",
        "BTN Bob -20 bb",
    ):
        assert words in text
    assert "BB  p1 is to act" in shown(Hand(HEADS_UP, (CALL,)))
    assert "unknown: the hole cards of seat 0" in shown(Hand(HEADS_UP, (CALL,) * 8, board="2c7d9hJcQs"))
    assert "takes 2 bb back" in shown(Hand(HEADS_UP, (300, FOLD)))
    assert "Second round  J♠" in shown(Hand(leduc(), (0, 0, 0, 0), ("Jh", "Ks"), "Js"))
    assert "Betting  pot 2 bb" in shown(Hand(kuhn(), (0, 0), ("Js", "Ks")))
