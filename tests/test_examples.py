"""The example scripts run and print what they are about; one of them draws the picture of the pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "range.svg"
EXAMPLES = {
    "range_against_range": "raiser: ",
    "draw_range": "drawn in ",
    "strength_on_a_flop": "strongest: QhQc",
    "read_a_session": "Cay: +69.50 bb",
    "plan_a_tree": "the choices are [0, 1500, 9250]",
    "angry_fish_threshold": "best: raise_above",
    "honest_threshold": "best: fold_up_to",
    "shark_surface": "best: fold_up_to",
    "opponents": "N players: ",
    "claims": "fish beats honest at 0.5: ",
    "killer_winnings": "killer against shark, bb/100",
}


def run_example(name: str, *arguments: str, cwd: Path) -> str:
    command = [sys.executable, str(ROOT / "examples" / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs(name: str, tmp_path: Path) -> None:
    assert EXAMPLES[name] in run_example(name, cwd=tmp_path)


def test_every_example_is_run() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == set(EXAMPLES)


@pytest.mark.skipif(not PICTURE.exists(), reason="a source distribution has no docs")
def test_the_picture_of_the_pages_is_up_to_date(tmp_path: Path) -> None:
    run_example("draw_range", "range.svg", cwd=tmp_path)
    drawn = (tmp_path / "range.svg").read_text(encoding="utf-8")
    assert drawn == PICTURE.read_text(encoding="utf-8"), (
        "run python examples/draw_range.py docs/images/range.svg"
    )
