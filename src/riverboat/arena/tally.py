"""Sums over the hands of a match, from which means and intervals follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.arena.seated import Faults, merge_faults
from riverboat.arena.series_record import SeriesRecord
from riverboat.games.positions import position_names

Floats = npt.NDArray[np.float64]

NORMAL_95: Final = 1.959964
"""Standard errors on each side of a 95 % interval."""


class Moments:
    """How many samples, their sum and the sum of their squares, by bot: float64[3, bots].

    >>> moments = Moments(1)
    >>> moments.add(np.array([[1.0], [3.0]]))
    >>> moments.mean.tolist(), (moments.half_width / NORMAL_95).round(6).tolist()
    ([2.0], [1.0])
    """

    def __init__(self, bots: int) -> None:
        self.sums: Floats = np.zeros((3, bots))

    def add(self, samples: npt.NDArray[Any], counted: npt.NDArray[np.bool_] | None = None) -> None:
        """Add samples [samples, bots], all of them or those that are to count."""
        which = np.ones(samples.shape, bool) if counted is None else counted
        kept = np.where(which, samples, 0).astype(np.float64)
        self.sums += np.stack([which.sum(axis=0), kept.sum(axis=0), (kept**2).sum(axis=0)])

    @property
    def count(self) -> Floats:
        """The number of samples by bot."""
        found: Floats = self.sums[0]
        return found

    @property
    def mean(self) -> Floats:
        """The mean by bot; 0 without any sample."""
        found: Floats = self.sums[1] / np.maximum(self.count, 1)
        return found

    @property
    def half_width(self) -> Floats:
        """Half of the 95 % interval of the mean; infinite with less than two samples."""
        spread = np.maximum(self.sums[2] - self.count * self.mean**2, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            width = NORMAL_95 * np.sqrt(spread / (self.count - 1) / self.count)
        return np.where(self.count > 1, width, np.inf)


@dataclass
class Tally:
    """All sums of a match.

    won, adjusted, games_won: samples are deals, in duplicate play means over all rotations, or games of a freeze-out.
    by_position: samples are hands, as won and as adjusted.
    """

    bots: int
    rotations: int
    hands: int = 0
    units: int = 0
    won: Moments = field(init=False)
    adjusted: Moments = field(init=False)
    games_won: Moments = field(init=False)
    by_position: dict[str, tuple[Moments, Moments]] = field(init=False, default_factory=dict)
    faults: list[Faults] = field(init=False)

    def __post_init__(self) -> None:
        self.won, self.adjusted, self.games_won = (Moments(self.bots) for _ in range(3))
        self.faults = [{} for _ in range(self.bots)]

    def add(self, series: SeriesRecord) -> None:
        """Add a series."""
        self.hands += len(series.won)
        self.units += series.units
        for moments, chips in ((self.won, series.won), (self.adjusted, series.adjusted)):
            samples = np.zeros((series.units, self.bots))
            np.add.at(samples, series.unit, chips)
            moments.add(samples / self.rotations)
        self.games_won.add(series.games_won)
        for players in np.unique(series.players).tolist():
            for seat, name in enumerate(position_names(players)):
                counted = (series.seat == seat) & (series.players == players)[:, None]
                pair = self.by_position.setdefault(name, (Moments(self.bots), Moments(self.bots)))
                pair[0].add(series.won, counted)
                pair[1].add(series.adjusted, counted)
        for into, more in zip(self.faults, series.faults, strict=True):
            merge_faults(into, more)
