"""The deepest stacks with which hands are jammed and called, where all have the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from riverboat.base.checks import number, whole
from riverboat.base.drawing import Drawn
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.errors import TournamentError
from riverboat.tournament.jam_fold.exact import solve_exactly
from riverboat.tournament.jam_fold.hand import JamFoldHand, make_hand
from riverboat.tournament.jam_fold.solve import TARGETS


@dataclass(frozen=True, eq=False)
class JamThresholds(Drawn):
    """stacks: big blinds that were solved, ascending. jams: chances to jam, float64[stacks, rows, 169]."""

    hand: JamFoldHand
    stacks: np.ndarray
    jams: np.ndarray

    def deepest(self) -> np.ndarray:
        """Return the deepest stack with which a class jams more often than not, float64[rows, 169]; 0 for none."""
        played = self.jams > 0.5
        last = len(self.stacks) - 1 - np.argmax(played[::-1], axis=0)
        return np.where(played.any(axis=0), self.stacks[last], 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        deepest = self.deepest()
        rows = [row for row in range(self.hand.rows) if not self.hand.forced[row]]
        return {
            "stacks": self.stacks.tolist(),
            "ante": self.hand.ante,
            "deepest": {
                self.hand.row_name(row): dict(zip(CLASS_NAMES, deepest[row].tolist(), strict=True))
                for row in rows
            },
        }


def jam_thresholds(
    players: int = 2,
    *,
    deepest: float = 20.0,
    step: float = 0.1,
    small_blind: float = 0.5,
    ante: float = 0.0,
    payouts: Sequence[float] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> JamThresholds:
    """Solve equal stacks from one big blind up for two or three players, and return with which stacks hands are jammed.

    >>> found = jam_thresholds(deepest=3, step=1)
    >>> found.stacks.tolist(), float(found.deepest()[0][CLASS_NAMES.index("32o")])
    ([1.0, 2.0, 3.0], 1.0)
    """
    whole("players", players, TournamentError, least=2, most=3, example=2)
    number("step", step, TournamentError, least=0.01, example=0.1)
    number("deepest", deepest, TournamentError, least=1 + step, most=100, example=20)
    stacks = np.round(np.arange(1.0, deepest + step / 2, step), 6)
    jams = []
    for done, stack in enumerate(stacks.tolist()):
        hand = make_hand(stack, players, small_blind=small_blind, ante=ante, payouts=payouts)
        scale = hand.payouts.sum() / hand.stacks.sum() if len(hand.payouts) else 1.0
        goal = TARGETS[players] * scale
        jams.append(
            solve_exactly(hand, rule="cfr+", iterations=2000, target=goal, both_starts=False).strategy
        )
        if progress is not None:
            progress(done + 1, len(stacks))
    return JamThresholds(hand, stacks, np.array(jams))
