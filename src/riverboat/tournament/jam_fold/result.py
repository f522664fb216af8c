"""What is jammed and called: strategies of all seats, what they are worth and how far from an equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from riverboat.base.drawing import Drawn
from riverboat.cards.hand_class import CLASS_NAMES, CLASS_SIZES
from riverboat.tournament.jam_fold.hand import JamFoldHand

_SHARES = CLASS_SIZES / CLASS_SIZES.sum()
_SEEN = 1e-9
"""Chances below this do not count: nobody comes there."""


@dataclass(frozen=True, eq=False)
class JamFold(Drawn):
    """Strategies for one hand of jam or fold.

    strategy: chances to jam, float64[rows, 169], rows as `JamFoldHand` has them. advantages: what jamming with a class
    is worth over folding, in the unit of the hand, float64[rows, 169]; NaN where nobody comes. values: what the hand is
    worth to each seat. gains: what each seat would win more by its best answer. standard_errors: of sampled values.
    starts_differ: by how much the values of a run from another start differ, at most; NaN if there was none.
    gain_bounds: where gains are sampled, between which numbers they lie: from an answer judged on other deals than it
    was chosen on, to one judged on its own. hands_ahead: hands that are played before ICM is asked, for which so many
    others were solved.
    """

    hand: JamFoldHand
    strategy: np.ndarray
    advantages: np.ndarray
    values: np.ndarray
    gains: np.ndarray
    method: Literal["exact", "sampled"]
    rule: str
    iterations: int
    starts_differ: float
    standard_errors: np.ndarray | None = None
    gain_bounds: np.ndarray | None = None
    deals: int = 0
    hands_ahead: int = 0
    hands_solved: int = 0

    def chance(self, name: str, row: int) -> float:
        """Return how often a class jams in a row.

        >>> from riverboat.tournament import pushfold
        >>> pushfold(10).chance("A2o", 0)
        1.0
        """
        return float(self.strategy[row, CLASS_NAMES.index(name)])

    def share(self, row: int) -> float:
        """Return which share of hands jams in a row."""
        return float(self.strategy[row] @ _SHARES)

    def reached(self) -> np.ndarray:
        """Return how often each row is come to, as if seats held cards independently: float64[rows]."""
        hand = self.hand
        shares = np.array([self.share(row) for row in range(hand.rows)])
        reach = np.ones(hand.rows)
        for row in range(1, hand.rows):
            seat = int(hand.seat_of_row[row])
            jams = row - (2**seat - 1)
            for before in range(seat):
                at = shares[hand.row(before, jams & (2**before - 1))]
                reach[row] *= at if jams >> before & 1 else 1 - at
        return reach

    def decisions(self, least: float = 0.0) -> Iterator[int]:
        """Yield the rows in which there is a choice and that are come to more often than `least`."""
        reach = self.reached()
        for row in range(self.hand.rows):
            if not self.hand.forced[row] and reach[row] > max(least, _SEEN):
                yield row

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        hand = self.hand
        reach = self.reached()
        charts = [
            {
                "row": row,
                "decision": hand.row_name(row),
                "seat": hand.positions[hand.seat_of_row[row]],
                "reached": float(reach[row]),
                "share": self.share(row),
                "jam": dict(zip(CLASS_NAMES, self.strategy[row].round(6).tolist(), strict=True)),
                "jam_minus_fold": {
                    name: None if np.isnan(gain) else round(float(gain), 6)
                    for name, gain in zip(CLASS_NAMES, self.advantages[row], strict=True)
                },
            }
            for row in self.decisions()
        ]
        return {
            "positions": list(hand.positions),
            "stacks": hand.stacks.tolist(),
            "small_blind": hand.small_blind,
            "ante": hand.ante,
            "payouts": hand.payouts.tolist() or None,
            "bounties": hand.bounties.tolist() or None,
            "unit": hand.unit,
            "values": self.values.tolist(),
            "gains": self.gains.tolist(),
            "gain_bounds": None if self.gain_bounds is None else self.gain_bounds.tolist(),
            "standard_errors": None if self.standard_errors is None else self.standard_errors.tolist(),
            "method": self.method,
            "rule": self.rule,
            "iterations": self.iterations,
            "deals": self.deals or None,
            "hands_ahead": self.hands_ahead,
            "hands_solved": self.hands_solved,
            "starts_differ": None if np.isnan(self.starts_differ) else self.starts_differ,
            "charts": charts,
        }
