"""What a match leaves on the disk while it goes on: its hands, then its sums, both of the same moment."""

from __future__ import annotations

import time
import warnings
from typing import Final

from riverboat.arena.matches.checkpoint import Checkpoint
from riverboat.arena.matches.hand_writer import HandWriter, SavedHand, saved_hands
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Tally

_SECONDS: Final = 5.0  # between two writings
_HANDS: Final = 5000  # in memory before they are written, some five megabytes


class Keeper:
    """Writes now and then. Hands go first: a match that goes on forgets those that its sums do not have.

    After a first failure, such as a full disk, nothing more is written and the match goes on to its result: what is on
    the disk stays of one moment, and the match can go on from there when there is room.
    """

    def __init__(self, setting: Setting, checkpoint: Checkpoint | None, hands: HandWriter | None) -> None:
        self.setting, self.checkpoint, self.hands = setting, checkpoint, hands
        self._waiting: list[SavedHand] = []
        self._written = time.monotonic()
        self._failed = False

    def add(self, series: int, record: SeriesRecord, before: int) -> None:
        """Take the hands of a series; before: hands that were played in earlier ones."""
        if self.hands is not None and not self._failed:
            self._waiting += saved_hands(self.setting, series, record, before)

    def save(self, parts: int, tally: Tally, *, now: bool = False) -> None:
        """Write everything up to this many series, unless that was done a moment ago."""
        due = now or len(self._waiting) >= _HANDS or time.monotonic() - self._written > _SECONDS
        if self._failed or not due:
            return
        try:
            if self.hands is not None:
                self.hands.write(self._waiting)
                self._waiting.clear()
            if self.checkpoint is not None:
                self.checkpoint.save(parts, tally)
        except OSError as problem:  # a full disk must not cost the hours before it
            self._failed = True
            self._waiting.clear()
            warnings.warn(
                f"nothing more of the match is written, but it goes on: {problem}",
                RuntimeWarning,
                stacklevel=3,
            )
        self._written = time.monotonic()
