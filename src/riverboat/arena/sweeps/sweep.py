"""Parameter search: the same match for many values of a bot's parameters, on a grid or where optuna looks."""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Unpack

from riverboat.arena.matches.batch import Played, play_batch
from riverboat.arena.matches.checkpoint import check_drawn_seed
from riverboat.arena.matches.options import MatchOptions, Mode, SweepArguments
from riverboat.arena.matches.setting import Setting, chosen_seed, is_guest, learns
from riverboat.base.arguments import check_arguments
from riverboat.base.checks import whole
from riverboat.base.drawing import Drawn, drawing
from riverboat.base.frames import DataFrame, data_frame
from riverboat.base.progress import Progress
from riverboat.base.sealed_json import check_checkpoint
from riverboat.bots import make_bot
from riverboat.errors import BotError, MatchError
from riverboat.evaluation.fits import peak
from riverboat.evaluation.intervals import Figure

MOST_POINTS: Final = 100_000
"""Of a grid: some hours of freeze-outs."""
_BATCH: Final = 4
"""Trials that optuna proposes at a time; fixed, so that a search does not depend on the processes."""
_REFUSALS: Final = 200
"""Places in a row that the bot refuses before a search is given up."""


@dataclass(frozen=True)
class Point:
    """One place of a sweep: the values, what the bot won there, and over how many hands."""

    values: tuple[float, ...]
    figure: Figure
    hands: int


