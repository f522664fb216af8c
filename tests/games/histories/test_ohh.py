from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import leduc, nolimit_holdem
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.ohh import read_ohh, split_ohh
from riverboat.games.histories.ohh_write import write_ohh

SEEDS = st.integers(0, 2**32)


def action(number: int, player: int, kind: str, **more: object) -> dict[str, object]:
    return {"action_number": number, "player_id": player, "action": kind, **more}


def example() -> dict:
    """A hand as another program writes it: other ids, an onlooker, whole numbers, amounts that an action adds."""
    return {
        "ohh": {
            "spec_version": "1.4.7", "site_name": "Elsewhere", "network_name": "Net", "internal_version": "1",
            "tournament": False, "game_number": "88", "start_date_utc": "2026-02-02T20:17:51Z", "table_name": "T",
            "game_type": "Holdem", "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "table_size": 6, "currency": "USD",
            "dealer_seat": 2, "small_blind_amount": 1.0, "big_blind_amount": 2.0, "ante_amount": 0.0,
            "hero_player_id": 11, "flags": [],
            "players": [
                {"id": 11, "seat": 2, "name": "Ann", "starting_stack": 200.0},
                {"id": 12, "seat": 4, "name": "Bob", "starting_stack": 150.5},
                {"id": 13, "seat": 5, "name": "Cay", "starting_stack": 90},
                {"id": 14, "seat": 6, "name": "Guest", "starting_stack": 90, "is_sitting_out": True},
            ],
            "rounds": [
                {"id": 0, "street": "Preflop", "actions": [
                    action(1, 12, "Post SB", amount=1.0), action(2, 13, "Post BB", amount=2.0),
                    action(3, 11, "Dealt Cards", cards=["As", "Ks"]),
                    action(4, 11, "Raise", amount=6.0), action(5, 12, "Fold"), action(6, 13, "Call", amount=4.0)]},
                {"id": 1, "street": "Flop", "cards": ["Kh", "7d", "2c"], "actions": [
                    action(7, 13, "Bet", amount=2.0), action(8, 11, "Raise", amount=20.0),
                    action(9, 13, "Raise", amount=82.0, is_allin=True), action(10, 11, "Call", amount=64.0)]},
                {"id": 2, "street": "Turn", "cards": ["3c"], "actions": []},
                {"id": 3, "street": "River", "cards": ["9s"], "actions": []},
                {"id": 4, "street": "Showdown", "actions": [
                    action(11, 13, "Shows Cards", cards=["7s", "7h"]), action(12, 11, "Mucks Cards")]},
            ],
            "pots": [{"number": 0, "amount": 181.0, "rake": 3.0,
                      "player_wins": [{"player_id": 13, "win_amount": 178.0}]}],
        }
    }  # fmt: skip


def test_a_hand_of_another_program() -> None:
    hand = read_ohh(json.dumps(example()))
    assert (hand.names, hand.hero, hand.seat_numbers) == (("Bob", "Cay", "Ann"), 2, (4, 5, 2))
    assert (hand.game.stacks, hand.game.blinds, hand.decimals) == ((15050, 9000, 20000), (100, 200, 0), 2)
    assert hand.actions == (600, -1, 0, 200, 2000, 8400, 0)
    assert (hand.mucked, hand.rakes, hand.payoffs) == ((2,), (0, 300, 0), (-100, 8800, -9000))
    assert hand.played_at == datetime(2026, 2, 2, 20, 17, 51)
    assert read_ohh(write_ohh(hand)) == hand


