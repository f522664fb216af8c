"""Pictures hold the numbers they are made from, do not change, and say what they need."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.arena import LearningCurve, Point, SweepResult, learning_curve, picture, play_match
from riverboat.arena.sweeps.sweep_view import draw_curve, draw_map
from riverboat.bots import Fish, mix
from riverboat.cli.main import app
from riverboat.errors import MatchError
from riverboat.evaluation import Figure

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


def test_a_curve_shows_points_in_order_with_their_bars(tmp_path: Path) -> None:
    with picture(tmp_path / "x.svg") as [panel]:
        draw_curve(panel, CURVE)
        [line, *_] = panel.lines
        bars = panel.collections[0].get_segments()
    assert line.get_xydata().tolist() == [[1, 0.3], [2, 0.6]]
    assert np.allclose(bars, [[[1, 0.2], [1, 0.4]], [[2, 0.5], [2, 0.7]]])


def test_a_map_leaves_holes_where_nothing_was_played(tmp_path: Path) -> None:
    with picture(tmp_path / "x.svg") as [panel]:
        draw_map(panel, MAP)
        cells = panel.collections[0].get_array()
        star = panel.lines[0].get_xydata()
    assert cells.reshape(2, 2).filled(-1).tolist() == [[1, 2], [2, -1]]
    assert star.tolist() == [[1, 1]]  # the first of equals


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_drawing_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    for name in "ab":
        CURVE.chart(tmp_path / f"{name}.{kind}", marked={"theirs": [1.5]})
    first, second = ((tmp_path / f"{name}.{kind}").read_bytes() for name in "ab")
    assert first == second
    assert len(first) > 1000


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes before the first game, and says what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MatchError, match=r"pip install 'riverboat\[charts\]'"):
        CURVE.chart(tmp_path / "x.svg")
    for command in (["sweep", "shark", "fish", "--over", "raise_above=0.5"], ["league", "shark", "fish"]):
        done = CliRunner().invoke(
            app, ["bots", *command, "--chart", str(tmp_path / "x.svg"), "--hands", "1000000000"]
        )
        assert isinstance(done.exception, MatchError)
    assert not list(tmp_path.iterdir())


def test_an_error_while_drawing_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), picture(tmp_path / "x.svg"):
        _ = 1 / 0
    assert not list(tmp_path.iterdir())


def test_learning_curves_are_matches() -> None:
    """The end of a run is the result of the match with its seed, and processes change nothing."""
    bots, hands = ["killbot", "shark", "fish"], 40
    curve = learning_curve(bots, hands, runs=2, seed=5)
    for run in range(2):
        match = play_match(bots, hands, seed=mix(5, run))
        assert curve.big_blinds[run, -1] == pytest.approx(match.bots[0].won.mean * hands / 100)
    assert curve.big_blinds.shape == (2, hands + 1)
    assert np.array_equal(
        learning_curve(bots, hands, runs=2, seed=5, processes=2).big_blinds, curve.big_blinds
    )


def test_slopes_of_a_learning_curve(tmp_path: Path) -> None:
    curve = LearningCurve(("a", "b"), np.array([[0.0, 1, 3], [0, 1, 7]]))
    assert curve.won(0, 1) == Figure(100.0, 0.0)
    assert curve.won(1, 2).mean == 400
    assert curve.won(1, 2).half_width == pytest.approx(
        1.959964 * 200
    )  # of 2 and 6: the error of the mean is 2
    curve.chart(tmp_path / "x.png")
    for start, end in ((1, 1), (0, 3), (-1, 2)):
        with pytest.raises(MatchError, match="not within the run; try 0 to 2"):
            curve.won(start, end)
    with pytest.raises(MatchError, match="runs is 0"):
        learning_curve(["fish", "fold"], runs=0)
    with pytest.raises(MatchError, match="processes is 0"):
        learning_curve(["fish", "fold"], processes=0)
    with pytest.raises(MatchError, match="cannot be sent to other processes"):
        learning_curve(["fish", lambda: Fish()], processes=2)
    with pytest.raises(FileNotFoundError, match="no folder"):
        curve.chart(tmp_path / "nowhere" / "x.png")
