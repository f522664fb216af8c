"""Opening strategies by name or path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from riverboat.errors import StrategyError
from riverboat.files import file_kind
from riverboat.games.sources import did_you_mean
from riverboat.solvers.solution import Solution
from riverboat.solvers.solution_file import KIND as SOLUTION
from riverboat.solvers.solution_file import open_solution
from riverboat.solvers.training_config import shipped_training_configs
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.card_tables import open_tables
from riverboat.strategy.strategy_file import StrategyFile
from riverboat.strategy.strategy_writer import KIND

SUFFIX: Final = ".strategy"
FOLDERS: Final[list[Path]] = [Path(str(resources.files("riverboat") / "data"))]
"""Where names are looked for: `sixmax` is the file `sixmax.strategy` and all `sixmax.*.strategy` beside it. What is not
there may lie in the working folder."""


def open_strategy(
    source: str | os.PathLike[str],
    *more: str | os.PathLike[str],
    verify: bool = False,
    tables: str | os.PathLike[str] | None = None,
) -> Blueprint:
    """Open a strategy by its name, or files by their paths; several compose, and the finest game answers.

    Only headers are read; arrays are read and checked when they are first needed. verify: check everything now. tables:
    a file of the buckets of all hands (`riverboat abstract tables`), which saves the search for them.
    """
    files = [StrategyFile(path) for one in (source, *more) for path in _paths(one)]
    if tables is not None:
        opened = open_tables(tables)
        for file in files:
            file.use_tables(opened)
    found = Blueprint(files, _name(source))
    if verify:
        found.verify()
    return found


def open_any(
    source: str | os.PathLike[str],
    *more: str | os.PathLike[str],
    verify: bool = False,
    tables: str | os.PathLike[str] | None = None,
) -> Blueprint | Solution:
    """Open a strategy (see `open_strategy`), or the file of a solution that `Solution.save` wrote.

    The two stay apart as files: a solution has every hand on every board of one spot, a strategy has buckets of a whole
    game. Both are `Strategy`s.
    """
    if (
        not more
        and tables is None
        and _is_path(source)
        and Path(source).is_file()
        and file_kind(source) == SOLUTION
    ):
        return open_solution(source, verify=verify)
    return open_strategy(source, *more, verify=verify, tables=tables)


def is_strategy(source: str | os.PathLike[str]) -> bool:
    """Return whether a source is the name of a strategy or a file of one, and not that of a solution."""
    if not _is_path(source) or Path(source).suffix == SUFFIX:
        return True
    return Path(source).is_file() and file_kind(source) == KIND


def shipped_strategies() -> tuple[str, ...]:
    """Return the names that can be opened."""
    names = {path.name.split(".")[0] for folder in FOLDERS for path in folder.glob(f"*{SUFFIX}")}
    return tuple(sorted(names))


def _is_path(source: str | os.PathLike[str]) -> bool:
    return not isinstance(source, str) or os.sep in source or "." in source


def _name(source: str | os.PathLike[str]) -> str:
    return Path(source).name.removesuffix(SUFFIX)


def _paths(source: str | os.PathLike[str]) -> Iterator[Path]:
    if _is_path(source):
        path = Path(source)
        if not path.exists():
            raise StrategyError(f"there is no file '{path}'; train one, or open one that ships by its name")
        yield path
        return
    for folder in (*FOLDERS, Path()):
        main = folder / f"{source}{SUFFIX}"
        if main.exists():
            yield main
            yield from sorted(folder.glob(f"{source}.*{SUFFIX}"))
            return
    if source in shipped_training_configs():
        raise StrategyError(
            f"the strategy '{source}' is not trained yet: riverboat train {source}, then riverboat publish "
            f"runs/{source} -o {source}{SUFFIX}"
        )
    names = shipped_strategies()
    there = f"those that ship are {', '.join(names)}" if names else "none is in this package"
    raise StrategyError(
        f"there is no strategy '{source}': {there}; train one with `riverboat train`, or open a file by its path, such "
        f"as my{SUFFIX}{did_you_mean(source, names)}"
    )
