"""Benchmarks are not run by tests and their peers are not installed, but what they take from the library is there."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parents[1].joinpath("benchmarks").rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_a_benchmark_imports_is_there(file: Path) -> None:
    missing = [
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "riverboat"
        for name in node.names
        if not hasattr(importlib.import_module(str(node.module)), name.name)
    ]
    assert not missing
