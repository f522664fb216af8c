"""Figures that a strategy's file carries."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import StrategyError
from riverboat.strategy.file.measured import Measure, keep_measure, measures_of
from riverboat.strategy.file.strategy_file import StrategyFile
from riverboat.strategy.opening import open_blueprint

SAVED = Path(__file__).parents[1] / "saved_formats"


def test_a_figure_is_kept_beside_the_strategy_and_a_later_one_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "leduc.strategy"
    shutil.copy(SAVED / "0.2.0" / "strategy" / "leduc.strategy", path)
    before = StrategyFile(path)
    rows = [before.row(row).copy() for row in range(5)]
    assert measures_of(before) == []
    keep_measure(path, Measure("LBR fc", 12.0, 3.0, 100, 1))
    keep_measure(path, Measure("LBR fcpa", 40.0, 9.0, 100, 1))
    keep_measure(path, Measure("LBR fc", 11.0, 1.5, 400, 2))
    after = StrategyFile(path)
    after.verify()
    assert [(one.what, one.mean, one.hands) for one in measures_of(after)] == [
        ("LBR fcpa", 40.0, 100),
        ("LBR fc", 11.0, 400),
    ]
    for number, row in enumerate(rows):
        np.testing.assert_array_equal(after.row(number), row)
    assert str(measures_of(after)[0]) == "40 ± 9 mbb/h over 100 hands"


def test_files_of_the_first_version_are_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "leduc.strategy"
    shutil.copy(SAVED / "a712ce6" / "strategy" / "leduc.strategy", path)
    held = path.read_bytes()
    with pytest.raises(StrategyError, match="is of version 1"):
        keep_measure(path, Measure("LBR fc", 12.0, 3.0, 100, 1))
    assert path.read_bytes() == held


def test_what_ships_carries_its_figures() -> None:
    """What a local best response wins, thousandths of a big blind a hand: at most, with the interval."""
    file = open_blueprint("headsup").files[0]
    found = {measure.what: measure for measure in measures_of(file)}
    for menu, most in {
        "fc from the preflop": 100,
        "fcpa from the preflop": 700,
        "fcpa from the flop": 800,
    }.items():
        figure = found[f"LBR {menu} against it sampled"]
        assert figure.hands >= 40_000
        assert figure.mean + figure.half_width < most
