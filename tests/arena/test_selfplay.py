"""A strategy plays itself: what is written is read back, by PokerKit too, and its frequencies are the strategy's."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from pokerkit.notation import PokerStarsParser
from typer.testing import CliRunner

import riverboat as rb
from riverboat.arena.selfplay import HERO, selfplay
from riverboat.cli.main import app
from riverboat.errors import StrategyError
from riverboat.games import hands_text, read_hands
from riverboat.games.rules.hand_numbers import hand_cards_of

SPOT = {"oop": "22+,A8s+,KTs+,QJs,AJo+", "ip": "22+,A5s+,KTs+,AJo+", "pot": 180, "stack": 400, "sizes": "50%"}


@pytest.fixture(scope="module")
def solved() -> rb.Solution:
    return rb.solve_spot(board="QsJh2h5c", iterations=30, **SPOT)  # type: ignore[arg-type]


def test_what_is_written_is_read_back_by_us_and_by_pokerkit(tmp_path: Path) -> None:
    path = tmp_path / "six.txt"
    done = CliRunner().invoke(
        app, ["hands", "selfplay", "sixmax", "--hands", "60", "-o", str(path), "--seed", "3"]
    )
    assert done.exit_code == 0, done.output
    assert tuple(read_hands(path)) == tuple(hand for hand in selfplay(rb.open("sixmax"), 60, seed=3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(PokerStarsParser()(path.read_text(), parse_value=_cents))
    ours = read_hands(path).hands
    assert len(theirs) == 60
    for hand, other in zip(ours, theirs, strict=True):
        state = list(other)[-1]
        assert not state.status
        known = sorted(zip(other.players or [], (int(p) for p in state.payoffs), strict=True))
        assert known == sorted(zip(hand.names, hand.payoffs, strict=True))


def _cents(text: str) -> int:
    return round(100 * float(text.replace(",", "")))


def test_opening_frequencies_are_the_strategys() -> None:
    strategy, hands = rb.open("headsup"), 800
    counts: dict[int, int] = {}
    for hand in selfplay(strategy, hands, seed=7):
        counts[hand.actions[0]] = counts.get(hand.actions[0], 0) + 1
    grid = strategy.grid()
    for option, share in zip(grid.options, grid.frequencies, strict=True):
        spread = 4 * (share * (1 - share) / hands) ** 0.5 + 1e-9
        assert abs(counts.get(option.action, 0) / hands - share) <= spread, option.name


def test_a_spots_frequencies_are_the_solutions(solved: rb.Solution) -> None:
    hands = 600
    played = list(selfplay(solved, hands, seed=2, show_all=True))
    start = solved.start()
    every = start.grid()
    cards = every.state.hands
    there = start.reach(1)
    ip = hand_cards_of(solved.game)  # all 1,326 hands
    free = ~(cards[:, None, :, None] == ip[None, :, None, :]).any(axis=(2, 3))  # [oop hands, ip hands]
    weight = every.reach * (free @ np.where(np.isin(ip, start.board).any(axis=1), 0, there))
    expected = weight @ every.strategy / weight.sum()
    root = 4  # a raise, a call, and two checks on the flop come first
    counts = {option.action: 0 for option in every.options}
    for hand in played:
        counts[hand.actions[root]] += 1
    for option, share in zip(every.options, expected, strict=True):
        spread = 4 * (share * (1 - share) / hands) ** 0.5 + 1e-9
        assert abs(counts[option.action] / hands - share) <= spread, option.name


def test_a_spot_is_told_from_the_deal_on(solved: rb.Solution) -> None:
    hands = list(selfplay(solved, 40, seed=5))
    text, problems = hands_text(hands, "pokerstars")
    assert not problems
    assert read_hands(text).hands == tuple(hands)
    for hand in hands:
        table = hand.table(4)
        assert (table.pot, table.round, table.stacks) == (180, 2, [400, 400])
        assert hand.board.startswith("QsJh2h5c")
        assert hand.names[hand.hero or 0] == HERO


def test_what_cannot_be_told_says_why() -> None:
    with pytest.raises(StrategyError, match="from its deal on"):
        list(selfplay(rb.solve("leduc", iterations=5), 1))
    with pytest.raises(StrategyError, match="hands is 0"):
        list(selfplay(rb.open("headsup"), 0))
