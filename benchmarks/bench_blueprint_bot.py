"""What a decision of a blueprint bot costs, by street: in lines that were met before, and in new ones.

`python benchmarks/bench_blueprint_bot.py [TABLES]` prints the table of docs/bots/bots.md; TABLES is a file that
`riverboat abstract tables headsup` wrote.
"""

from __future__ import annotations

import sys
import time
from typing import ClassVar

import numpy as np

from riverboat.arena import play_match
from riverboat.bots import BlueprintBot, View
from riverboat.strategy import Blueprint, open_strategy
from timing import Row

MOST = 100e-6
"""Seconds a decision may take on average heads-up, in lines that were met before."""


class Watching(BlueprintBot):
    """Keeps what it sees."""

    seen: ClassVar[list[View]] = []

    def act(self, view: View) -> int:
        """Keep the view and play."""
        self.seen.append(view)
        return super().act(view)


def decisions(source: str, others: list[str], hands: int) -> list[View]:
    """Return what the first bot sees in a match."""
    Watching.seen.clear()
    play_match([Watching(source), *others], hands, series=hands)
    return Watching.seen.copy()


def costs(views: list[View], blueprint: Blueprint, *, lines_known: bool, turns: int = 3) -> np.ndarray:
    """Return seconds of processor time by street, and the mean over all; the least of several turns."""
    found = []
    for _ in range(turns):
        asked = Blueprint(blueprint.files)
        for view in views if lines_known else ():
            _ = asked.at(
                view.actions, view.board, game=view.game
            ).options  # a line is walked when it is asked
        took, count = np.zeros(4), np.zeros(4)
        for view in views:
            begin = time.thread_time_ns()
            asked.play(view.cards, view.actions, view.board, view.game)
            took[view.round] += time.thread_time_ns() - begin
            count[view.round] += 1
        found.append([*(took / np.maximum(count, 1)), took.sum() / count.sum()])
    return 1e-9 * np.min(found, axis=0)


def rows() -> list[Row]:
    """Time `headsup` against itself."""
    views, s = decisions("headsup", ["blueprint:headsup"], 1000), open_strategy("headsup")
    known, new = (float(costs(views, s, lines_known=known)[-1]) for known in (True, False))
    assert known < MOST
    assert new < 2 * MOST
    return [
        Row(f"a blueprint bot, {what}", "decisions", 1 / took, note=f"{1e6 * took:.2g} µs")
        for what, took in (("lines met before", known), ("all lines new", new))
    ]


def main() -> None:
    """Print the table of the page."""
    for source, others in (
        ("headsup", ["blueprint:headsup"]),
        ("sixmax", ["blueprint:sixmax"] * 5),
        ("headsup", ["random"]),
    ):
        views = decisions(source, others, 1500 if len(others) == 1 else 3000)
        opened = [open_strategy(source), *(open_strategy(source, tables=path) for path in sys.argv[1:2])]
        for known in (True, False):
            found = [1e6 * costs(views, s, lines_known=known) for s in opened]
            told = " | ".join(f"{one:.0f}" for one in (*found[0], *(more[-1] for more in found[1:])))
            print(
                f"| {source} v {others[0]} {'known' if known else 'new'}, {len(views)} | {told} |", flush=True
            )


if __name__ == "__main__":
    main()
