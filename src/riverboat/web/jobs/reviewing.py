"""What a worker does for a review."""

from __future__ import annotations

import json
import time
from typing import Final

from riverboat.arena.reviews.report import LeakReport
from riverboat.arena.reviews.session import review_session
from riverboat.base.files import write_whole
from riverboat.strategy import open_strategy, shipped_strategies
from riverboat.web.jobs.tasks import Ears
from riverboat.web.library import Entry, Library

_KEEP_SECONDS: Final = 1.0  # between two looks at what there is so far


def review_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Review a file of hands; whether it is done with. What is found so far is kept now and then, and at a stop."""
    hands, task = library.review(entry.id), entry.task
    began = last = time.monotonic()
    seen = 0

    def progress(done: int, total: int) -> None:
        ears.tell(
            {"done": done, "total": total, "seconds": round(time.monotonic() - began, 2), "hands": seen}
        )

    def watch(report: LeakReport) -> None:
        nonlocal last, seen
        seen = report.hands
        if time.monotonic() - last > _KEEP_SECONDS:
            _keep(library, entry, report)
            last = time.monotonic()

    named = task["strategy"]
    shipped = named in shipped_strategies()
    report = review_session(
        hands,
        task["hero"],
        None if not named else named if shipped else open_strategy(*task["paths"]),
        search_seconds=task["search_seconds"],
        link=named or None,
        progress=progress,
        watch=watch,
        stop=ears.stop,
    )
    if ears.stop.is_set() and not ears.is_last:
        return False
    seen = report.hands
    _keep(library, entry, report)
    size = hands.stat().st_size
    progress(size, size)
    return True


def _keep(library: Library, entry: Entry, report: LeakReport) -> None:
    write_whole(library.review(entry.id).with_name("report.json"), [json.dumps(report.to_dict()).encode()])
