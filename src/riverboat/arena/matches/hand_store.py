"""The saved hands of a match, found by what happened in them."""

from __future__ import annotations

import os
import sqlite3
import time
import zlib
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from riverboat.arena.matches.hand_writer import INDEX
from riverboat.base.arguments import did_you_mean
from riverboat.base.drawing import Drawn
from riverboat.base.file_access import accessing
from riverboat.base.seal_beside import check_seal
from riverboat.errors import FileFormatError, MatchError, RiverboatError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.phh.read import read_phh
from riverboat.games.histories.phh.text import split_tables

_STEPS = 100_000  # of the database between two looks at the clock: some milliseconds
_LONGEST = 10_000_000  # bytes of a value; conditions could ask for gigabytes


@dataclass(frozen=True)
class FoundHand:
    """A hand as one of its seats sees it; amounts in big blinds.

    number: in the match, from 1. deal: from 0; in duplicate play each is played in several rotations. seed: with it
    `Table` deals the cards again. showdown: how many showed their cards. adjusted: won, with all-in pots shared by
    equity.
    """

    number: int
    deal: int
    rotation: int
    seed: int
    seat: int
    position: str
    bot: str
    cards: str
    board: str
    showdown: int
    pot: float
    won: float
    adjusted: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


_FILE = 9  # the column of the hands' file; behind it where it lies there, and its checksum

COLUMNS = tuple(field.name for field in fields(FoundHand))


class FoundHands(list[FoundHand], Drawn):
    """Hands that were found, a list that draws itself. of: how many hands were looked through."""

    def __init__(self, found: Iterable[FoundHand] = (), of: int = 0) -> None:
        super().__init__(found)
        self.of = of


class HandStore:
    """A folder that `play_match(save=...)` wrote.

    >>> import tempfile
    >>> from riverboat.arena import play_match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = play_match(["fold", "all-in"], 100, save=folder + "/hands")
    ...     store = HandStore(folder + "/hands")
    ...     worst = store.find(bot="fold", sort="won", limit=1)[0]
    ...     len(store), worst.position, worst.won, store.hand(worst.number).payoffs
    (100, 'BB', -1.0, (-100, 100))
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._checked = False
        if not (self.folder / INDEX).is_file():
            raise MatchError(
                f"there are no saved hands in '{folder}'; `riverboat match shark fish --save {folder}` writes some"
            )

    def __len__(self) -> int:
        return int(self._rows("SELECT COUNT(*) FROM hands")[0][0])

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played."""
        return tuple(name for (name,) in self._rows("SELECT DISTINCT bot FROM players ORDER BY bot"))

    def find(
        self,
        *,
        bot: str | None = None,
        min_pot: float = 0,
        showdown: bool = False,
        where: str = "",
        sort: str = "number",
        limit: int | None = None,
        seconds: float = 60,
    ) -> FoundHands:
        """Return hands, each once: as the bot played them, or else as the seat that lost most.

        min_pot: in big blinds. showdown: only hands that came to one. where: a condition in SQL over the fields of
        `FoundHand`, such as "position = 'BTN' and won < -20". sort: one of these fields, "won" for the biggest losses
        first; with a minus before it, the other way round. limit: the first so many. seconds: a condition may ask for
        work without end; after so long the search is given up. A million hands take a few.
        """
        field = sort.removeprefix("-")
        if field not in COLUMNS:
            near = did_you_mean(field, COLUMNS)
            raise MatchError(f"hands cannot be sorted by {field!r}; there are {', '.join(COLUMNS)}{near}")
        if bot is not None and bot not in self.bots:
            near = did_you_mean(bot, self.bots)
            raise MatchError(f"no bot {bot!r} played here; there are {', '.join(self.bots)}{near}")
        asked = ["pot >= :pot", "(:bot IS NULL OR bot = :bot)", *(["showdown > 0"] if showdown else [])]
        if where:
            asked.append(f"({where}\n)")  # a comment in it ends with its line
        rows = self._rows(
            f"SELECT {', '.join(COLUMNS)} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY number ORDER BY won, seat)"
            f" AS place FROM seen WHERE {' AND '.join(asked)}) WHERE place = 1"
            f" ORDER BY {field} {'DESC' if field != sort else 'ASC'}, number LIMIT :limit",
            {"pot": min_pot, "bot": bot, "limit": -1 if limit is None else limit},
            where,
            seconds,
        )
        found = (dict(zip(COLUMNS, row, strict=True)) for row in rows)
        return FoundHands((FoundHand(**{**one, "seed": int(one["seed"])}) for one in found), len(self))

    def hand(self, number: int) -> Hand:
        """Return a hand by its number."""
        rows = self._rows("SELECT * FROM hands WHERE number = :number", {"number": number})
        if not rows:
            raise MatchError(f"hand {number} is not among the {len(self):,} that were saved")
        name, offset, length, *known = rows[0][_FILE:]
        with accessing(self.folder / name), (self.folder / name).open("rb") as file:
            file.seek(offset)
            text = file.read(length)
        if known and zlib.crc32(text) != known[0]:  # folders of before have none
            raise FileFormatError(
                f"hand {number} in '{self.folder / name}' is damaged: its checksum does not match"
            )
        try:
            ((_, fields_text),) = split_tables(text.decode())
            return read_phh(fields_text)
        except (RiverboatError, ValueError) as problem:
            raise FileFormatError(f"hand {number} in '{self.folder / name}' is damaged: {problem}") from None

    def _rows(
        self, query: str, values: dict[str, object] | None = None, where: str = "", seconds: float = 60
    ) -> list[Any]:
        end = time.monotonic() + seconds
        if not self._checked:
            check_seal(self.folder / INDEX)
            self._checked = True
        try:
            address = f"{(self.folder / INDEX).resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True)) as index:
                index.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
                index.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
                return index.execute(query, values or {}).fetchall()
        except sqlite3.Error as problem:
            if where and str(problem) == "interrupted":
                raise MatchError(
                    f"the condition {where!r} did not come to an end in {seconds:g} seconds; ask for less, as in "
                    "\"won < -20 and position = 'BTN'\""
                ) from None
            if where:
                raise MatchError(
                    f"the condition {where!r} does not work: {problem}; there are {', '.join(COLUMNS)}, as in "
                    "\"won < -20 and position = 'BTN'\""
                ) from None
            raise FileFormatError(f"'{self.folder / INDEX}' cannot be read: {problem}") from None
