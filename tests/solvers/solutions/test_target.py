"""Where to stop, in chips, percent of the pot or thousandths of a big blind; what a setup says if nobody asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import riverboat as rb
from riverboat.errors import SolverError
from riverboat.games import Menu, TreeConfig, leduc, nolimit_holdem
from riverboat.solvers import GameSetup, SolveOptions, game_setup, solve_setup, spot_setup
from riverboat.solvers.full_width.engine import FullWidth
from riverboat.solvers.solutions.target import target_chips
from riverboat.solvers.update_rules.rules import CFRPlus, Power

RIVER: dict[str, Any] = {
    "board": "QsJh2h5c9d", "oop": "AA,QQ,KQs,76s", "ip": "AQs,KQs,JTs,TT", "pot": 100, "stack": 200,
}  # fmt: skip
PUSH_OR_FOLD = TreeConfig(
    "push or fold", nolimit_holdem(stack_bb=10), Menu(limps="none")
)  # blinds of 50 and 100


def test_a_game_stops_at_the_same_place_in_every_unit() -> None:
    units: tuple[dict[str, float], ...] = (
        {"target": 0.0006},
        {"target_pot_percent": 0.0004},
        {"target_mbb": 0.006},
    )
    in_chips, *others = [rb.solve(PUSH_OR_FOLD, threads=1, **unit) for unit in units]  # type: ignore[arg-type]
    assert in_chips.stopped == "target"
    assert in_chips.looks[-1].exploitability <= 0.0006 < in_chips.looks[-2].exploitability
    assert [other.iterations for other in others] == [in_chips.iterations] * 2


def test_a_spot_stops_at_mbb() -> None:
    solution = rb.solve_spot(**RIVER, min_bet=10, target_mbb=2, threads=1)
    assert solution.mbb is not None
    assert solution.mbb <= 2
    percent = rb.solve_spot(**RIVER, min_bet=10, target_pot_percent=0.02, threads=1)  # 2 mbb of 10 chips
    assert solution.iterations == percent.iterations > rb.solve_spot(**RIVER, threads=1).iterations
    further = solution.resolve(target_mbb=0.5)
    assert further.mbb is not None
    assert further.mbb <= 0.5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"target_mbb": 5}, "'spot' has no big blind of more than one chip; give min_bet"),
        ({"target_mbb": 0, "min_bet": 10}, "target_mbb is 0; it must be thousandths of a big blind, over 0"),
        ({"target_mbb": float("nan"), "min_bet": 10}, "target_mbb is nan"),
        ({"target_mbb": True, "min_bet": 10}, "target_mbb is True"),
        ({"target_pot_percent": "1"}, "target_pot_percent is '1'; it must be percent of the pot, over 0"),
        (
            {"target_mbb": 5, "target_pot_percent": 1},
            "target_pot_percent and target_mbb are given; one of them",
        ),
    ],
)
def test_bad_targets_of_a_spot(options: dict[str, Any], says: str) -> None:
    with pytest.raises(SolverError, match=says):
        rb.solve_spot(**RIVER, **options)


def test_bad_targets_of_a_game() -> None:
    with pytest.raises(SolverError, match="'kuhn' has no big blind of more than one chip"):
        rb.solve("kuhn", target_mbb=5)
    with pytest.raises(SolverError, match="target and target_pot_percent and target_mbb are given"):
        rb.solve("leduc", target=1, target_pot_percent=1, target_mbb=1)
    solution = rb.solve("leduc", iterations=10)
    with pytest.raises(SolverError, match="target_pot_percent and target_mbb are given"):
        solution.resolve(target_pot_percent=1, target_mbb=1)
    with pytest.raises(SolverError, match="target_pot_percent is -1"):
        solution.resolve(target_pot_percent=-1)


def test_no_target_is_none() -> None:
    assert target_chips(game_setup("leduc")) is None


# --- what nobody asked for -----------------------------------------------------------------------------------


def test_defaults_go_by_the_board_and_not_by_the_name() -> None:
    river = spot_setup(**RIVER).game_setup()
    game = GameSetup(TreeConfig("spot", leduc(), Menu()))
    assert (river.is_spot, river.default_rule, river.default_precision) == (True, "dcfr-t3", 32)
    assert (game.is_spot, game.default_rule, game.default_precision) == (False, "dcfr+", None)
    for setup, rule, precision in ((river, "dcfr-t3", 32), (game, "dcfr+", 64)):
        solution = solve_setup(setup, SolveOptions(iterations=5))
        assert (solution.rule, solution.solver.precision) == (rule, precision)
    named = rb.solve(river.config, board=river.board, ranges=river.ranges, iterations=5)
    assert (named.rule, named.solver.precision) == ("dcfr-t3", 32)
    assert "proven between" in _text(solve_setup(game, SolveOptions(iterations=5)))
    assert FullWidth(game.tree).rule == rb.solvers.RULES["dcfr+"]


def test_a_rule_without_a_name_is_lost_in_a_file(tmp_path: Path) -> None:
    solution = rb.solve("kuhn", CFRPlus(averaging=Power(2)), iterations=10)
    assert solution.resolve(iterations=5).rule == solution.rule
    solution.save(tmp_path / "kuhn.rb")
    assert rb.open(tmp_path / "kuhn.rb").resolve(iterations=5).rule == "dcfr+"


def _text(solution: rb.Solution) -> str:
    from rich.console import Console

    console = Console(width=200)
    with console.capture() as captured:
        console.print(solution)
    return captured.get()


def test_numbers_that_left_all_bounds_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A NaN is never below a target; without a word the run would go on for ever."""
    monkeypatch.setattr(FullWidth, "quick_exploitability", lambda self: float("nan"))
    with pytest.raises(
        SolverError, match=r"after 12 iterations of .* the exploitability is nan; .* precision=64"
    ):
        rb.solve("leduc", target=1e-9)
