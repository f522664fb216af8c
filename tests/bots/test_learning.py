"""Killer and KillBot learn, by the formulas of their descriptions."""

from __future__ import annotations

import pytest

from riverboat.arena import play_match
from riverboat.bots import HandEnd, KillBot, Killer, View
from riverboat.bots.weights import Weights
from riverboat.games import nolimit_holdem

GAME = nolimit_holdem()


def end(won: int) -> HandEnd:
    return HandEnd(GAME, 1, (-won, won), ((), ()), (), ())


def test_weights_follow_the_formula() -> None:
    weights = Weights(2, rate=0.1)
    weights.choose("a", 0.2)
    weights.choose("a", 0.9)
    weights.choose("a", 0.9)
    weights.learn(1.0)  # (0.5 + 0.1, 0.5 + 0.2) / 1.3
    assert weights.of("a") == pytest.approx([0.6 / 1.3, 0.7 / 1.3])
    weights.learn(1.0)  # the path is forgotten
    assert weights.of("a") == pytest.approx([0.6 / 1.3, 0.7 / 1.3])


def test_weights_do_not_divide_by_zero() -> None:
    weights = Weights(2, rate=1.0)
    for uniform in (0.2, 0.9):
        weights.choose("a", uniform)
    weights.learn(-5.0)
    assert weights.of("a") == [0.5, 0.5]


def test_killers_x_moves_every_ten_hands() -> None:
    killer = Killer()
    for hand in range(10):
        assert killer.x == 0.5, hand
        killer.end_hand(end(2000))  # a fifth of the stack
    assert killer.x == pytest.approx(0.5 + 0.1 * 10 * 0.2 / 10)
    for _ in range(1000):
        killer.end_hand(end(10_000))
    assert killer.x == 1.0


def test_killer_leaves_styles_that_lose_and_stays_with_one_that_wins() -> None:
    killer = Killer(window=5, switches=(10, 20, 30))
    styles = []
    for hand in range(60):
        killer.end_hand(end(100 if hand >= 25 else -100))
        styles.append(killer.style)
    assert styles[:9] == [0] * 9
    assert styles[9:19] == [1] * 10  # all-in from hand 10 on
    assert styles[19:] == [2] * 41  # honest wins, and stays
    killer = Killer(window=5, switches=(10, 20, 30))
    for _ in range(60):
        killer.end_hand(end(-100))
    assert killer.style == 3


def test_killer_guards_its_clock_and_its_stack() -> None:
    first = View(GAME, 1, (51, 50), (), 0, (9900, 9950), (100, 50), 150, (0, 1), 50, 200, 10_000, (), 7)
    assert {Killer(clock=0.5).act(first._replace(seed=seed)) for seed in range(20)} == {0}
    assert {Killer().act(first._replace(stacks=(9900, 49), seed=seed)) for seed in range(20)} == {0}
    assert len({Killer().act(first._replace(seed=seed)) for seed in range(50)}) == 3
    assert len({Killer(histories=True).act(first._replace(seed=seed)) for seed in range(50)}) == 3


def test_learners_beat_fish() -> None:
    for bot in (KillBot(), Killer()):
        result = play_match([bot, "fish"], 3000, seed=1)
        assert result.setting.series == 3000  # one series, so that it can learn
        assert result.bots[0].won.low > 0, bot
