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

    def add(self, samples: npt.NDArray[Any]) -> None:
        """Add samples [samples, bots]."""
        self.sums += _sums(
            np.broadcast_to(np.arange(samples.shape[1]), samples.shape), samples, samples.shape[1]
        )

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
        bots = np.arange(self.bots)
        units = series.unit[:, None] * self.bots + bots
        for moments, chips in ((self.won, series.won), (self.adjusted, series.adjusted)):
            samples = np.bincount(units.ravel(), chips.ravel(), series.units * self.bots)
            moments.add(samples.reshape(series.units, self.bots) / self.rotations)
        self.games_won.add(series.games_won)
        seats = (series.seat + 1) * self.bots + bots  # 0 is the place of those who are out
        for players in np.unique(series.players).tolist():
            rows = series.players == players
            won, adjusted = (
                _sums(seats[rows], chips[rows], (players + 1) * self.bots).reshape(3, players + 1, self.bots)
                for chips in (series.won, series.adjusted)
            )
            for seat, name in enumerate(position_names(players), 1):
                pair = self.by_position.setdefault(name, (Moments(self.bots), Moments(self.bots)))
                pair[0].sums += won[:, seat]
                pair[1].sums += adjusted[:, seat]
        for into, more in zip(self.faults, series.faults, strict=True):
            merge_faults(into, more)


def _sums(cells: npt.NDArray[Any], samples: npt.NDArray[Any], count: int) -> Floats:
    """Return how many samples fall into each cell, their sum and the sum of their squares: float64[3, cells]."""
    places, values = cells.ravel(), samples.ravel().astype(np.float64)
    found: Floats = np.stack([np.bincount(places, weights, count) for weights in (None, values, values**2)])
    return found
