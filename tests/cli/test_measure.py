"""`riverboat measure`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.command import run

import riverboat

DATA = Path(riverboat.__file__).parent / "data"
SMALL = ("measure", "cfr-strength", "--lbr", "fcpa", "--hands", "50")


def test_tells_what_a_local_best_response_wins() -> None:
    result = run(*SMALL, "--from", "river", "--acting", "purified", "--threshold", "0.2")
    assert "cfr-strength (purified 0.2) against fcpa from the river on" in result.stdout
    assert "BTN" in result.stdout


def test_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    file = str(tmp_path / "so-far.json")
    first = run(*SMALL, "--checkpoint", file, "--json")
    again = run(*SMALL, "--checkpoint", file, "--resume", "--json")
    assert json.loads(first.stdout) == json.loads(again.stdout)
    run(*SMALL, "--checkpoint", file, expect=1)


def test_one_way_and_what_belongs_to_it() -> None:
    for wrong, says in (
        (("measure", "headsup"), "choose one way"),
        (("measure", "headsup", "--lbr", "fpa"), "has no call"),
        (("measure", "headsup", "--lbr", "fcpa", "--threshold", "0.2"), "only --acting purified"),
        (("measure", "headsup", "--lbr", "fcpa", "--resume"), "no --checkpoint"),
        (("measure", "headsup", "--lbr", "fcpa", "--from", "flopp"), "not a street"),
        (("measure", "headsup", "--lbr", "fcpa", "--learned"), "choose one way"),
        (
            ("measure", "headsup", "--lbr", "fcpa", "--fine"),
            "--fine is not used here: --lbr has other options",
        ),
        (("measure", "headsup", "--learned", "--from", "turn"), "--from is not used here"),
        (
            ("measure", "headsup", "--exact", "turn", "--minutes", "1", "-o", "x"),
            "--minutes, --out are not used",
        ),
        (("measure", "headsup", "--exact", "turn", "--processes", "2"), "--processes is not used here"),
        (("measure", "headsup", "--exact", "turn", "--checkpoint", "x"), "--checkpoint is not used here"),
        (("measure", "headsup", "--exact", "k k /", "--hands", "9"), "--hands is not used here"),
    ):
        assert says in run(*wrong, expect=1).stderr


def test_where_a_figure_cannot_be_kept_nothing_is_played(tmp_path: Path) -> None:
    old, locked = tmp_path / "old.strategy", tmp_path / "locked.strategy"
    old.write_bytes((DATA / "cfr-strength.strategy").read_bytes())
    locked.write_bytes((DATA / "headsup.strategy").read_bytes())
    locked.chmod(0o444)
    for file, says in (
        ("headsup", "no file 'headsup'"),
        (str(old), "older release"),
        (str(locked), "read-only"),
    ):
        result = run("measure", file, "--lbr", "fc", "--hands", "1000000000", "--keep", expect=1)
        assert says in result.stderr
        assert not result.stdout
    assert locked.stat().st_mode & 0o777 == 0o444


def test_a_measurement_that_is_stopped_tells_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "so-far.json"
    command = [sys.executable, "-m", "riverboat", *SMALL[:-1], "1000000000000", "--from", "river", "--json"]
    with subprocess.Popen(
        [*command, "--checkpoint", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        while not file.exists() and running.poll() is None:
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        told, said = running.communicate(timeout=120)
    assert running.returncode == 128 + signal.SIGINT
    assert "stopped by a signal" in said
    assert json.loads(told)["hands"] >= 50
