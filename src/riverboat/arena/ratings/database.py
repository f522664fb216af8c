"""The database of ratings: who played whom, under what conditions, and what was found; in SQLite.

Each result is one transaction, so that who is stopped loses nothing but the table that was being played, and several
processes may write to one file. Each has a checksum: a file that is damaged is refused, not believed.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

from riverboat.arena.ratings.entry import Entry
from riverboat.base.file_access import path_of
from riverboat.base.files import check_folder
from riverboat.errors import FileAccessError, FileFormatError

KIND: Final = 0x52426F61  # "RBoa", SQLite's application_id, by which a file is known as ours
VERSION: Final = 1
_WAIT: Final = 60.0  # seconds for others who write
_ACCESS: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""What SQLite says of the system, not of the file."""
_NAMES: Final = ("players", "stack_bb", "bot", "bot_digest", "other", "other_digest")
_SCHEMA: Final = f"""
CREATE TABLE results (
    players INTEGER NOT NULL, stack_bb REAL NOT NULL,
    bot TEXT NOT NULL, bot_digest TEXT NOT NULL, other TEXT NOT NULL, other_digest TEXT NOT NULL,
    deals INTEGER NOT NULL, hands INTEGER NOT NULL, runs INTEGER NOT NULL,
    mean REAL NOT NULL, variance REAL NOT NULL, raw_mean REAL NOT NULL, raw_variance REAL NOT NULL,
    lost_decisions INTEGER NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL, played_at TEXT NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY ({", ".join(_NAMES)})) WITHOUT ROWID"""


@dataclass(frozen=True)
class TableResult:
    """What one bot won at a table whose other seats were all taken by another.

    deals: each was played in every seating, `hands` in all. runs: how often all deals were played, more than once if a
    bot learns. mean, variance: of the mean, in bb/100, all-in adjusted; raw: as the cards fell. lost_decisions: of
    both. seed: "" where it was drawn in secret. version: of Riverboat. played_at: in UTC.
    """

    players: int
    stack_bb: float
    bot: Entry
    other: Entry
    deals: int
    hands: int
    runs: int
    mean: float
    variance: float
    raw_mean: float
    raw_variance: float
    lost_decisions: int
    seed: str
    version: str
    played_at: str

    @classmethod
    def of_row(cls, row: tuple[object, ...]) -> TableResult:
        """Return what a row of the database says."""
        players, stack, bot, bot_digest, other, other_digest, *rest = row
        return cls(players, stack, Entry(bot, bot_digest), Entry(other, other_digest), *rest)  # type: ignore[arg-type]

    def row(self) -> tuple[object, ...]:
        """Return the row of the database, without its checksum."""
        rest = tuple(getattr(self, field.name) for field in fields(self)[4:])
        return (self.players, self.stack_bb, *astuple(self.bot), *astuple(self.other), *rest)


class RatingsFile:
    """A database of ratings; a file that is not there yet is made when the first result is kept."""

    def __init__(self, path: object) -> None:
        self.path: Path = path_of(path)
        check_folder(self.path)
        if self.path.exists():
            with self._open():
                pass

    def results(self, players: int, stack_bb: float) -> list[TableResult]:
        """Return all results of tables of so many players with such stacks, in the order of their names."""
        if not self.path.exists():
            return []
        with self._open() as base:
            if _is_empty(base):
                return []
            found = base.execute(f"SELECT * FROM results ORDER BY {', '.join(_NAMES)}").fetchall()
        for *row, checksum in found:  # of all kinds: what is damaged may have come from another
            if checksum != _checksum(tuple(row)):
                raise self._damaged(f"the checksum of {row[2]!r} against {row[4]!r} does not match")
        return [TableResult.of_row(row[:-1]) for row in found if row[:2] == (players, stack_bb)]

    def keep(self, result: TableResult) -> None:
        """Keep a result, at once and whole; of the same table that with more deals stays."""
        row = result.row()
        marks = ", ".join("?" * (len(row) + 1))
        with self._open(to_write=True) as base:
            old = (
                f"SELECT 1 FROM results WHERE {' AND '.join(f'{name} = ?' for name in _NAMES)} AND deals > ?"
            )
            if base.execute(old, (*row[: len(_NAMES)], result.deals)).fetchone() is None:
                base.execute(f"INSERT OR REPLACE INTO results VALUES ({marks})", (*row, _checksum(row)))

    @contextmanager
    def _open(self, *, to_write: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, and check that it is what it should be."""
        try:
            base = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)
            base.text_factory = _text
            try:
                # Who only turns to writing after a look may be refused at once, so it is said at the beginning.
                base.execute("BEGIN IMMEDIATE" if to_write else "BEGIN")
                self._check(base, to_write=to_write)
                yield base
                base.execute("COMMIT")
            finally:
                base.close()  # what was not committed is undone
        except (sqlite3.Error, UnicodeDecodeError) as problem:  # the second where its own words are damaged
            if getattr(problem, "sqlite_errorcode", 0) & 0xFF in _ACCESS:
                raise FileAccessError(
                    f"'{self.path}' cannot be used: {problem}; look at its rights and the disk"
                ) from problem
            raise self._damaged(str(problem)) from problem

    def _check(self, base: sqlite3.Connection, *, to_write: bool) -> None:
        """Raise unless it is a file of ratings; an empty one becomes one for who is to write."""
        kind, version = (
            base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if (kind, version) == (0, 0) and _is_empty(base):
            if to_write:
                base.execute(f"PRAGMA application_id = {KIND}")
                base.execute(f"PRAGMA user_version = {VERSION}")
                base.execute(_SCHEMA)
        elif kind != KIND:
            raise FileFormatError(
                f"'{self.path}' is a database of something else; give the file of ratings, or a name that is free"
            )
        elif version > VERSION:
            raise FileFormatError(
                f"'{self.path}' is of version {version}, and this Riverboat reads up to {VERSION}; take a newer one"
            )
        elif (told := base.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise self._damaged(told)

    def _damaged(self, why: str) -> FileFormatError:
        return FileFormatError(
            f"'{self.path}' is damaged, or no database of ratings: {why}; take a good copy of it"
        )


def _is_empty(base: sqlite3.Connection) -> bool:
    """Whether nothing is in it yet, as while another process makes it."""
    return base.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _text(data: bytes) -> str:
    """What is no text becomes some that no checksum fits."""
    return data.decode(errors="replace")


def _checksum(row: tuple[object, ...]) -> int:
    return zlib.crc32(repr(row).encode())
