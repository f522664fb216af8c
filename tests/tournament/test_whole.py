"""Whole tournaments, with few cards: all algorithms, the check afterwards, checkpoints."""

from pathlib import Path

import numpy as np
import pytest
from tests.tournament.cards import few_cards

from riverboat import _core
from riverboat.errors import RiverboatError, TournamentError
from riverboat.tournament import (
    ALGORITHMS,
    Inner,
    Tournament,
    TournamentReport,
    check_afterwards,
    solve_tournament,
)
from riverboat.tournament.equities.orders import orders_of
from riverboat.tournament.jam_fold.two import TwoJam
from riverboat.tournament.whole.check.cards import Table
from riverboat.tournament.whole.process import smallest_solution
from riverboat.tournament.whole.roads import on_grid, roads

TWO, THREE = few_cards(6)
ENGINES = {2: TwoJam(TWO), 3: _core.ThreeJam(THREE)}
CARDS = {2: Table(TWO, orders_of(2)), 3: Table(THREE, orders_of(3))}
SMALL = Tournament(3, 1800, 300)
HARD = Inner(80, 150, 1e-7, times=1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_nobody_gains_much_by_leaving(algorithm: str) -> None:
    rounds = {"vi-fp": 25, "pi-fp": 5}.get(algorithm, 8)
    found = solve_tournament(
        SMALL, algorithm, rounds=rounds, target=1e-4, inner=HARD, engines=ENGINES, threads=1
    )
    checked = check_afterwards(found, cards=CARDS)
    assert checked.check is not None
    assert checked.check.worst < (0.002 if algorithm in ("vi-fp", "pi-fp") else 0.02)
    assert found.value(600, 600, 600).sum() == pytest.approx(100, abs=0.5)


def test_the_check_finds_what_a_bad_strategy_leaves() -> None:
    found = solve_tournament(SMALL, rounds=1, inner=HARD, engines=ENGINES, threads=1)
    for strategy in found.known.strategies:
        strategy[:] = 1.0  # everybody always jams
    checked = check_afterwards(found, cards=CARDS)
    assert checked.check is not None
    assert checked.check.worst > 0.02


def test_heads_up_for_one_prize_is_zero_sum() -> None:
    setting = Tournament(2, 3000, 300, payouts=(1.0,))
    found = solve_tournament(setting, rounds=6, target=1e-6, inner=HARD, engines={2: ENGINES[2]}, threads=1)
    for stacks in ((300, 2700), (1500, 1500)):
        assert found.value(*stacks).sum() == pytest.approx(1, abs=1e-3)
    checked = check_afterwards(found, cards=CARDS)
    assert checked.check is not None
    assert checked.check.worst < 1e-3


def begun_wrongly(chips: int, algorithm: str) -> TournamentReport:
    """Two players with two cards who think that everybody is worth the first prize, and begin by folding."""
    two, _ = few_cards(2)
    setting = Tournament(2, chips, 300, payouts=(1.0,))
    folding = [np.zeros((3, 2)) for _ in setting.states]
    for state, strategy in enumerate(folding):
        strategy[setting.hand(state).forced] = 1.0
    values = np.ones(2 * len(folding))
    words = {"rounds": 40, "target": 1e-5, "inner": HARD, "engines": {2: TwoJam(two)}, "threads": 1}
    found = solve_tournament(setting, algorithm, values=values, strategies=folding, **words)  # type: ignore[arg-type]
    return check_afterwards(found, cards={2: Table(two, orders_of(2))})


def test_the_first_algorithm_can_stop_where_there_is_no_equilibrium() -> None:
    """Four states, two cards: all fold, the chips go round, and one hand later everything is worth what it seemed.

    It has converged, with more prizes than there are. The other algorithms ask what never ending is worth.
    """
    wrong, right = begun_wrongly(1500, "vi-fp"), begun_wrongly(1500, "pi-fp")
    assert wrong.check is not None
    assert right.check is not None
    assert wrong.known.change < 1e-5
    assert wrong.value(900, 600).sum() == pytest.approx(2.0, abs=1e-3)
    assert wrong.check.worst == pytest.approx(1.0)
    assert right.check.worst < 1e-5
    assert right.value(900, 600).sum() == pytest.approx(1.0, abs=1e-5)
    averaged = begun_wrongly(1500, "fp-mdp").check
    assert averaged is not None
    assert averaged.worst < 0.1  # and less with more rounds


def test_nothing_smaller_fails() -> None:
    """With three states nobody can fold for ever: somebody is all-in by posting."""
    for chips in (600, 900, 1200):
        found = begun_wrongly(chips, "vi-fp").check
        assert found is not None
        assert found.worst < 1e-4


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "run"
    words = {"inner": Inner(5, 10, 0.0), "engines": ENGINES, "threads": 1, "target": 0.0}
    whole = solve_tournament(SMALL, "vi-fp", rounds=2, **words)  # type: ignore[arg-type]
    solve_tournament(SMALL, "vi-fp", rounds=1, checkpoint=file, **words)  # type: ignore[arg-type]
    more = solve_tournament(SMALL, "vi-fp", rounds=2, checkpoint=file, resume=True, **words)  # type: ignore[arg-type]
    assert more.values == pytest.approx(whole.values, abs=1e-4)
    assert len(more.changes) == 2
    with pytest.raises(TournamentError, match="another run"):
        solve_tournament(SMALL, "pi-fp", checkpoint=file, resume=True, **words)  # type: ignore[arg-type]


def test_ends_keep_all_chips_and_prizes() -> None:
    state = SMALL.number_of[1, 2, 3]
    road = roads(SMALL, state)
    everybody = road.values(SMALL.icm_values())
    assert everybody.sum(axis=1) == pytest.approx(np.full(len(everybody), 100.0))


def test_odd_steps_are_right_on_average() -> None:
    stacks = np.array([1 + 1 / 3, 2 + 2 / 3, 4.0])
    mean = sum(chance * np.array(whole) for chance, whole in on_grid(stacks))
    assert mean == pytest.approx(stacks)


def test_who_never_comes_to_a_prize_has_nothing() -> None:
    matrix = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.5, 0.0]])
    assert smallest_solution(matrix, np.array([0.0, 0.0, 3.0])).tolist() == [0.0, 0.0, 3.0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"chips": 13_400}, "no multiple of the grid's step"),
        ({"players": 5}, "players is 5"),
        ({"chips": 0}, "chips is 0"),
        ({"payouts": (20, 30, 50)}, "payouts rise"),
        ({"small_blind": 900}, "is not below big_blind"),
        ({"chips": 600, "step": 300}, "need a step"),
        ({"chips": 600_000}, "states, over"),
    ],
)
def test_bad_tournaments_are_told(words: dict[str, object], told: str) -> None:
    with pytest.raises(RiverboatError, match=told):
        Tournament(**words)  # type: ignore[arg-type]


def test_what_is_no_state_is_told() -> None:
    found = solve_tournament(SMALL, "vi-fp", rounds=1, inner=Inner(1, 1), engines=ENGINES, threads=1)
    with pytest.raises(TournamentError, match="multiples of 300"):
        found.value(500, 500, 800)
    with pytest.raises(TournamentError, match="algorithm is"):
        solve_tournament(SMALL, "cfr", engines=ENGINES)


def test_satellites_pay_several_alike() -> None:
    """Two tickets for three: whoever is left with another has one, however the chips lie."""
    setting = Tournament(3, 1800, 300, payouts=(1.0, 1.0))
    found = solve_tournament(setting, rounds=8, target=1e-4, inner=HARD, engines=ENGINES, threads=1)
    checked = check_afterwards(found, cards=CARDS)
    assert checked.check is not None
    assert checked.check.worst < 2e-3
    assert 2 not in {
        len(state) for state in setting.states
    }  # two are left: both have a ticket, and it is over
    assert found.value(600, 600, 600).sum() == pytest.approx(2.0, abs=0.01)
    assert found.value(300, 300, 1200)[2] > 0.9  # next to nothing is left to win, and much to lose
