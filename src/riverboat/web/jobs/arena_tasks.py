"""What a worker does for the arena. All of it goes on from a checkpoint after the server was stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from riverboat.arena.leagues.league import LeagueResult, play_league
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.result import MatchResult
from riverboat.arena.matches.setting import learns
from riverboat.arena.sweeps.sweep import SweepResult, sweep
from riverboat.evaluation import local_best_response
from riverboat.evaluation.intervals import Figure
from riverboat.evaluation.lbr.result import LocalBestResponse
from riverboat.web.jobs.tasks import Ears
from riverboat.web.library import Entry, Library

_MOST_POINTS: Final = 400  # of a curve; of more every second is left out
_PARTS: Final = 200
"""Series that a match is cut into: how often its curve grows, and how soon it hears that it shall stop."""
_LEAST_DEALS: Final = 20
_MOST_DEALS: Final = 250


class StoppedError(Exception):
    """Somebody wants it to stop."""


@dataclass
class Course:
    """How far it is, and the curve with its band so far."""

    ears: Ears
    names: list[str]
    unit: str
    began: float = field(default_factory=time.monotonic)
    curve: list[tuple[float, list[float], list[float | None]]] = field(default_factory=list)

    def tell(self, done: int, total: int, figures: list[Figure], at: float, **more: Any) -> None:
        """Add a point, tell, and stop if that is wished."""
        numbers = [figure.to_dict() for figure in figures]
        self.curve.append(
            (at, [round(figure.mean, 3) for figure in figures], [one["half_width"] for one in numbers])
        )
        if len(self.curve) > _MOST_POINTS:
            self.curve = [*self.curve[:-1:2], self.curve[-1]]
        seconds = time.monotonic() - self.began
        self.ears.tell(
            {
                "done": done,
                "total": total,
                "seconds": round(seconds, 2),
                "names": self.names,
                "unit": self.unit,
                "figures": numbers,
                "course": self.curve,
                **more,
            }
        )

    def check(self) -> None:
        """Stop if that is wished."""
        if self.ears.stop.is_set():
            raise StoppedError


def match_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Play a match; whether it is done with."""
    task = entry.task
    bots, hands = task["bots"], task["hands"]
    options = MatchOptions(stack_bb=task["stack_bb"], duplicate=task["duplicate"], seed=task["seed"])
    stays = any(learns(bot, options) for bot in bots)  # who learns must not be made afresh
    course = Course(ears, [], "bb/100, all-in adjusted")

    def watch(result: MatchResult) -> None:
        course.names = [_short(bot.name) for bot in result.bots]
        lost = [bot.lost_decisions for bot in result.bots]
        figures = [bot.adjusted for bot in result.bots]
        course.tell(result.units, result.of_units, figures, result.hands, lost_decisions=lost)
        course.check()

    def play() -> None:
        play_match(
            bots,
            hands,
            stack_bb=options.stack_bb,
            duplicate=options.duplicate,
            seed=options.seed,
            series=None if stays else min(_MOST_DEALS, max(_LEAST_DEALS, hands // _PARTS)),
            watch=watch,
            checkpoint=_checkpoint(library, entry),
            resume=True,
        )

    return _until_stopped(play, library, entry, ears)


def league_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Play a league, one bot more after another, so that there is a table from the first pair on."""
    task = entry.task
    bots = task["bots"]
    course = Course(ears, [], "bb/100 from all others, all-in adjusted")
    pairs = len(bots) * (len(bots) - 1) // 2

    def tell(league: LeagueResult) -> None:
        names, count = list(map(_short, league.names)), len(league.names)
        table = [
            [None if one == other else league.won(one, other).to_dict() for other in range(count)]
            for one in range(count)
        ]
        curve = [list(league.over_hands(bot)) for bot in range(count)]
        course.names = names
        figures = [league.bankroll(bot) for bot in range(count)]
        course.curve = []
        course.tell(
            count * (count - 1) // 2,
            pairs,
            figures,
            league.hands,
            table=table,
            order=league.by_bankroll(),
            over_hands=curve,
        )

    def play() -> None:
        for count in range(2, len(bots) + 1):
            course.check()
            tell(
                play_league(
                    bots[:count],
                    task["hands"],
                    duplicate=task["duplicate"],
                    stack_bb=task["stack_bb"],
                    seed=task["seed"],
                    progress=lambda *_: course.check(),
                    checkpoint=_checkpoint(library, entry),
                    resume=True,
                )
            )

    return _until_stopped(play, library, entry, ears)


def sweep_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Play a bot with one value of its parameter after another."""
    task = entry.task
    bot, *against = task["bots"]
    values = task["values"]
    course = Course(ears, [f"{bot}, {task['parameter']}"], "games won")

    def tell(result: SweepResult) -> None:
        course.curve = [
            (point.values[0], [point.figure.mean], [point.figure.to_dict()["half_width"]])
            for point in result.points[:-1]
        ]
        last = result.points[-1]
        course.tell(
            len(result.points), len(values), [last.figure], last.values[0], best=result.best.values[0]
        )

    def play() -> None:
        for count in range(1, len(values) + 1):
            course.check()
            tell(
                sweep(
                    bot,
                    against,
                    {task["parameter"]: values[:count]},
                    games=task["hands"],
                    stack_bb=task["stack_bb"],
                    duplicate=task["duplicate"],
                    seed=task["seed"],
                    checkpoint=_checkpoint(library, entry),
                    resume=True,
                )
            )

    return _until_stopped(play, library, entry, ears)


def lbr_entry(library: Library, entry: Entry, ears: Ears) -> bool:
    """Measure a strategy by a local best response."""
    task = entry.task
    course = Course(ears, [f"LBR {task['menu']}"], "mbb a hand")

    def watch(result: LocalBestResponse) -> None:
        course.tell(result.hands, max(result.hands, task["hands"]), [result.won], result.hands)

    checkpoint = _checkpoint(library, entry)
    local_best_response(
        task["bots"][0],
        task["menu"],
        task["first"],
        task["hands"],
        seed=task["seed"],
        watch=watch,
        checkpoint=checkpoint,
        resume=True,
        stop=ears.stop,
    )
    return _over(checkpoint, ears)


def _short(name: str) -> str:
    """A bot's name without the folders of its file."""
    return name.rpartition("/")[2] if ".py" in name else name


def _checkpoint(library: Library, entry: Entry) -> Path:
    return library.checkpoint(entry.id)


def _until_stopped(play: Callable[[], None], library: Library, entry: Entry, ears: Ears) -> bool:
    try:
        play()
    except StoppedError:
        pass
    else:
        ears.stop.clear()  # whoever came too late finds it whole
    return _over(_checkpoint(library, entry), ears)


def _over(checkpoint: Path, ears: Ears) -> bool:
    """Whether it is done with, and not to be gone on with by another server."""
    if ears.stop.is_set() and not ears.is_last:
        return False
    checkpoint.unlink(missing_ok=True)
    return True


ARENA_TASKS: Final = {"match": match_entry, "league": league_entry, "sweep": sweep_entry, "lbr": lbr_entry}
"""What is done for an entry, by its kind."""
