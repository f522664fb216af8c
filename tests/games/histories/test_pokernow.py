"""Logs of PokerNow: tables of entries, the newest first."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import Hand, hands_text, read_hands, read_pokernow
from riverboat.games.histories.pokernow import split_pokernow

ANN, BOB, CAY = '"Ann @ aB1"', '"Bob @ cD2"', '"Cay, the 3rd @ eF-3"'
SEATED = f"Player stacks: #1 {ANN} (1000) | #4 {BOB} (850) | #9 {CAY} (600)"


def start(number: int = 7, dealer: str = f"dealer: {ANN}", game: str = "No Limit Texas Hold'em") -> str:
    return f"-- starting hand #{number} (id: xy{number})  ({game}) ({dealer}) --"


WON = [
    start(),
    SEATED,
    "Your hand is 10♥, A♠",
    f"{BOB} posts a small blind of 5",
    f"{CAY} posts a big blind of 10",
    f"{ANN} raises to 30",
    f"{BOB} calls 30",
    f"{CAY} folds",
    "Flop:  [10♦, 6♥, 3♠]",
    f"{BOB} checks",
    f"{ANN} bets 820 and go all in",
    f"{BOB} calls 820 and go all in",
    f"{BOB} shows a K♣, Q♦.",
    f"{ANN} shows a A♠, 10♥.",
    "Turn: 10♦, 6♥, 3♠ [3♦]",
    "River: 10♦, 6♥, 3♠, 3♦ [8♥]",
    f"{ANN} collected 1710 from pot with Two Pair, 10's & 3's (combination: 10♥, 10♦, 3♠, 3♦, A♠)",
    "-- ending hand #7 --",
]


def rows(*hands: list[str]) -> str:
    """A log of these hands: the newest entry first."""
    entries = [entry for hand in hands for entry in hand]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["entry", "at", "order"])
    for place in reversed(range(len(entries))):
        writer.writerow([entries[place], "2024-01-20T22:49:35.140Z", 170579097514000 + place])
    return out.getvalue()


def read(*hands: list[str]) -> list[Hand]:
    history = read_hands(rows(*hands))
    assert history.problems == ()
    assert history.format == "pokernow"
    for hand in history:
        for format in ("phh", "ohh", "pokerstars"):
            again = read_hands(hands_text([hand], format)[0]).hand(1)
            assert (again.actions, again.payoffs, again.names) == (hand.actions, hand.payoffs, hand.names)
    return list(history)


def test_a_log_is_read_in_the_order_it_was_played() -> None:
    second = [entry.replace("#7", "#8").replace("xy7", "xy8") for entry in WON]
    first, _ = read(WON, second)
    then = read_hands(rows(WON, [*second, f"{CAY} shows a 2♣, 2♦."])).hand(2)
    assert (first.hand_id, then.hand_id) == ("xy7", "xy8")
    assert first.names == ("Bob", "Cay, the 3rd", "Ann")
    assert first.hole_cards == ("KcQd", "", "AsTh")
    assert then.hole_cards[1] == "2c2d"  # shown after the hand
    assert first.hero == 2
    assert first.actions == (30, 0, -1, 0, 820, 0)
    assert first.payoffs == (-850, -10, 860)
    assert (str(first.played_at), first.time_zone, first.site) == ("2024-01-20 22:49:35", "UTC", "PokerNow")


def test_dead_blinds_missed_blinds_and_straddles() -> None:
    (hand,) = read(
        [
            start(dealer="dead button"),
            SEATED,
            "Dead Small Blind",
            f"{BOB} posts a big blind of 10",
            f"{ANN} posts a missing small blind of 5",
            f"{ANN} posts a missed big blind of 10",
            f"{CAY} posts a straddle of 20",
            f"{ANN} calls 20",
            f"{BOB} folds",
            f"{CAY} checks",
            "Flop:  [10♦, 6♥, 3♠]",
            f"{CAY} bets 20",
            f"{ANN} folds",
            f"Uncalled bet of 20 returned to {CAY}",
            f"{CAY} collected 55 from pot",
            "-- ending hand #7 --",
        ]
    )
    assert (hand.names, hand.button) == (("Bob", "Cay, the 3rd", "Ann"), 3)
    assert (hand.game.blinds, hand.game.antes) == ((10, 20, 10), (0, 0, 5))
    assert hand.payoffs == (-10, 35, -25)


def test_a_short_big_blind_is_known_by_what_is_called() -> None:
    (hand,) = read(
        [
            start(),
            SEATED.replace("(600)", "(4)"),
            "Dead Small Blind",
            f"{CAY} posts a big blind of 4 and go all in ",
            f"{ANN} folds",
            f"{BOB} calls 10",
            f"Uncalled bet of 6 returned to {BOB}",
            f"{BOB} shows a K♣, Q♦.",
            f"{CAY} shows a A♠, 10♥.",
            "Flop:  [10♦, 6♥, 3♠]",
            "Turn: 10♦, 6♥, 3♠ [3♦]",
            "River: 10♦, 6♥, 3♠, 3♦ [8♥]",
            f"{CAY} collected 8 from pot with Two Pair, 10's & 3's (combination: 10♥, 10♦, 3♠, 3♦, A♠)",
            "-- ending hand #7 --",
        ]
    )
    assert (hand.game.min_bet, hand.payoffs) == (10, (-4, 4, 0))


def test_bomb_pots_begin_on_the_flop() -> None:
    (hand,) = read(
        [
            start(),
            SEATED,
            f"{BOB} posts a bet of 20 (bomb pot bet)",
            f"{CAY} calls 20 (bomb pot bet)",
            f"{ANN} calls 20 (bomb pot bet)",
            "Flop:  [10♦, 6♥, 3♠]",
            f"{BOB} checks",
            f"{CAY} bets 30",
            f"{ANN} folds",
            f"{BOB} folds",
            f"Uncalled bet of 30 returned to {CAY}",
            f"{CAY} collected 60 from pot",
            "-- ending hand #7 --",
        ]
    )
    assert (hand.game.antes, hand.actions) == ((20, 20, 20), (0, 0, 0, 0, 30, -1, -1))
    assert hand.payoffs == (-20, 40, -20)


def test_boards_run_twice() -> None:
    twice = [
        *WON[:-2],
        "Turn (second run): 10♦, 6♥, 3♠ [K♥]",
        "River (second run): 10♦, 6♥, 3♠, K♥ [K♦]",
        f"{ANN} collected 855 from pot with Two Pair (combination: 10♥, 10♦, 3♠, 3♦, A♠)",
        f"{BOB} collected 855 from pot with Three of a Kind (combination: K♣, K♥, K♦, Q♦, 10♦) on the second run",
        "-- ending hand #7 --",
    ]
    (hand,) = read(twice)
    assert (hand.more_boards, hand.payoffs) == (("Td6h3sKhKd",), (5, -10, 5))
    turn = twice.index("Turn (second run): 10♦, 6♥, 3♠ [K♥]")
    side_by_side = [*twice[: turn - 1], twice[turn], twice[turn - 1], *twice[turn + 1 :]]
    assert read(side_by_side)[0].payoffs == hand.payoffs


def test_headlines_without_an_id_or_brackets() -> None:
    for head in ("-- starting hand #7  (No Limit Texas Hold'em) (dealer: {}) --",
                 "-- starting hand #7 (id: xy7)  No Limit Texas Hold'em (dealer: {}) --"):  # fmt: skip
        (hand,) = read([head.format(ANN), *WON[1:]])
        assert hand.payoffs == (-850, -10, 860)


def test_two_of_one_name_keep_their_ids() -> None:
    (hand,) = read([entry.replace("Bob @ ", "Ann @ ") for entry in WON])
    assert hand.names == ("Ann @ cD2", "Cay, the 3rd", "Ann @ aB1")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("No Limit Texas Hold'em", "Pot Limit Omaha Hi", "another game than no-limit hold'em"),
        ("-- ending hand #7 --", "", "ending hand"),
        (SEATED, "", "not among the player stacks"),
        ("posts a small blind", "posts a boat", "'boat' is not a post"),
        ("collected 1710", "collected 1700", "collected"),
        ("10♦, 6♥, 3♠]", "10♦, 6♥, 3x]", "'3x' is not a card"),
        (f"{CAY} folds", "", "does not belong to the betting"),
        (f"{BOB} calls 30", f"{CAY} calls 30", "out of turn"),
        ("dealer: ", "", "who acts first"),
    ],
)
def test_bad_hands_say_why(old: str, new: str, says: str) -> None:
    entries = [entry.replace(old, new) for entry in WON if entry.replace(old, new)]
    assert entries != WON
    if old == "dealer: ":
        entries = [entry for entry in entries if "posts" not in entry]
    history = read_hands(rows(entries))
    (problem,) = history.problems
    assert says in problem.reason
    assert problem.line == len(entries) + 1  # the first entry is the last line


def test_damaged_logs_are_read_or_refused() -> None:
    text, rng = rows(WON, WON), random.Random(3)
    for _ in range(400):
        letters = list(text)
        for _ in range(rng.randint(1, 6)):
            letters[rng.randrange(len(letters))] = rng.choice('",\n\r0A♠x @-#')
        try:
            read_hands("".join(letters), "pokernow")
        except RiverboatError:
            continue


def test_what_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="does not look like any format"):
        read_hands("name,age\nBob,7\n")
    with pytest.raises(HistoryError, match="no hand in it"):
        read_hands("entry,at,order\n")
    with pytest.raises(HistoryError, match="does not begin a hand"):
        read_pokernow("hello")
    with pytest.raises(HistoryError, match="not written as pokernow"):
        hands_text([], "pokernow")
    assert list(split_pokernow("")) == []
