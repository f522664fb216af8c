from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import HistoryError, RiverboatError
from riverboat.games import Hand, Line, kuhn, leduc, limit_holdem, nolimit_holdem, parse_line, write_line

SEEDS = st.integers(0, 2**32)
SIX = nolimit_holdem(players=6)
HEADS_UP = nolimit_holdem()


@pytest.mark.parametrize(
    ("text", "actions", "board"),
    [
        ("", (), ""),
        ("f f r2.5 f c f / k b33% c", (-1, -1, 250, -1, 0, -1, 0, 198, 0), ""),  # a third of 600
        ("f f r2.5bb f c f/x B33% C", (-1, -1, 250, -1, 0, -1, 0, 198, 0), ""),
        ("f f b250% f c f / c c", (-1, -1, 725, -1, 0, -1, 0, 0), ""),  # 100 + 2.5 · (150 + 100)
        ("f f r2.5 f c f / Qs Jh 2h k b33% c / 7d k", (-1, -1, 250, -1, 0, -1, 0, 198, 0, 0), "QsJh2h7d"),
        ("f f r2.5 f c f / [QsJh2h]", (-1, -1, 250, -1, 0, -1), "QsJh2h"),
        ("f f r2.5 f c f / [Qs, Jh 2h] k", (-1, -1, 250, -1, 0, -1, 0), "QsJh2h"),
        ("f f f f a c / QsJh2h / 7d / 10c", (-1, -1, -1, -1, 10000, 0), "QsJh2h7dTc"),
        ("f f f f a c ///", (-1, -1, -1, -1, 10000, 0), ""),
        ("f f f f c k /", (-1, -1, -1, -1, 0, 0), ""),
        ("f f f f r3 r50% ", (-1, -1, -1, -1, 300, 600), ""),  # 300 + half of 300 + 300
        (
            "fold fold raise 2.5 Fold CALL fold / QsJh2h check bet 33% call",
            (-1, -1, 250, -1, 0, -1, 0, 198, 0),
            "QsJh2h",
        ),
        ("fold f raise to 2.5bb f call f/check bet 2", (-1, -1, 250, -1, 0, -1, 0, 200), ""),
        ("f f f f all-in call", (-1, -1, -1, -1, 10000, 0), ""),
        ("f f f f allin f", (-1, -1, -1, -1, 10000, -1), ""),
        ("f f f f call all in", (-1, -1, -1, -1, 0, 10000), ""),
        ("fold, folds, raises to 2.5, calls, f,f", (-1, -1, 250, 0, -1, -1), ""),
    ],
)
def test_lines_for_people(text: str, actions: tuple[int, ...], board: str) -> None:
    assert parse_line(text, SIX) == Line(actions, board)


def test_percent_of_pot_by_the_solvers_rule() -> None:
    """A raise of 50 % over a bet of 75 into 100 is to 75 + half of 250 = 200."""
    game = nolimit_holdem(small_blind=25, big_blind=50, stack_bb=100)
    assert parse_line("c k / b75% r50%", game).actions == (0, 0, 75, 200)


def test_competition_strings_are_known_by_their_looks() -> None:
    assert parse_line("cc/r250c/cc/cc", HEADS_UP).actions == (0, 0, 150, 0, 0, 0, 0, 0)
    assert parse_line("r10000c///", HEADS_UP).actions == (10000, 0)
    assert parse_line("r3", HEADS_UP).actions == (300,)  # one token is for people: big blinds
    assert parse_line("crc/rc", limit_holdem()).actions == (0, 20, 0, 10, 0)


def test_all_in_is_a_raise_or_a_call() -> None:
    game = nolimit_holdem(stacks=(1000, 400))
    assert parse_line("a c", game).actions == (400, 0)
    assert parse_line("c a a", game).actions == (0, 1000, 0)
    with pytest.raises(HistoryError, match="'a': seat 0 cannot put all of its 900 chips in; legal: f, c"):
        parse_line("a a", game)
    with pytest.raises(HistoryError, match="'a': seat 1 cannot put all"):
        parse_line("a", limit_holdem())


def test_limit_games_and_small_games() -> None:
    assert parse_line("c r c / b r c", limit_holdem()).actions == (0, 20, 0, 10, 20, 0)
    assert parse_line("c r2", limit_holdem()).actions == (0, 20)
    assert parse_line("k b c / Js k b f", leduc()) == Line((0, 2, 0, 0, 4, -1), "Js")
    assert parse_line("check bet call / Js check bet fold", leduc()) == Line((0, 2, 0, 0, 4, -1), "Js")
    assert write_line(leduc(), (0, 2, 0, 0, 4, -1), "Js") == "k b c / Js k b f"
    assert parse_line(write_line(kuhn(), (0, 1, 0)), kuhn()).actions == (0, 1, 0)


