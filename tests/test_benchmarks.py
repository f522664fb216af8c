"""Benchmarks are not run by tests and their peers are not installed, but what they take from the library is there."""

from __future__ import annotations

import ast
import importlib
from importlib.util import find_spec
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parents[1].joinpath("benchmarks").rglob("*.py"))


def is_there(module: str, name: str) -> bool:
    return hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}") is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_a_benchmark_imports_is_there(file: Path) -> None:
    missing = [
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "riverboat"
        for name in node.names
        if not is_there(str(node.module), name.name)
    ]
    assert not missing
