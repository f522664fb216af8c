"""What a local best response won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from riverboat.base.drawing import Drawn
from riverboat.evaluation.intervals import Figure


@dataclass(frozen=True)
class LocalBestResponse(Drawn):
    """What a local best response wins from a strategy: a lower bound on what a best response wins.

    strategy, game: their names. menu, first, depth, acting: how it was asked. hands: played, every deal in every seat.
    won: thousandths of a big blind per hand, with a 95 % interval over deals. by_seat: the same by position.
    """

    strategy: str
    game: str
    menu: str
    first: str
    depth: int
    acting: str
    hands: int
    seed: int
    won: Figure
    by_seat: dict[str, Figure]

    @property
    def title(self) -> str:
        """What was measured, in words."""
        ahead = "" if self.depth == 1 else f", {self.depth} bets ahead"
        return f"{self.strategy} ({self.acting}) against {self.menu} from the {self.first} on{ahead}"

    def __str__(self) -> str:
        return f"{self.title}: {self.won} mbb/h over {self.hands:,} hands"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "strategy": self.strategy,
            "game": self.game,
            "menu": self.menu,
            "first": self.first,
            "depth": self.depth,
            "acting": self.acting,
            "hands": self.hands,
            "seed": self.seed,
            "mbb_per_hand": self.won.to_dict(),
            "by_seat": {name: figure.to_dict() for name, figure in self.by_seat.items()},
        }
