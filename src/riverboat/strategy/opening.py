"""Opening strategies by name or path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module, resources
from pathlib import Path
from typing import Final, TypeAlias

from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.base.arguments import did_you_mean
from riverboat.base.file_access import accessing, path_of
from riverboat.base.files import file_kind
from riverboat.errors import FileFormatError, StrategyError
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.file import KIND as SOLUTION
from riverboat.solvers.solutions.file import read_solution
from riverboat.solvers.solutions.solution import Solution
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.card_tables import open_tables
from riverboat.strategy.file.strategy_file import StrategyFile
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.file.strategy_writer import KIND
from riverboat.strategy.live import table_of_folder
from riverboat.training.config import shipped_training_configs
from riverboat.training.start import CHECKPOINT

PathLike: TypeAlias = "str | os.PathLike[str]"
SUFFIX: Final = ".strategy"
TRANSLATION: Final = "pseudo-harmonic"
FOLDERS: Final[list[Path]] = [Path(str(resources.files("riverboat") / "data"))]
"""Where names are looked for: `sixmax` is the file `sixmax.strategy` and all `sixmax.*.strategy` beside it,
`headsup-200` is `headsup.200bb.strategy` alone. What is not there may lie in the working folder."""

OPENERS: Final = {"search": "riverboat.search.opening"}
"""Rooms above this one that open `search:NAME` and the like; each is loaded when it is first named, as drawings are."""


def open_strategy(
    source: PathLike,
    *more: PathLike,
    verify: bool = False,
    tables: PathLike | None = None,
    translation: str | None = None,
    threads: int | None = None,
) -> Strategy:
    """Open whatever plays: a strategy by its name or file, a training run by its folder, or a solution by its file.

    Several strategies compose, and the finest game that covers a line answers. Only headers are read; the rest is read
    and checked when it is first needed. verify: check everything now. tables: a file of the buckets of all hands
    (`riverboat abstract tables`), which saves the search for them; other depths may have other buckets. translation:
    how bets that are not on the menu of a strategy are played, pseudo-harmonic if nothing is said. threads: for the
    values of a solution and the buckets of a run; None for all. Of a run the last checkpoint is read, all of it, and
    asked in memory. `search:` before a name is the player who thinks at the table with that strategy behind it; see
    `riverboat.search`.

    >>> open_strategy("headsup-200")
    <Blueprint 'headsup-200': 'headsup-200'>
    >>> open_strategy("search:headsup(seconds=0.5)")
    <SearchStrategy 'search:headsup(seconds=0.5)': 0.5 s a decision>
    """
    words = {"verify": verify, "tables": tables, "translation": translation, "threads": threads}
    if isinstance(source, str) and source.partition(":")[0] in OPENERS:
        found: Strategy = import_module(OPENERS[source.partition(":")[0]]).open_named(source, *more, **words)
        return found
    for one in (source, *more):
        path_of(one)
    with accessing(source):  # of names that are too long the system says so wherever it is asked
        kind = KIND if _is_strategy(source) else file_kind(source)
    if kind not in (KIND, SOLUTION):
        raise FileFormatError(f"'{source}' holds '{kind}'; a strategy or a solution was expected")
    if kind == SOLUTION:
        if more or tables is not None or translation not in (None, TRANSLATION):
            raise StrategyError(
                f"'{source}' is a solution, which is opened alone; leave other files, tables and translation out"
            )
        return Solution.of(read_solution(source, verify=verify, threads=threads))
    return open_blueprint(
        source, *more, verify=verify, tables=tables, translation=translation or TRANSLATION, threads=threads
    )


def open_blueprint(
    source: PathLike,
    *more: PathLike,
    verify: bool = False,
    tables: PathLike | None = None,
    translation: str = TRANSLATION,
    threads: int | None = None,
) -> Blueprint:
    """Open trained strategies; see `open_strategy`."""
    with accessing(source):
        files = [table for one in (source, *more) for table in _tables(one, threads)]
    if tables is not None:
        _take_tables(files, open_tables(tables))
    found = Blueprint(files, _name(source), translation)
    if verify:
        found.verify()
    return found


def _take_tables(files: list[StrategyTable], tables: TableAbstraction) -> None:
    """Let files take their buckets from full tables: the first must, other depths may have other buckets."""
    files[0].use_tables(tables)
    for file in files[1:]:
        with suppress(StrategyError):
            file.use_tables(tables)


def strategy_files(source: PathLike) -> tuple[Path, ...]:
    """Return the files that a name or path of a strategy stands for.

    >>> [path.name for path in strategy_files("sixmax")][:2]
    ['sixmax.strategy', 'sixmax.2.strategy']
    """
    with accessing(source):
        return tuple(_paths(source))


def shipped_strategies() -> tuple[str, ...]:
    """Return the names that can be opened."""
    names = {path.name.split(".")[0] for folder in FOLDERS for path in folder.glob(f"*{SUFFIX}")}
    return tuple(sorted(names))


def _is_strategy(source: PathLike) -> bool:
    """Whether a source can only be trained strategies: a name, a file that is called so, or one that is not there."""
    return not _is_path(source) or Path(source).suffix == SUFFIX or not Path(source).is_file()


def _is_path(source: str | os.PathLike[str]) -> bool:
    return not isinstance(source, str) or os.sep in source or "." in source or _is_ours(Path(source))


def _is_ours(path: Path) -> bool:
    """Whether a plain name is that of a file that can be opened."""
    try:
        return path.is_file() and file_kind(path) in (KIND, SOLUTION)
    except (FileFormatError, OSError):
        return False


def _name(source: str | os.PathLike[str]) -> str:
    return Path(source).name.removesuffix(SUFFIX)


def _tables(source: PathLike, threads: int | None) -> Iterator[StrategyTable]:
    if _is_path(source) and Path(source).is_dir():
        yield table_of_folder(source, threads)
    else:
        yield from map(StrategyFile, _paths(source))


def _paths(source: str | os.PathLike[str]) -> Iterator[Path]:
    if _is_path(source):
        path = Path(source)
        if not path.exists():
            raise StrategyError(
                f"there is no file '{path}'; name one that `riverboat solve -o` or `riverboat train publish` wrote, or "
                "a strategy that ships, such as sixmax"
            )
        yield path / CHECKPOINT if path.is_dir() else path
        return
    name, _, depth = str(source).rpartition("-")
    for folder in (*FOLDERS, Path()):
        main, alone = folder / f"{source}{SUFFIX}", folder / f"{name}.{depth}bb{SUFFIX}"
        if main.exists():
            yield main
            yield from sorted(folder.glob(f"{source}.*{SUFFIX}"))
            return
        if alone.exists():
            yield alone
            return
    if source in shipped_training_configs():
        raise StrategyError(
            f"the strategy '{source}' is not trained yet: riverboat train run {source}, then riverboat train publish "
            f"runs/{source} -o {source}{SUFFIX}"
        )
    names = shipped_strategies()
    there = f"those that ship are {', '.join(names)}" if names else "none is in this package"
    raise StrategyError(
        f"there is no strategy '{source}': {there}; train one with `riverboat train run`, or open a file by its path, "
        f"such as my{SUFFIX}{did_you_mean(source, names)}"
    )
