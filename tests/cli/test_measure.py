"""`riverboat measure`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run

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
