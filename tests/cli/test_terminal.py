"""Streams that are closed, terminals without a width, Ctrl-C at once, input that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import riverboat as rb

COMMAND = f"{sys.executable} -m riverboat"
EARLY = """
import signal, os, sys, builtins
load = builtins.__import__
def slow(name, *rest):
    if name == "typer":
        os.kill(os.getpid(), signal.SIGINT)
    return load(name, *rest)
builtins.__import__ = slow
sys.argv = ["riverboat", "--version"]
from riverboat.cli import main
main()
"""


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    out = tmp_path / "kuhn.rb"
    done = shell(f"{COMMAND} solve kuhn --iterations 5 -o {out} {closed}")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert rb.open(out).iterations == 5
    wrong = shell(f"{COMMAND} solve nothing {closed}")
    assert wrong.returncode == 1


@pytest.mark.parametrize("columns", ["0", "-5", "wide", "99999999999"])
def test_a_width_that_is_none(columns: str) -> None:
    done = shell(f"{COMMAND} equity AA KK", COLUMNS=columns)
    assert done.returncode == 0
    assert "81.946%" in done.stdout


def test_a_full_device_is_told_without_its_number() -> None:
    done = shell(f"{COMMAND} equity AA KK > /dev/full")
    assert (done.returncode, done.stderr) == (1, "riverboat: No space left on device\n")


def test_ctrl_c_while_it_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "riverboat: stopped\n")


@pytest.mark.parametrize("rest", ["<&-", "--json <&-"])
def test_play_ends_with_its_input(rest: str) -> None:
    done = shell(f"{COMMAND} play fish --seed 1 {rest}")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "0 hands" in done.stdout or '"hands": 0' in done.stdout


def test_a_checkpoint_that_cannot_be_written_costs_no_solution(tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: the state of the solver does not fit, the solution does."""
    out, state = tmp_path / "out.rb", tmp_path / "state.rb"
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000));"
        "from riverboat.cli import main; main()"
    )
    spot = (
        "-b QsJh2h5c --oop AA,76s --ip KQs,TT --pot 100 --stack 200 --drop river --threads 1 --iterations 5"
    )
    line = ["solve", *spot.split(), "-o", str(out), "--checkpoint", str(state)]
    done = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "the checkpoint was not written, what was found is kept" in done.stderr
    assert rb.open(out, verify=True).iterations == 5
    assert [path.name for path in tmp_path.iterdir()] == ["out.rb"]


def test_sigterm_saves_a_training_run(tmp_path: Path) -> None:
    line = [
        sys.executable,
        "-m",
        "riverboat",
        "train",
        "run",
        "leduc",
        "-o",
        str(tmp_path / "run"),
        "--threads",
        "1",
    ]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (tmp_path / "run" / "config.toml").exists() and process.poll() is None:
        pass
    process.send_signal(signal.SIGTERM)
    assert process.wait(120) == 143
    assert (tmp_path / "run" / "checkpoint.rb").exists()
    assert not list((tmp_path / "run").glob(".*.tmp"))
