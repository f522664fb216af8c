"""Options that do not go together are refused, none is left out silently."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    run("match", "fold", "all-in", "--hands", "4", "--save", folder)
    return folder


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("match fish fold --games 5", "--games"),
        ("match fish fold --mode carried --games 5", "--games"),
        ("match fish fold --save-every 5", "--save-every"),
        ("match fish fold --resume", "--resume"),
        ("bots league fish fold --resume", "--resume"),
        ("bots sweep fish fold --over x=1 --mode reset --games 5", "--games"),
        ("bots sweep fish fold --over x=1 --resume", "--resume"),
        ("solve leduc --resume", "--resume"),
        ("solve leduc --pot 5 --rake 0.05", "--pot, --rake"),
        ("solve leduc --plan -o leduc.rb", "--out"),
        ("solve --boards 3 -b QsJh2h --start a.rb", "--board, --start"),
        ("solve --boards 3 --checkpoint state", "--checkpoint"),
        ("solve --boards 3 --plan", "--plan"),
    ],
)
def test_refused(command: str, names: str) -> None:
    done = run(*command.split(), expect=1)
    are = "are" if "," in names else "is"
    assert done.stderr.startswith(f"riverboat: {names} {are} not used here: ")
    assert done.stdout == ""


@pytest.mark.parametrize(
    "option", ["--bot=fold", "--min-pot=3", "--showdown", "--where=won<0", "--sort=won", "--limit=3"]
)
def test_a_hand_by_its_number_needs_no_search(saved: Path, option: str) -> None:
    done = run("hands", "find", saved, "--hand", "1", option, expect=1)
    assert f"{option.partition('=')[0]} is not used here: --hand names the hands" in done.stderr


def test_hands_that_are_written_are_not_shown(saved: Path, tmp_path: Path) -> None:
    done = run("hands", "find", saved, "--full", "-o", tmp_path / "a.phhs", expect=1)
    assert "--full is not used here" in done.stderr
