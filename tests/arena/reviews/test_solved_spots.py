"""Hands that come to a solved spot are judged by its EVs, in the chips of the hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import riverboat as rb
from riverboat.arena import review_session
from riverboat.arena.selfplay import selfplay
from riverboat.cli import app
from riverboat.games import hands_text, nolimit_holdem
from riverboat.games.histories.hand import Hand
from riverboat.strategy import review

BOARD = "QsJh2h5c"


@pytest.fixture(scope="module")
def turn() -> rb.Solution:
    """A turn with 2 pots behind."""
    return rb.solve_spot(
        board=BOARD, oop="AA,QQ,KQs,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200, sizes="50% 100% | 3x",
        target_pot_percent=0.1,
    )  # fmt: skip


def test_what_a_solution_plays_itself_costs_nothing(turn: rb.Solution) -> None:
    hands = list(selfplay(turn, 60, seed=3))
    found = review_session(hands_text(hands, "pokerstars")[0], "Riverboat", turn)
    inside = sum(
        step.round >= 2 and hand.names[step.seat] == "Riverboat" for hand in hands for step in hand.steps()
    )
    assert (found.all.by_ev, found.all.judged) == (inside, inside)
    assert found.all.mistakes == 0
    assert 0 <= found.all.lost_bb < 0.02 * inside  # in big blinds, of which the pot has ten
    assert set(found.by("street")) == {"preflop", "flop", "turn", "river"}
    assert [one.words for one in found.reasons.values()] == [
        f"the solution begins on {BOARD}, and this is not after it"
    ]


def _hand(*later: int, stack: int = 2500, board: str = BOARD) -> Hand:
    """Blinds 50 and 100, raised to 500 and called, checked on the flop: 1,000 in the pot."""
    game = nolimit_holdem(2, stacks=(stack, stack), small_blind=50, big_blind=100)
    return Hand(game, (500, 0, 0, 0, *later), ("AsAh", "KdQd"), board, ("Ann", "Bob"))


def test_evs_are_in_the_chips_of_the_hand(turn: rb.Solution) -> None:
    folds = list(review(_hand(0, 500, -1), turn, 0))[-1]
    assert folds.loss_bb is not None
    inside = turn.query("AsAh", "k b50")
    assert folds.loss_bb == pytest.approx((max(inside.action_evs) - 0) / 10, rel=1e-6)
    assert folds.is_mistake
    # A bet of 60 % is judged as the half pot, and the answer to it is that to the half pot.
    bets = list(review(_hand(0, 600, -1), turn))
    assert bets[-2].judged_as is not None
    assert bets[-2].judged_as.token == "b5"
    assert bets[-1].decision is not None
    assert bets[-1].decision.probabilities == inside.probabilities


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (_hand(0, 500, -1, stack=9000), "8.50 pots are behind; the solution has 2.00"),
        (_hand(0, 500, -1, board="QsJh2h5d"), "this is not after it"),
        (replace(_hand(0, 500, -1), hole_cards=("AsKh", "")), "not in the range"),
    ],
)
def test_hands_that_do_not_come_to_it_say_why(turn: rb.Solution, hand: Hand, told: str) -> None:
    last = list(review(hand, turn, 0))[-1]
    assert last.decision is None
    assert told in last.problem


def test_a_file_judges_on_the_command_line(turn: rb.Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "turn.solution")
    (tmp_path / "hands.txt").write_text(hands_text([_hand(0, 500, -1)], "pokerstars")[0])
    asked = [
        "review",
        str(tmp_path / "hands.txt"),
        "--hero",
        "Ann",
        "--strategy",
        str(tmp_path / "turn.solution"),
    ]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 0, shown.output
    assert "EV lost" in shown.output


def test_bets_far_from_the_tree_are_not_judged_as_others() -> None:
    """Folding to nine pots is not folding to half of one."""
    narrow = rb.solve_spot(
        board=BOARD,
        oop="AA,76s",
        ip="AQs,TT",
        pot=100,
        stack=900,
        sizes="50%",
        all_in="never",
        target_pot_percent=1,
    )
    last = list(review(_hand(0, 9000, -1, stack=9500), narrow, 0))[-1]
    assert last.decision is None
    assert last.problem == "a bet of 900% of the pot is far from the solution's, of which 50% is the nearest"
    near = list(review(_hand(0, 800, -1, stack=9500), narrow, 0))[-1]
    assert near.decision is not None
    assert near.loss is not None
