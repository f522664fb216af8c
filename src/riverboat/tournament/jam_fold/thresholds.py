"""With which stacks hands are jammed and called, where all have the same: the deepest, and gaps below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from riverboat.base.checks import number, whole
from riverboat.base.drawing import Drawn
from riverboat.cards.hand_class import CLASS_NAMES
from riverboat.errors import TournamentError
from riverboat.tournament.jam_fold.exact import solve_exactly
from riverboat.tournament.jam_fold.hand import JamFoldHand, make_hand

_TARGETS: Final = {2: 1e-8, 3: 1e-4}
"""What no seat shall gain, in big blinds. A hand of 4 in 1,326 that is 0.01 bb from its threshold costs 3e-5 if it is
played wrongly: at 1e-5, the target of single hands, K2s was folded with 19.2. At 1e-8 thresholds are those of the
linear program, in steps of 0.1 up to 20."""
_ITERATIONS: Final = 4_000


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

    def spans(self, name: str, row: int) -> list[tuple[float, float]]:
        """Return all stretches of stacks with which a class jams more often than not, the deepest first.

        Few hands have gaps: 53s jams up to 2.4 big blinds and again from 3.8 on, but for a hole at 4.0.

        >>> jam_thresholds(deepest=5, step=0.5).spans("53s", 0)
        [(4.5, 5.0), (1.0, 2.0)]
        """
        played = self.jams[:, row, CLASS_NAMES.index(name)] > 0.5
        edges = np.flatnonzero(np.diff(np.concatenate([[False], played, [False]])))
        found = [
            (float(self.stacks[begin]), float(self.stacks[end - 1]))
            for begin, end in zip(edges[::2], edges[1::2], strict=True)
        ]
        return found[::-1]

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
            "spans": {
                self.hand.row_name(row): {name: self.spans(name, row) for name in CLASS_NAMES} for row in rows
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
    jams = list[np.ndarray]()
    for done, stack in enumerate(stacks[::-1].tolist()):  # each begins with what the next deeper one found
        hand = make_hand(stack, players, small_blind=small_blind, ante=ante, payouts=payouts)
        scale = hand.payouts.sum() / hand.stacks.sum() if len(hand.payouts) else 1.0
        found = solve_exactly(
            hand,
            rule="cfr+",
            iterations=_ITERATIONS,
            target=_TARGETS[players] * scale,
            both_starts=False,
            start=jams[-1] if jams else None,
        )
        jams.append(found.strategy)
        if progress is not None:
            progress(done + 1, len(stacks))
    return JamThresholds(hand, stacks, np.array(jams[::-1]))
