"""The tables of a server: in memory, so many at most, and ended when nobody comes back to them."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final

from riverboat.arena.live.live_table import Finished, LiveTable, Mode
from riverboat.arena.live.results import MEASURES
from riverboat.errors import FileAccessError, RiverboatError
from riverboat.games.histories.formats import hands_text
from riverboat.web.library import BusyError, NoEntryError
from riverboat.web.play.bots import GuestList

IDLE_SECONDS: Final = 2 * 3600.0
"""After so long without a word a table ends; its hands are kept."""
_THREADS: Final = 4  # that let bots act; those that think share the cores anyway


class NoTableError(NoEntryError):
    """There is no such table any more."""


@dataclass(eq=False)
class Playing:
    """A table with what the server knows of it. strategy: by which hands are looked at afterwards."""

    id: str
    table: LiveTable
    bots: tuple[str, ...]
    stack_bb: float
    strategy: str
    file: Path
    used: float = field(default_factory=time.monotonic)
    written: int = 0
    _keeping: Lock = field(default_factory=Lock)  # who acts and who deals next may be heard of at once

    def keep(self) -> None:
        """Write hands that are over to the table's file as the person saw them; a full disk loses no table."""
        with self._keeping, suppress(OSError, FileAccessError):
            while self.written < len(self.table.hands):
                text, _ = hands_text([self.table.hands[self.written].seen], "pokerstars", skip=True)
                with self.file.open("a", encoding="utf-8") as out:
                    out.write(text + "\n\n")
                self.written += 1


class Tables:
    """Tables by id. most: at a time. folder: where hands are kept."""

    def __init__(self, guests: GuestList, folder: Path, most: int) -> None:
        self.guests, self.folder, self.most = guests, folder, most
        self._open: dict[str, Playing] = {}
        self._lock = Lock()
        self._runner: ThreadPoolExecutor | None = None

    def sit_down(self, bots: tuple[str, ...], stack_bb: float, mode: Mode, strategy: str) -> Playing:
        """Open a table and deal the first hand."""
        self.sweep()
        if len(self._open) >= self.most:
            raise BusyError(f"{len(self._open)} tables are open, which is the most; leave one first")
        made = [self.guests.bot(bot) for bot in bots]
        table = LiveTable(made, names=[_name(bot) for bot in bots], stack_bb=stack_bb, mode=mode)
        number = secrets.token_hex(8)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as problem:
            table.close()
            raise FileAccessError(f"'{self.folder}' cannot be made: {problem.strerror}") from None
        file = self.folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{number[:4]}.txt"
        playing = Playing(number, table, bots, stack_bb, strategy, file)
        with self._lock:
            if len(self._open) >= self.most:
                table.close()
                raise BusyError(f"{self.most} tables are open, which is the most; leave one first")
            self._open[number] = playing
        self.deal(playing, table.seen.version)
        return playing

    def get(self, number: str) -> Playing:
        """Return a table by its id."""
        with self._lock:
            found = self._open.get(number)
        if found is None:
            raise NoTableError(
                "this table has ended: somebody left it, nobody came back for two hours, or the server was started "
                f"anew; its hands are kept in '{self.folder}'"
            )
        found.used = time.monotonic()
        return found

    def listed(self) -> list[Playing]:
        """Return the tables that are open."""
        with self._lock:
            return list(self._open.values())

    def deal(self, playing: Playing, version: int) -> None:
        """Deal the next hand."""
        playing.table.deal(version)
        self._run(playing)

    def act(self, playing: Playing, version: int, token: str) -> None:
        """Do what the person says."""
        playing.table.act(version, token)
        self._run(playing)

    def leave(self, number: str) -> None:
        """End a table."""
        playing = self.get(number)
        with self._lock:
            self._open.pop(number, None)
        playing.table.close()

    def sweep(self) -> None:
        """End tables that nobody came back to."""
        for playing in self.listed():
            if time.monotonic() - playing.used > IDLE_SECONDS:
                with suppress(RiverboatError):
                    self.leave(playing.id)

    def close(self) -> None:
        """End all tables."""
        for playing in self.listed():
            playing.table.close()
        if self._runner is not None:
            self._runner.shutdown(wait=False, cancel_futures=True)

    def _run(self, playing: Playing) -> None:
        """Let bots act, in a thread of their own: who asks has his answer at once."""
        with self._lock:
            if self._runner is None:
                self._runner = ThreadPoolExecutor(_THREADS, thread_name_prefix="table")
        self._runner.submit(_played_on, playing)


def _played_on(playing: Playing) -> None:
    playing.table.run()
    playing.keep()


def _name(bot: str) -> str:
    """What a bot is called at the table: without a file's folders."""
    return bot.rpartition("/")[2].strip() if ".py" in bot else bot.replace(" ", "")


def table_dict(playing: Playing) -> dict[str, Any]:
    """Return a table as the person sees it."""
    table = playing.table
    seen, figures = table.seen, table.results.figures
    return {
        "id": playing.id,
        "version": seen.version,
        "phase": seen.phase,
        "number": seen.number,
        "names": table.names,
        "positions": seen.positions,
        "faults": ("", *seen.faults),
        "big_blind": table.game.big_blind,
        "stack_bb": playing.stack_bb,
        "mode": table.mode,
        "strategy": playing.strategy,
        "frames": seen.frames,
        "turn": seen.turn,
        "hands": len(table.hands),
        "won_bb": round(table.results.total, 4),
        "results": {name: figures[name].to_dict() for name in MEASURES},
        "kept_in": str(playing.file),
    }


def hand_of(playing: Playing, number: int) -> Finished:
    """Return a hand that is over, by its number."""
    for one in playing.table.hands:
        if one.number == number:
            return one
    raise NoTableError(f"there is no hand {number} at this table that is over")
