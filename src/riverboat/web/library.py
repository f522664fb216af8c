"""The library: solved spots and reports with their names and notes, and those that wait for it, in one SQLite file.

Servers and workers know each other only by it. A worker takes the oldest entry that waits, if no other works, and says
now and then that it is alive; an entry of one that is not is given back.
"""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any, Final, Literal, TypeAlias

from riverboat.base.databases.sqlite_file import SqliteFile
from riverboat.errors import RiverboatError

Kind: TypeAlias = Literal["solve", "report", "review", "match", "league", "sweep", "lbr"]
State: TypeAlias = Literal["waiting", "running", "done", "stopped", "failed"]
ENDED: Final[tuple[State, ...]] = ("done", "stopped", "failed")
SILENT_SECONDS: Final = 20.0
"""After so long without a word a worker is taken for dead."""

_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, name TEXT NOT NULL, notes TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'waiting', task TEXT NOT NULL, progress TEXT NOT NULL DEFAULT '{}', error TEXT,
    wish TEXT NOT NULL DEFAULT '', worker TEXT NOT NULL DEFAULT '', heard REAL NOT NULL DEFAULT 0,
    created REAL NOT NULL, finished REAL
);
CREATE INDEX IF NOT EXISTS by_state ON entries (state, id);
"""


class NoEntryError(RiverboatError):
    """The library has no such entry."""


class BusyError(RiverboatError):
    """It cannot be done while the entry is worked on."""


@dataclass(frozen=True)
class Entry:
    """An entry. task: what is to be done, as it was asked for. progress: how far it is. error: why it failed."""

    id: int
    kind: Kind
    name: str
    notes: str
    state: State
    task: dict[str, Any]
    progress: dict[str, Any]
    error: str | None
    created: float
    finished: float | None


class Library:
    """A folder with the database and the files of entries. Connections are opened for each call, so any thread may."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = SqliteFile(
            folder / "library.sqlite", "the library", _SCHEMA, _VERSION, ("spots", "reports")
        )

    # --- files ---------------------------------------------------------------------------------------------------

    def solution(self, number: int) -> Path:
        """Return where the solution of an entry is kept."""
        return self.folder / "spots" / f"{number}.solution"

    def checkpoint(self, number: int) -> Path:
        """Return where a solve that was interrupted goes on from."""
        return self.folder / "spots" / f"{number}.checkpoint"

    def report(self, number: int) -> Path:
        """Return where the rows of a report are kept."""
        return self.folder / "reports" / str(number) / "report.json"

    def review(self, number: int) -> Path:
        """Return where the hands of a review are kept; its report lies beside them."""
        return self.folder / "reviews" / str(number) / "hands.txt"

    # --- asking --------------------------------------------------------------------------------------------------

    def entries(self, states: tuple[State, ...] = ()) -> list[Entry]:
        """Return the entries, the newest first."""
        marks = ", ".join("?" * len(states))
        where = f"WHERE state IN ({marks})" if states else ""
        with self._file.connected() as base:
            return [
                _entry(row) for row in base.execute(f"SELECT * FROM entries {where} ORDER BY id DESC", states)
            ]

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        with self._file.connected() as base:
            row = base.execute("SELECT * FROM entries WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise NoEntryError(f"there is no entry {number} in the library; list it for those there are")
        return _entry(row)

    def places(self) -> dict[int, int]:
        """Return how many entries wait before each that waits."""
        with self._file.connected() as base:
            waiting = base.execute("SELECT id FROM entries WHERE state = 'waiting' ORDER BY id").fetchall()
        return {row["id"]: place for place, row in enumerate(waiting)}

    # --- what people do --------------------------------------------------------------------------------------------

    def add(self, kind: Kind, name: str, task: dict[str, Any], most: int, *, held: bool = False) -> Entry:
        """Put an entry into the queue, unless so many are in it. held: no worker takes it until it is given back."""
        with self._file.changing() as base:
            queued = base.execute(
                "SELECT count(*) FROM entries WHERE state IN ('waiting', 'running')"
            ).fetchone()[0]
            if queued >= most:
                raise BusyError(f"{queued} jobs are waiting or running, which is the most; wait or stop one")
            row = base.execute(
                "INSERT INTO entries (kind, name, task, created, state, heard) VALUES (?, ?, ?, ?, ?, ?)",
                (kind, name, json.dumps(task), time.time(), "running" if held else "waiting", time.time()),
            )
            number = row.lastrowid
        assert number is not None
        return self.entry(number)

    def change(self, number: int, name: str | None = None, notes: str | None = None) -> Entry:
        """Change the name or the notes of an entry."""
        self.entry(number)
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET name = coalesce(?, name), notes = coalesce(?, notes) WHERE id = ?",
                (name, notes, number),
            )
        return self.entry(number)

    def stop(self, number: int) -> Entry:
        """Stop an entry: one that waits at once, one that runs as soon as its worker hears of it."""
        self.entry(number)
        with self._file.changing() as base:
            base.execute("UPDATE entries SET wish = 'stop' WHERE id = ? AND state = 'running'", (number,))
            base.execute(
                "UPDATE entries SET state = 'stopped', finished = ? WHERE id = ? AND state = 'waiting'",
                (time.time(), number),
            )
        return self.entry(number)

    def look(self, number: int) -> Entry:
        """Ask for what a solve that runs has found so far; its solution is there a moment later."""
        self.entry(number)
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET wish = 'look' WHERE id = ? AND state = 'running' AND wish = ''", (number,)
            )
        return self.entry(number)

    def remove(self, number: int) -> None:
        """Remove an entry and its files; one that runs is stopped first by who asks."""
        self.entry(number)
        with self._file.changing() as base:
            gone = base.execute("DELETE FROM entries WHERE id = ? AND state != 'running'", (number,))
            if not gone.rowcount:
                raise BusyError(f"entry {number} is being worked on; stop it before it is removed")
        for path in (self.solution(number), self.checkpoint(number)):
            path.unlink(missing_ok=True)
        for folder in (self.report(number).parent, self.review(number).parent):
            rmtree(folder, ignore_errors=True)

    # --- what workers do -------------------------------------------------------------------------------------------

    def take(self, worker: str) -> Entry | None:
        """Return the next entry to work on, now this worker's; None if there is none or somebody works."""
        now = time.time()
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET state = 'waiting', worker = '' WHERE state = 'running' AND heard < ?",
                (now - SILENT_SECONDS,),
            )
            if base.execute("SELECT 1 FROM entries WHERE state = 'running'").fetchone():
                return None
            row = base.execute(
                "SELECT id FROM entries WHERE state = 'waiting' ORDER BY id LIMIT 1"
            ).fetchone()
            if row is None:
                return None
            base.execute(
                "UPDATE entries SET state = 'running', worker = ?, heard = ?, wish = '' WHERE id = ?",
                (worker, now, row["id"]),
            )
        return self.entry(row["id"])

    def hear(self, number: int, progress: dict[str, Any] | None = None) -> str:
        """Note that the worker of an entry lives, and how far it is; return what is wished of it."""
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET heard = ?, progress = coalesce(?, progress) WHERE id = ?",
                (time.time(), None if progress is None else json.dumps(progress), number),
            )
            row = base.execute("SELECT wish FROM entries WHERE id = ?", (number,)).fetchone()
            base.execute(
                "UPDATE entries SET wish = '' WHERE id = ? AND wish = 'look'", (number,)
            )  # now it is heard
        return row["wish"] if row else "stop"

    def give_back(self, number: int) -> None:
        """Put an entry back into the queue, to be gone on with later."""
        with self._file.changing() as base:
            base.execute("UPDATE entries SET state = 'waiting', worker = '' WHERE id = ?", (number,))

    def end(self, number: int, state: State, error: str | None = None) -> None:
        """Say how an entry ended."""
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET state = ?, error = ?, finished = ?, worker = '', wish = '' WHERE id = ?",
                (state, error, time.time(), number),
            )

    def bury(self, worker: str, why: str) -> None:
        """Say that a worker died over its entry, which is not tried again."""
        with self._file.changing() as base:
            base.execute(
                "UPDATE entries SET state = 'failed', error = ?, finished = ? WHERE worker = ? AND state = 'running'",
                (why, time.time(), worker),
            )


def _entry(row: sqlite3.Row) -> Entry:
    return Entry(
        row["id"],
        row["kind"],
        row["name"],
        row["notes"],
        row["state"],
        json.loads(row["task"]),
        json.loads(row["progress"]),
        row["error"],
        row["created"],
        row["finished"],
    )
