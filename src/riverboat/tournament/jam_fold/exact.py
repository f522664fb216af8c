"""Jam or fold for two and three players over exact chances of all classes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from riverboat import _core
from riverboat.cards.hand_class import NUM_CLASSES
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.equities.three_way import chances
from riverboat.tournament.jam_fold.dealt import dealt
from riverboat.tournament.jam_fold.hand import JamFoldHand, better_hands, strengths
from riverboat.tournament.jam_fold.result import JamFold
from riverboat.tournament.jam_fold.two import TwoJam

RULES: Final = ("cfr+", "fp")
"""CFR+ with averages weighted by the iteration; fictitious play."""
_LOOK: Final = {2: 20, 3: 10}  # iterations between two looks at the gains, which cost as much as one or two
_KNOWN: Final = 2.0  # iterations that a start which is nearly right counts for
_SCALE: Final = 1e-12  # below this chance nobody comes


@cache
def engine(players: int) -> Any:
    """Return what solves for two to six: `TwoJam` or its native twin with exact chances, or a pool of deals."""
    if players > 3:
        return dealt(players)
    return TwoJam(pair_chances()) if players == 2 else _core.ThreeJam(chances())


def solve_exactly(
    hand: JamFoldHand,
    *,
    rule: str,
    iterations: int,
    target: float,
    both_starts: bool = True,
    start: np.ndarray | None = None,
) -> JamFold:
    """Return strategies whose gains are known; a second run begins with everybody folding.

    start: a strategy that is nearly right, such as that of a stack close by: some twenty times fewer iterations.
    """
    values = hand.end_values()
    game = engine(hand.players)
    locked = hand.forced.tolist()

    def run(rows: np.ndarray, weight: float = 0.0) -> tuple[np.ndarray, list[float], int]:
        rows[hand.forced] = 1.0
        found: tuple[np.ndarray, list[float], int] = game.solve(
            values, rows, locked, rule == "fp", iterations, target, _LOOK[hand.players], weight
        )
        return found

    begun = better_hands(hand, strengths()) if start is None else start.copy()
    strategy, gains, done = run(begun, 0.0 if start is None else _KNOWN)
    worth = values_of(game, values, strategy)
    differ = float("nan")
    if both_starts:
        differ = float(abs(values_of(game, values, run(np.zeros((hand.rows, NUM_CLASSES)))[0]) - worth).max())
    return JamFold(
        hand,
        strategy,
        per_hand(game, hand, values, strategy),
        worth,
        np.array(gains),
        "exact",
        rule,
        done,
        differ,
    )


def values_of(game: Any, values: np.ndarray, strategy: np.ndarray) -> np.ndarray:
    """Return what a hand is worth to each seat if its ends are worth so much."""
    return np.asarray(np.einsum("eo,eos->s", np.asarray(game.ends(strategy)), values))


def per_hand(game: Any, hand: JamFoldHand, values: np.ndarray, strategy: np.ndarray) -> np.ndarray:
    """Return what jamming is worth over folding, to who holds the class and has come there."""
    ones = np.zeros_like(values)  # ends are worth 1 to all who jam: then advantages are chances to come there
    for jams in range(len(values)):
        ones[jams] = [jams >> seat & 1 for seat in range(hand.players)]
    reach = np.asarray(game.advantages(ones, strategy))
    gain = np.asarray(game.advantages(values, strategy))
    return np.asarray(np.divide(gain, reach, out=np.full_like(gain, np.nan), where=reach > _SCALE))
