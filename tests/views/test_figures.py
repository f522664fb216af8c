"""Pictures in files hold the numbers they are made from, do not change, and say what they need."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.views.pictures import SVG, text_boxes
from typer.testing import CliRunner

from riverboat.arena import LearningCurve, Point, SweepResult
from riverboat.base.drawing import drawing
from riverboat.cli.main import app
from riverboat.errors import MatchError, RiverboatError
from riverboat.evaluation import Figure
from riverboat.views.colours import EMPTY, ramp
from riverboat.views.page import Page
from riverboat.views.shapes import Chart, Grid, Note, Rows

CURVE = SweepResult(
    "b", ("a",), ("x",), tuple(Point((x,), Figure(y, 0.1), 1) for x, y in ((2, 0.6), (1, 0.3))), "bb/100"
)
MAP = SweepResult(
    "b",
    ("a",),
    ("x", "y"),
    tuple(Point(at, Figure(sum(at), 0.1), 1) for at in ((0, 1), (1, 1), (0, 2))),
    "bb/100",
)


def test_a_curve_shows_points_in_order_with_their_intervals() -> None:
    [chart] = drawing(CURVE, "chart", marked={"theirs": [1.5]}).shapes
    assert isinstance(chart, Chart)
    [curve] = chart.curves
    assert (curve.xs, curve.ys) == ([1, 2], [0.3, 0.6])
    assert (curve.low, curve.high) == (pytest.approx([0.2, 0.5]), pytest.approx([0.4, 0.7]))
    assert chart.marked == (("theirs", 1.5),)


def test_a_map_leaves_holes_where_nothing_was_played() -> None:
    [grid, note] = drawing(MAP, "chart", marked={"theirs": (0, 2)}).shapes
    assert isinstance(grid, Grid)
    assert (grid.across, grid.down) == (("0", "1"), ("2", "1"))  # the second parameter goes up
    high, hole, low, best = (cell.filled[0][0] for cell in grid.cells)
    assert (high, hole, low, best) == (ramp(1), EMPTY, ramp(0), ramp(1))
    assert [cell.label for cell in grid.cells] == ["○", "", "", "★"]  # the first of equals
    assert note == Note("★ x 1, y 1: +2.0 ± 0.1   ○ theirs")


def test_three_parameters_have_no_picture(tmp_path: Path) -> None:
    result = SweepResult("b", ("a",), ("x", "y", "z"), (Point((1, 2, 3), Figure(0, 1), 1),), "bb/100")
    with pytest.raises(MatchError, match="1 or 2 parameters, not 3"):
        result.chart(tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
@pytest.mark.parametrize("result", [CURVE, MAP])
def test_the_same_drawing_gives_the_same_bytes(result: SweepResult, kind: str, tmp_path: Path) -> None:
    place = [1.5] if result is CURVE else [0, 2]
    for name in "ab":
        result.chart(tmp_path / f"{name}.{kind}", marked={"theirs": place})
    first, second = ((tmp_path / f"{name}.{kind}").read_bytes() for name in "ab")
    assert first == second
    assert len(first) > 1000


def test_svg_needs_no_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    CURVE.chart(tmp_path / "x.svg", marked={"theirs": [1.5]})
    assert "theirs" in {box.text for box in text_boxes((tmp_path / "x.svg").read_text(encoding="utf-8"))}


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes before the first game, and says what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RiverboatError, match=r"pip install 'riverboat\[charts\]', or name it x.svg"):
        CURVE.chart(tmp_path / "x.png")
    for command in (["sweep", "shark", "fish", "--over", "raise_above=0.5"], ["league", "shark", "fish"]):
        done = CliRunner().invoke(
            app, [*command, "--chart", str(tmp_path / "x.png"), "--hands", "1000000000"]
        )
        assert isinstance(done.exception, RiverboatError)
    assert not list(tmp_path.iterdir())


def test_a_learning_curve_has_a_band_and_its_runs(tmp_path: Path) -> None:
    curve = LearningCurve(("a", "b"), np.array([[0.0, 1, 3], [0, 1, 7]]))
    curve.chart(tmp_path / "x.svg")
    picture = ElementTree.parse(tmp_path / "x.svg").getroot()
    assert len(list(picture.iter(f"{SVG}polygon"))) == 1
    assert len(list(picture.iter(f"{SVG}polyline"))) == 1 + 2
    for kind in ("png", "pdf"):
        curve.chart(tmp_path / f"x.{kind}")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match=r"'x.gif' is no picture that we draw; name it .svg"):
        CURVE.chart("x.gif")
    with pytest.raises(FileNotFoundError, match="no folder"):
        CURVE.chart(tmp_path / "nowhere" / "x.png")
    with pytest.raises(RiverboatError, match="only charts and grids become"):
        Page(Rows(("a",), (("b",),))).save(tmp_path / "x.png")
    assert not list(tmp_path.iterdir())
