"""The hands of a match as they come: PHH files, and beside them an index in SQLite.

The index is the truth: of every hand it has a checksum, and beside it lies one of the index itself whenever nobody
writes to it. A batch of hands is first appended to a file and flushed to the disk; then one transaction tells
the index of the hands and of how long the file now is. What lies behind that length, because the process was killed in
between or the disk was full, is cut off when the match goes on.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from riverboat.arena.matches.checkpoint import match_text
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.arena.matches.setting import Setting
from riverboat.base.seal_beside import check_seal, seal, unseal
from riverboat.errors import FileFormatError, MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.phh.write import write_phh
from riverboat.games.rules.awards import uncalled_bet
from riverboat.games.rules.positions import position_names

INDEX: Final = "index.sqlite"
FILE_HANDS: Final = 10_000
"""Hands in one PHH file, some five megabytes: what other programs still read whole."""

_SCHEMA: Final = """
BEGIN;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE files (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL);
CREATE TABLE hands (
    number INTEGER PRIMARY KEY, series INTEGER NOT NULL, deal INTEGER NOT NULL, rotation INTEGER NOT NULL,
    seed TEXT NOT NULL, big_blind INTEGER NOT NULL, pot INTEGER NOT NULL, board TEXT NOT NULL,
    showdown INTEGER NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
    checksum INTEGER NOT NULL);
CREATE TABLE players (
    hand INTEGER NOT NULL REFERENCES hands, seat INTEGER NOT NULL, position TEXT NOT NULL, bot TEXT NOT NULL,
    cards TEXT NOT NULL, won INTEGER NOT NULL, adjusted REAL NOT NULL, PRIMARY KEY (hand, seat)) WITHOUT ROWID;
CREATE INDEX hands_of_series ON hands (series);
CREATE VIEW seen AS SELECT
    number, deal, rotation, seed, seat, position, bot, cards, board, showdown, 1.0 * pot / big_blind AS pot,
    1.0 * won / big_blind AS won, adjusted / big_blind AS adjusted
