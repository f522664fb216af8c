"""What must come at once: version, help and Tab load no room, no NumPy and no rich."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import riverboat as rb

LOADED = """
import atexit, sys
atexit.register(lambda: print("LOADED", *sorted(sys.modules), file=sys.stderr))
from riverboat.cli import main
main()
"""
SLOW = {"numpy", "rich", "riverboat._core", "matplotlib", "asyncio"}
LIGHT = {"base", "cli", "errors"}


def loaded_by(*arguments: str, **environment: str) -> set[str]:
    """The modules that a command has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    names = done.stderr.partition("LOADED ")[2].split()
    assert "riverboat.cli" in names, done.stderr
    return set(names)


def heavy(modules: set[str]) -> set[str]:
    """What should not be there."""
    rooms = {name for name in modules if name.startswith("riverboat.") and name.split(".")[1] not in LIGHT}
    return modules & SLOW | rooms


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)], ids=" ".join)
def test_what_comes_first_converts_nothing(arguments: tuple[str, ...]) -> None:
    assert "pydantic" not in loaded_by(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [("--version",), ("--help",), ("train",), ("train", "--help"), ("solve", "--help"), ("match", "-h")],
    ids=" ".join,
)
def test_help_loads_no_room(arguments: tuple[str, ...]) -> None:
    assert heavy(loaded_by(*arguments)) == set()


def test_verbs_are_imported_when_they_are_called() -> None:
    modules = loaded_by("--help")
    assert {name for name in modules if name.startswith("riverboat.cli.")} == {
        "riverboat.cli.border",
        "riverboat.cli.main",
        "riverboat.cli.root",
        "riverboat.cli.options",
        "riverboat.cli.tree",
        "riverboat.cli.verbs",
    }


@pytest.mark.parametrize(
    "words",
    [
        "riverboat ",
        "riverboat query -s ",
        "riverboat match sh",
        "riverboat solve leduc --rule ",
        "riverboat train run ",
    ],
)
def test_tab_loads_no_room(words: str) -> None:
    place = str(len(words.split(" ")) - 1)
    modules = loaded_by(_RIVERBOAT_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=place)
    assert heavy(modules) == set()
    assert "pydantic" not in modules  # by which typer converts values


def test_as_a_module_of_python() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "riverboat", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"riverboat {rb.__version__}\n"
    done = subprocess.run(
        [sys.executable, "-m", "riverboat", "nothing"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: riverboat [OPTIONS]")
