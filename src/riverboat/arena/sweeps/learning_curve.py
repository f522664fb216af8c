"""What a bot has won after each hand, over many runs: how fast does it learn?"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.processes import check_processes, spread
from riverboat.arena.matches.series import play_series
from riverboat.arena.matches.setting import Setting
from riverboat.base.checks import whole
from riverboat.base.drawing import Drawn, drawing
from riverboat.bots import BotLike, mix
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Figure, Floats, Moments
from riverboat.games.rules.game import Game


@dataclass(frozen=True)
class LearningCurve(Drawn):
    """The winnings of the first of some bots, in runs that each begin with bots that know nothing.

    names: of the bots. big_blinds: float64[runs, hands + 1], won in a run after so many hands.
    """

    names: tuple[str, ...]
    big_blinds: Floats

    def won(self, start: int, end: int) -> Figure:
        """What it won from one hand to another, in bb/100; the interval is over runs, which are independent."""
        hands = self.big_blinds.shape[1] - 1
        if not 0 <= start < end <= hands:
            raise MatchError(f"hands {start} to {end} are not within the run; try 0 to {hands}")
        gains = self.big_blinds[:, [end]] - self.big_blinds[:, [start]]
        mean, half_width = _over_runs(gains * 100 / (end - start))
        return Figure(float(mean[0]), float(half_width[0]))

    def over_runs(self, hands: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return the mean winnings after so many hands, and half of their 95 % intervals; both float64[hands]."""
        return _over_runs(self.big_blinds[:, hands])

    def chart(self, file: str | os.PathLike[str]) -> None:
        """Draw the winnings over the hands into a file: .svg, or with `riverboat[charts]` .png and .pdf."""
        drawing(self, "chart").save(file)


def learning_curve(
    bots: Sequence[BotLike],
    hands: int = 3000,
    *,
    runs: int = 20,
    game: Game | None = None,
    seed: int = 0,
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> LearningCurve:
    """Play the same match many times with other cards, stacks reset, and return the course of each.

    hands: deals of a run, all played by the same bots. processes: they share the runs and change nothing. progress:
    called with the runs done and all.

    >>> curve = learning_curve(["all-in", "fold"], 20, runs=3)
    >>> curve.big_blinds[:, -1].tolist(), str(curve.won(10, 20))
    ([15.0, 15.0, 15.0], '+75.0 ± 0.0')
    """
    whole("runs", runs, MatchError, least=1, example=20)
    asked = MatchOptions(hands=hands, game=game, series=hands)
    settings = [Setting(tuple(bots), replace(asked, seed=mix(seed, run))) for run in range(runs)]
    check_processes(processes, settings[0].bots)
    chips = []
    for run, won in enumerate(spread(_run, settings, processes), 1):
        chips.append(won)
        if progress is not None:
            progress(run, runs)
    return LearningCurve(settings[0].names, np.array(chips) / settings[0].game.big_blind)


def _run(setting: Setting) -> npt.NDArray[np.int64]:
    """Play a run and return what the first bot has won after 0, 1, … hands."""
    return np.concatenate([[0], play_series(setting, 0).won[:, 0].cumsum()])


def _over_runs(samples: Floats) -> tuple[Floats, Floats]:
    """Return the means of columns and half of their 95 % intervals."""
    moments = Moments(samples.shape[1])
    moments.add(samples)
    return moments.mean, moments.half_width
