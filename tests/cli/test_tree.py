"""The tree of commands: what it lists, what every verb promises, and where old spellings went."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.cli.command import run

from riverboat.cli import app
from riverboat.cli.tree import EXAMPLES, Group, LazyVerb
from riverboat.cli.verbs import MOVED, VERBS, Verbs

ROOT = Path(__file__).parents[2]
TREE: Any = typer.main.get_command(app)


def all_verbs(group: Group = TREE, path: tuple[str, ...] = ()) -> Iterator[tuple[str, LazyVerb]]:
    """Every verb of the tree with what is typed for it, such as "train run"."""
    for name, command in group.commands.items():
        if isinstance(command, Group):
            yield from all_verbs(command, (*path, name))
        else:
            assert isinstance(command, LazyVerb)
            yield " ".join((*path, name)), command


PATHS = dict(all_verbs())
each_verb = pytest.mark.parametrize("path", PATHS)


def loaded(path: str) -> Any:
    return PATHS[path].loaded


def test_entries_are_few() -> None:
    assert len(TREE.commands) <= 17
    assert len(PATHS) >= 28
    shown = run("--help").stdout
    for name, entry in VERBS.items():
        assert f"  {name} " in shown
        assert entry.does in shown
    assert max(map(len, shown.splitlines())) <= 80


@each_verb
def test_every_verb_takes_json(path: str) -> None:
    options = [option for parameter in loaded(path).params for option in parameter.opts]
    assert "--json" in options


@each_verb
def test_the_help_line_is_what_the_verb_says_of_itself(path: str) -> None:
    assert inspect.cleandoc(loaded(path).help).splitlines()[0] == PATHS[path].verb.does


@pytest.mark.parametrize(
    ("path", "usage"),
    [
        ("match", "[OPTIONS] BOT..."),
        ("query", "[OPTIONS] [HAND...]"),
        ("abstract show", "[OPTIONS] FILE HAND [BOARD]"),
    ],
)
def test_usage_names_arguments_plainly(path: str, usage: str) -> None:
    assert run(*path.split(), "--help").stdout.splitlines()[0] == f"Usage: riverboat {path} {usage}"


@each_verb
def test_examples_are_commands(path: str) -> None:
    """The examples of the help are read as they stand: the verb exists, and so do its options."""
    examples = loaded(path).help.partition(EXAMPLES)[2].split("\n")
    lines = [line.strip() for line in examples if line.strip()]
    assert lines
    for line in lines:
        start = ["riverboat", *path.split()]
        words = shlex.split(line)
        assert words[: len(start)] == start
        loaded(path).make_context(path, words[len(start) :])


@each_verb
def test_help_fits_a_terminal(path: str) -> None:
    text = run(*path.split(), "--help").stdout
    options, examples = text.partition("\nExamples:\n")[::2]
    assert PATHS[path].verb.does in options
    after = examples.partition("\n\n")[2]  # commands stay on one line, to be copied
    assert max(map(len, (options + after).splitlines())) <= 80 + 20  # and headings may be longer


@pytest.mark.parametrize("old", MOVED)
def test_an_old_spelling_says_the_new_one(old: str) -> None:
    done = run(old, "--whatever", expect=2)
    assert f"`riverboat {old}` is now `riverboat {MOVED[old]}`" in done.stderr
    assert done.stdout == ""
    assert any(f"{MOVED[old]} ".startswith(f"{path} ") for path in PATHS)


def test_what_stood_behind_a_verb_that_is_a_group_now() -> None:
    assert "did you mean `riverboat train run laptop`?" in run("train", "laptop", expect=2).stderr
    assert "did you mean `riverboat hands find saved`?" in run("hands", "saved", expect=2).stderr
    assert "Did you mean 'chart', 'charts'?" in run("train", "chrt", expect=2).stderr
    assert "Did you mean 'equity'?" in run("eqity", expect=2).stderr
    assert "list" in run("bots", expect=2).stderr


def test_the_page_lists_every_verb() -> None:
    """In the order of `--help`, with the same words."""
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    rows = [f"| `{path}` | {command.verb.does} |" for path, command in PATHS.items()]
    listed = [row for row in page.splitlines() if row.startswith("| `") and row in rows]
    assert listed == rows


def test_pages_call_verbs_by_their_names() -> None:
    """In pages, notebooks, the Makefile and messages: no old spelling, and a group is followed by one of its verbs."""
    kinds = (
        "*.md",
        "Makefile",
        "docs/**/*.md",
        "notebooks/*.ipynb",
        "examples/*.py",
        "src/riverboat/**/*.py",
    )
    files = {path for kind in kinds for path in ROOT.glob(kind)} - {ROOT / "CHANGELOG.md"}
    wrong = []
    for path in files:
        for call in _CALL.finditer(path.read_text(encoding="utf-8")):
            name, verb = call.group(1), call.group(2)
            group = VERBS.get(name)
            if name not in VERBS or (verb and isinstance(group, Verbs) and verb not in group.verbs):
                wrong.append(f"{path.relative_to(ROOT)}: {call.group()}")
    assert wrong == []


_CALL = re.compile(r"(?:`|\$ |BIN\)/)riverboat ([a-z][a-z-]*)(?: ([a-z][\w-]*))?")


def test_few_files_in_a_folder() -> None:
    folders = [ROOT / "src/riverboat/cli", *(ROOT / "src/riverboat/cli").glob("*/")]
    assert max(len(list(folder.glob("*.py"))) for folder in folders) <= 20