FROM hands JOIN players ON hand = number;
PRAGMA user_version = 2;
COMMIT;
"""


class SavedHand(NamedTuple):
    """A hand as text, and what the index says of it: of the hand up to its showdown, and of each seat."""

    text: bytes
    row: tuple[Any, ...]
    players: list[tuple[Any, ...]]


def saved_hands(setting: Setting, series: int, record: SeriesRecord, before: int) -> Iterator[SavedHand]:
    """Yield the kept hands of a series; before: how many hands were played in the series before it."""
    first = setting.part(series).start
    for place, (hand, (rotation, seed)) in enumerate(zip(record.hands, record.dealt, strict=True)):
        line = place * setting.options.keep_every
        number, table = before + line + 1, hand.table()
        text = f"[{number}]\n{write_phh(hand)}hand = {number}\n\n".encode()
        shown = len(table.in_hand) if table.is_showdown else 0
        pot = table.pot - uncalled_bet(table)[1]
        deal = first + int(record.unit[line])
        row = (number, series, deal, rotation, str(seed), hand.game.big_blind, pot, hand.board, shown)
        positions = position_names(hand.game.players)
        bots = [setting.names.index(name) for name in hand.names]
        players = [
            (
                number,
                seat,
                positions[seat],
                hand.names[seat],
                hand.hole_cards[seat],
                int(record.won[line, bot]),
                float(record.adjusted[line, bot]),
            )
            for seat, bot in enumerate(bots)
        ]
        yield SavedHand(text, row, players)


class HandWriter:
    """Writes the hands of one match to a folder; `HandStore` reads them.

    done: series of the match that were played before; hands of later ones are forgotten, as they are played again. A
    folder that holds another match is refused.
    """

    def __init__(self, folder: str | os.PathLike[str], setting: Setting, done: int = 0) -> None:
        write_phh(Hand(setting.game, ()))  # a game that PHH does not have shows before the match
        self.folder = Path(folder)
        self.folder.mkdir(exist_ok=True)
        self._index = self.folder / INDEX
        check_seal(self._index)
        unseal(self._index)
        try:
            self._begin(setting, done)
        except sqlite3.OperationalError as problem:  # a full disk, or somebody else at work
            raise _as_os_error(problem, self.folder) from problem
        except sqlite3.Error as problem:
            raise FileFormatError(
                f"'{self._index}' is not the index of saved hands: {problem}; choose another folder"
            ) from None
        self._cut()
        seal(self._index)

    def _begin(self, setting: Setting, done: int) -> None:
        known = match_text(setting)
        with closing(self._open()) as index, index:
            if not index.execute("PRAGMA user_version").fetchone()[0]:
                index.executescript(_SCHEMA)
            self._summed = index.execute("PRAGMA user_version").fetchone()[0] > 1  # not those of before
            index.execute("INSERT OR IGNORE INTO about VALUES ('setting', ?)", (known,))
            (of,) = index.execute("SELECT value FROM about WHERE name = 'setting'").fetchone()
            if of != known:
                raise MatchError(
                    f"'{self.folder}' has the hands of another match: {of}; go on with the same bots and options, or "
                    "choose another folder"
                )
            self._forget(index, done)
            self.hands = int(index.execute("SELECT COUNT(*) FROM hands").fetchone()[0])

    def write(self, hands: Sequence[SavedHand]) -> None:
        """Write a batch, file by file: of each all, or an `OSError` and nothing."""
        left = list(hands)
        while left:
            room = FILE_HANDS - self.hands % FILE_HANDS
            self._write(left[:room])
            left = left[room:]

    def _write(self, hands: Sequence[SavedHand]) -> None:
        """Write a batch that goes into one file."""
        name = f"hands-{self.hands // FILE_HANDS + 1:04}.phhs"
        try:
            unseal(self._index)
            with closing(self._open()) as index, index:
                known = index.execute("SELECT bytes FROM files WHERE name = ?", (name,)).fetchone()
                offset = known[0] if known else 0
                self._append(self.folder / name, offset, b"".join(hand.text for hand in hands))
                for hand in hands:
                    place = (name, offset, len(hand.text), *([zlib.crc32(hand.text)] if self._summed else []))
                    values = (*hand.row, *place)
                    index.execute(f"INSERT INTO hands VALUES ({', '.join('?' * len(values))})", values)
                    index.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?)", hand.players)
                    offset += len(hand.text)
                index.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (name, offset))
        except (OSError, sqlite3.Error) as problem:
            with suppress(OSError, sqlite3.Error):
                self._cut()
            raise _as_os_error(problem, self.folder) from problem
        seal(self._index)
        self.hands += len(hands)

    @staticmethod
    def _append(path: Path, offset: int, data: bytes) -> None:
        with path.open("r+b" if path.exists() else "w+b") as file:
            file.truncate(offset)
            file.seek(offset)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._index)

    @staticmethod
    def _forget(index: sqlite3.Connection, done: int) -> None:
        """Forget the hands of series that are not done."""
        index.execute(
            "DELETE FROM players WHERE hand IN (SELECT number FROM hands WHERE series >= ?)", (done,)
        )
        index.execute("DELETE FROM hands WHERE series >= ?", (done,))
        index.execute(
            "UPDATE files SET bytes = (SELECT IFNULL(MAX(offset + length), 0) FROM hands WHERE file = files.name)"
        )

    def _cut(self) -> None:
        """Cut files to what the index knows of them."""
        with closing(self._open()) as index:
            known = dict(index.execute("SELECT name, bytes FROM files").fetchall())
        for path in self.folder.glob("hands-*.phhs"):
            length = known.get(path.name, 0)
            if length == 0:
                path.unlink()
            elif path.stat().st_size > length:
                os.truncate(path, length)


def _as_os_error(problem: Exception, folder: Path) -> OSError:
    if isinstance(problem, OSError):
        return OSError(problem.errno, problem.strerror, str(folder))
    return OSError(errno.EIO, str(problem), str(folder))
