"""Files of every format and version there has been still load, and answer as they did when they were written."""

from __future__ import annotations

import ast
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.saved_formats.ask import ASK, SAVED_AT
from tests.saved_formats.make import copied, main

import riverboat
from riverboat.base.files import ArrayFile, file_kind
from riverboat.errors import RiverboatError

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/answers.json"))
SHIPPED = [
    Path(str(resources.files("riverboat") / "data" / f"{name}.safetensors"))
    for name in ("preflop_equity", "preflop_strength")
]
"""Files in the package that nobody writes smaller, and that are as they were first written."""


def entries() -> list[Any]:
    found = []
    for folder in FOLDERS:
        for name, entry in json.loads((folder / "answers.json").read_text()).items():
            if entry["ask"] == "solver_checkpoint" and "answer" in entry:
                entry["answer"]["looks"] = [look for look in entry["answer"]["looks"] if look <= SAVED_AT]
            found.append(pytest.param(folder, name, entry, id=f"{folder.name}/{name}"))
    return found


@pytest.mark.parametrize(("folder", "name", "entry"), entries())
def test_a_saved_file_answers_as_it_did(
    folder: Path, name: str, entry: dict[str, Any], tmp_path: Path
) -> None:
    path = copied(folder / entry["ask"] / name, tmp_path)
    if "refused" in entry:
        with pytest.raises(RiverboatError, match=entry["refused"]):
            ASK[entry["ask"]](path, **entry["options"])
    else:
        compare(json.loads(json.dumps(ASK[entry["ask"]](path, **entry["options"]))), entry["answer"], name)


def compare(found: Any, saved: Any, where: str) -> None:
    """Hold an answer against the saved one; numbers may differ as instruction paths do, and there may be more keys."""
    if isinstance(saved, dict):
        for key, value in saved.items():
            compare(found[key], value, f"{where}: {key}")
    elif isinstance(saved, list):
        assert len(found) == len(saved), where
        for number, (one, other) in enumerate(zip(found, saved, strict=True)):
            compare(one, other, f"{where}[{number}]")
    elif isinstance(saved, float):
        assert np.isclose(found, saved, rtol=1e-4, atol=1e-5), f"{where}: {found} was {saved}"
    else:
        assert found == saved, where


NO_ARRAYS = (".toml", ".csv", ".jsonl", ".phhs", ".sha256", ".py", ".md", ".pyc")


# --- nothing is left out -------------------------------------------------------------------------------------------


def formats(path: Path) -> Iterator[tuple[str, int]]:
    """The kinds and versions of all files below a folder."""
    for file in path.rglob("*"):
        if file.suffix == ".sqlite":
            with closing(sqlite3.connect(file)) as index:
                yield "saved hands", index.execute("PRAGMA user_version").fetchone()[0]
        elif file.suffix == ".json":
            data = json.loads(file.read_text())
            if "kind" in data:
                yield data["kind"], int(data.get("version", 1))
        elif file.is_file() and file.suffix not in (
            ".toml",
            ".csv",
            ".jsonl",
            ".phhs",
            ".sha256",
            ".py",
            ".md",
            ".pyc",
        ):
            yield array_format(file)


def array_format(file: Path) -> tuple[str, int]:
    kind = file_kind(file)
    return kind, ArrayFile(file, kind=kind, max_version=10**6).version


def saved_formats() -> set[tuple[str, int]]:
    return {one for folder in FOLDERS for one in formats(folder)} | set(map(array_format, SHIPPED))


def kinds_in_source() -> set[str]:
    """Every text that is given the name KIND or _KIND."""
    found = set()
    for file in Path(riverboat.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                named = {
                    name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
                }
                texts = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
                if named & {"KIND", "_KIND"}:
                    found |= {text for text in texts if isinstance(text, str)}
    return found


def test_every_kind_in_the_source_has_a_saved_file() -> None:
    kinds = kinds_in_source()
    assert {"solution", "strategy", "tyche stage", "bucket tables by board", "riverboat match"} <= kinds
    assert kinds - {kind for kind, _ in saved_formats()} == set(), "write one with make.py; see README.md"


def test_every_version_that_is_written_has_a_saved_file(tmp_path: Path) -> None:
    """A version that is new is saved by the commit that makes it: `make.py` with its code."""
    main(tmp_path / "today", [])
    missing = set(formats(tmp_path / "today")) - saved_formats()
    assert missing == set(), "write one with make.py; see README.md"
    names = {path.relative_to(tmp_path / "today") for path in (tmp_path / "today").glob("*/*")}
    assert names - {path.relative_to(folder) for folder in FOLDERS for path in folder.glob("*/*")} == set()


def test_versions_have_no_gaps() -> None:
    found = saved_formats()
    assert {(kind, older) for kind, version in found for older in range(1, version)} <= found


def test_the_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file()) < 1_000_000
