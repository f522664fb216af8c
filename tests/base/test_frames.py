"""Answers and results as data frames: the numbers of the object, a row for each thing, and pandas only when asked."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import riverboat as rb
from riverboat.arena import play_league, sweep
from riverboat.errors import RiverboatError
from riverboat.training.log import TrainingLog, TrainingReport

SPOT = {
    "board": "QsJh2h5c9d",
    "oop": "AA,QQ,76s",
    "ip": "AQs,TT",
    "pot": 100,
    "stack": 200,
    "sizes": "50% | 3x",
}


def test_all_hands_of_a_blueprint() -> None:
    grid = rb.open("sixmax").grid("f f r2.5")
    frame = grid.to_pandas()
    assert list(frame.columns) == ["weight", *grid.actions]
    assert len(frame) == 1326
    assert frame.loc["AsAh", list(grid.actions)].tolist() == grid.strategy[grid.index("AsAh")].tolist()
    assert np.allclose(frame[list(grid.actions)].sum(axis=1), 1)


def test_all_hands_of_a_solution_have_evs() -> None:
    grid = rb.solve_spot(**SPOT, iterations=50).grid()
    frame = grid.to_pandas()
    assert list(frame.columns) == [
        "weight",
        *grid.actions,
        "ev",
        *(f"ev {a}" for a in grid.actions),
        "equity",
    ]
    assert np.array_equal(frame["ev"], grid.ev)
    assert np.array_equal(frame["ev k"], grid.action_evs[:, 0], equal_nan=True)
    assert np.array_equal(frame["equity"], grid.equity, equal_nan=True)


def test_hands_of_one_card() -> None:
    assert rb.solve("leduc", iterations=20).grid().to_pandas().index.tolist() == [
        "Jh",
        "Js",
        "Qh",
        "Qs",
        "Kh",
        "Ks",
    ]


def test_equities_by_player_and_by_hand() -> None:
    result = rb.equity("QQ+", "AsKs", board="Jh8h3c")
    frame = result.to_pandas()
    assert frame.index.tolist() == ["QQ+", "AsKs"]
    assert frame["equity"].tolist() == list(result.equities)
    hands = result.players[0].to_pandas()
    assert (
        hands.loc["QsQh", "equity"]
        == result.players[0].by_hand[rb.cards.hand_index(*rb.cards.parse_cards("QsQh"))]
    )
    assert not hands["equity"].isna().any()
    assert "AsAh" not in hands.index  # the other holds the ace


def test_matches_leagues_and_sweeps() -> None:
    match = rb.play_match(["shark", "fish"], 200)
    frame = match.to_pandas()
    assert frame.index.tolist() == ["shark", "fish"]
    assert frame.loc["fish", "adjusted_bb_per_100"] == match.bots[1].adjusted.mean
    assert frame["lost_decisions"].tolist() == [0, 0]
    series = rb.play_match(["shark", "fish"], mode="freeze-out", games=5)
    assert series.to_pandas()["games_won"].sum() == pytest.approx(1)

    league = play_league(["fold", "fish", "all-in"], 100, series=10)
    frame = league.to_pandas()
    assert list(zip(frame["bot"], frame["other"], strict=True)) == [
        ("fold", "fish"),
        ("fold", "all-in"),
        ("fish", "all-in"),
    ]
    assert frame["adjusted_bb_per_100"][1] == league.won(0, 2).mean

    found = sweep("honest", ["all-in"], {"fold_up_to": [0.4, 1.0]}, games=10)
    frame = found.to_pandas()
    assert frame["fold_up_to"].tolist() == [0.4, 1.0]
    assert frame["games won"].tolist() == [point.figure.mean for point in found.points]


def test_a_training_log_has_columns_for_its_watch_hands() -> None:
    report = TrainingReport(
        "2026-07-17T21:30:02", 1.5, 1000, 700.0, 5000, 48, 4096, 0.01, 0.5, {"UTG Ks": {"k": 0.25, "b": 0.75}}
    )
    frame = TrainingLog([report, report]).to_pandas()
    assert frame["iterations"].tolist() == [1000, 1000]
    assert frame["UTG Ks b"].tolist() == [0.75, 0.75]
    assert "watch" not in frame


def test_lists_of_reports_are_frames_already() -> None:
    """What has one row a thing and plain fields pandas reads by itself, such as looks."""
    frame = pd.DataFrame(rb.solve("leduc", iterations=100, looks_every=40).looks)
    assert frame["iterations"].tolist() == [40, 80, 100]


def test_pandas_is_loaded_when_asked_for_and_its_absence_is_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = "import sys, riverboat as rb; rb.solve('kuhn'), rb.equity('AsKs', 'QhQd'); print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(RiverboatError, match=r"a data frame needs pandas: pip install 'riverboat\[pandas\]'"):
        rb.equity("AsKs", "QhQd").to_pandas()