@given(SEEDS)
@settings(max_examples=300)
def test_round_trip(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = replace(random_hand(seed, limit=None), time_zone="UTC")
    assert read_ohh(write_ohh(hand)) == hand


@given(SEEDS)
@settings(max_examples=150)
def test_short_blinds_round_trip_or_are_refused(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = replace(random_hand(seed, limit=None, short_blinds=True), time_zone="UTC")
    try:
        text = write_ohh(hand)
    except HistoryError as problem:
        assert "cannot tell this hand" in str(problem)  # noqa: PT017
    else:
        assert read_ohh(text) == hand


def test_raises_are_what_they_put_in() -> None:
    """The rule of the standard: bet 2, and the raise to 20 over a raise says 18."""
    game = nolimit_holdem(small_blind=1, big_blind=2)
    hand = Hand(game, (0, 0, 2, 8, 20, -1), board="2c3c4c", hand_id="1")
    rounds = json.loads(write_ohh(hand))["ohh"]["rounds"]
    assert [(a["action"], a.get("amount")) for a in rounds[1]["actions"]] == [
        ("Bet", 2), ("Raise", 8), ("Raise", 18), ("Fold", None)
    ]  # fmt: skip


def test_times_are_told_in_utc() -> None:
    hand = Hand(nolimit_holdem(), (-1,), played_at=datetime(2026, 7, 17, 21, 32, 37), time_zone="ET")
    assert json.loads(write_ohh(hand))["ohh"]["start_date_utc"] == "2026-07-18T01:32:37Z"
    with pytest.raises(HistoryError, match="time zone 'Nowhere'"):
        write_ohh(replace(hand, time_zone="Nowhere"))


def test_tournaments_and_play_chips() -> None:
    hand = Hand(
        nolimit_holdem(ante=10), (-1,), tournament="77", buy_in="$1+$0.10 USD", level="IV", hand_id="5"
    )
    data = json.loads(write_ohh(hand))["ohh"]
    assert (data["tournament"], data["currency"], data["ante_amount"]) == (True, "XPM", 10)
    assert read_ohh(write_ohh(hand)) == hand


CHANGES = {
    "'Omaha'": lambda o: o.update(game_type="Omaha"),
    "'PL'": lambda o: o["bet_limit"].update(bet_type="PL"),
    "'rounds' is": lambda o: o.pop("rounds"),
    "'players' is": lambda o: o.update(players=[1]),
    "the same id": lambda o: o["players"][0].update(id=12),
    "'dealer_seat' is missing": lambda o: o.pop("dealer_seat"),
    "starting_stack": lambda o: o["players"][0].update(starting_stack="many"),
    "not among the players": lambda o: o["players"].pop(1),
    "Cay acts out of turn: it is Bob's turn": lambda o: o["rounds"][0]["actions"].pop(4),
    "more than 200, the bet so far": lambda o: o["rounds"][0]["actions"][3].update(amount=2),
    "calls 399 chips, but there are 400 to call": lambda o: o["rounds"][0]["actions"][5].update(amount=3.99),
    "the flop is 3 cards": lambda o: o["rounds"][1].update(cards=["Kh"]),
    "the betting is on the turn|out of turn|not over": lambda o: o["rounds"][1]["actions"].pop(),
    "Bob acts after the hand is over": lambda o: o["rounds"][3]["actions"].append(action(9, 12, "Fold")),
    "not an action of hold'em": lambda o: o["rounds"][1]["actions"][0].update(action="Bluff"),
    "it must be 0 or more": lambda o: o["rounds"][1]["actions"][0].update(amount=-2),
    "the total pot is said to be 182": lambda o: o["pots"][0].update(amount=182),
    "are said to have collected": lambda o: o["pots"][0]["player_wins"][0].update(win_amount=1000),
    "took no part": lambda o: o["pots"][0]["player_wins"][0].update(player_id=14),
    "who wins cannot be said": lambda o: (o["rounds"].pop(), o.update(pots=[])),
    "a time like": lambda o: o.update(start_date_utc="yesterday"),
    "'cards' is": lambda o: o["rounds"][1].update(cards="Kh7d2c"),
    "Zz": lambda o: o["rounds"][1].update(cards=["Zz", "7d", "2c"]),
    "digits behind the point": lambda o: o.update(ante_amount=0.12345678),
    "out of range": lambda o: o["players"][0].update(starting_stack=10**30),
    "is not an action": lambda o: o["rounds"][0]["actions"].append(5),
    "is not a round": lambda o: o["rounds"].append("x"),
    "big blind": lambda o: o["rounds"][0]["actions"].pop(1),
}


@pytest.mark.parametrize("says", CHANGES)
def test_bad_hands_say_why(says: str) -> None:
    data = example()
    CHANGES[says](data["ohh"])
    with pytest.raises(RiverboatError, match=says):
        read_ohh(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "7", "{", '{"ohh": 5}', "null", '{"ohh": {}}', "[" * 100_000])
def test_what_is_no_hand(text: str) -> None:
    with pytest.raises(HistoryError):
        read_ohh(text)


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (Hand(leduc(), (0, 0, 0, 0), ("Js", "Ks"), "Qs"), "hold'em with 52 cards"),
        (Hand(nolimit_holdem(), (0,)), "not over: p1 is to act"),
        (Hand(nolimit_holdem(), (10000, 0), ("AsAh", ""), "2c3c4c5d6d"), "unknown"),
        (Hand(replace(nolimit_holdem(3), first_to_act=(0, 0, 0, 0)), (-1, 200, -1)), "out of turn"),
    ],
)
def test_what_cannot_be_written(hand: Hand, says: str) -> None:
    with pytest.raises(HistoryError, match=says):
        write_ohh(hand)


