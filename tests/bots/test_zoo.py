"""Shover, the equity bots and RLCard's rule bot do what their pages say."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import riverboat as rb
from riverboat.bots import Equity, Shover, View, make_bot
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import BotError
from riverboat.games import CALL, FOLD, nolimit_holdem


def view(cards: str, board: str = "", *, call: int = 0, opponents: int = 1) -> View:
    """A decision of seat 1 for a pot of 6 big blinds, with a bet to call or none."""
    players = opponents + 1
    bets = (call, *[0] * (players - 1))
    hole, shown = tuple(parse_cards(cards)), tuple(parse_cards(board))
    number = {0: 0, 3: 1, 4: 2, 5: 3}[len(shown)]
    game, stacks = nolimit_holdem(players), (9700,) * players
    return View(
        game,
        1,
        hole,
        shown,
        number,
        stacks,
        bets,
        600 + call,
        tuple(range(players)),
        call,
        100 + call,
        9700,
        (),
        1,
    )


@pytest.mark.parametrize(("call", "does"), [(0, CALL), (250, CALL), (300, CALL), (301, FOLD), (9700, FOLD)])
def test_shover_calls_up_to_three_blinds(call: int, does: int) -> None:
    assert Shover().act(view("7d2c", call=call)) == does
    assert Shover().act(view("AsAh", call=call)) == does


@given(cards=st.lists(st.integers(0, 51), min_size=6, max_size=7, unique=True), opponents=st.integers(1, 5))
def test_shover_shoves_over_its_strength(cards: list[int], opponents: int) -> None:
    hole, board = card_names(cards[:2]).replace(" ", ""), card_names(cards[2:]).replace(" ", "")
    strength = rb.ehs(hole, board)
    for threshold in (strength - 0.06, strength + 0.06):  # nearly four standard errors
        if 0 <= threshold <= 1:
            seen = view(hole, board, call=200, opponents=opponents)
            assert Shover(threshold).act(seen) == (9700 if strength > threshold else FOLD)
            assert Shover(threshold, samples=0).act(seen) == (9700 if strength > threshold else FOLD)


def test_shover_checks_where_that_is_free() -> None:
    assert Shover().act(view("7d2c", "AsKsQs")) == CALL


@pytest.mark.parametrize(
    ("bot", "does"),
    [
        (Equity(0.9, 1.0), FOLD),  # 0.62 in hold'em against one hand
        (Equity(0.5, 0.8), CALL),
        (Equity(0.5, 0.67), 400),  # half of 8 big blinds
        (Equity(0.5, 0.57), 800),
        (Equity(0.5, 0.47), 1600),
        (Equity(0.5, 0.37), 9700),
        (Equity(0.9, 0.67), 400),  # raises though it would not call
    ],
)
def test_equity_bots_climb_their_steps(bot: Equity, does: int) -> None:
    assert rb.ehs("AsKs", "QsJh2h") == pytest.approx(0.619, abs=0.001)
    assert bot.act(view("AsKs", "QsJh2h", call=200)) == does


def test_equity_counts_opponents() -> None:
    four = rb.equity("AsKs", *["random"] * 4, board="QsJh2h", samples=50_000).equities[0]
    assert four < 0.42 < 0.58 < rb.ehs("AsKs", "QsJh2h")
    assert Equity(0.5, 0.9).act(view("AsKs", "QsJh2h", call=200)) == CALL
    assert Equity(0.5, 0.9).act(view("AsKs", "QsJh2h", call=200, opponents=4)) == FOLD


def test_names_of_settings() -> None:
    said = {name: make_bot(name) for name in ("equity", "equity-50-70", "equity-50-50", "equity-20-30")}
    assert {name: (bot.call_over, bot.raise_over) for name, bot in said.items()} == {  # type: ignore[attr-defined]
        "equity": (0.5, 0.7),
        "equity-50-70": (0.5, 0.7),
        "equity-50-50": (0.5, 0.5),
        "equity-20-30": (0.2, 0.3),
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("shover(72)", "threshold is 72"),
        ("shover(0.7,-1)", "calls_bb is -1"),
        ("shover(samples=0.5)", "samples is 0.5"),
        ("equity(50,70)", "call_over is 50"),
        ("equity(0.5,seventy)", "raise_over is 'seventy'"),
    ],
)
def test_bad_parameters(text: str, says: str) -> None:
    with pytest.raises(BotError, match=says):
        make_bot(text)


def test_rlcard_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard", None)
    monkeypatch.setitem(sys.modules, "rlcard.models.limitholdem_rule_models", None)
    with pytest.raises(BotError, match=r"pip install 'riverboat\[rlcard\]'"):
        make_bot("rlcard")


@pytest.fixture
def rlcard() -> Callable[[View], int]:
    pytest.importorskip("rlcard", reason="rlcard is not installed")
    return make_bot("rlcard").act


def test_rlcard_plays_its_rules(rlcard: Callable[[View], int]) -> None:
    assert rlcard(view("2s2h", call=200)) == 800  # a pair raises, by a pot
    assert rlcard(view("7s2h", call=200)) == FOLD
    assert rlcard(view("7s2h")) == CALL  # it would fold; that is free here
    assert rlcard(view("As9h", call=200)) == FOLD
    assert rlcard(view("As9s", call=200)) == 800
    assert rlcard(view("2s2h", "2dKcQc", call=200)) == 800  # it hit
    assert rlcard(view("2s2h", "3dKcQc", call=200)) == FOLD


def test_rlcard_plays_matches(rlcard: Callable[[View], int]) -> None:
    for players in (2, 3):
        result = rb.play_match(["rlcard", *["fish"] * (players - 1)], 40, duplicate=True, trust=True, seed=1)
        assert not result.bots[0].faults
    assert not rb.play_match(["rlcard", "fish"], 5).bots[0].faults  # in a process of its own
