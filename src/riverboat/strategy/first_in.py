"""What every position plays when all before it have folded: the part of a strategy that players know by heart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.base.drawing import Drawn
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_OF_HAND, CLASS_SIZES
from riverboat.cards.range import Range
from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL
from riverboat.solvers.asking.cursor import StackBB
from riverboat.solvers.asking.strategy import Strategy

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FirstIn(Drawn):
    """How every position plays first in. raises, calls: float64[positions, 169], shares by hand class."""

    positions: tuple[str, ...]
    raises: Floats
    calls: Floats

    def frequency(self, position: str) -> float:
        """Return how often a position raises first in, over all its hands."""
        return float(self.raised(position) @ CLASS_SIZES) / int(CLASS_SIZES.sum())

    def raised(self, position: str) -> Floats:
        """Return the share of each hand class that a position raises: float64[169]."""
        return np.asarray(self.raises[self.positions.index(position)])

    def range(self, position: str) -> Range:
        """Return what a position raises as a range, in hundredths."""
        return Range.from_weights(np.round(self.raised(position), 2)[CLASS_OF_HAND])

    def agreement(self, other: FirstIn, within: float = 0.05) -> float:
        """Return the share of all first-in decisions, 169 a position, that two strategies raise alike.

        within: how far the shares may lie apart. Two trainings that differ in their seed alone tell by this how far
        they have come.
        """
        if self.positions != other.positions:
            raise StrategyError(
                f"positions {', '.join(self.positions)} are compared with {', '.join(other.positions)}; both "
                "strategies must be of as many players"
            )
        apart = np.abs(self.raises - other.raises)
        return float(np.mean(apart <= within + 1e-9))  # shares are fifteenths in floating point

    def to_dict(self) -> dict[str, Any]:
        """Return how often and what every position raises and calls, as plain values."""
        return {
            position: {
                "raise": self.frequency(position),
                "call": float(calls @ CLASS_SIZES) / int(CLASS_SIZES.sum()),
                "range": str(self.range(position)),
                "hands": {
                    name: {"raise": float(up), "call": float(call)}
                    for name, up, call in zip(CLASS_NAMES, raises, calls, strict=True)
                },
            }
            for position, raises, calls in zip(self.positions, self.raises, self.calls, strict=True)
        }


def first_in(strategy: Strategy, *, stack_bb: StackBB = None) -> FirstIn:
    """Return how every position plays when all before it have folded, the big blind left out.

    stack_bb: big blinds of everybody or by seat, if they are not the trained ones.
    """
    if strategy.game.hole_cards != 2:
        raise StrategyError(f"opening ranges are of two-card hands; {strategy.game.name!r} deals one card")
    if strategy.game.board_cards[0]:
        raise StrategyError(
            f"opening ranges are of games from before the flop; {strategy.game.name!r} begins after it"
        )
    positions, raises, calls = [], [], []
    players = strategy.at(stack_bb=stack_bb).table.game.players
    for folds in range(players - 1):
        hands = strategy.grid(" ".join("f" * folds), stack_bb=stack_bb)
        action = np.array([option.action for option in hands.options])
        positions.append(hands.position)
        by_class = hands.strategy[[hands.index(name) for name in CLASS_NAMES]]
        raises.append(by_class[:, action > CALL].sum(axis=1))
        calls.append(by_class[:, action == CALL].sum(axis=1))
    return FirstIn(tuple(positions), np.array(raises), np.array(calls))
