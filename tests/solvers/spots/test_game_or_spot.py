"""Files of games and of spots are told apart, also if a key is misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.solvers.spots.files import is_game_config


@pytest.mark.parametrize(
    ("text", "is_game"),
    [
        ('players = 2\nbeting = "limit"\nblinds = [1, 2]\n', True),
        ('bas = "leduc"\nplayers = 3\n', True),
        ('board = "QsJh2h"\nstacks = 100\npot = 10\n', False),
    ],
)
def test_a_misspelt_game_is_no_spot(tmp_path: Path, text: str, is_game: bool) -> None:
    (tmp_path / "a.toml").write_text(text)
    assert is_game_config(tmp_path / "a.toml") is is_game
