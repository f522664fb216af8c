"""A human at the table, by scripted answers."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console
from tests.strategy.toy import SolvedRows
from typer.testing import CliRunner

import riverboat as rb
from riverboat.abstraction import Lossless
from riverboat.arena import sit_down
from riverboat.bots import Bot, Human, View
from riverboat.cli.main import app
from riverboat.errors import BotError, MatchError
from riverboat.games import leduc, nolimit_holdem, read_hands
from riverboat.strategy import review, write_strategy


def sit(bots: list[str], answers: Iterable[str], **options: object) -> tuple[Human, str]:
    """Play with answers that, once they are used up, end as an input does."""
    left, shown = iter(answers), io.StringIO()

    def ask(prompt: str) -> str:
        for answer in left:
            return answer
        raise EOFError

    console = Console(file=shown, width=200, highlight=False)
    return sit_down(bots, ask=ask, console=console, **options), shown.getvalue()  # type: ignore[arg-type]


def test_a_hand_as_typed() -> None:
    human, shown = sit(["fish"], ["r 3", "c", "b 50%", "a", "", "q"], seed=4)
    (hand,) = human.records
    assert hand.actions == (0, 300, 0, 0, 0, 300, 0, 9400, 0)
    assert human.won == [hand.payoffs[hand.hero or 0] / 100]
    assert all(hand.hole_cards)  # a showdown
    for words in ("BB   you", "pot 2 bb", "you raise to 3 bb", "and is all-in", "Showdown", "♠"):
        assert words in shown


def test_cards_of_others_stay_hidden() -> None:
    human, shown = sit(["all-in"], ["f", "q"], seed=4)
    (hand,) = human.records
    assert [bool(cards) for cards in hand.hole_cards] == [True, False]
    assert sum(shown.count(suit) for suit in "♠♥♦♣") == 2


def test_wrong_answers_are_asked_again() -> None:
    human, shown = sit(["fish", "fish"], ["", "?", "r 1", "hello", "r1000", "f", "q"], seed=4)
    assert human.won == [-0.5]
    assert "leave the table" in shown
    assert "1 bb (100 chips) is not a legal amount" in shown
    assert "'hello': not an action; legal here: f, c, r2 to r100" in shown
    assert "at character" not in shown


def test_stacks_go_on_and_a_freeze_out_ends() -> None:
    human, _ = sit(["fold"], ["c"] * 100, hands=3, seed=1)
    assert sum(human.records[1].game.stacks) == 20_000
    human, _ = sit(["all-in"], ["a", ""] * 100, mode="freeze-out", seed=1)
    assert max(human.records[-1].payoffs) + human.records[-1].game.stacks[0] in (0, 100, 200)
    assert abs(sum(human.won)) == 10


def test_time_runs_for_bots_only() -> None:
    def slow(prompt: str) -> str:
        time.sleep(0.3)
        return "a"

    human = sit_down(["fish", "fold"], 1, ask=slow, console=Console(quiet=True), time_limit=0.1)
    assert abs(human.won[0]) in (0, 100)  # a late answer would be a fold


def test_the_strategy_afterwards(tmp_path: Path) -> None:
    solution = rb.solve("leduc", iterations=50)
    cards = Lossless(((1,), (1, 1)), leduc().deck)
    path = tmp_path / "leduc.strategy"
    write_strategy(path, solution.tree, cards, SolvedRows(solution, cards), {})
    human, shown = sit([f"blueprint:{path}"], ["c", "c", "c", "s", "q"], game=leduc(), seed=3)
    (hand,) = human.records
    looked = list(review(hand, rb.open(path)))
    assert len(looked) == len(hand.actions)  # a showdown, so all cards are known
    assert all(one.probability is not None for one in looked)
    assert shown.count("which the strategy does") == len(looked)
    own = next(one for one in looked if one.name == "you")
    assert own.decision is not None
    assert own.probability == pytest.approx(own.decision.probability(own.token))


def test_a_strategy_without_an_answer_says_so(tmp_path: Path) -> None:
    solution = rb.solve("kuhn", iterations=10)
    cards = Lossless(((1,),), solution.tree.game.deck)
    path = tmp_path / "kuhn.strategy"
    write_strategy(path, solution.tree, cards, SolvedRows(solution, cards), {})
    _, shown = sit(["fish", "fish"], ["f", "s", "q"], game=nolimit_holdem(3), strategy=str(path))
    assert "the strategy has no answer" in shown


def test_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "mine.phhs"
    done = CliRunner().invoke(
        app, ["play", "fish", "shark", "--hands", "4", "--seed", "1", "--save", str(path)], input="c\n" * 99
    )
    assert done.exit_code == 0, done.output
    assert "4 hands" in done.output
    assert len(read_hands(path).hands) == 4


def test_bad_tables() -> None:
    with pytest.raises(MatchError, match="1 to 9 bots, not 0"):
        sit_down([])
    with pytest.raises(BotError, match="did you mean 'shark'"):
        sit_down(["sharkk"])


def test_mistakes_are_told_after_each_hand_and_counted() -> None:
    human, shown = sit(["all-in"], ["a", "", "f", "q"], hands=2, seed=11)
    marks = [mark.is_mistake for mark in human.marks]
    assert len(marks) == len(human.records) == 2
    assert shown.count("in 1 decision: type s to see") == 2
    strategy = rb.open("headsup")
    expected = [one.is_mistake for hand in human.records for one in review(hand, strategy, hand.hero)]
    assert marks == expected


class Breaks(Bot):
    """A bot that dies whenever it is asked."""

    def act(self, view: View) -> int:
        raise RuntimeError("out of cards")


def test_a_bot_that_loses_a_decision_is_named() -> None:
    left = iter(["c"] * 20)
    shown = io.StringIO()
    human = sit_down(
        [Breaks], 1, ask=lambda prompt: next(left), console=Console(file=shown, width=200), seed=1
    )
    assert sum(human.faults.values()) >= 1
    assert "lost a decision, and checked or folded instead: exception" in shown.getvalue()
    assert "out of cards" in shown.getvalue()