def test_hands_are_split_with_their_lines() -> None:
    one, pretty = json.dumps(example()), json.dumps(example(), indent=2)
    text = f"\ufeff{one}\n\n{pretty}\n\n\n{one}\n{one}\n"
    parts = list(split_ohh(text))
    lines = [1, 3, 3 + pretty.count("\n") + 3, 3 + pretty.count("\n") + 4]
    assert [line for line, _ in parts] == lines
    assert len({read_ohh(part) for _, part in parts}) == 1
    broken = [line for line, part in split_ohh(f"{one}\n{one[:200]}\n{one}\n\n{pretty[:300]}\n\n{one}")]
    assert broken == [1, 2, 3, 5, 5 + pretty[:300].count("\n") + 2]


@given(st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_damaged_text_is_read_or_refused(pretty: bool, rng: random.Random) -> None:
    text = json.dumps(example(), indent=1 if pretty else None)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        piece = rng.choice(
            ("", "?", "9", "[", "]", "{", "}", "\n\n", '"', "null", "-", "e9", "1e400", "true")
        )
        text = text[:at] + piece + text[at + rng.choice((0, 0, 1, 4, 200)) :]
    for _, part in split_ohh(text):
        with contextlib.suppress(RiverboatError):
            read_ohh(part)


@given(st.integers(0, 10**6), st.sampled_from([None, True, 7, -1, "x", [], {}, [1], {"a": 1}, 1e300, 10**40]))
@settings(max_examples=300)
def test_any_value_anywhere_is_read_or_refused(where: int, value: object) -> None:
    data = example()
    places = []

    def walk(node: object) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, child in list(items):
            places.append((node, key))
            walk(child)

    walk(data)
    node, key = places[where % len(places)]
    node[key] = value
    with contextlib.suppress(RiverboatError):
        read_ohh(json.dumps(data))


def test_null_means_no_hero_and_two_rivers_two_runs() -> None:
    data = example()
    assert read_ohh(json.dumps(data)).hero is not None
    data["ohh"]["hero_player_id"] = None
    hand = read_ohh(json.dumps(data))
    assert hand.hero is None
    assert hand.payoffs == read_ohh(json.dumps(example())).payoffs


def test_runs_that_are_dealt_again() -> None:
    game = nolimit_holdem(stack_bb=20)
    hand = Hand(game, (2000, 0), ("QhQd", "AsKs"), "2c7d9hJcQs", more_boards=("2c7d9hAcKc", "2c7d9hAdTd"))
    data = json.loads(write_ohh(hand))["ohh"]
    assert [part["street"] for part in data["rounds"]][5:] == ["Turn", "River", "Turn", "River"]
    assert read_ohh(write_ohh(hand)) == hand
    assert hand.payoffs == (-666, 666)  # a third of 4,000 chips, and the odd one goes with the first board
