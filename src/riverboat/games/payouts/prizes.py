"""What a hand is played for in a tournament: prizes instead of chips, for every solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from riverboat.games.payouts.checked import checked_payouts, checked_stacks
from riverboat.games.payouts.finishes import MOST_EXACT
from riverboat.games.rules.game import Game


@dataclass(frozen=True)
class Prizes:
    """Prizes by place, and the stacks of players who are not dealt in, in chips of the game.

    Solvers that are given these value the stacks of all after the hand by Malmuth and Harville. Their values are in
    chips still: prize money over that before the hand, times all chips over all prizes.
    """

    payouts: tuple[float, ...]
    others: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for name in ("payouts", "others"):  # lists do as well; what is wrong with them `of` tells
            if isinstance(given := getattr(self, name), list):
                object.__setattr__(self, name, tuple(given))

    def to_table(self) -> dict[str, list[float]]:
        """Return it as a table of TOML; `from_table` reads it."""
        return {
            "payouts": [float(prize) for prize in self.payouts],
            "others": [float(stack) for stack in self.others],
        }

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Prizes:
        """Read what `to_table` made.

        >>> Prizes.from_table(Prizes((50, 30), others=(4000,)).to_table())
        Prizes(payouts=(50.0, 30.0), others=(4000.0,))
        """
        payouts, others = (tuple(map(float, table[name])) for name in ("payouts", "others"))
        return cls(payouts, others)

    def of(self, game: Game) -> tuple[list[float], list[float]]:
        """Return the stacks of all, the game's seats first, and the prizes, checked.

        >>> from riverboat.games import nolimit_holdem
        >>> Prizes((50, 30, 20), others=(4000,)).of(nolimit_holdem(stacks=(3000, 2000)))
        ([3000.0, 2000.0, 4000.0], [50.0, 30.0, 20.0])
        """
        others: Sequence[float] = [] if not self.others else checked_stacks(self.others, least=1).tolist()
        stacks = checked_stacks([*game.stacks, *others], most=MOST_EXACT)
        return stacks.tolist(), checked_payouts(self.payouts, len(stacks)).tolist()
