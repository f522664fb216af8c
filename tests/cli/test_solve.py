"""`riverboat solve` and `riverboat query`, as a person would use them."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.command import SCRIPT, run

import riverboat as rb
from riverboat.games import Menu, TreeConfig, leduc, write_config

RIVER = (
    "--board",
    "QsJh2h5c9d",
    "--oop",
    "AA,QQ,KQs,76s",
    "--ip",
    "AQs,KQs,JTs,TT",
    "--pot",
    "100",
    "--stack",
    "200",
)


def test_a_game() -> None:
    text = run("solve", "leduc", "--target", "0.01").stdout
    assert "proven between" in text
    assert "chips between what the two can prove" in text
    assert "cfr+" in text
    done = run("solve", "leduc", "--target", "0.001", "--iterations", "5")
    assert "by iterations; the target of 0.001 chips was missed" in done.stdout
    assert "stopped by iterations; the target of 0.001 chips was missed" in done.stderr
    data = json.loads(run("solve", "kuhn", "--iterations", "2000", "--json").stdout)
    assert data["value"] == pytest.approx(-1 / 18, abs=1e-3)
    assert data["iterations"] == 2000


def test_a_spot_is_solved_kept_and_shown(tmp_path: Path) -> None:
    path = str(tmp_path / "river.rb")
    data = json.loads(
        run("solve", *RIVER, "--min-bet", "10", "--sizes", "50% 100% | 3x", "-o", path, "--json").stdout
    )
    assert sum(data["evs"]) == pytest.approx(100, abs=1e-2)
    assert data["exploitability_percent_of_pot"] <= 0.3
    assert data["exploitability_mbb"] == pytest.approx(100 * data["exploitability"])
    text = run("query", "-s", path).stdout
    for part in ("OOP", "bet 5 bb (50%)", "QQ", "exploitability"):
        assert part in text
    assert "EQR" in run("query", "-s", path, "--grid").stdout
    hand = run("query", "KsKd", "-s", path, "--line", "k b50%", expect=1)
    assert "cannot hold 'KsKd'" in hand.stderr
    several = run("query", "AdAh", "KdQd", "-s", path, "--line", "k b50%").stdout
    assert "A♦ A♥" in several
    assert "K♦ Q♦" in several
    one = json.loads(run("query", "AhAd", "-s", path, "--line", "k b50%", "--json").stdout)
    assert one["hand"] == "AhAd"
    assert one["line"] == "k b5"  # big blinds
    assert one["ev"] == pytest.approx(
        sum(action["probability"] * action["ev"] for action in one["actions"]), abs=1e-6
    )
    node = json.loads(run("query", "-s", path, "--line", "k b50%", "--json").stdout)
    assert "AhAd" in [entry["hand"] for entry in node["hands"]]
    assert node["solution"]["pot"] == 100
    rows = list(csv.reader(io.StringIO(run("query", "-s", path, "--csv").stdout)))
    assert rows[0][:3] == ["hand", "weight", "k"]


def test_one_verb_draws_grids_and_ranges_of_any_file(tmp_path: Path) -> None:
    path, picture = str(tmp_path / "river.rb"), tmp_path / "node.svg"
    run("solve", *RIVER, "--sizes", "50% | 3x", "-o", path)
    for asked in (
        ("-s", path),
        ("-s", path, "--line", "k", "--range", "OOP"),
        ("--line", "r2.5", "--range", "UTG"),
    ):
        picture.unlink(missing_ok=True)
        drawn = run("query", *asked, "--svg", str(picture)).stdout
        assert "AA" in drawn
        assert picture.read_text().startswith("<svg")
    held = json.loads(run("query", "-s", path, "--line", "k", "--range", "oop", "--json").stdout)
    assert rb.Range(held["range"]).combos == pytest.approx(held["combos"], abs=0.01)
    assert "'UTG' is not a seat" in run("query", "-s", path, "--range", "UTG", expect=1).stderr
    for mixed in (
        ("AhAd", "--csv"),
        ("--opens", "--line", "k"),
        ("--range", "OOP", "--csv"),
        ("--csv", "--json"),
    ):
        assert "ask one thing at a time" in run("query", "-s", path, *mixed, expect=1).stderr
    assert "begins after it" in run("query", "-s", path, "--opens", expect=1).stderr


def test_sizes_by_street_and_position(tmp_path: Path) -> None:
    data = run(
        "solve", *RIVER, "--sizes", "river oop: 33% | 3x; river ip: 75% | a", "--all-in", "never", "--json"
    )
    assert json.loads(data.stdout)["stopped"] == "target"


def test_a_spot_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(
        'board = "QsJh2h5c9d"\noop = "AA,76s"\nip = "KK,QQ"\npot = 100\nstack = [200, 150]\n'
        'rake = 0.05\nrake_cap = 3\n[sizes]\nriver = { oop = "50% | a", ip = "75%" }\n'
    )
    assert sum(json.loads(run("solve", str(path), "--json").stdout)["evs"]) == pytest.approx(97, abs=0.1)
    path.write_text('board = "QsJh2h5c9d"\nstacks = 4\n')
    assert "did you mean 'stack'" in run("solve", str(path), expect=1).stderr
    path.write_text('board = "QsJh2h5c9d"\n')
    assert "does not say oop, ip, pot, stack" in run("solve", str(path), expect=1).stderr


def test_targets_in_big_blinds(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(
        'board = "QsJh2h5c9d"\noop = "AA,QQ,KQs,76s"\nip = "AQs,KQs,JTs,TT"\npot = 100\nstack = 200\nmin_bet = 10\n'
        "accuracy_percent = 5.0\n"
    )
    data = json.loads(
        run("solve", str(path), "--target-mbb", "2", "--json").stdout
    )  # not the 5 % of the file
    assert data["exploitability_mbb"] <= 2


def test_a_config_named_spot_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(write_config(TreeConfig("spot", leduc(), Menu())))
    data = json.loads(run("solve", str(path), "--target", "0.01", "--json").stdout)
    assert data["rule"] == "dcfr+"
    assert 0.0002 < data["exploitability"] <= 0.01  # chips; 0.01 % of the pot are 0.0002


def test_files_of_other_programs(tmp_path: Path) -> None:
    path = tmp_path / "spot.txt"
    path.write_text(
        "#Range0#AA,76s\n#Range1#KK,QQ\n#Board#Qs Jh 2h 5c 9d\n#Pot#100\n#EffectiveStacks#200\n"
        "#RiverConfig.BetSize#50\n"
    )
    assert sum(json.loads(run("solve", str(path), "--json").stdout)["evs"]) == pytest.approx(100, abs=0.1)
    path.write_text(
        "set_pot 100\nset_effective_stack 200\nset_board Qs,Jh,2h,5c,9d\nset_range_oop AA,76s\nset_range_ip KK,QQ\n"
        "set_bet_sizes oop,river,bet,50\nset_bet_sizes ip,river,bet,50\nset_accuracy 0.5\nbuild_tree\nstart_solve\n"
    )
    data = json.loads(run("solve", str(path), "--json").stdout)
    assert data["exploitability_percent_of_pot"] <= 0.5
    assert sum(data["evs"]) == pytest.approx(100, abs=0.1)


def wait_for(begun: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Until it has begun: a busy machine takes its time to start Python."""
    patience = time.monotonic() + 100
    while not begun() and process.poll() is None and time.monotonic() < patience:
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_writes_what_there_is(tmp_path: Path, number: signal.Signals) -> None:
    state, out = tmp_path / "state", tmp_path / "turn.rb"
    spot = ("--board", "QsJh2h5c", *RIVER[2:])
    command = ("solve", *spot, "--target", "1e-9", "--looks-every", "7", "-o", str(out))
    trigger = tmp_path / "begun"
    script = patched(
        "original = solving.run_solver\n"
        "def solve(setup, solver, options):\n"
        "    from dataclasses import replace\n"
        f"    heard = replace(options, watch=lambda _: pathlib.Path({str(trigger)!r}).touch())\n"
        "    return original(setup, solver, heard)\n"
        "solving.run_solver = solve"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, *command, "--checkpoint", str(state)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(trigger.exists, process)
    process.send_signal(number)
    printed, error = process.communicate(timeout=120)
    assert process.returncode == 128 + number, error
    assert "stopped by a signal after" in error
    assert f"written to {out}; go on with the same command and --resume" in error
    assert "exploitability" in printed
    solution = rb.open(out)
    assert solution.iterations >= 7
    refused = run(*command, "--checkpoint", state, expect=1)
    assert "holds a run already" in refused.stderr
    again = run(
        *command, "--checkpoint", state, "--resume", "--iterations", str(solution.iterations + 5), "--json"
    )
    data = json.loads(again.stdout)
    assert data["iterations"] == solution.iterations + 5
    assert data["looks"][0][0] == 7  # the curve begins where the first run did
    assert "the target of 1e-09% of the pot was missed" in again.stderr


def patched(lines: str) -> str:
    """A program that runs the command line after some lines; `solving` is the module of `run_solver`."""
    return (
        "import pathlib, time\nfrom riverboat.cli import main\nfrom riverboat.solvers import Solution\n"
        "from riverboat.solvers.solutions import solving\n"
        f"{lines}\nmain()"
    )


def test_a_signal_waits_until_the_file_is_written(tmp_path: Path) -> None:
    out, begun = tmp_path / "leduc.rb", tmp_path / "begun"
    script = patched(
        "original = Solution.save\n"
        "def save(*arguments, **options):\n"
        f"    pathlib.Path({str(begun)!r}).touch()\n"
        "    time.sleep(1)\n"
        "    original(*arguments, **options)\n"
        "Solution.save = save"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, "solve", "leduc", "--iterations", "20", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(begun.exists, process)
    process.send_signal(signal.SIGTERM)
    printed, error = process.communicate(timeout=120)
    assert process.returncode == 128 + signal.SIGTERM, error
    assert f"written to {out}" in printed
    assert rb.open(out).iterations == 20


def test_a_full_disk_does_not_take_the_numbers(tmp_path: Path) -> None:
    script = patched(
        "def save(*_, **__):\n    raise OSError(28, 'No space left on device')\nSolution.save = save"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "solve", "leduc", "--iterations", "20", "-o", str(tmp_path / "a.rb")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "exploitability" in done.stdout
    assert "written to" not in done.stdout


def test_a_run_that_has_not_begun_leaves_an_older_file(tmp_path: Path) -> None:
    out = tmp_path / "leduc.rb"
    out.write_text("older")
    script = patched(
        "original = solving.run_solver\n"
        "def solve(setup, solver, options):\n"
        "    options.stop.number = 15; options.stop.set()\n"
        "    return original(setup, solver, options)\n"
        "solving.run_solver = solve"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "solve", "leduc", "-o", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 128 + 15
    assert "stopped by a signal after 0 iterations" in done.stderr
    assert "nothing is written, as there is nothing yet" in done.stderr
    assert out.read_text() == "older"


def test_iterations_alone_mean_the_same_with_a_file(tmp_path: Path) -> None:
    spot = tmp_path / "spot.toml"
    text = 'board = "QsJh2h5c9d"\noop = "AA,76s"\nip = "KK,T9s"\npot = 100\nstack = 100\nsizes = "50% | a"\n'
    spot.write_text(text)

    def iterations(*arguments: str) -> int:
        found = json.loads(run(*arguments, "--json").stdout)
        count = found["iterations"] if isinstance(found, dict) else found[0]["iterations"]
        assert isinstance(count, int)
        return count

    usual = iterations("solve", str(spot))
    assert usual < 400
    assert iterations("solve", str(spot), "--boards", "QsJh2h5c9d") == usual
    assert iterations("solve", str(spot), "--iterations", "400") == 400
    assert iterations("solve", str(spot), "--boards", "QsJh2h5c9d", "--iterations", "400") == 400
    spot.write_text(text + "accuracy_percent = 0.3\n")
    assert iterations("solve", str(spot), "--iterations", "400") == usual


LONG = ("leduc", "--target", "1e-12", "--iterations", "1000000")
"""Takes minutes; what is wrong with its files must be said before."""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "give a game, such as leduc, or all of a spot; --board, --oop"),
        (("leduc", "--board", "QsJh2h"), "a game of its own"),
        (("leduk",), "did you mean 'leduc'"),
        (("leduc", "--target", "0"), "--target is 0"),
        (("leduc", "--rule", "cfr9"), "not an update rule"),
        ((*RIVER[:-1], "0"), "--stack is 0; it must be a whole number of chips"),
        ((*RIVER[:-1], "x"), "--stack is 'x'"),
        ((*RIVER, "--target", "-1"), "--target is -1"),
        ((*RIVER, "--target-mbb", "5"), "no big blind of more than one chip"),
        (("leduc", "--target", "1", "--target-mbb", "5"), "--target and --target-mbb are given"),
        ((*RIVER, "--sizes", "none", "--all-in", "never"), "the menu is empty"),
        ((*RIVER, "--sizes", "flopp: 33%"), "did you mean 'flop'"),
        ((*RIVER, "--all-in", "maybe"), "--all-in is 'maybe'"),
        (("--board", "QsJh", *RIVER[2:]), "the board has 2 cards"),
        (("--board", "QsJh2h", "--oop", "AsAh", "--ip", "AsAh", *RIVER[6:]), "never meet"),
        ((*LONG, "-o", "/nowhere/at/all.rb"), "there is no folder '/nowhere/at'"),
        ((*LONG, "-o", "/"), "'/' is a folder; name a file"),
        ((*LONG, "--checkpoint", "/nowhere/at/all.rb"), "there is no folder '/nowhere/at'"),
        ((*LONG, "-o", "leduc.rb", "--drop", "turn"), "streets that can be left out here are: round-2"),
        ((*LONG, "--drop", "flop"), "say which file, such as -o turn.rb"),
    ],
)
def test_bad_input_is_one_clear_message(arguments: tuple[str, ...], says: str) -> None:
    error = run("solve", *arguments, expect=1).stderr
    assert says in error
    assert "Traceback" not in error


def test_bad_files(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(b"12345678" * 10)
    assert "not a Riverboat file" in run("query", "-s", str(path), expect=1).stderr
    assert "there is no file" in run("query", "-s", str(tmp_path / "none"), expect=1).stderr


def test_ctrl_c_keeps_the_boards_of_a_report(tmp_path: Path) -> None:
    spot, out = tmp_path / "spot.toml", tmp_path / "report.csv"
    spot.write_text('oop = "AA,76s"\nip = "KK,T9s"\npot = 100\nstack = 100\nsizes = "50% | a"\n')
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "solve", str(spot), "--boards", "all", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(out.exists, process)
    process.send_signal(signal.SIGINT)
    printed, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    boards = out.read_text().count("\n") - 1
    assert f"all {boards}" in printed
    assert f"stopped by a signal after {boards} boards; they are in {out}" in error


def test_a_report(tmp_path: Path) -> None:
    spot, out = tmp_path / "spot.toml", tmp_path / "report.csv"
    spot.write_text('oop = "AA,76s"\nip = "KK,T9s"\npot = 100\nstack = 100\nsizes = "50% | a"\n')
    text = run("solve", str(spot), "--boards", "QsJh2h5c9d AsKs2d2c7h", "-o", str(out)).stdout
    assert "all 2" in text
    assert out.read_text().count("\n") == 3
    rows = json.loads(run("solve", str(spot), "--boards", "QsJh2h5c9d", "-o", str(out), "--json").stdout)
    assert rows[0]["board"] == "QsJh2h5c9d"
    shorter = json.loads(
        run(
            "solve", str(spot), "--boards", "QsJh2h5c9d", "--precision", "16", "--iterations", "9", "--json"
        ).stdout
    )
    assert shorter[0]["iterations"] == 9
    missed = run(
        "solve", str(spot), "--boards", "QsJh2h5c9d AsKs2d2c7h", "--target", "0.01", "--iterations", "5"
    )
    assert missed.stderr == "2 of 2 boards missed the target of 0.01 %\n"
    for name, says in (("report.txt", "neither a .csv nor a .json"), ("no/report.csv", "there is no folder")):
        assert says in run("solve", str(spot), "--boards", "3", "-o", tmp_path / name, expect=1).stderr
    config = tmp_path / "game.toml"
    config.write_text('base = "hu-fcpa"\n')
    assert "--boards needs a spot" in run("solve", str(config), "--boards", "3", expect=1).stderr


def test_a_report_does_what_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "spot.txt"
    path.write_text(
        "set_pot 100\nset_effective_stack 200\nset_board Qs,Jh,2h,5c,9d\nset_range_oop AA,QQ,76s\nset_range_ip KK,AQs\n"
        "set_bet_sizes oop,river,bet,50\nset_bet_sizes ip,river,bet,50\nset_accuracy 0.02\nset_max_iteration 700\n"
        "set_raise_limit 3\nbuild_tree\nstart_solve\n"
    )
    solved = run("solve", str(path), "--json")
    listed = ("solve", str(path), "--boards", "QsJh2h5c9d", "--json")
    done = run(*listed)
    assert done.stderr == solved.stderr != ""  # the notes
    (row,) = json.loads(done.stdout)
    assert row["exploitability %"] <= 0.02
    assert row["iterations"] == json.loads(solved.stdout)["iterations"]
    (row,) = json.loads(run(*listed, "--target", "5").stdout)
    assert 0.02 < row["exploitability %"] <= 5
    (row,) = json.loads(run(*listed, "--iterations", "3").stdout)
    assert row["iterations"] == 3
