"""Sums over the hands of a match, from which means and intervals follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.seated import Faults, merge_faults
from riverboat.arena.matches.series_record import SeriesRecord
from riverboat.evaluation.intervals import Moments, cell_sums
from riverboat.games.rules.positions import position_names

_POINTS: Final = 20  # of a course in each series


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
        for moments, chips in (
            (self.won, series.won),
            (self.adjusted, series.adjusted),
            (self.aivat, series.aivat),
        ):
            if chips is not None:
                moments.add(by_unit(series, chips) / self.rotations)
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


class Course:
    """What all bots have won as a match goes on, in big blinds, all-in adjusted: a few points of each series."""

    def __init__(self, tally: Tally, big_blind: int) -> None:
        self.big_blind = big_blind
        self.points: list[tuple[int, tuple[float, ...]]] = [(0, (0.0,) * tally.bots)]
        if tally.hands:  # where a match goes on, its beginning is one line
            self._note(tally.hands, tally.adjusted.sums[1] * tally.rotations / big_blind)

    def add(self, series: SeriesRecord) -> None:
        """Add a series."""
        hands, won = self.points[-1]
        totals = np.cumsum(by_unit(series, series.adjusted), axis=0) / self.big_blind + won
        for after in np.linspace(0, series.units, min(_POINTS, series.units) + 1).astype(int)[1:].tolist():
            self._note(hands + len(series.won) * after // series.units, totals[after - 1])

    def _note(self, hands: int, won: npt.NDArray[np.float64]) -> None:
        self.points.append((hands, tuple(won.round(9).tolist())))


def by_unit(series: SeriesRecord, chips: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return chips by deal or game and bot, the sum over rotations and hands: float64[units, bots]."""
    bots = chips.shape[1]
    cells = series.unit[:, None] * bots + np.arange(bots)
    sums = np.bincount(cells.ravel(), chips.ravel(), series.units * bots).reshape(series.units, bots)
    return sums.astype(np.float64, copy=False)
