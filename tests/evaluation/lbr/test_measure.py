"""Measuring by a local best response: seeds, processes, checkpoints, and what is refused."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riverboat
from riverboat.errors import FileFormatError, GameError, RiverboatError, SolverError
from riverboat.evaluation import LocalBestResponse, evaluate_strategy, local_best_response
from riverboat.games import Game, kuhn
from riverboat.solvers import Acting, Cursor, PublicState, Strategy, always_call, always_fold, uniform
from riverboat.strategy import Blueprint, open_blueprint


def test_the_seed_says_all_and_processes_nothing() -> None:
    first = local_best_response("cfr-strength", "fcpa", "river", 100, seed=5)
    assert local_best_response("cfr-strength", "fcpa", "river", 100, seed=5) == first
    assert local_best_response("cfr-strength", "fcpa", "river", 100, seed=6) != first
    assert first.hands == 100
    assert list(first.by_seat) == ["BB", "BTN"]


def test_a_blueprint_by_its_rows_is_the_blueprint() -> None:
    """The quick way by buckets and the way of any strategy play the same hands."""
    blueprint = open_blueprint("headsup")
    for acting in (Acting(), Acting("purified", 0.3)):
        quick = local_best_response(blueprint, "fcpa", "turn", 50, acting=acting)
        slow = local_best_response(_Asked(blueprint), "fcpa", "turn", 50, acting=acting)
        assert slow.won.mean == pytest.approx(quick.won.mean, rel=1e-6)


def test_who_always_calls_loses_to_all_in_and_not_to_calling() -> None:
    result = local_best_response(always_call, "fc", game="leduc", hands=2000)
    assert abs(result.won.mean) < 2 * result.won.half_width


def test_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    file, stop = tmp_path / "so-far.json", threading.Event()
    asked = {"menu": "fc", "first": "river", "seed": 2}
    whole = local_best_response("cfr-strength", hands=150, **asked)

    def after_one(result: LocalBestResponse) -> None:
        stop.set()

    part = local_best_response(
        "cfr-strength", hands=150, watch=after_one, checkpoint=file, stop=stop, **asked
    )
    assert part.hands == 50
    with pytest.raises(SolverError, match="holds a measurement already"):
        local_best_response("cfr-strength", hands=150, checkpoint=file, **asked)
    with pytest.raises(SolverError, match="of another measurement"):
        local_best_response("cfr-strength", hands=150, checkpoint=file, resume=True, **{**asked, "seed": 3})
    again = local_best_response("cfr-strength", hands=150, checkpoint=file, resume=True, **asked)
    assert again == whole
    file.write_text(file.read_text().replace('"chunks": 3', '"chunks": 4'))
    with pytest.raises(FileFormatError, match="checksum"):
        local_best_response("cfr-strength", hands=150, checkpoint=file, resume=True, **asked)


def test_a_checkpoint_is_of_one_strategy_and_not_of_its_name(tmp_path: Path) -> None:
    file, so_far = tmp_path / "mine.strategy", tmp_path / "so-far.json"
    data = Path(riverboat.__file__).parent / "data"
    file.write_bytes((data / "cfr-strength.strategy").read_bytes())
    local_best_response(str(file), "fc", "river", 50, checkpoint=so_far)
    file.write_bytes((data / "headsup.strategy").read_bytes())
    with pytest.raises(SolverError, match="another measurement"):
        local_best_response(str(file), "fc", "river", 100, checkpoint=so_far, resume=True)


def test_at_a_table_of_six() -> None:
    result = local_best_response("sixmax", "fcpa", "flop", 150)
    assert list(result.by_seat) == ["SB", "BB", "UTG", "HJ", "CO", "BTN"]
    with pytest.raises(SolverError, match="depth"):
        local_best_response("sixmax", "fcpa", "flop", 150, depth=2)


def test_in_a_ring_who_folds_gives_up_the_antes() -> None:
    result = local_best_response(always_fold, "fcpa", game=kuhn(players=3), hands=150)
    assert result.won.mean == pytest.approx(2000)  # everybody else's ante
    assert local_best_response(always_call, "fcpa", game=kuhn(players=3), hands=1500).won.low > 0


def test_in_a_ring_it_is_never_above_the_best_response() -> None:
    game = kuhn(players=3)
    for strategy in (uniform, always_call):
        best = evaluate_strategy(game, strategy).best
        result = local_best_response(strategy, "fcpa", game=game, hands=3000)
        for figure, chips in zip(result.by_seat.values(), best, strict=True):
            assert figure.low <= 1000 * chips


def test_draws_itself_and_speaks_json() -> None:
    result = local_best_response(uniform, game="leduc", hands=50)
    assert "fcpa" in result.to_svg()
    assert "mbb per hand" in result.to_html()
    assert result.to_dict()["mbb_per_hand"]["mean"] == result.won.mean
    assert "2 bets ahead" in replace(result, depth=2).title


class _Asked(Strategy):
    """A blueprint of which nobody knows that it is one."""

    def __init__(self, blueprint: Blueprint) -> None:
        self._blueprint = blueprint

    name = property(lambda self: "asked")
    game = property(lambda self: self._blueprint.game)

    def start(self, game: Game | None = None) -> Cursor:
        return self._blueprint.start(game)

    def __call__(self, state: PublicState, /) -> np.ndarray:
        return self._blueprint(state)

    def to_dict(self) -> dict[str, Any]:
        return {}

    def verify(self) -> None:
        pass


# --- what is refused -----------------------------------------------------------------------------------------------


def _all_hands(state: PublicState) -> np.ndarray:
    return np.full((52, len(state.options)), 1 / len(state.options))  # also those on the board


def _too_much(state: PublicState) -> np.ndarray:
    return np.full((len(state.hands), len(state.options)), 0.6)


class _Moody:
    """Never answers the same twice."""

    def __init__(self) -> None:
        self.draw = np.random.default_rng(1)

    def __call__(self, state: PublicState) -> np.ndarray:
        return self.draw.dirichlet(np.ones(len(state.options)), len(state.hands))


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (_all_hands, "shape"),
        (_too_much, "add up to 1"),
        (_Moody(), "when it is asked again"),
        (7, "not a strategy"),
    ],
    ids=["hands on the board", "sums", "moods", "no strategy"],
)
def test_strategies_that_make_no_sense(strategy: object, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        local_best_response(strategy, game="leduc", hands=50)


@pytest.mark.parametrize(
    "wrong",
    [
        {"menu": "fpa"},
        {"first": "flopp"},
        {"hands": 0},
        {"hands": 1.5},
        {"depth": 0},
        {"depth": 99},
        {"seed": -1},
        {"processes": 0},
        {"processes": 2},
        {"acting": "purified"},
        {"resume": True},
        {"checkpoint": "so-far.json"},
    ],
    ids=str,
)
def test_options_that_make_no_sense(wrong: dict[str, object], tmp_path: Path) -> None:
    if "checkpoint" in wrong:
        wrong = {"checkpoint": tmp_path / "so-far.json"}
    with pytest.raises(RiverboatError):
        local_best_response(uniform, game="leduc", **{"hands": 50, **wrong})


def test_a_function_needs_a_game() -> None:
    with pytest.raises(GameError, match="game='leduc'"):
        local_best_response(uniform)
