"""The strategies that can be asked: those that ship, files under the folder, and solved spots of the library."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, RLock
from typing import Final, Literal, TypeAlias

from riverboat.base.files import file_kind
from riverboat.errors import FileFormatError, MissingFileError, RiverboatError
from riverboat.solvers import Solution, Strategy
from riverboat.strategy import open_strategy, shipped_strategies
from riverboat.strategy.opening import strategy_files
from riverboat.web.library import ENDED, Library
from riverboat.web.memory import settle
from riverboat.web.settings import Settings

SUFFIXES: Final = (".strategy", ".rb", ".solution")
FILE: Final = "file:"
SPOT: Final = "spot:"
BOARD: Final = "board:"
_DEPTH: Final = 4  # folders in folders that are looked through

Source: TypeAlias = Literal["shipped", "folder", "library"]
Stamp: TypeAlias = tuple[tuple[int, ...], ...]
"""By which a file is known not to have been replaced: when it was written and moved, its size and its place."""


class NotListedError(MissingFileError):
    """A strategy was asked for that the server does not offer."""


@dataclass(frozen=True)
class Listed:
    """A strategy that can be opened."""

    id: str
    name: str
    source: Source
    kind: str
    bytes: int
    changed: float | None
    problem: str | None = None


@dataclass(eq=False)
class Opened:
    """A strategy that is open. lock: held by who asks it. asked: how many questions were not known yet."""

    id: str
    strategy: Strategy
    stamp: Stamp
    lock: RLock = field(default_factory=RLock)
    asked: int = 0

    @property
    def kind(self) -> str:
        """What it is."""
        return "solution" if isinstance(self.strategy, Solution) else "blueprint"


class Catalogue:
    """Finds and opens strategies by their ids; a file that was replaced is opened again."""

    def __init__(self, settings: Settings, library: Library) -> None:
        self.settings, self.library = settings, library
        self.shipped = {name: strategy_files(name) for name in shipped_strategies()}
        self._open: OrderedDict[str, Opened] = OrderedDict()
        self._lock = Lock()

    def open(self, id: str) -> Opened:
        """Return a strategy by its id; `+` stands between those that compose."""
        parts = id.split("+")
        with self._lock:
            known = self._open.get(id)
            shipped = all(part in self.shipped for part in parts)
            if known is None or not shipped:  # what ships is not replaced while we run
                paths = [path for part in parts for path in self.paths(part)]
                stamp = _stamp(paths)
                if known is None or known.stamp != stamp:
                    known = Opened(id, open_strategy(*(parts if shipped else paths)), stamp)
                    settle()
                    if stamp != _stamp([path for part in parts for path in self.paths(part)]):
                        raise FileFormatError(
                            f"a file of {id[:100]!r} was replaced while it was opened; ask again"
                        )
                self._open[id] = known
            self._open.move_to_end(id)
            while len(self._open) > self.settings.limits.strategies:
                self._open.popitem(last=False)
            return known

    def paths(self, id: str) -> tuple[Path, ...]:
        """Return the files of one strategy; none but those that the server offers."""
        if id.startswith(FILE):
            return (inside(self.settings.folder, id.removeprefix(FILE)),)
        if id.startswith(SPOT):
            return (self._kept("spots", id.removeprefix(SPOT)),)
        if id.startswith(BOARD):
            report, _, board = id.removeprefix(BOARD).partition("/")
            return (self._kept(f"reports/{_number(report)}", board),)
        if id in self.shipped:
            return self.shipped[id]
        raise NotListedError(
            f"there is no strategy {id!r}; give one that `strategies` lists, such as {max(self.shipped)!r}"
        )

    def _kept(self, folder: str, name: str) -> Path:
        """The file of a solved spot of the library, or of a board of a report."""
        if not (name.isascii() and name.isalnum()):
            raise NotListedError(
                f"there is no spot {name[:100]!r}; give such as {SPOT}12 or {BOARD}13/QsJh2h"
            )
        return inside(self.settings.library / folder, f"{name}.solution")

    # --- what there is -------------------------------------------------------------------------------------------

    def listed(self) -> list[Listed]:
        """Return what ships, solved spots of the library, and what lies under the folder."""
        return [*self._shipped(), *self._spots(), *self._files()]

    def _shipped(self) -> Iterator[Listed]:
        for name, paths in self.shipped.items():
            size = sum(path.stat().st_size for path in paths)
            yield Listed(name, name, "shipped", "blueprint", size, None)

    def _spots(self) -> Iterator[Listed]:
        try:
            ended = self.library.entries(ENDED)
        except RiverboatError:  # told where jobs are asked for; what ships can be asked all the same
            return
        for entry in ended:
            path = self.library.solution(entry.id)
            if path.is_file():
                yield Listed(
                    f"{SPOT}{entry.id}",
                    entry.name,
                    "library",
                    "solution",
                    path.stat().st_size,
                    entry.finished,
                )

    def _files(self) -> Iterator[Listed]:
        folder, left = self.settings.folder.resolve(), self.settings.limits.files
        for path in below(folder, _DEPTH):
            if path.suffix not in SUFFIXES:
                continue
            name = path.relative_to(folder).as_posix()
            with suppress(OSError):  # gone meanwhile
                stat = path.stat()
                kind, problem = _kind(path)
                if kind is not None:
                    yield Listed(FILE + name, name, "folder", kind, stat.st_size, stat.st_mtime, problem)
                    left -= 1
            if not left:
                return


def _number(text: str) -> str:
    """The number of an entry, as it stands in names of files."""
    if not (text.isascii() and text.isdecimal()):
        raise NotListedError(f"there is no report {text[:100]!r}; give its number, as in {BOARD}13/QsJh2h")
    return str(int(text))


def inside(folder: Path, name: str) -> Path:
    """Return a file under a folder; one that is not there, or lies elsewhere once links are followed, is not listed.

    >>> inside(Path(__file__).parent, "catalogue.py").name
    'catalogue.py'
    >>> inside(Path(__file__).parent, "../errors.py")
    Traceback (most recent call last):
    ...
    riverboat.web.catalogue.NotListedError: there is no file '../errors.py' in the folder of this server
    """
    root = folder.resolve()
    with suppress(OSError, ValueError):  # names that the system does not take, such as with a zero in them
        path = (root / name).resolve()
        if path.is_relative_to(root) and path.is_file() and ".." not in Path(name).parts:
            return path
    raise NotListedError(f"there is no file {name[:200]!r} in the folder of this server")


def below(folder: Path, depth: int) -> Iterator[Path]:
    """Files below a folder by name; hidden ones, links, and names that are no text are left out."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.is_symlink() or not _is_text(entry.name):
            continue
        if entry.is_file(follow_symlinks=False):
            yield Path(entry.path)
        elif depth and entry.is_dir(follow_symlinks=False):
            yield from below(Path(entry.path), depth - 1)


def _is_text(name: str) -> bool:
    """Whether the name of a file can be told: some are bytes of another code."""
    try:
        return bool(name.encode())
    except UnicodeEncodeError:
        return False


def _kind(path: Path) -> tuple[str | None, str | None]:
    """What a file holds, None if that cannot be asked, or why it cannot be told."""
    try:
        kind = file_kind(path)
    except RiverboatError as wrong:
        return "unknown", str(wrong)
    kinds = {"strategy": "blueprint", "solution": "solution"}
    return kinds.get(kind), None


def _stamp(paths: list[Path]) -> Stamp:
    try:
        stats = [path.stat() for path in paths]
    except OSError:
        raise FileFormatError("a file of this strategy is gone; list the strategies again") from None
    return tuple((stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino) for stat in stats)
