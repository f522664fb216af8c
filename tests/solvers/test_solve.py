"""Whole games in one call."""

from __future__ import annotations

from pathlib import Path

import pytest

import riverboat as rb
from riverboat.errors import GameError, MenuError, RiverboatError, SolverError
from riverboat.games import TreeConfig, leduc, nolimit_holdem
from riverboat.solvers import Look, game_setup


def test_kuhn() -> None:
    solution = rb.solve(rb.games.kuhn(), "cfr+", iterations=5000)
    assert solution.value == pytest.approx(-1 / 18, abs=1e-4)
    low, high = solution.value_bounds
    assert low <= -1 / 18 <= high
    assert high - low == pytest.approx(2 * solution.exploitability)
    assert sum(solution.evs) == pytest.approx(2)


def test_leduc_to_a_target() -> None:
    solution = rb.solve("leduc", target=0.002)
    assert solution.stopped == "target"
    assert solution.exploitability <= 0.002
    assert solution.value == pytest.approx(-0.0856, abs=0.002)
    assert solution.looks[-1].exploitability == pytest.approx(solution.exploitability)
    assert solution.to_dict()["rule"] == "dcfr+"


@pytest.mark.parametrize("rule", rb.solvers.RULES)
def test_every_rule(rule: str) -> None:
    solution = rb.solve("kuhn", rule, iterations=400)
    assert solution.rule == rule
    assert solution.value == pytest.approx(-1 / 18, abs=0.02)


def test_what_game_may_be() -> None:
    config = TreeConfig("mine", leduc(), rb.games.Menu())
    for game in (leduc(), "leduc", config):
        assert rb.solve(game, iterations=10).tree.nodes == 36
    push_fold = rb.solve(nolimit_holdem(stack_bb=10), menu=rb.games.Menu(limps="none"), iterations=20)
    node = push_fold.grid()
    assert node.actions == ("f", "a")
    assert node.probability("AsAh", "a") > 0.99
    assert sum(player.mean_ev for player in push_fold.grid("a").players) == pytest.approx(1100)


def test_progress_is_told() -> None:
    told: list[Look] = []
    rb.solve("leduc", target=0.005, watch=told.append)
    assert told[-1].exploitability <= 0.005
    assert [look.iterations for look in told] == sorted(look.iterations for look in told)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "says"),
    [
        (("kun",), {}, RiverboatError, "did you mean"),
        (("leduc",), {"target": 0}, SolverError, "target is 0"),
        (("leduc",), {"target": -0.5}, SolverError, "target is -0.5"),
        (("leduc",), {"iterations": 1.5}, SolverError, "iterations is 1.5"),
        (("leduc",), {"max_seconds": 0}, SolverError, "max_seconds is 0"),
        (("leduc", "cfr++"), {}, RiverboatError, "did you mean 'cfr\\+'"),
        (("nolimit-holdem",), {}, MenuError, "needs sizes"),
        (("leduc",), {"ranges": ("AA", "KK")}, RiverboatError, "one hole card"),
        (("leduc",), {"ranges": ("AA",)}, RiverboatError, "there are 1 ranges"),
        (("leduc",), {"board": "Ks"}, SolverError, "the board has 1 cards"),
        (("limit-holdem",), {"iterations": 1}, RiverboatError, "are free"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], options: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        rb.solve(*arguments, **options)  # type: ignore[arg-type]


def test_three_players_are_refused() -> None:
    with pytest.raises((SolverError, GameError), match="players are in the hand"):
        rb.solve(rb.games.kuhn(players=3), iterations=1)


def test_setup_of_a_game_round_trips() -> None:
    for name in ("kuhn", "leduc", "rhode-island", "hu-fcpa"):
        setup = game_setup(name)
        assert type(setup).from_toml(setup.to_toml()) == setup


def test_games_in_plain_toml(tmp_path: Path) -> None:
    """By name, by path and as text; the value of Kuhn poker with four ranks is -1/24."""
    path = tmp_path / "four.toml"
    path.write_text('base = "kuhn"\ndeck = { ranks = "TJQK", suits = "s" }', "utf-8")
    for source in ("kuhn-4", str(path), path.read_text("utf-8") + "\n"):
        assert rb.solve(source, target=1e-4).value == pytest.approx(-1 / 24, abs=1e-4)
    with pytest.raises(
        GameError, match=r"'kuhn-5' is not a game; there are kuhn, .*kuhn-4, .*did you mean 'kuhn-4'"
    ):
        rb.solve("kuhn-5")
