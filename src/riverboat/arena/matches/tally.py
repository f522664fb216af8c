"""Sums over the hands of a match, from which means and intervals follow."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from riverboat.arena.matches.seated import Faults, merge_faults
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.evaluation.intervals import Moments, cell_sums
from riverboat.games.rules.positions import position_names


@dataclass
class Tally:
    """All sums of a match.

    won, adjusted, aivat, games_won: samples are deals, in duplicate play means over all rotations, or games of a
    freeze-out.
    by_position: samples are hands, as won and as adjusted.
    """

    bots: int
    rotations: int
    hands: int = 0
    units: int = 0
    won: Moments = field(init=False)
    adjusted: Moments = field(init=False)
    aivat: Moments = field(init=False)
    games_won: Moments = field(init=False)
    by_position: dict[str, tuple[Moments, Moments]] = field(init=False, default_factory=dict)
    faults: list[Faults] = field(init=False)

    def __post_init__(self) -> None:
        self.won, self.adjusted, self.aivat, self.games_won = (Moments(self.bots) for _ in range(4))
        self.faults = [{} for _ in range(self.bots)]

    def add(self, series: SeriesRecord) -> None:
        """Add a series."""
        self.hands += len(series.won)
        self.units += series.units
        bots = np.arange(self.bots)
        units = series.unit[:, None] * self.bots + bots
        for moments, chips in (
            (self.won, series.won),
            (self.adjusted, series.adjusted),
            (self.aivat, series.aivat),
        ):
            if chips is None:
                continue
            samples = np.bincount(units.ravel(), chips.ravel(), series.units * self.bots)
            moments.add(samples.reshape(series.units, self.bots) / self.rotations)
        self.games_won.add(series.games_won)
        seats = (series.seat + 1) * self.bots + bots  # 0 is the place of those who are out
        for players in np.unique(series.players).tolist():
            rows = series.players == players
            won, adjusted = (
                cell_sums(seats[rows], chips[rows], (players + 1) * self.bots).reshape(
                    3, players + 1, self.bots
                )
                for chips in (series.won, series.adjusted)
            )
            for seat, name in enumerate(position_names(players), 1):
                pair = self.by_position.setdefault(name, (Moments(self.bots), Moments(self.bots)))
                pair[0].sums += won[:, seat]
                pair[1].sums += adjusted[:, seat]
        for into, more in zip(self.faults, series.faults, strict=True):
            merge_faults(into, more)
