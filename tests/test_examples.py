"""The example scripts run and print what they are about; one of them draws the picture of the pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "range.svg"
EXAMPLES = {
    "open_a_strategy": "hand 4001 of a session",
    "solve_a_spot": "on a 7h river, checked to again: <AllHands",
    "train_a_small_game": "its log ends with 468 information sets",
    "write_a_bot": "found: Careless, 2 players",
    "make_an_abstraction": "everything but suits                 3 and 9 buckets  0.0000",
    "own_update_rule": "it must fall by half at least",
    "range_against_range": "raiser: ",
    "draw_range": "drawn in ",
    "strength_on_a_flop": "strongest: QhQc",
    "read_a_session": "Cay: +69.50 bb",
    "plan_a_tree": "the choices are [0, 1500, 9250]",
    "hand_rank_speed": "7 cards: ",
    "best_answers": "honest: best fold_up_to ",
    "published_figures": "fish beats honest at 0.5: ",
}
FIGURES = {
    "angry-fish": "best: raise_above",
    "honest": "best: fold_up_to",
    "shark": "best: fold_up_to",
    "shark-all-in": "best: fold_up_to",
    "opponents": "N players: ",
    "killer": "killer against shark, bb/100",
    "claims": "shark at 0.375 / 1.0 is tuned against all-in: ",
}


def run_example(name: str, *arguments: str, cwd: Path) -> str:
    command = [sys.executable, str(ROOT / "examples" / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs(name: str, tmp_path: Path) -> None:
    assert EXAMPLES[name] in run_example(name, cwd=tmp_path)


@pytest.mark.parametrize("figure", FIGURES)
def test_published_figure_is_played(figure: str, tmp_path: Path) -> None:
    assert FIGURES[figure] in run_example("published_figures", figure, cwd=tmp_path)
    if figure != "claims":
        assert (tmp_path / f"{figure}.svg").stat().st_size > 1000


def test_every_example_is_run_and_listed() -> None:
    names = {path.stem for path in (ROOT / "examples").glob("*.py")}
    assert names == set(EXAMPLES)
    told = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\((\w+)\.py\)", told)) == names


def test_examples_are_short() -> None:
    """Each is read in a minute; only the figures, which are seven in one, take longer."""
    for path in (ROOT / "examples").glob("*.py"):
        most = 200 if path.stem == "published_figures" else 70
        assert len(path.read_text(encoding="utf-8").splitlines()) <= most, path.name


@pytest.mark.skipif(not PICTURE.exists(), reason="a source distribution has no docs")
def test_the_picture_of_the_pages_is_up_to_date(tmp_path: Path) -> None:
    run_example("draw_range", "range.svg", cwd=tmp_path)
    drawn = (tmp_path / "range.svg").read_text(encoding="utf-8")
    assert drawn == PICTURE.read_text(encoding="utf-8"), (
        "run python examples/draw_range.py docs/images/range.svg"
    )
