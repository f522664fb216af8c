"""A SQLite file that several processes share: made when first used, with a version, its troubles in our words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from riverboat.errors import FileAccessError, FileFormatError

_WAIT: Final = 10.0  # seconds for others who write


class SqliteFile:
    """A database. what: as errors call it. schema: makes its tables where they are not there. version: of the schema.
    folders: beside it, made with it.

    Connections are opened for each call, so that any thread may.
    """

    def __init__(
        self, path: Path, what: str, schema: str, version: int, folders: tuple[str, ...] = ()
    ) -> None:
        self.path, self.what, self.schema, self.version = path, what, schema, version
        self.folders, self._made = folders, False

    @contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        """Open it for reading."""
        try:
            if not self._made:
                self._make()
            with closing(self._connect()) as base:
                yield base
        except sqlite3.DatabaseError as problem:
            raise FileFormatError(f"{self.what} '{self.path}' cannot be used: {problem}") from None

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Open it for one change, which is made whole or not at all."""
        with self.connected() as base:
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
            except BaseException:
                if base.in_transaction:  # a full disk has ended it already
                    base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)
        base.row_factory = sqlite3.Row
        return base

    def _make(self) -> None:
        try:
            for folder in ("", *self.folders):
                (self.path.parent / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as problem:
            told = f"{self.what} '{self.path.parent}' cannot be made: {problem.strerror}"
            raise FileAccessError(told) from None
        with closing(self._connect()) as base:
            found = base.execute("PRAGMA user_version").fetchone()[0]
            if found > self.version:
                raise FileFormatError(
                    f"{self.what} '{self.path}' is of a newer release ({found}, and this one knows {self.version})"
                )
            base.execute("PRAGMA journal_mode = WAL")  # who reads does not wait for who writes
            base.executescript(self.schema)
            base.execute(f"PRAGMA user_version = {self.version}")
        os.chmod(self.path, 0o600)
        self._made = True
