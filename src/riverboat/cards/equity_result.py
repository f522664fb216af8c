"""What `equity` answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from riverboat.cards.range import Range

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class PlayerEquity:
    """What one player wins.

    equity: expected share of the pot. win: probability to win all of it. tie: probability to share it.
    standard_error: of `equity`; 0 if exact.
    """

    hands: Range
    equity: float
    win: float
    tie: float
    standard_error: float
    _by_hand: Callable[[], np.ndarray] = field(repr=False, compare=False)

    @cached_property
    def by_hand(self) -> np.ndarray:
        """float64[1326]: the equity of each hand of the range.

        NaN for hands that the range does not hold, that other cards exclude or, when sampled, that were never dealt.
        """
        equities = self._by_hand()
        equities.flags.writeable = False
        return equities


@dataclass(frozen=True)
class EquityResult:
    """The players' equities and how they were found.

    method: "table" or "exact", both exact, or "sampled".
    deals: known hands: boards counted; sampled: deals of hands and boards; otherwise the weight of all deals.
    """

    players: tuple[PlayerEquity, ...]
    board: str
    dead: str
    method: str
    deals: float

    @property
    def equities(self) -> tuple[float, ...]:
        """Each player's equity; they sum to 1."""
        return tuple(player.equity for player in self.players)

    def to_dict(self) -> dict[str, object]:
        """Return plain values, as `--json` prints them."""
        return {
            "players": [
                {
                    "hands": str(player.hands),
                    "equity": player.equity,
                    "win": player.win,
                    "tie": player.tie,
                    "standard_error": player.standard_error,
                }
                for player in self.players
            ],
            "board": self.board,
            "dead": self.dead,
            "method": self.method,
            "deals": self.deals,
        }

    def __rich__(self) -> RenderableType:
        from riverboat.cards.equity_view import equity_table

        return equity_table(self)