@pytest.mark.parametrize(
    ("text", "says", "carets"),
    [
        ("r3 k", "'k': seat 0 cannot check, there are 2 bb to call; legal: f, c, r5 to r100", 3),
        ("r1.99", "1.99 bb (199 chips) is not a legal amount for seat 1; legal: f, c, r2 to r100", 0),
        ("r101", "101 bb (10100 chips) is not a legal amount", 0),
        ("r2.505", "2.505 big blinds are 250.5 chips; it must be whole chips, such as r2.51", 0),
        ("c k / b1%", "0.02 bb (2 chips) is not a legal amount for seat 0; legal: k, b1 to b99", 6),
        ("c k k", "'k': the street is over; write '/'", 4),
        ("c / k", "'/': the street is not over, seat 0 is to act; legal: k, r2 to r100", 2),
        ("f c", "'c': the hand is over", 2),
        ("f /", "'/': the hand is over", 2),
        ("c k / QsJh k", "2 cards, but 3 come on this street", 11),
        ("c k / QsJh2h3h k", "4 cards, but 3 come here", 6),
        ("c k / QsQsJh k", "Qs appears twice", 6),
        ("c k / k k / 7d", "the cards of an earlier street are missing", 12),
        ("c k / QsJh2h k k / Qs", "Qs", 19),
        ("limp", "'limp': not an action; legal here: f, c, r2 to r100", 0),
        ("raise", "'raise': not an action; legal here: f, c, r2 to r100", 0),
        ("call raise to 1.5", "'raise to 1.5': 1.5 bb (150 chips) is not a legal amount for seat 0", 5),
        ("raise 3 check", "'check': seat 0 cannot check, there are 2 bb to call", 8),
        ("f%", "not an action", 0),
        ("r9999999999", "not a legal amount", 0),
        ("c f", "nothing to call", 2),
        ("c k / [Qs", "not an action", 6),
        ("r300cx", "not an action", 0),
        ("r199c", "'r199': seat 1 may raise to 200 up to 10000", 0),
        ("cc/r150c", "'r150': seat 0 may raise to 200", 3),
        ("cc/r100c", "more than that in the whole hand", 3),
        ("ccc", "the round is over; '/' begins", 2),
        ("c/c", "'/': the street is not over", 1),
        ("cc/rc", "a raise carries the chips", 3),
        ("fc5", "only a raise carries chips", 1),
    ],
)
def test_errors_point_at_the_token(text: str, says: str, carets: int) -> None:
    with pytest.raises(HistoryError) as caught:
        parse_line(text, HEADS_UP)
    message = str(caught.value)
    assert says in message
    assert message.splitlines()[-1].index("^") == carets + 2
    assert f"(at character {carets + 1})" in message


@given(SEEDS)
@settings(max_examples=300)
def test_round_trip(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed, limit=None, short_blinds=True)
    text = write_line(hand.game, hand.actions, hand.board)
    assert parse_line(text, hand.game) == Line(hand.actions, hand.board)
    cut = hand.actions[: seed % (len(hand.actions) + 1)]
    assert parse_line(write_line(hand.game, cut), hand.game).actions == cut


WORDS = {"f": "fold", "k": "check", "c": "call", "a": "all-in", "b": "bet ", "r": "raise to "}


@given(SEEDS)
@settings(max_examples=50)
def test_words_say_the_same_as_letters(random_hand: Callable[..., Hand], seed: int) -> None:
    hand = random_hand(seed)
    letters = write_line(hand.game, hand.actions).split()
    words = " ".join(token if token == "/" else (WORDS[token[0]] + token[1:]).strip() for token in letters)
    assert parse_line(words, hand.game).actions == tuple(hand.actions)


def test_big_blinds_without_a_finite_decimal() -> None:
    game = replace(nolimit_holdem(small_blind=1, big_blind=3, stack_bb=100))
    assert write_line(game, (7, 0)) == "r2.33 c /"
    for to in range(6, 300):
        assert parse_line(write_line(game, (to,)), game).actions == (to,)


@given(SEEDS, st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_damaged_lines_are_read_or_refused(
    random_hand: Callable[..., Hand], seed: int, rng: random.Random
) -> None:
    hand = random_hand(seed % 50)
    text = write_line(hand.game, hand.actions, hand.board)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at]
            + rng.choice(("", "r", "/", "[", "]", "%", "9", ".", "²", "a", " ", "Qs", "\x00"))
            + text[at + 1 :]
        )
    with contextlib.suppress(RiverboatError):
        parse_line(text, hand.game)
