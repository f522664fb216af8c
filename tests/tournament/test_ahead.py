"""Hands that are played out before ICM is asked, and how far jam or fold is from all of heads-up play."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.errors import TournamentError
from riverboat.tournament import Tournament, jam_fold_bound, make_hand, pushfold, solve_tournament
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.jam_fold.ahead import solve_ahead
from riverboat.tournament.whole.bound import AnsweredHand, Worth

ONE = (1.0,)


def test_one_hand_ahead_is_the_next_hand_by_icm() -> None:
    """Ends of a hand of two, one by one: who folds has the big blind next, and what that hand is worth is known."""
    hand = make_hand([6, 4], payouts=[60, 40])
    found = solve_ahead(hand, 1, likely=0.0)
    words = {"payouts": [60, 40], "both_starts": False}
    folded = pushfold([4.5, 5.5], **words).values[::-1]  # type: ignore[arg-type]
    stolen = pushfold([3, 7], **words).values[::-1]  # type: ignore[arg-type]
    lost, tied = pushfold([8, 2], **words).values[::-1], pushfold([4, 6], **words).values[::-1]  # type: ignore[arg-type]
    ends = np.array([[folded] * 3, [stolen] * 3, [folded] * 3, [[60.0, 40.0], lost, tied]])
    jam, call = found.strategy[0], found.strategy[2]
    pairs = pair_chances()
    both = np.einsum("oab,a,b->o", pairs, jam, call)
    jams = np.einsum("oab,a->", pairs, jam)
    worth = (1 - jams) * ends[0, 0] + (jams - both.sum()) * ends[1, 0] + both @ ends[3]
    assert found.values == pytest.approx(worth, abs=1e-3)
    assert found.gains.max() < 1e-3
    assert (found.hands_ahead, found.hands_solved) == (1, 4)


def test_more_hands_come_near_the_whole_tournament() -> None:
    """What ICM misses of the blinds, hands that are played out know: by turns too much and too little."""
    setting = Tournament(2, 4000, 200, 200, 400, (1.0,))
    whole = solve_tournament(setting, threads=1).value(1600, 2400)
    errors = [
        abs(pushfold([4, 6], payouts=[1.0], ahead=hands, both_starts=False).values - whole).max()
        for hands in (0, 1, 2, 3)
    ]
    assert errors[2] < errors[0] / 1.5
    assert errors[3] < errors[1] / 1.5


def test_heads_are_won_on_the_way() -> None:
    found = pushfold([6, 4], payouts=[60, 40], bounties=5, ahead=1)
    assert found.values.sum() == pytest.approx(110, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"ahead": 1}, "without prizes.* give such as payouts"),
        ({"ahead": 1, "players": 7, "payouts": [1]}, "for 7 players.* give 0"),
        ({"ahead": 9, "payouts": [1]}, "ahead is 9; .* such as 1"),
        ({"ahead": True, "payouts": [1]}, "ahead is True"),
    ],
)
def test_bad_questions_are_told(words: dict[str, object], told: str) -> None:
    with pytest.raises(TournamentError, match=told):
        pushfold(10, **words)  # type: ignore[arg-type]


def test_the_bound_holds_what_jam_or_fold_finds() -> None:
    """What is sure against anything is no more than what is won when the other jams or folds, too."""
    setting = Tournament(2, 2000, 200, 200, 400, (1.0,))
    bound, found = jam_fold_bound(setting), solve_tournament(setting, threads=1)
    assert (bound.sure <= found.values + 1e-4).all()
    assert (bound.gaps >= -1e-9).all()
    assert bound.worst < 1e-4  # five big blinds in all: jam or fold is all there is


def test_calls_matter_with_deeper_stacks() -> None:
    """Chips of one hand: what the big blind is sure of falls if the small blind may call and wait for the answer."""
    turned = pair_chances()[[1, 0, 2]].transpose(0, 2, 1)
    loses = []
    for stack in (3.0, 12.0):
        worth = Worth(-1.0, 0.5, 1.0, np.array([stack, -stack, 0.0]))
        sure = []
        for calls in (False, True):
            hand = AnsweredHand(turned, first_acts=False, calls=calls)
            hand.improve(worth, 400)
            sure.append(hand.sure(worth))
        game = pushfold(stack, both_starts=False)
        assert sure[0] == pytest.approx(game.values[1], abs=2e-3)
        loses.append(sure[0] - sure[1])
    assert -1e-3 < loses[0] < 0.01 < loses[1]


def test_the_bound_is_for_two() -> None:
    for setting in (
        Tournament(3, 2700),
        Tournament(2, 2400, payouts=ONE, ante=100),
        Tournament(2, 2400, payouts=ONE, rises=((600, 1200),)),
    ):
        with pytest.raises(TournamentError, match="for two players"):
            jam_fold_bound(setting)
