"""`riverboat solve FILE`: games and spots in files, and options in place of what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import run
from tests.cli.test_tree import loaded

import riverboat as rb
from riverboat.solvers import Look
from riverboat.solvers.runs.run import Goal
from riverboat.solvers.solutions.solve_options import DEFAULT_TARGET, POT_PERCENT
from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES
from riverboat.solvers.spots.spot import ALL_IN, FORCE_ALL_IN, MERGE

SPOT = {
    "board": "QsJh2h5c9d",
    "oop": "AA,QQ,76s",
    "ip": "KK,AQs",
    "pot": 100,
    "stack": 150,
    "sizes": "50% | 3x",
}


@pytest.fixture
def spot(tmp_path: Path) -> Path:
    path = tmp_path / "spot.toml"
    path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in SPOT.items()))
    return path


def solved(*arguments: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("solve", *arguments, "--iterations", "20", "--json").stdout)
    found.pop("seconds")
    found["looks"] = [look[0] for look in found["looks"]]
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {"board": "QsJh2h5c8d"},
        {"oop": "AA,76s"},
        {"ip": "KK,TT"},
        {"pot": 120},
        {"stack": 120},
        {"sizes": "100% | 2x"},
        {"all_in": "never"},
        {"all_in": "always", "force_all_in": 0.9},
        {"sizes": "50% 55% | 3x", "merge": 0.3},
        {"rake": 0.05},
        {"rake": 0.05, "rake_cap": 2.0},
        {"min_bet": 10},
        {"unit": "bb"},
        {"pot": 5.5, "stack": 9.25},
    ],
    ids=str,
)
def test_options_override_the_file(spot: Path, changes: dict[str, Any], tmp_path: Path) -> None:
    """A file with options is the file that says so itself."""
    options = [f"--{key.replace('_', '-')}={value}" for key, value in changes.items()]
    changed = tmp_path / "changed.toml"
    changed.write_text(
        "".join(f"{key} = {json.dumps(value)}\n" for key, value in {**SPOT, **changes}.items())
    )
    answer = solved(spot, *options)
    assert answer == solved(changed)
    assert answer != solved(spot)
    assert answer == solved(
        *(f"--{key.replace('_', '-')}={value}" for key, value in {**SPOT, **changes}.items())
    )


@pytest.mark.parametrize(
    ("sizes", "problem"),
    [
        ("river: 33%; river: 50%", "have those of the river twice, the second in 'river: 50%'"),
        ("river ip: 33%; river: 50%", "have those of the river twice, the second in 'river: 50%'"),
        ("river: 33%; river ip: 50%", "have those of the river twice, the second in 'river ip: 50%'"),
        ("river ip: 33%; river ip: 50%", "have those of the river twice, the second in 'river ip: 50%'"),
        ("oop ip: 33%", "have 'oop ip: 33%'; write such as"),
    ],
)
def test_no_size_is_left_out_silently(spot: Path, sizes: str, problem: str) -> None:
    assert problem in run("solve", spot, "--sizes", sizes, expect=1).stderr


def test_amounts_in_json_are_chips_and_say_what_a_big_blind_is(spot: Path) -> None:
    found = solved(spot, "--pot", "5.5", "--stack", "9.25")
    assert found["pot"] / found["big_blind"] == 5.5
    assert found["exploitability_mbb"] == pytest.approx(1000 * found["exploitability"] / found["big_blind"])


def test_a_file_without_a_board(spot: Path, tmp_path: Path) -> None:
    boardless = tmp_path / "boardless.toml"
    boardless.write_text(spot.read_text().partition("\n")[2])
    assert solved(boardless, "--board", "QsJh2h5c9d") == solved(spot)
    assert "does not say board" in run("solve", boardless, expect=1).stderr


def test_locks_come_after_those_of_the_file(spot: Path) -> None:
    assert len(solved(spot, "--lock", "k: k 1")["locks"]) == 1


def test_boards_without_a_file() -> None:
    ranges = ("--oop", "AA,76s", "--ip", "KK,T9s", "--pot", "100", "--stack", "100", "--sizes", "50% | a")
    rows = json.loads(run("solve", *ranges, "--boards", "QsJh2h5c9d AsKs2d2c7h", "--json").stdout)
    assert [row["board"] for row in rows] == ["QsJh2h5c9d", "AsKs2d2c7h"]
    assert "--boards needs a spot" in run("solve", "leduc", "--boards", "3", expect=1).stderr


KUHN = """
name = "my kuhn"
players = 2
stacks = 2
antes = 1
betting = "limit"
raise_sizes = 1
max_raises = 1
hole_cards = 1
board_cards = [0]
ranking = "one-card"
deck = { ranks = "JQK", suits = "s" }
"""


def test_a_game_in_plain_toml(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(KUHN)
    data = json.loads(run("solve", path, "--iterations", "1000", "--json").stdout)
    assert data["game"] == "my kuhn"
    assert data["value"] == pytest.approx(-1 / 18, abs=1e-3)
    path.write_text('base = "leduc"\nmax_raises = 3\nstacks = 19\n')
    assert "64 betting nodes" in run("solve", path, "--iterations", "10").stdout
    assert rb.solve(str(path), iterations=10).setup.game.max_raises == (3, 3)


def test_a_no_limit_game_takes_sizes(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    text = KUHN.replace('"limit"', '"no-limit"').replace("stacks = 2", "stacks = 20\nmin_bet = 1")
    path.write_text("\n".join(line for line in text.splitlines() if "raise" not in line))
    assert "give --sizes" in run("solve", path, expect=1).stderr
    plans = [
        json.loads(run("solve", path, "--sizes", sizes, "--plan", "--json").stdout)["decisions"]
        for sizes in ("100%", "50% 100% | 3x")
    ]
    assert 4 < plans[0] < plans[1]
    assert "'leduc' is a limit game" in run("solve", "leduc", "--sizes", "100%", expect=1).stderr


def test_the_plan(spot: Path) -> None:
    text = run("solve", "leduc", "--plan", "--iterations", "1000").stdout
    assert "leduc: 36 decisions, 21 ends" in text
    assert "KiB for tables of 64 bits" in text
    assert re.search(r"time: [\d.]+ (µs|ms|s) an iteration", text)
    assert re.search(r"1,000 iterations take about ([\d.]+ ms|0:0\d)\n", text)
    assert "the target of 0.3 chips takes about" in run("solve", spot, "--plan").stdout
    data = json.loads(run("solve", spot, "--plan", "--iterations", "50", "--json").stdout)
    assert data["seconds"] == pytest.approx(50 * data["seconds_an_iteration"])
    assert data["bytes"] < data["free_bytes"]


def test_what_does_not_fit_is_said_before_it_starts() -> None:
    for plan in ((), ("--plan",)):
        error = run("solve", "hu-fcpa", *plan, expect=1).stderr
        assert "the tables of 'hu-fcpa' need more than" in error


def test_time_left() -> None:
    from riverboat.solvers.solutions.forecast import seconds_left

    looks = [Look(100, 1.0, 0.8), Look(200, 2.0, 0.4)]
    assert seconds_left(200, 100.0, 2.0, looks, Goal(500, None, None)) == pytest.approx(3)
    assert seconds_left(200, 100.0, 2.0, looks, Goal(None, 0.1, None)) == pytest.approx(6)  # met at 800
    assert seconds_left(200, 100.0, 2.0, looks, Goal(500, 0.1, 4.0)) == pytest.approx(2)
    assert seconds_left(200, 100.0, 2.0, [], Goal(None, 0.1, None)) is None


def test_defaults_that_the_help_shows() -> None:
    shown = {parameter.name: parameter.show_default for parameter in loaded("solve").params}
    assert shown["sizes"] == DEFAULT_SIZES
    assert (shown["all_in"], shown["force_all_in"], shown["merge"]) == tuple(
        map(str, (ALL_IN, FORCE_ALL_IN, MERGE))
    )
    assert shown["target"] == f"{POT_PERCENT} or {DEFAULT_TARGET}"


def test_defaults_of_seats_and_hosts() -> None:
    from riverboat.arena.matches.options import MatchOptions
    from riverboat.arena.protocols import Times
    from riverboat.arena.protocols.husky import client
    from riverboat.arena.protocols.pokerbots import codec
    from riverboat.arena.protocols.slumbot import server
    from riverboat.cli.match_options import GAMES

    def default(path: str, name: str) -> Any:
        return next(parameter.default for parameter in loaded(path).params if parameter.name == name)

    assert default("seat husky", "port") == client.PORT
    assert default("seat husky", "stack") == client.STACK
    assert default("host pokerbots", "rounds") == codec.ROUNDS
    assert default("host pokerbots", "clock_s") == codec.CLOCK_S
    assert default("host slumbot", "port") == server.PORT
    times = Times(*(default("host acpc", name) for name in ("response_s", "per_hand_s", "start_s")))
    assert times == Times()
    assert MatchOptions().games == GAMES
