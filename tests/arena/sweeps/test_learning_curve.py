"""How fast a bot learns: runs are matches, and figures are over runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.arena import LearningCurve, learning_curve, play_match
from riverboat.bots import Fish, mix
from riverboat.errors import MatchError
from riverboat.evaluation import Figure


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
    assert learning_curve(["fish", lambda: Fish()], 4, runs=2, processes=2).big_blinds.shape == (2, 5)
    with pytest.raises(FileNotFoundError, match="no folder"):
        curve.chart(tmp_path / "nowhere" / "x.png")
