"""Files that are held in memory outlive that somebody writes over them."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from riverboat.base.files import ArrayFile, write_arrays
from riverboat.base.layout import held


@pytest.fixture
def holding() -> Iterator[None]:
    held.hold_files(1_000_000)
    yield
    held.hold_files(0)


def test_a_file_that_is_cut_short_while_it_is_open_is_read_on(tmp_path: Path, holding: None) -> None:
    path, numbers = tmp_path / "a.rb", np.arange(50_000)
    write_arrays(path, {"numbers": numbers}, kind="test", version=1)
    one, other = (ArrayFile(path, kind="test", max_version=1) for _ in range(2))
    assert np.shares_memory(one.mapped("numbers"), other.mapped("numbers"))
    assert not one.mapped("numbers").flags.writeable
    os.truncate(path, 4096)  # a mapped one would end this process
    assert np.array_equal(one["numbers"], numbers)
    write_arrays(path, {"numbers": numbers + 1}, kind="test", version=1)
    assert np.array_equal(ArrayFile(path, kind="test", max_version=1)["numbers"], numbers + 1)
    del one, other
    gc.collect()
    assert not held._HELD


def test_larger_files_are_mapped(tmp_path: Path, holding: None) -> None:
    write_arrays(tmp_path / "a.rb", {"numbers": np.arange(200_000)}, kind="test", version=1)
    assert isinstance(held.contents(tmp_path / "a.rb", 0), np.memmap)