@dataclass(frozen=True)
class SweepResult(Drawn):
    """What a bot wins by its parameters, in the order they were tried.

    bot, against: their names. parameters: what was swept over. unit: of the figures, "games won" (a part of 1) in
    freeze-outs and otherwise "bb/100", all-in adjusted.
    """

    bot: str
    against: tuple[str, ...]
    parameters: tuple[str, ...]
    points: tuple[Point, ...]
    unit: str

    def __repr__(self) -> str:
        best = ", ".join(
            f"{name} {value:g}" for name, value in zip(self.parameters, self.best.values, strict=True)
        )
        return f"<SweepResult of {self.bot!r} against {', '.join(self.against)}: best of {len(self.points)} {best}>"

    @property
    def best(self) -> Point:
        """The point with the highest figure; the first of equals."""
        return max(self.points, key=lambda point: point.figure.mean)

    @property
    def as_good(self) -> tuple[Point, ...]:
        """All points whose interval reaches the mean of the best: any of them may be the true optimum."""
        return tuple(point for point in self.points if point.figure.high >= self.best.figure.mean)

    def peak(self, reach: float = 0.25) -> Figure:
        """Return where a sweep over one parameter is highest, steadier than its best point: see `evaluation.fits`."""
        if len(self.parameters) != 1:
            raise MatchError(f"a peak is that of 1 parameter, not of {len(self.parameters)}; sweep over one")
        return peak(
            [point.values[0] for point in self.points], [point.figure for point in self.points], reach
        )

    def chart(
        self, file: str | os.PathLike[str], marked: Mapping[str, Sequence[float]] | None = None
    ) -> None:
        """Draw a curve with its intervals, or a map over two parameters, into a file.

        file: .svg, or with `riverboat[charts]` .png and .pdf. marked: places by name, such as {"theirs": [0.65]}.
        """
        drawing(self, "chart", marked=marked or {}).save(file)

    def to_pandas(self) -> DataFrame:
        """Return a row for each point: its parameters, the figure in `unit`, half of its 95 % interval, the hands."""
        return data_frame(
            {
                **dict(zip(self.parameters, point.values, strict=True)),
                self.unit: point.figure.mean,
                "half_width": point.figure.half_width,
                "hands": point.hands,
            }
            for point in self.points
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` prints them."""
        return {
            "bot": self.bot,
            "against": list(self.against),
            "unit": self.unit,
            "best": dict(zip(self.parameters, self.best.values, strict=True)),
            "points": [
                {
                    **dict(zip(self.parameters, point.values, strict=True)),
                    **point.figure.to_dict(),
                    "hands": point.hands,
                }
                for point in self.points
            ],
        }


def sweep(
    bot: str,
    against: Sequence[str],
    over: Mapping[str, Sequence[float]],
    *,
    trials: int | None = None,
    hands: int | None = None,
    mode: Mode = "freeze-out",
    processes: int = 1,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    **options: Unpack[SweepArguments],
) -> SweepResult:
    """Play a bot against others for many values of its parameters and return what it wins.

    over: the values of each parameter; all combinations are played, but those that the bot refuses. trials: instead,
    optuna chooses so many places between the least and the largest value of each parameter (`riverboat[sweep]`), whole
    numbers where the default is one.
    hands, mode, options: as in `MatchOptions`; by default freeze-outs, in the setting of the CPJC poker bot. All points
    play the same deals, so that differences between them have less luck in them than the figures.
    processes, checkpoint, resume: see `play_batch`; a search, too, goes on from its file.

    >>> found = sweep("honest", ["all-in"], {"fold_up_to": [0.4, 1.0]}, games=50)
    >>> found.best.values
    (0.4,)
    """
    check_arguments(sweep, SweepArguments, options, MatchError)
    if not over:
        raise MatchError("nothing to sweep over; name a parameter, such as {'raise_above': [0.5, 0.6, 0.7]}")
    names = tuple(over)
    asked = MatchOptions(hands=hands, mode=mode, **options)
    seed = chosen_seed(asked.seed, (bot, *against), trust=asked.trust)
    if asked.seed is None:
        check_drawn_seed(checkpoint, seed)
    asked = replace(asked, seed=seed)  # the same cards at every point
    check_checkpoint(checkpoint, resume, "matches", MatchError)

    def play(values: Sequence[tuple[float, ...]], progress: Progress | None) -> list[Point]:
        bots = [with_parameters(bot, names, one) for one in values]
        played = play_batch(
            [Setting((one, *against), asked) for one in bots],
            processes=processes,
            progress=progress,
            checkpoint=checkpoint,
            resume=checkpoint is not None,  # a search comes back to what it has just written
        )
        return [Point(one, _figure(match), match.hands) for one, match in zip(values, played, strict=True)]

    points = (
        play(_grid(bot, over, asked), progress)
        if trials is None
        else _search(bot, over, trials, asked, play, progress)
    )
    unit = "games won" if mode == "freeze-out" else "bb/100"
    return SweepResult(bot, tuple(against), names, tuple(points), unit)


def with_parameters(bot: str, names: Sequence[str], values: Sequence[float]) -> str:
    """Return a bot's text with parameters added.

    >>> with_parameters("shark(sizing=0.5)", ["fold_up_to", "raise_above"], [0.1, 0.65])
    'shark(sizing=0.5,fold_up_to=0.1,raise_above=0.65)'
    """
    added = ",".join(f"{name}={value:.12g}" for name, value in zip(names, values, strict=True))
    text = bot.strip()
    if text.endswith(")"):
        return f"{text[:-1]}{'' if text.endswith('()') else ','}{added})"
    return f"{text}({added})"


def _figure(played: Played) -> Figure:
    return (played.games_won or played.adjusted)[0]


def _grid(bot: str, over: Mapping[str, Sequence[float]], asked: MatchOptions) -> list[tuple[float, ...]]:
    """Return all combinations that the bot takes; if it takes none, its first complaint is the error."""
    count = math.prod(map(len, over.values()))
    if count > MOST_POINTS:
        raise MatchError(
            f"a sweep over {count:,} points is more than {MOST_POINTS:,}; take fewer, or trials=100"
        )
    places = list(product(*over.values()))
    if not places:
        raise MatchError("a parameter has no values; give some, such as [0.5, 0.6]")
    kept = [place for place in places if _has_parameters(bot, tuple(over), place, asked)]
    if not kept:
        learns(with_parameters(bot, tuple(over), places[0]), asked)
    return kept


def _search(
    bot: str,
    over: Mapping[str, Sequence[float]],
    trials: int,
    options: MatchOptions,
    play: Callable[[Sequence[tuple[float, ...]], Progress | None], list[Point]],
    progress: Progress | None,
) -> list[Point]:
    """Let optuna's tree of Parzen estimators (Bergstra et al. 2011) choose, a few places at a time.

    Proposals follow from the seed and the results alone: a search that was stopped finds those in the file and goes on.
    """
    try:
        import optuna
    except ImportError:
        raise MatchError("a search needs optuna: pip install 'riverboat[sweep]', or sweep a grid") from None
    whole("trials", trials, MatchError, least=1, example=50)
    names = tuple(over)
    first = with_parameters(
        bot, names, _grid(bot, over, options)[0]
    )  # says what is wrong, if nothing is right
    steps: dict[str, float | None] = dict.fromkeys(names)
    if not is_guest(bot, options):  # of others' bots nothing is known here
        defaults = inspect.signature(type(make_bot(first))).parameters
        steps = {name: 1.0 if isinstance(defaults[name].default, int) else None for name in names}
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    seed = chosen_seed(options.seed, (bot,), trust=options.trust)
    sampler = optuna.samplers.TPESampler(seed=seed % 2**32, constant_liar=True)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    points: list[Point] = []
    refused = 0
    while len(points) < trials:
        asked = [study.ask() for _ in range(min(_BATCH, trials - len(points)))]
        places = [
            tuple(
                round(one.suggest_float(name, min(values), max(values), step=steps[name]), 3)
                for name, values in over.items()
            )
            for one in asked
        ]
        fits = [_has_parameters(bot, names, place, options) for place in places]
        refused = 0 if any(fits) else refused + len(fits)
        if refused >= _REFUSALS:
            learns(with_parameters(bot, names, places[0]), options)  # says why
        found = iter(play([place for place, fit in zip(places, fits, strict=True) if fit], None))
        for one, fit in zip(asked, fits, strict=True):
            if fit:
                points.append(next(found))
                study.tell(one, points[-1].figure.mean)
            else:
                study.tell(one, state=optuna.trial.TrialState.FAIL)
        if progress is not None:
            progress(len(points), trials)
    return points


def _has_parameters(bot: str, names: Sequence[str], values: Sequence[float], asked: MatchOptions) -> bool:
    try:
        learns(with_parameters(bot, names, values), asked)
    except BotError:
        return False
    return True
