"""Many matches that do not depend on each other, on many processes, with a file to go on from."""

from __future__ import annotations

import json
import math
import os
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from riverboat.arena.checkpoint import read_kept
from riverboat.arena.match import play_match
from riverboat.arena.processes import check_processes, spread
from riverboat.arena.result import Figure, MatchResult
from riverboat.arena.setting import Stacks
from riverboat.bots import BotLike, make_bot
from riverboat.errors import MatchError
from riverboat.files import check_folder, write_whole
from riverboat.games.game import Game

KIND: Final = "riverboat matches"
_SECONDS: Final = 5.0  # between two writings


@dataclass(frozen=True)
class Plan:
    """A match to be played; the fields are arguments of `play_match`."""

    bots: tuple[BotLike, ...]
    hands: int | None = None
    game: Game | None = None
    stacks: Stacks = "reset"
    games: int = 500
    duplicate: bool = False
    seed: int = 0
    series: int | None = None
    time_limit: float = 2.0


@dataclass(frozen=True)
class Played:
    """What is kept of a match, by bot.

    won, adjusted: bb/100. games_won: of freeze-outs, else None. by_series: big blinds won in each series of the match.
    lost_decisions: how many calls of the bot failed.
    """

    hands: int
    won: tuple[Figure, ...]
    adjusted: tuple[Figure, ...]
    games_won: tuple[Figure, ...] | None
    by_series: tuple[tuple[float, ...], ...]
    lost_decisions: tuple[int, ...]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Played:
        """Return what `asdict` was made from."""
        figures = {
            name: None if data[name] is None else tuple(Figure(**one) for one in data[name])
            for name in ("won", "adjusted", "games_won")
        }
        rows = tuple(map(tuple, data["by_series"]))
        return cls(data["hands"], by_series=rows, lost_decisions=tuple(data["lost_decisions"]), **figures)  # type: ignore[arg-type]


def play_batch(
    plans: Sequence[Plan],
    *,
    processes: int = 1,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Played]:
    """Play all matches and return what each found, in order.

    processes: the results do not depend on them. checkpoint: a file that keeps the matches that are over; what it has
    is not played again, also if other matches were asked for then. progress: called with the matches done and
    all.

    >>> plan = Plan(("fold", "all-in"), 100)
    >>> play_batch([plan])[0].won[0].mean
    -75.0
    """
    bots = [bot for plan in plans for bot in plan.bots]
    check_processes(processes, bots)
    for bot in bots:
        make_bot(bot)  # what is wrong with one shows before the first match
    file = _File(checkpoint)
    wanted = {file.key(plan): plan for plan in plans}
    missing = [plan for key, plan in wanted.items() if key not in file.played]
    done = len(wanted) - len(missing)
    try:
        for number, (plan, played) in enumerate(
            zip(missing, spread(play_plan, missing, processes), strict=True), 1
        ):
            file.played[file.key(plan)] = played
            file.save()
            if progress is not None:
                progress(done + number, len(wanted))
    finally:
        if missing:
            file.save(now=True)
    return [file.played[file.key(plan)] for plan in plans]


def play_plan(plan: Plan) -> Played:
    """Play one match."""
    totals: list[list[float]] = []

    def note(result: MatchResult) -> None:
        totals.append([bot.won.mean * result.hands / 100 for bot in result.bots])

    options = {name: getattr(plan, name) for name in plan.__dataclass_fields__ if name != "bots"}
    result = play_match(plan.bots, progress=note, **options)
    before = [[0.0] * len(plan.bots), *totals]
    return Played(
        result.hands,
        tuple(bot.won for bot in result.bots),
        tuple(bot.adjusted for bot in result.bots),
        tuple(bot.games_won for bot in result.bots if bot.games_won) or None,
        tuple(
            tuple(round(b - a, 9) for a, b in zip(old, new, strict=True))
            for old, new in zip(before, totals, strict=False)
        ),
        tuple(bot.lost_decisions for bot in result.bots),
    )


class _File:
    """The matches that are over, by their plans, in a JSON file that is whole or not there; without a path, nothing."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(path)
        self.played: dict[str, Played] = {}
        self._written = time.monotonic()
        if self.path is None:
            return
        check_folder(self.path)
        if self.path.exists():
            self.played = read_kept(self.path, KIND, "a file of matches", _played)

    def key(self, plan: Plan) -> str:
        """Return what a match is known by; it holds all that the result depends on."""
        if self.path is not None and not all(isinstance(bot, str) for bot in plan.bots):
            raise MatchError("matches with a checkpoint take bots by their names, such as 'shark'")
        return repr(plan)

    def save(self, *, now: bool = False) -> None:
        """Write the file, unless that was done a moment ago; a full disk must not cost the matches before it."""
        if self.path is None or not (now or time.monotonic() - self._written > _SECONDS):
            return
        data = {"kind": KIND, "matches": {key: asdict(one) for key, one in self.played.items()}}
        try:
            write_whole(self.path, [json.dumps(data).encode()])
        except OSError as problem:
            warnings.warn(f"matches are not kept, but go on: {problem}", RuntimeWarning, stacklevel=3)
            self.path = None
        self._written = time.monotonic()


def _played(data: dict[str, Any]) -> dict[str, Played]:
    return {key: Played.from_dict(one) for key, one in data["matches"].items()}


def mean_of(figures: Sequence[Figure]) -> Figure:
    """Return the mean of independent figures.

    >>> str(mean_of([Figure(1, 3), Figure(3, 4)]))
    '+2.0 ± 2.5'
    """
    count = len(figures)
    wide = math.sqrt(sum(one.half_width**2 for one in figures))
    return Figure(sum(one.mean for one in figures) / count, wide / count)
