"""What a series leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from riverboat.arena.matches.seated import Faults
from riverboat.games.histories.hand import Hand


@dataclass
class SeriesRecord:
    """All results of a series, one row for each hand, a column for each bot.

    won, adjusted: chips. seat: -1 for a bot that is out. players: how many are in. unit: which deal or game, from 0 in
    each series. games_won: float64[units, bots], the share of freeze-outs won, over all rotations. hands: those kept.
    dealt: for each of them the rotation, and the seed with which a `Table` deals its cards again. aivat: chips, if it
    was asked for.
    """

    units: int
    won: npt.NDArray[np.int64]
    adjusted: npt.NDArray[np.float64]
    seat: npt.NDArray[np.int8]
    players: npt.NDArray[np.int8]
    unit: npt.NDArray[np.int64]
    games_won: npt.NDArray[np.float64]
    faults: list[Faults]
    hands: list[Hand] = field(default_factory=list)
    dealt: list[tuple[int, int]] = field(default_factory=list)
    aivat: npt.NDArray[np.float64] | None = None
