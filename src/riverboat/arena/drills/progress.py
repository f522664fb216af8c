"""What a player has answered, by situation, and what he gets wrong, asked again: in one SQLite file.

The schedule of Leitner's boxes: who is wrong sees the question again after ten minutes; each time that he is right it
waits longer, and after the last box it is learnt. Wrong again, it begins anew.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from riverboat.arena.drills.grades import CLASSES, RIGHT
from riverboat.base.databases.sqlite_file import SqliteFile

_MINUTE, _DAY = 60.0, 86_400.0
BOXES: Final = (10 * _MINUTE, _DAY, 3 * _DAY, 7 * _DAY, 21 * _DAY)
"""Seconds after which a question of each box is due."""

VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, strategy TEXT NOT NULL, situation TEXT NOT NULL,
    class TEXT NOT NULL, judged_by TEXT NOT NULL, share REAL NOT NULL, loss_bb REAL, loss_pot REAL
);
CREATE INDEX IF NOT EXISTS by_situation ON answers (situation);
CREATE TABLE IF NOT EXISTS repeats (
    question TEXT PRIMARY KEY, strategy TEXT NOT NULL, box INTEGER NOT NULL, due REAL NOT NULL
);
"""


@dataclass(frozen=True)
class Answered:
    """An answer. question: the whole of it as plain values. loss_bb, loss_pot: where EVs are known."""

    strategy: str
    situation: str
    name: str
    by: str
    share: float
    loss_bb: float | None
    loss_pot: float | None
    question: dict[str, Any]


class Progress:
    """The file of a folder; several servers may share it. clock: seconds since 1970."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = SqliteFile(folder / "trainer.sqlite", "the trainer's progress", _SCHEMA, VERSION)
        self._clock = clock

    def keep(self, answer: Answered) -> None:
        """Keep an answer, and when its question comes again if it does."""
        now, text = self._clock(), json.dumps(answer.question, sort_keys=True)
        row = (now, answer.strategy, answer.situation, answer.name, answer.by, answer.share)
        with self._file.changing() as base:
            base.execute(
                "INSERT INTO answers (at, strategy, situation, class, judged_by, share, loss_bb, loss_pot) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, answer.loss_bb, answer.loss_pot),
            )
            known = base.execute("SELECT box FROM repeats WHERE question = ?", (text,)).fetchone()
            box = 0 if answer.name not in RIGHT else None if known is None else known["box"] + 1
            if box is None:
                return
            if box >= len(BOXES):
                base.execute("DELETE FROM repeats WHERE question = ?", (text,))
                return
            base.execute(
                "INSERT OR REPLACE INTO repeats VALUES (?, ?, ?, ?)",
                (text, answer.strategy, box, now + BOXES[box]),
            )

    def due(self, strategy: str = "") -> dict[str, Any] | None:
        """Return the question that has been due for longest, of a strategy if one is named."""
        with self._file.connected() as base:
            row = base.execute(
                "SELECT question FROM repeats WHERE due <= ? AND ? IN ('', strategy) ORDER BY due LIMIT 1",
                (self._clock(), strategy),
            ).fetchone()
        return None if row is None else json.loads(row["question"])

    def forget(self) -> None:
        """Begin anew."""
        with self._file.changing() as base:
            base.execute("DELETE FROM answers")
            base.execute("DELETE FROM repeats")

    def drop(self, question: dict[str, Any]) -> None:
        """Do not ask a question again, such as one whose strategy is gone."""
        with self._file.changing() as base:
            base.execute("DELETE FROM repeats WHERE question = ?", (json.dumps(question, sort_keys=True),))

    def summary(self) -> dict[str, Any]:
        """Return all that is told of it: counts by class and by situation, streaks, what is due."""
        with self._file.connected() as base:
            answers = base.execute("SELECT situation, class, loss_bb FROM answers ORDER BY id").fetchall()
            boxes = base.execute("SELECT due FROM repeats").fetchall()
        now, streak, longest = self._clock(), 0, 0
        rows: dict[str, dict[str, Any]] = {}
        classes = dict.fromkeys(CLASSES, 0)
        for one in answers:
            streak = streak + 1 if one["class"] in RIGHT else 0
            longest = max(longest, streak)
            classes[one["class"]] += 1
            row = rows.setdefault(one["situation"], {"answers": 0, "right": 0, "solved": 0, "loss_bb": 0.0})
            row["answers"] += 1
            row["right"] += one["class"] in RIGHT
            if one["loss_bb"] is not None:
                row["solved"] += 1
                row["loss_bb"] += one["loss_bb"]
        ordered = sorted(rows.items(), key=lambda item: (item[1]["right"] / item[1]["answers"], item[0]))
        return {
            "answers": len(answers),
            "classes": classes,
            "streak": streak,
            "longest": longest,
            "due": sum(row["due"] <= now for row in boxes),
            "waiting": len(boxes),
            "situations": [{"situation": name, **row} for name, row in ordered],
        }
