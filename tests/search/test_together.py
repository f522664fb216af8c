"""Many decisions at once: their subgames are pooled, and the answers are those of one after the other."""

from __future__ import annotations

import numpy as np
import pytest

import riverboat as rb
from riverboat.errors import MatchError, SolverError, StrategyError
from riverboat.evaluation import duel, local_best_response
from riverboat.search import Budget, Search, SearchStrategy, open_search, together
from riverboat.search.search import Thinking
from riverboat.solvers.asking.preparing import Prepares, Question
from riverboat.solvers.spots.batch import Batch

BOARD = "Kh7c2d5s9h"
LINES = ("r2.5 c / k k / k k", "r2.5 c / k k / k k / b5", "r2.5 r10 c / k k / k k / k")


def thinker(iterations: int = 2) -> SearchStrategy:
    """Solves rivers only, which take milliseconds."""
    budget = Budget(seconds=0.2, iterations=iterations)
    return SearchStrategy(Search(rb.open("headsup"), budget, streets={"river": "unsafe"}))


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many subgames were solved at a time."""
    sizes: list[int] = []

    class Counted(Batch):
        def __init__(self, setups: list[object], *more: object, **words: object) -> None:
            sizes.append(len(setups))
            super().__init__(setups, *more, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(together, "Batch", Counted)
    return sizes


def test_a_local_best_response_is_the_same_whatever_runs_beside_it(batches: list[int]) -> None:
    one = local_best_response(thinker(), "fcpa", "river", 16, seed=5)
    apart, _ = sum(batches), batches.clear()
    assert local_best_response(thinker(), "fcpa", "river", 16, seed=5, together=8) == one
    assert sum(batches) == apart
    assert len(batches) < apart / 5


def test_a_duel_is_the_same_whatever_runs_beside_it() -> None:
    one, many = (duel(thinker(), "headsup", 3, seed=3, together=side) for side in (1, 3))
    assert one == many
    assert one.hands == 6
    assert one.aivat is not None
    later = duel(thinker(), "headsup", 1, begin=2, seed=3, aivat=False)
    before = duel(thinker(), "headsup", 2, seed=3, aivat=False)
    assert (later.won.mean + 2 * before.won.mean) / 3 == pytest.approx(one.won.mean)
    assert later.aivat is None


def test_what_is_prepared_is_what_is_found_alone(batches: list[int]) -> None:
    prepared, alone = thinker(10), thinker(10)
    assert isinstance(prepared, Prepares)
    points = [alone.at(line, BOARD) for line in LINES]
    asked = [Question(tuple(at.table.taken), at.board, alone.game) for at in points]
    prepared.prepare([*asked, asked[0]])
    assert batches == [3]
    for question, point in zip(asked, points, strict=True):
        hands = point.state.hands
        actions, rows = prepared.play_all(hands, *question)
        assert actions == tuple(option.action for option in point.options)
        assert np.array_equal(rows, alone(point.state))
    assert batches == [3]


def test_a_turn_is_solved_before_the_river_that_its_ranges_come_to(batches: list[int]) -> None:
    strategy, line = open_search("headsup", seconds=0.6, iterations=1), "r2.5 r10 c / k k / k b50% c / k"
    at = strategy.at(line, BOARD)
    strategy.prepare([Question(tuple(at.table.taken), at.board, strategy.game)])
    assert batches == [1, 1, 1]  # the turn, the turn again with the bet that it lacked, the river
    spot = strategy.after(tuple(at.table.taken), at.board, strategy.game).playing
    alone = open_search("headsup", seconds=0.6, iterations=1).at(line, BOARD)
    assert np.array_equal(spot.played().probabilities, alone.playing.played().probabilities)  # type: ignore


def test_what_cannot_be_solved_beside_others_is_solved_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(self: Batch) -> object:
        raise SolverError("no memory left")

    monkeypatch.setattr(Batch, "parts", no_memory)
    strategy = thinker()
    at = strategy.at(LINES[0], BOARD)
    with pytest.warns(RuntimeWarning, match="one by one: no memory left"):
        strategy.prepare([Question(tuple(at.table.taken), at.board, strategy.game)])
    assert all(one.is_found for one in strategy.search._known.values() if isinstance(one, Thinking))


def test_a_bet_for_which_there_is_no_menu_is_answered_by_the_blueprint() -> None:
    strategy = open_search("headsup", seconds=1, iterations=2)
    root, bet = (strategy.at(f"c k / k k / {word}", "4s8d9hQs") for word in ("", "b2"))
    assert root.spot() is not None  # type: ignore[attr-defined]
    assert bet.spot() is None  # type: ignore[attr-defined]
    assert bet.options == strategy.blueprint.at("c k / k k / b2", "4s8d9hQs").options
    assert "carries no menu" in bet.notes[-1]


def test_bad_arguments() -> None:
    with pytest.raises(StrategyError, match="device is 'gpu'"):
        open_search("headsup", device="gpu")
    with pytest.raises(SolverError, match="together is 0"):
        local_best_response("headsup", hands=50, together=0)
    with pytest.raises(MatchError, match="other processes"):
        duel(thinker(), "headsup", 2, processes=2)
    with pytest.raises(MatchError, match="a duel is hold'em of two"):
        duel("sixmax", "sixmax", 1)
    strategy = SearchStrategy(Search(rb.open("headsup"), Budget(0.2, 2), device="cuda:99"))
    at = strategy.at(LINES[0], BOARD)
    with pytest.raises(SolverError, match="cuda:99"):
        strategy.prepare([Question(tuple(at.table.taken), at.board, strategy.game)])
