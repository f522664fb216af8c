"""Many matches that do not depend on each other, on many processes, with a file to go on from."""

from __future__ import annotations

import math
import os
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from riverboat.arena.matches.checkpoint import known_by, spelled
from riverboat.arena.matches.processes import check_processes, spread
from riverboat.arena.matches.result import match_result
from riverboat.arena.matches.series import play_series
from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Tally
from riverboat.base.files import write_whole
from riverboat.base.sealed_json import check_checkpoint, read_kept, sealed
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Figure

KIND: Final = "riverboat matches"
_SECONDS: Final = 5.0  # between two writings


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
    matches: Sequence[Setting],
    *,
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> list[Played]:
    """Play all matches and return what each found, in order.

    processes: the results do not depend on them. progress: called with the matches done and all. checkpoint: a file for
    the matches that are over. resume: go on from it if it is there; what it has is not played again, also if other
    matches were asked for then.

    >>> from riverboat.arena.matches.options import MatchOptions
    >>> match = Setting(("fold", "all-in"), MatchOptions(hands=100))
    >>> play_batch([match])[0].won[0].mean
    -75.0
    """
    bots = [bot for match in matches for bot in match.bots]
    check_processes(processes, bots)
    for match in matches:
        _ = match.learning  # makes the bots: what is wrong with one shows before the first match
    file = _File(checkpoint, resume)
    wanted = {file.key(match): match for match in matches}
    missing = [match for key, match in wanted.items() if key not in file.played]
    done = len(wanted) - len(missing)
    try:
        for number, (match, played) in enumerate(
            zip(missing, spread(play_whole, missing, processes), strict=True), 1
        ):
            file.played[file.key(match)] = played
            file.save()
            if progress is not None:
                progress(done + number, len(wanted))
    finally:
        if missing:
            file.save(now=True)
    return [file.played[file.key(match)] for match in matches]


def play_whole(match: Setting) -> Played:
    """Play one match."""
    tally = Tally(len(match.bots), match.rotations)
    totals = [[0.0] * len(match.bots)]
    for number in range(match.parts):
        tally.add(play_series(match, number))
        result = match_result(match, tally)
        totals.append([bot.won.mean * result.hands / 100 for bot in result.bots])
    return Played(
        result.hands,
        tuple(bot.won for bot in result.bots),
        tuple(bot.adjusted for bot in result.bots),
        tuple(bot.games_won for bot in result.bots if bot.games_won) or None,
        tuple(
            tuple(round(after - before, 9) for before, after in zip(*two, strict=True))
            for two in pairwise(totals)
        ),
        tuple(bot.lost_decisions for bot in result.bots),
    )


class _File:
    """The matches that are over, by what was asked, in a JSON file, whole or not there; without a path, nothing."""

    def __init__(self, path: str | os.PathLike[str] | None, resume: bool) -> None:
        check_checkpoint(path, resume, "matches", MatchError)
        self.path = None if path is None else Path(path)
        self.played: dict[str, Played] = {}
        self._written = time.monotonic()
        if self.path is not None and self.path.exists():
            self.played = read_kept(self.path, KIND, "a file of matches", ("kind", "matches"), _played)

    def key(self, match: Setting) -> str:
        """Return what a match is known by: everything that its result depends on, in the words of `match_text`.

        What was left open stays so, with the name and the order that the first version had.
        """
        if self.path is not None and not all(isinstance(bot, str) for bot in match.bots):
            raise MatchError("matches with a checkpoint take bots by their names, such as 'shark'")
        asked = match.options
        return spelled(
            "Plan",
            bots=match.bots,
            hands=asked.hands,
            game=asked.game if asked.stack_bb is None else match.game,
            stacks=asked.mode,
            games=asked.games,
            duplicate=asked.duplicate,
            seed=known_by(match),
            series=asked.series,
            time_limit=asked.time_limit,
        )

    def save(self, *, now: bool = False) -> None:
        """Write the file, unless that was done a moment ago; a full disk must not cost the matches before it."""
        if self.path is None or not (now or time.monotonic() - self._written > _SECONDS):
            return
        data = {"kind": KIND, "matches": {key: asdict(one) for key, one in self.played.items()}}
        try:
            write_whole(self.path, [sealed(data)])
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
