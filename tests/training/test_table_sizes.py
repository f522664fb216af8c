"""The sizes that the page about training gives are those of the configs that ship."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.command import run

from riverboat.base.memory import bytes_text
from riverboat.games import build_tree
from riverboat.solvers.sampled.engine import table_bytes
from riverboat.training import read_training_config, shipped_training_configs

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "research" / "training.md"
SLOW = ("tyche-4", "tyche-5", "tyche-6")  # trees of millions of nodes


def told() -> dict[str, str]:
    """The table of the page: the size by config; `-4` after `sixmax-5` is `sixmax-4`."""
    found: dict[str, str] = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        names = re.findall(r"`([\w-]+)`", cells[1]) if len(cells) == 7 else []
        if names and re.search(r"iB|bytes", cells[4]):
            stem = names[0].rsplit("-", 1)[0]
            whole = [stem + name if name.startswith("-") else name for name in names]
            found |= dict(zip(whole, cells[4].split(", "), strict=True))
    return found


def test_the_page_has_all_configs() -> None:
    assert set(told()) == set(shipped_training_configs())


@pytest.mark.parametrize("name", [name for name in told() if name not in SLOW])
def test_sizes_are_those_of_the_configs(name: str) -> None:
    config = read_training_config(name)
    assert told()[name] == bytes_text(table_bytes(build_tree(config.tree), config.buckets, config.precision))


def test_plans_and_training_count_the_same_buckets() -> None:
    for name in shipped_training_configs():
        config = read_training_config(name)
        assert config.tree.buckets in (None, config.buckets), name


def test_the_plan_of_the_page_about_commands_is_what_is_printed() -> None:
    page = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    _, _, shown = page.partition("$ riverboat train plan tyche-2\n")
    lines = shown.partition("\n```")[0].splitlines()
    printed = [line.rstrip() for line in run("train", "plan", "tyche-2").stdout.splitlines()]
    assert lines[:-1] == printed[:-1]  # the last tells the memory that is free
