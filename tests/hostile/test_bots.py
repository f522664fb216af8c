"""Every bad bot loses its own decisions, is named, and leaves the match and the machine as they were."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "hostile"))

import bots

SLOW = {"SlowToMake"}  # takes ten time limits, three times


@pytest.mark.parametrize("name", [name for name in bots.names() if name not in SLOW])
def test_a_bad_bot(name: str) -> None:
    well, told = bots.play(name, hands=1, limit=0.1, players=3)
    assert well, told


def test_a_bot_that_is_never_made() -> None:
    well, told = bots.play("SlowToMake", hands=1, limit=0.02, players=2)
    assert well, told
    assert "too slow (over 0.2 s to be made)" in told


def test_the_script_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert bots.main(["Exits", "Leaves", "--hands", "2"]) == 0
    assert "2 bots, 0 wrong" in capsys.readouterr().out
