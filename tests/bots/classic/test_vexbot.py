"""Vexbot: what it sees, what it makes of it, and that it adapts."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.bots import make_bot
from riverboat.bots.classic.context_tree import BINS, situations
from riverboat.bots.classic.limit import GAME
from riverboat.bots.classic.miximax import NEVER, Miximax
from riverboat.bots.classic.vexbot import Vexbot, bins_of
from riverboat.bots.view import HandEnd, Move
from riverboat.errors import BotError
from riverboat.games import Table
from riverboat.games.rules.action import act


def can_raise(table: Table) -> bool:
    return bool(table.can_raise_to(max(table.bets) + GAME.raise_sizes[table.round]))


def best(mind: Miximax, table: Table, line: tuple[int, ...], seat: int, held: np.ndarray) -> list[float]:
    """What each action of a line wins, by plain recursion at real tables; on the river by bin, before on average."""
    known = situations()

    def worth(table: Table, line: tuple[int, ...]) -> np.ndarray:
        if table.actor is None:
            mine, theirs = table.put_in[seat], table.put_in[1 - seat]
            if not table.is_showdown:
                won = -mine if line[-1] == -1 and last[0] == seat else theirs
                return np.full(BINS, float(won))
            return min(mine, theirs) * mind.beats[1 - seat, known.shown[line]]
        of = [after(table, line, action) for action in (-1, 0, 1)]
        if table.actor != seat:
            row = mind.plays[known.nodes[line]]
            return sum((p * w for p, w in zip(row, of, strict=True) if w is not None), np.zeros(BINS))
        allowed = [w for w in of if w is not None]
        if table.round == 3:
            return np.max(allowed, axis=0)
        return np.full(BINS, max(w @ held for w in allowed))

    last = [0]

    def after(table: Table, line: tuple[int, ...], action: int) -> np.ndarray | None:
        if (action == -1 and not table.to_call) or (action == 1 and not can_raise(table)):
            return None
        then = table.copy()
        last[0] = table.actor if table.actor is not None else -1
        size = GAME.raise_sizes[table.round]
        act(then, max(table.bets) + size if action == 1 else action)
        return worth(then, (*line, action))

    found = [after(table, line, action) for action in (-1, 0, 1)]
    return [NEVER if one is None else float(one @ held) for one in found]


@pytest.mark.parametrize(
    "line", [(1, 0, 0, 1, 0), (0, 0, 0, 0, 1, 1), (1, 0, 0, 0, 0, 0, 1), (0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1)]
)
def test_miximax_is_what_a_plain_recursion_finds(line: tuple[int, ...]) -> None:
    rng = np.random.default_rng(len(line))
    known = situations()
    plays = rng.random((len(known.choices), 3)) * (known.choices >= 0)
    beats = rng.uniform(-1, 1, (2, len(known.shown), BINS))
    mind = Miximax(plays / plays.sum(axis=1, keepdims=True), beats)
    held = rng.dirichlet(np.ones(BINS))
    table = Table(GAME)
    for action in line:
        act(table, max(table.bets) + GAME.raise_sizes[table.round] if action == 1 else action)
    assert table.actor is not None
    for seat in {table.actor}:
        found = mind.values(known.nodes[line], seat, held)
        assert found == pytest.approx(best(mind, table, line, seat, held))


def test_futures_of_hands_are_those_of_the_exact_histogram() -> None:
    exact = rb.strength_histogram("AsKs", "QsJh2h3c", bins=BINS, street="river")
    found = bins_of((51, 47), (43, 38, 2, 4))
    assert found == pytest.approx(exact / exact.sum())
    preflop = bins_of((51, 50), ())
    assert preflop @ (np.arange(BINS) + 0.5) / BINS == pytest.approx(rb.ehs("AsAh"), abs=0.02)
    assert preflop is bins_of((49, 48), ())


def test_what_an_opponent_shows_is_seen_where_it_was_and_less_elsewhere() -> None:
    bot, known = Vexbot(every=1), situations()
    line = (1, 0, *(0,) * 6)
    seats = (1, 0, *(0, 1) * 3)
    history = tuple(
        Move(number // 2, seat, 20 * action)
        for number, (seat, action) in enumerate(zip(seats, line, strict=True))
    )
    before = bot._mind
    hand = HandEnd(GAME, 1, (20, -20), ((51, 47), ()), (43, 39, 35, 0, 5), history)
    for _ in range(20):
        bot.end_hand(hand)
    shown, other = (
        known.shown[line],
        known.shown[(1, 1, 0, *(0,) * 6)],
    )  # he did not bet on the river there either
    low, high = BINS // 2, BINS - 1
    beats = bot._mind.beats[0]
    assert beats[shown, low] < beats[other, low] < before.beats[0, shown, low]
    assert beats[shown, high] < before.beats[0, shown, high]
    called = known.nodes[(1,)]
    assert bot._mind.plays[called].sum() == pytest.approx(1)


def test_who_raises_is_told_from_who_calls() -> None:
    bot, row = Vexbot(every=1), situations().shown[(1, 0, *(0,) * 6)]
    strong, weak, board = (51, 47), (1, 22), (43, 39, 35, 0, 5)
    for _ in range(20):  # the button raises with strong hands and calls, as the big blind, with weak ones
        for own, cards in ((0, strong), (1, weak)):
            history = tuple(
                Move(number // 2, seat, 20 * (not number)) for number, seat in enumerate((1, 0, *(0, 1) * 3))
            )
            shown = ((), cards) if own == 0 else (cards, ())
            bot.end_hand(HandEnd(GAME, own, (0, 0), shown, board, history))
    against_caller, against_raiser = bot._mind.beats[:, row, BINS // 2]
    assert against_raiser < -0.5 < 0.5 < against_caller


def test_it_learns_to_raise_who_always_folds() -> None:
    bot, nodes = Vexbot(every=1), situations().nodes
    held = bins_of((0, 21), ())
    for _ in range(30):
        history = (Move(0, 1, 20), Move(0, 0, -1))
        bot.end_hand(HandEnd(GAME, 1, (-10, 10), ((), ()), (), history))
    fold, _, raised = bot._mind.values(nodes[()], 1, held)
    assert raised == pytest.approx(10, abs=1.5)
    assert raised > fold


def test_it_plays_limit_and_takes_sensible_numbers() -> None:
    result = rb.play_match(["vexbot", "random"], 60, seed=3)
    assert [bot.faults for bot in result.bots] == [{}, {}]
    for text, says in (
        ("vexbot(credit=0)", "credit is 0"),
        ("vexbot(every=0)", "every is 0"),
        ("vexbot(softness=-1)", "above 0"),
    ):
        with pytest.raises(BotError, match=says):
            make_bot(text)
