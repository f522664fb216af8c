"""Bots that do wrong lose the decision, are counted and named, and never stop a match."""

from __future__ import annotations

import asyncio
import sys
import threading
import time

import numpy as np
import pytest

from riverboat.arena import MatchResult, play_match
from riverboat.bots import Bot, HandEnd, HandStart, View
from riverboat.errors import BotError
from riverboat.testing import check_bot
from riverboat.views.arena.matches import draw_match
from riverboat.views.shapes import Note


class Throws(Bot):
    def act(self, view: View) -> int:
        raise KeyError("no idea")


class Exits(Bot):
    def act(self, view: View) -> int:
        sys.exit(3)


class Cancels(Bot):
    def act(self, view: View) -> int:
        raise asyncio.CancelledError


class Closes(Bot):
    def act(self, view: View) -> int:
        raise GeneratorExit


class Unsaid(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise RuntimeError("no")


class SaysNothing(Bot):
    def act(self, view: View) -> int:
        raise Unsaid


class NoIndex:
    def __index__(self) -> int:
        raise ValueError


class SlowIndex:
    def __index__(self) -> int:
        time.sleep(60)
        return 0


class SlowRepr:
    def __repr__(self) -> str:
        time.sleep(60)
        return ""


class Sleeps(Bot):
    def act(self, view: View) -> int:
        time.sleep(60)
        return 0


class Spins(Bot):
    def act(self, view: View) -> int:
        while True:
            try:
                while True:
                    pass
            except Exception:  # catches everything, it thinks
                continue


class Answers(Bot):
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, view: View) -> int:
        return self.answer  # type: ignore[return-value]


class DeafAtTheEnd(Bot):
    def act(self, view: View) -> int:
        return 0

    def start_hand(self, start: HandStart) -> None:
        raise RuntimeError("too early")

    def end_hand(self, end: HandEnd) -> None:
        raise RuntimeError("what happened?")


def against_fish(bot: Bot, hands: int = 4, limit: float = 2.0, trust: bool = True) -> MatchResult:
    return play_match([bot, "fish"], hands, time_limit=limit, trust=trust, seed=0)


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize(
    ("bot", "kind", "says"),
    [
        (Throws(), "exception", "KeyError: 'no idea'"),
        (Exits(), "exception", "SystemExit: 3"),
        (Cancels(), "exception", "CancelledError"),
        (Closes(), "exception", "GeneratorExit"),
        (SaysNothing(), "exception", "Unsaid: what it says cannot be printed"),
        (Answers(NoIndex()), "illegal action", "others raise to so many chips"),
        (Answers(None), "illegal action", "None"),
        (Answers("raise"), "illegal action", "'raise': an action is a whole number: -1 folds"),
        (Answers(np.zeros(1000)), "illegal action", "..."),
        (Answers(1.5), "illegal action", "1.5"),
        (Answers(99), "illegal action", "the minimum is"),
        (Answers(10**30), "illegal action", "others raise to so many chips"),
        (Answers(-2), "illegal action", "-1 folds"),
    ],
)
def test_a_wrong_answer_is_a_check_or_a_fold(bot: Bot, kind: str, says: str, trust: bool) -> None:
    result = against_fish(bot, 100, trust=trust)
    folded = play_match(["fold", "fish"], 100)
    wrong = result.bots[0]
    assert (
        wrong.won == folded.bots[0].won
    )  # on the button it folds, in the big blind it checks to the showdown
    count, first = wrong.faults[kind]
    assert says in first
    assert count == wrong.lost_decisions == 50 + 50 * 4
    assert not result.bots[1].faults
    told = f"{wrong.name} lost 250 decisions: {kind} ({first})"
    assert draw_match(result).shapes[3:] == (Note(told, "warning"),)


def test_whole_numbers_of_numpy_are_actions() -> None:
    assert not against_fish(Answers(np.int32(0)), 10).bots[0].faults


def test_folding_for_free_is_illegal() -> None:
    count, first = against_fish(Answers(-1), 2).bots[0].faults["illegal action"]
    assert count == 4  # a fold on the button is legal
    assert "nothing to call" in first or "check" in first


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("bot", [Sleeps(), Spins(), Answers(SlowIndex()), Answers(SlowRepr())])
def test_a_hanging_bot_is_stopped(bot: Bot, trust: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.arena.guests.process._GRACE", 60.0)  # on a busy machine it stops later
    result = against_fish(bot, 2, limit=0.03, trust=trust)
    assert result.bots[0].faults == {"too slow": (5, "over 0.03 s")}
    assert result.hands == 2


def test_outside_of_the_main_thread_lateness_is_still_told() -> None:
    class Slow(Bot):
        def act(self, view: View) -> int:
            end = time.thread_time() + 0.02
            while time.thread_time() < end:
                pass
            return 0

    results: list[MatchResult] = []
    thread = threading.Thread(target=lambda: results.append(against_fish(Slow(), 1, limit=0.01)))
    thread.start()
    thread.join()
    assert results[0].bots[0].faults["too slow"][0] >= 1


def test_hooks_that_fail_are_counted() -> None:
    result = against_fish(DeafAtTheEnd(), 10)
    count, first = result.bots[0].faults["exception"]
    assert count == 20
    assert first.endswith("RuntimeError: too early")
    assert "test_misbehaving.py:" in first
    assert result.hands == 10


def test_ctrl_c_is_not_a_fault_of_the_bot() -> None:
    class Interrupted(Bot):
        def act(self, view: View) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        against_fish(Interrupted())


def test_check_bot_names_what_is_wrong() -> None:
    with pytest.raises(BotError, match=r"Throws, 2 players .* exception, .* 'no idea'"):
        check_bot(Throws, hands=2)

    class Forgetful(Bot):
        hands = 0

        def act(self, view: View) -> int:
            Forgetful.hands += 1
            return 0 if Forgetful.hands < 40 else view.fold

    with pytest.raises(BotError, match="went another way"):
        check_bot(Forgetful, hands=20)
    bot = Answers(0)
    with pytest.raises(BotError, match="the same bot twice"):
        check_bot(lambda: bot)
