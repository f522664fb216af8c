"""Errors in the words of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import run

SPOT = ("solve", "-b", "QsJh2h5c9d", "--oop", "AA,76s", "--ip", "KK,QQ", "--pot", "100", "--stack", "200")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("match", "fish", "fish", "--hands", "0"), "--hands is 0; it must be a whole number from 1 up"),
        (("match", "fish", "fish", "--game", "hu-fcpa", "--stack-bb", "20"), "leave --stack-bb out"),
        (("match", "fish", "fish", "--time-limit", "0"), "--time-limit is 0"),
        (("solve", "leduc", "--looks-every", "0"), "--looks-every is 0"),
        (("solve", "nowhere.toml"), "riverboat: there is no file or folder 'nowhere.toml'"),
        (
            ("hands", "range", "AA", "--svg", "nowhere/a.svg"),
            "there is no folder 'nowhere' to write 'a.svg' to",
        ),
        (("solve", "leduc", "--max-seconds", "-1"), "--max-seconds is -1"),
        ((*SPOT, "--target", "-1"), "--target is -1"),
        ((*SPOT, "--target-mbb", "5"), "--target-mbb is 5.0, but"),
        ((*SPOT, "--target-mbb", "5"), "give --min-bet, such as 10, for a spot, or --target, such as 0.3"),
        (
            ("equity", "AA", "KK", "--samples", "5", "--standard-error", "1"),
            "give one, such as --samples 1000000",
        ),
        (
            ("equity", "AA", "KK", "--samples", "5", "--method", "exact"),
            "--samples and --standard-error go with",
        ),
        (("solve", "nolimit-holdem"), "give --sizes '75% | 2.5x' or a config such as"),
        (("query", "AsKd", "--stack-bb", "x"), "--stack-bb is 'x'"),
    ],
)
def test_options_not_arguments(command: tuple[str, ...], says: str) -> None:
    assert says in run(*command, expect=1).stderr


def test_a_file_keeps_its_own_words(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text('base = "nolimit-holdem"\nmin_bet = 0\n')
    assert "riverboat: min_bet is 0" in run("solve", path, expect=1).stderr


def test_go_on(tmp_path: Path) -> None:
    state = tmp_path / "state"
    run("solve", "kuhn", "--iterations", "5", "--checkpoint", state)
    again = run("solve", "kuhn", "--iterations", "9", "--checkpoint", state, expect=1)
    assert "holds a run already; go on with it by --resume, or give another file" in again.stderr


def test_keys_of_a_file_stay_keys(tmp_path: Path) -> None:
    file = tmp_path / "spot.toml"
    file.write_text('board = "QsJh2h"\nipp = "KK"\n')
    said = run("solve", file, expect=1).stderr
    assert "all_in, force_all_in" in said
    assert "--all-in" not in said


def test_what_is_not_to_choose_from_is_told_in_plain_words() -> None:
    said = run("equity", "AA", "KK", "--method", "tabel", expect=2).stderr
    assert "Invalid value for '--method': 'tabel' is not one of 'auto'" in said
