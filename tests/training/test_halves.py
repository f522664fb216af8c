"""Halves of a run: the average of the second is what two tables differ by, whatever was multiplied in between."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import SolverError
from riverboat.training import Training
from riverboat.training.halves import HalfWay, kept_of_averages


def test_the_second_half_is_what_came_since(tmp_path: Path) -> None:
    training = Training("leduc", tmp_path / "leduc", threads=1)  # epochs of 50,000
    training.run(iterations=120_064)
    before, half = training.solver.averages(0).astype(float), HalfWay(training.solver)
    training.run(iterations=140_032)  # no epoch ends
    assert kept_of_averages(training.solver, half.iterations) == 1
    since = training.solver.averages(0) - before
    training.run(iterations=150_016)  # the third does
    assert kept_of_averages(training.solver, half.iterations) == pytest.approx(3 / 4)
    later = training.solver.averages(0) - 0.75 * before
    assert (later >= 0.75 * since - 1).all()
    assert later.sum() == pytest.approx(0.75 * since.sum() + 0.75 * 10_000 * since.sum() / 20_000, rel=0.05)


def test_halves_grow_alike(tmp_path: Path) -> None:
    training, apart = Training("leduc", tmp_path / "leduc", threads=1), []
    for end in (2_048, 200_064):
        training.run(iterations=end // 2)
        half = HalfWay(training.solver)
        with pytest.raises(SolverError, match="has not gone on since"):
            half.compare(training.solver)
        training.run(iterations=end)
        found = half.compare(training.solver)
        assert found.first + found.second == training.solver.iterations
        assert 0 <= found.alike <= 1
        apart.append(found.apart)
    assert apart[1] < 0.6 * apart[0]


def test_the_same_play_is_not_apart(tmp_path: Path) -> None:
    """Averages that are doubled say the same of both halves."""
    training = Training("leduc", tmp_path / "leduc", threads=1)
    training.run(iterations=30_000)
    solver, half = training.solver, HalfWay(training.solver)
    for row in range(solver.tree.rows):
        choices = int(solver.tree.row_choices[row])
        cells = solver.engine.row(row)
        cells[:, choices : 2 * choices] *= np.float32(2)
    solver.iterations += 128
    found = half.compare(solver)
    assert found.apart == pytest.approx(0, abs=1e-6)
    assert found.alike == 1
