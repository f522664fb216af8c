"""The notebooks run, show what they say they show, and lie there with small outputs of a run."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST_KIB = 500
"""So that a notebook is read in a browser and its changes in a diff."""


def _execute(path: Path) -> dict[str, Any]:
    spec = importlib.util.spec_from_file_location("execute", FOLDER / "execute.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.execute(path, _shortened)  # type: ignore[no-any-return]


def _code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _kinds(cell: dict[str, Any]) -> list[list[str]]:
    """What a cell shows: printed text, or the forms in which a thing draws itself."""
    return [sorted(output.get("data", {"printed": ""})) for output in cell["outputs"]]


def _name(path: Path) -> str:
    return path.stem


def test_there_is_one_for_each_kind_of_reader() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["bots", "research", "study"]


def _shortened(code: str) -> str:
    """With fifty hands or games where there are hundreds and thousands: the same cells, sooner."""
    return re.sub(r"((?:hands|games)=|\], )\d{3,}\b", r"\g<1>50", code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_notebook_runs_and_shows_what_it_shows(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    for before, now in zip(_code(kept), _code(_execute(path)), strict=True):
        source = "".join(now["source"])
        assert _kinds(now) == _kinds(before), (
            f"run python notebooks/execute.py: this shows something else: {source}"
        )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_notebook_is_small_and_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_KIB * 1024
    cells = json.loads(text)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    prose = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    links = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    assert links
    if (ROOT / "docs").exists():
        assert [link for link in links if not (FOLDER / link).exists()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_pictures_need_nothing_from_elsewhere(path: Path) -> None:
    """A notebook can be read without a network, and without the scripts that a reader may not trust."""
    for cell in _code(json.loads(path.read_text(encoding="utf-8"))):
        for output in cell["outputs"]:
            html = "".join(output.get("data", {}).get("text/html", []))
            assert "<script" not in html
            assert "http" not in html.replace("http://www.w3.org/", "")
