"""Pairs with a bot that learns: the whole match-up is one series, and it is played several times.

Made afresh every few deals, a learning bot never gets to play what it has learned. So it stays for all deals of its
match-up. Then the hands of a match-up depend on each other, and no interval follows from them; but match-ups with
other cards and bots made afresh are independent, and intervals are those of their results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from riverboat.arena.matches.batch import Played
from riverboat.arena.matches.setting import Setting
from riverboat.bots import mix
from riverboat.evaluation.intervals import Figure
from riverboat.evaluation.student import student_95

RUNS: Final = 10
"""Times that a match-up with a learning bot is played: the fewest of which the sign test can say p = 0.002."""


def runs_of(match: Setting, runs: int) -> list[Setting]:
    """Return a match as often as it is to be played: each time one series, with cards of its own."""
    asked = match.options
    return [
        replace(match, options=replace(asked, series=match.hands, seed=mix(match.seed, run)))
        for run in range(runs)
    ]


def together(runs: Sequence[Played]) -> Played:
    """Return many runs of one match as a whole: each is a series, and the figures are means over them.

    >>> from riverboat.arena.matches.batch import play_batch
    >>> from riverboat.arena.matches.options import MatchOptions
    >>> match = Setting(("killbot", "fold"), MatchOptions(hands=20))
    >>> both = together(play_batch(runs_of(match, 2)))
    >>> both.hands, len(both.by_series)
    (40, 2)
    """
    return Played(
        sum(run.hands for run in runs),
        _over_runs([run.won for run in runs]),
        _over_runs([run.adjusted for run in runs]),
        None,
        tuple(row for run in runs for row in run.by_series),
        tuple(map(sum, zip(*(run.lost_decisions for run in runs), strict=True))),
    )


def _over_runs(figures: Sequence[tuple[Figure, ...]]) -> tuple[Figure, ...]:
    """Return the mean by bot with its 95 % interval by Student's t, as runs are few."""
    means = np.array([[figure.mean for figure in run] for run in figures])
    count = len(means)
    wide = (
        [np.inf] * means.shape[1]
        if count < 2
        else student_95(count - 1) * means.std(axis=0, ddof=1) / count**0.5
    )
    return tuple(
        Figure(float(mean), float(half)) for mean, half in zip(means.mean(axis=0), wide, strict=True)
    )
