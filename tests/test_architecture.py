"""ARCHITECTURE.md is true: its paths, its marks, the layers that it draws and the names that it lists.

What the page must look like for that, and no more:

- A mark is ● (exists), ◐ (begun) or ○ (planned). What ○ marks must not be there; all else must.
- A `path` begins with a folder at the root of the project; `src/riverboat/{search,neural}/` stands for two. All must be
  there, except in a line with ○, such as a row of a table that ends so: there none may be.
- In ```text blocks a mark right before the name of a room, as in `● cards`, is about that room.
- The ```text block under "## Imports" has one line for each layer, as in pyproject.toml from the top down:
  `● cli : ○ web : ● testing`. Lines without a mark are drawing.
- The ```text block under "## Public names" has lines that begin with a mark, their parts set apart by two spaces:
  names of Python, `rb.games.kuhn() .leduc()`, or commands, `riverboat solve | bots list, league`.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

import riverboat
from riverboat.cli.main import app

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "ARCHITECTURE.md"
PACKAGE = ROOT / "src" / "riverboat"
_MARKS = "●◐○"
_PATH = re.compile(r"`((?:src|cpp|tests|docs|examples|notebooks|benchmarks|studies|requirements)/[^`\s]*)`")


# --- reading the page --------------------------------------------------------------------------------------------


def text_blocks(page: str, section: str = "") -> list[str]:
    """Return the ```text blocks of a page, or of one section."""
    if section:
        page = page.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def marked_paths(page: str) -> Iterator[tuple[str, str]]:
    """Yield the paths of the page, each with its mark."""
    for line in page.splitlines():
        mark = "○" if "○" in line else "●"
        for path in _PATH.findall(line):
            yield from ((one, mark) for one in expanded(path))


def expanded(path: str) -> list[str]:
    """Return the paths that braces stand for.

    >>> expanded("src/{a,b}/")
    ['src/a/', 'src/b/']
    """
    found = re.match(r"(.*)\{(.*)\}(.*)", path)
    return [f"{found[1]}{part}{found[3]}" for part in found[2].split(",")] if found else [path]


def marked_names(block: str) -> list[list[tuple[str, str]]]:
    """Return the marks and names of each line that has some."""
    lines = [re.findall(rf"([{_MARKS}]) ([a-z][a-z_]*)", line) for line in block.splitlines()]
    return [found for found in lines if found]


# --- what is there -----------------------------------------------------------------------------------------------


def is_room(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def is_name(dotted: str) -> bool:
    """Whether a dotted name of the package leads somewhere."""
    thing: object = riverboat
    for part in dotted.split(".")[1:]:
        if hasattr(thing, part):
            thing = getattr(thing, part)
        else:
            try:
                thing = importlib.import_module(f"{thing.__name__}.{part}")  # type: ignore[attr-defined]
            except (ImportError, AttributeError):
                return False
    return True


def is_command(words: str) -> bool:
    command: object = typer.main.get_command(app)
    for word in words.split():
        command = getattr(command, "commands", {}).get(word)
    return command is not None


def layers() -> list[set[str]]:
    """Return the layers of pyproject.toml, from the top down."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (spine,) = [one for one in contracts if one["name"] == "Imports go along the spine only"]
    return [set(re.findall(r"riverboat\.(\w+)", layer)) for layer in spine["layers"]]


# --- comparing ---------------------------------------------------------------------------------------------------


def problems(page: str) -> list[str]:
    return [*wrong_paths(page), *wrong_rooms(page), *wrong_layers(page), *wrong_names(page)]


def told(what: str, mark: str, there: bool) -> Iterator[str]:
    """Yield a problem if a mark is not true."""
    if there != (mark != "○"):
        yield f"{what} is marked {mark} and is {'there' if there else 'not there'}"


def wrong_paths(page: str) -> Iterator[str]:
    for path, mark in marked_paths(page):
        there = any(ROOT.glob(path.rstrip("/"))) if "*" in path else (ROOT / path).exists()
        yield from told(path, mark, there)


def wrong_rooms(page: str) -> Iterator[str]:
    rooms = set.union(*layers())
    for block in text_blocks(page):
        for mark, name in (pair for line in marked_names(block) for pair in line):
            if name in rooms:
                yield from told(f"the room {name}", mark, is_room(name))


def wrong_layers(page: str) -> Iterator[str]:
    drawn = [
        {name for _, name in line} for block in text_blocks(page, "Imports") for line in marked_names(block)
    ]
    if drawn != layers():
        yield f"the layers are drawn as {drawn} and are {layers()}"


def wrong_names(page: str) -> Iterator[str]:
    for line in "".join(text_blocks(page, "Public names")).splitlines():
        mark, _, rest = line.strip().partition(" ")
        if mark not in set(_MARKS):
            continue
        parts = re.split(r"  +", rest)
        names = [found for part in parts if part.startswith("riverboat ") for found in commands(part)]
        names += dotted_names(" ".join(part for part in parts if not part.startswith("riverboat ")))
        for name, there in names:
            yield from told(name, mark, there)


def dotted_names(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names of Python in a text, and whether they lead somewhere."""
    room = ""
    for name in re.findall(r"[\w.]+", text):
        dotted = room + name if name.startswith(".") else name
        room = dotted.rpartition(".")[0]
        yield dotted, is_name(dotted)


def commands(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the commands of `riverboat solve | bots list, league`, and whether there are such."""
    for words in text.removeprefix("riverboat ").split(" | "):
        *group, first = words.partition(",")[0].split()
        for verb in (first, *(more.strip() for more in words.split(",")[1:])):
            command = " ".join((*group, verb))
            yield f"riverboat {command}", is_command(command)


# --- the tests ---------------------------------------------------------------------------------------------------


def test_the_page_is_true() -> None:
    assert problems(PAGE.read_text(encoding="utf-8")) == []


def test_every_folder_of_the_package_stands_on_the_page() -> None:
    named = [path for path, _ in marked_paths(PAGE.read_text(encoding="utf-8"))]
    rooms = [f"src/riverboat/{path.name}/" for path in PACKAGE.iterdir() if (path / "__init__.py").exists()]
    assert [room for room in rooms if not any(path.startswith(room) for path in named)] == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("| `src/riverboat/cards/` | cards | ○ |", "src/riverboat/cards/ is marked ○ and is there"),
        ("| `cpp/{runtime,dreams}/` | | ● |", "cpp/dreams/ is marked ● and is not there"),
        ("see `docs/nowhere.md`", "docs/nowhere.md is marked ● and is not there"),
        ("```text\n ● cards ──► ○ games\n```", "the room games is marked ○ and is there"),
        (
            "## Public names\n\n```text\n● rb.solve  rb.dissolve\n```\n",
            "rb.dissolve is marked ● and is not there",
        ),
        (
            "## Public names\n\n```text\n● rb.games.kuhn .leduk\n```\n",
            "rb.games.leduk is marked ● and is not there",
        ),
        (
            "## Public names\n\n```text\n○ riverboat steer | solve\n```\n",
            "riverboat solve is marked ○ and is there",
        ),
        (
            "## Imports\n\n```text\n ● cli\n ● cards\n```\n",
            "the layers are drawn as [{'cli'}, {'cards'}] and are",
        ),
    ],
)
def test_what_is_not_true_is_found(line: str, says: str) -> None:
    found = [
        one
        for one in problems(f"# Architecture\n\n{line}\n")
        if not one.startswith("the layers are drawn as []")
    ]
    assert len(found) == 1
    assert found[0].startswith(says)


def test_what_is_true_is_let_be() -> None:
    page = "| `src/riverboat/{dreams,wishes}/` | | ○ |\n| `src/riverboat/cards/` | | ◐ |\n see `cpp/bind/` and `n/a`\n"
    names = "● rb.games.kuhn() .leduc()   riverboat.testing.check_bot   riverboat solve\n"
    assert [*wrong_paths(page), *wrong_names(f"\n## Public names\n\n```text\n{names}```\n")] == []


def test_no_folder_is_crowded() -> None:
    """Twenty files are what one looks through; more are two kinds of things."""
    folders = [
        PACKAGE,
        *(ROOT / name for name in ("tests", "docs", "examples", "benchmarks", "notebooks", "web/src")),
    ]
    made = {"__pycache__", "static"}  # by Python and by the build of the page
    crowded = {
        str(folder.relative_to(ROOT)): count
        for top in folders
        for folder in (
            top,
            *(one for one in top.rglob("*") if one.is_dir() and made.isdisjoint(one.parts)),
        )
        if (count := sum(one.is_file() for one in folder.iterdir())) > 20
    }
    assert crowded == {}
