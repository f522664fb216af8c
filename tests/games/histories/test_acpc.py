from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import Automation, FixedLimitTexasHoldem, HandHistory, NoLimitTexasHoldem

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import (
    Game,
    Hand,
    kuhn,
    leduc,
    limit_holdem,
    nolimit_holdem,
    read_acpc,
    read_hands,
    write_acpc,
)
from riverboat.games.histories.acpc import standard_game
from riverboat.games.histories.acpc_betting import parse_acpc_betting, write_acpc_betting
from riverboat.games.histories.acpc_results import exact_payoffs

SEEDS = st.integers(0, 2**32)
NO_LIMIT = [
    "STATE:0:cc/cc/cr4801c/cc:7d3d|2hAc/5sKs7s/9s/6h:4801|-4801:Alice|Bob",
    "STATE:1:cr15908c/r19026c/cc/cc:9h6s|3d3h/5s3s8h/9d/5c:-19026|19026:Bob|Alice",
    "STATE:30:cc/r250c/cc/cc:9s8h|9c6h/8c8d5c/6s/2d:250|-250:p1|p2",
]
LIMIT = [
    "STATE:0:rc/cc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:20|-20:Alice|Bob",
    "STATE:3:crc/rc/rc/cc:Ad3s|8d5d/2cAs8s/Tc/Qh:50|-50:Bob|Alice",
]


@pytest.mark.parametrize("state", [*NO_LIMIT, *LIMIT])
def test_states_of_the_server(state: str) -> None:
    hand = read_acpc(state)
    assert write_acpc(hand) == state
    assert "|".join(map(str, hand.payoffs)) == state.split(":")[4]
    assert hand.game == standard_game(2, limit=state in LIMIT)


def test_a_log_of_the_server() -> None:
    log = "\r\n".join(
        ["# name/game/hands/seed m holdem.nolimit.2p.reverse_blinds.game 4 42", "#--t_response 600000", *NO_LIMIT,
         "; a comment", "", "SCORE:-14295|14295:Alice|Bob", ""]
    )  # fmt: skip
    history = read_hands(log)
    assert [write_acpc(hand) for hand in history] == NO_LIMIT
    assert history.problems == ()
    # A limit hand without a raise is known by the others, or by the name of the game.
    calm = "STATE:7:cc/cc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:10|-10:Alice|Bob"
    assert len(read_hands("\n".join([calm, *LIMIT]))) == 3
    assert len(read_hands(f"# name/game/hands/seed m holdem.limit.2p.reverse_blinds.game 4 42\n{calm}")) == 1
    assert "they are 100|-100" in str(read_hands(f"\n{calm}").problems[0])


def test_moments_of_a_hand() -> None:
    hand = read_acpc("MATCHSTATE:1:7:cr300c/cc/c:|2hAc/5sKs7s/9s")
    assert (hand.hero, hand.hand_id, hand.is_over, hand.board) == (1, "7", False, "5sKs7s9s")
    assert write_acpc(hand, position=1) == "MATCHSTATE:1:7:cr300c/cc/c:|2hAc/5sKs7s/9s"
    final = "MATCHSTATE:0:31:r9000c/r20000c//:KsJs|JdTc/6dJc9c/Kh/Qc"
    assert read_acpc(final).is_over
    assert write_acpc(read_acpc(final), position=0) == final
    three = read_acpc("MATCHSTATE:2:0::||JsTc", nolimit_holdem(3, stack_bb=200))
    assert (three.game.players, three.hero) == (3, 2)


@given(SEEDS)
@settings(max_examples=300)
def test_round_trip(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, limit=None, antes=False, rake=False, all_cards=True, short_blinds=seed % 2 == 0)
    names = tuple(f"p{seat + 1}" for seat in range(hand.game.players))
    plain = Hand(hand.game, hand.actions, hand.hole_cards, hand.board, names, hand_id=hand.hand_id)
    assert read_acpc(write_acpc(plain), hand.game) == plain
    betting = write_acpc_betting(hand.game, hand.actions)
    assert parse_acpc_betting(betting, hand.game) == hand.actions
    for seat in range(hand.game.players):
        assert read_acpc(write_acpc(plain, position=seat), hand.game) == plain.seen_by(seat)


@given(SEEDS)
@settings(max_examples=60)
def test_pokerkit_reads_what_we_write(random_hand: Callable[..., Hand], seed: int) -> None:
    """Equal stacks, as its reader takes one number; no straddles, where it departs from the rules."""
    players = 2 + seed % 9
    game = limit_holdem(players) if seed % 3 == 0 else nolimit_holdem(players, stack_bb=seed % 200 + 3)
    stack = game.stacks[0]
    hand = random_hand(seed, game=game, rake=False, all_cards=True)
    hand = Hand(game, hand.actions, hand.hole_cards, hand.board, hand_id="5")
    bb = game.big_blind if game.betting == "no-limit" else game.raise_sizes[0]
    common = ((Automation.ANTE_POSTING,), False, 0, (bb // 2, bb))
    theirs = (
        FixedLimitTexasHoldem(*common, bb, 2 * bb)
        if game.betting == "limit"
        else NoLimitTexasHoldem(*common, bb)
    )
    (history,) = HandHistory.from_acpc_protocol(theirs, stack, write_acpc(hand), error_status=True)
    state = tuple(history)[-1]
    assert all(abs(a - b) < game.players for a, b in zip(state.payoffs, hand.payoffs, strict=True))
    told = [action.split()[1:] for action in history.actions if action[0] == "p" and " sm" not in action]
    ours = [["f"] if a < 0 else ["cc"] if a == 0 else ["cbr", str(a)] for a in hand.actions]
    assert told == ours


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("STATE:0:cc", "is not a state: 3 fields"),
        ("STTE:0:f:7d3d|2hAc:50|-50:A|B", "is not a state"),
        ("", "is not a state"),
        (NO_LIMIT[2].replace("cc/cc:9s", "cc/c:9s"), "the hand is not over: p2 is to act|cut off"),
        (NO_LIMIT[2].replace("r250", "r199"), "'r199': seat 0 may raise to 200 up to 20000"),
        (NO_LIMIT[2].replace("r250", "r20001"), "may raise to 200 up to 20000"),
        (NO_LIMIT[2].replace("cc/cc:9s", "cc/ccc:9s"), "hand is over"),
        (NO_LIMIT[2].replace("cc/r250", "c/r250"), "the one before is not over"),
        (NO_LIMIT[2].replace("cc/r250", "cx/r250"), "'x': not an action"),
        (NO_LIMIT[2].replace("250|-250", "251|-251"), "said to be 251|-251, but by the rules"),
        (NO_LIMIT[2].replace("250|-250", "many|-250"), "'many' in the results"),
        (NO_LIMIT[2].replace("9s8h|9c6h", "9s8h"), "are of 1 players"),
        (NO_LIMIT[2].replace("9s8h", "9s9s"), "9s"),
        (NO_LIMIT[2].replace("/6s/", "/6s7s/"), "round 3 deals '6s7s'"),
        (NO_LIMIT[2].replace("/2d:", "/2d/3d:"), "round 5 deals"),
        (NO_LIMIT[2].replace(":p1|p2", ":p1"), "2 to 10 players|players"),
        (NO_LIMIT[2].replace(":p1|p2", ":p1|p1"), "the same name"),
        (LIMIT[0].replace("rc/", "r200c/", 1), "said to be 20"),
        ("MATCHSTATE:2:0::7d3d|", "position '2' is not a seat"),
        ("MATCHSTATE:x:0::7d3d|", "position 'x'"),
        ("MATCHSTATE:0:::7d3d|", "not a hand number"),
        ("MATCHSTATE:0:0:cc/:7d3d|", "|"),
    ],
)  # fmt: skip
def test_bad_states_say_why(state: str, says: str) -> None:
    if says == "|":
        assert read_acpc(state).board == ""  # the board may come later
        return
    with pytest.raises(RiverboatError, match=says.replace("|-2", r"\|-2")):
        read_acpc(state)


def test_limit_strings_carry_no_chips() -> None:
    with pytest.raises(HistoryError, match="in a limit game a raise carries no chips"):
        parse_acpc_betting("r20", limit_holdem())
    assert parse_acpc_betting("Cb300C/KK", nolimit_holdem()) == (0, 300, 0, 0, 0)


def test_the_game_must_fit() -> None:
    with pytest.raises(HistoryError, match="the state has 2 players; 'nolimit-holdem' has 3"):
        read_acpc(NO_LIMIT[0], nolimit_holdem(3))
    with pytest.raises(HistoryError, match="has antes"):
        read_acpc(NO_LIMIT[0], nolimit_holdem(ante=10))


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (Hand(nolimit_holdem(), (0,)), "the hand is not over: seat 0 is to act"),
        (Hand(nolimit_holdem(ante=5), (-1,)), "antes"),
        (Hand(nolimit_holdem(), (-1,), rakes=(5, 0)), "no place for rake"),
        (Hand(nolimit_holdem(), (0,) * 8, ("", ""), "2c3c4c5d6d", mucked=(1,)), "no place for mucked hands"),
        (Hand(nolimit_holdem(), (-1,), names=("A|B", "C")), "cannot stand in a state"),
        (Hand(nolimit_holdem(), (-1,), hand_id="1:2"), "hand id '1:2'"),
        (Hand(nolimit_holdem(), (0, 0, 100, -1)), "not known to the end"),
    ],
)
def test_what_cannot_be_written(hand: Hand, says: str) -> None:
    with pytest.raises(HistoryError, match=says):
        write_acpc(hand)


def test_any_game_can_be_told() -> None:
    game = Game("toy", 2, (10, 10), (1, 1), (0, 0), "limit", (0, 0), (2, 4), (2, 2), hole_cards=1, board_cards=(0, 1),
                ranking="two-card")  # fmt: skip
    hand = Hand(game, (3, 5, 0, 0, 0), ("Jh", "Ks"), "Js", hand_id="1")
    assert write_acpc(hand) == "STATE:1:rrc/cc:Jh|Ks/Js:5|-5:p1|p2"
    assert read_acpc(write_acpc(hand), game) == hand


def test_small_games_are_told_in_the_dealers_cards() -> None:
    """Decks of a gamedef are the highest ranks and suits; ours go up to the king."""
    hand = Hand(kuhn(3), (0, 1, 0, -1), ("Ts", "Ks", "Qs"), hand_id="5")
    assert write_acpc(hand) == "STATE:5:crcf:Js|As|Ks:-1|3|-2:p1|p2|p3"
    assert read_acpc(write_acpc(hand), kuhn(3)) == hand
    assert read_acpc("MATCHSTATE:1:5:c:|As|", kuhn(3)).hole_cards == ("", "Ks", "")
    board = read_acpc("MATCHSTATE:0:5:cc/:Qh|/As", leduc())
    assert (board.hole_cards, board.board) == (("Jh", ""), "Ks")
    with pytest.raises(HistoryError, match="'Ts' is not of this game"):
        read_acpc("MATCHSTATE:1:5:c:|Ts|", kuhn(3))


def test_odd_chips_are_split_in_parts() -> None:
    """As the dealer prints them; whole chips, which we wrote once, are still read."""
    game = nolimit_holdem(3, stack_bb=1, small_blind=5, big_blind=5)
    told = "STATE:9:c///:AsKd|AhKc|7c2h/AcKh9s/5d/4c:2.5|2.5|-5:p1|p2|p3"
    hand = read_acpc(told, game)
    assert write_acpc(hand) == told
    assert exact_payoffs(hand) == (Fraction(5, 2), Fraction(5, 2), -5)
    assert read_acpc(told.replace("2.5|2.5|-5", "2.500000|2.500000|-5.000000"), game) == hand
    assert read_acpc(told.replace("2.5|2.5", "3|2"), game) == hand
    for wrong in ("2|3|-5", "2.5|2.4|-5", "2.50001|2.5|-5", "nan|2.5|-5", "2.5.5|2.5|-5"):
        with pytest.raises(HistoryError, match="results"):
            read_acpc(told.replace("2.5|2.5|-5", wrong), game)
    thirds = nolimit_holdem(4, stacks=(100, 100, 100, 100), small_blind=50, big_blind=100)
    four = "STATE:9:ccc///:AsKd|AhKc|AdKs|7c2h/2c3h9s/5d/4c:33.333333|33.333333|33.333333|-100:p1|p2|p3|p4"
    assert write_acpc(read_acpc(four, thirds)) == four


@given(st.sampled_from([*NO_LIMIT, *LIMIT]), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_damaged_states_are_read_or_refused(text: str, rng: random.Random) -> None:
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        text = (
            text[:at]
            + rng.choice(("", ":", "|", "/", "r", "9", "-", "s", "²", "\x00"))
            + text[at + rng.choice((0, 1, 9)) :]
        )
    with contextlib.suppress(RiverboatError):
        read_acpc(text)
