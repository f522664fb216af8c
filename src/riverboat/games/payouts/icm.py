"""The independent chip model: what stacks are worth, what all-ins cost, and deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, Final

import numpy as np

from riverboat import _core
from riverboat.base.checks import check_seed, number, one_of, whole
from riverboat.base.drawing import Drawn
from riverboat.errors import PayoutError
from riverboat.games.payouts.checked import checked_bounties, checked_payouts, checked_stacks
from riverboat.games.payouts.finishes import (
    MODELS,
    MOST_EXACT,
    Model,
    finish_chances,
    prizes_after,
    sampled_finishes,
)

SAMPLES: Final = 200_000
"""Orders that are drawn where there are too many players to count: errors of some thousandths of the first prize."""


MOST_PAIRS: Final = 12
"""Players between all of whom bubble factors are told without being asked for: with 20 they take ten seconds."""


@dataclass(frozen=True, eq=False)
class Icm(Drawn):
    """What stacks are worth in prizes.

    finishes: chances by player and place, float64[players, places]. equities: prize money by player; bounties: what
    each expects of heads, if they have prices. standard_errors: of sampled equities; None if they are exact.
    """

    stacks: np.ndarray
    payouts: np.ndarray
    model: Model
    finishes: np.ndarray
    equities: np.ndarray
    bounties: np.ndarray | None = None
    standard_errors: np.ndarray | None = None

    @property
    def totals(self) -> np.ndarray:
        """Prize money and bounties."""
        return self.equities if self.bounties is None else self.equities + self.bounties

    def bubble_factors(self) -> np.ndarray:
        """Return what a chip lost costs for each that is won, in an all-in of the row against the column.

        float64[players, players], the shorter of two stacks at stake; NaN on the diagonal.

        >>> icm([5000, 3000, 2000], [50, 30, 20]).bubble_factors().round(2).tolist()
        [[nan, 1.17, 1.09], [1.55, nan, 1.11], [1.35, 1.17, nan]]
        """
        self._check_exact("bubble factors")
        return self._factors.copy()

    @cached_property
    def _factors(self) -> np.ndarray:
        players = len(self.stacks)
        factors = np.full((players, players), np.nan)
        after = {pair: self._after(*pair) for pair in permutations(range(players), 2)}
        for one, other in after:
            gain = after[one, other][one] - self.equities[one]
            loss = self.equities[one] - after[other, one][one]
            factors[one, other] = loss / gain if gain > 0 else np.inf
        return factors

    def risk_premiums(self) -> np.ndarray:
        """Return by how much more than half an even all-in must win, float64[players, players].

        >>> round(float(icm([2000, 2000, 2000], [1]).risk_premiums()[0, 1]), 6)  # winner takes all: chips are money
        0.0
        """
        factors = self.bubble_factors()
        with np.errstate(invalid="ignore"):
            needed = np.where(np.isinf(factors), 1.0, factors / (1.0 + factors))
        return needed - 0.5

    def deal(self, *, for_winner: float = 0.0) -> dict[str, np.ndarray]:
        """Return ways to share what is left of the prizes, by name: icm, weitzman, and chips.

        for_winner: prize money that is still played for. chips: everybody gets the lowest prize, and the rest goes by
        chips; nobody gets more than the first prize.

        >>> {name: shares.round(2).tolist() for name, shares in icm([5000, 3000, 2000], [50, 30, 20]).deal().items()}
        {'icm': [38.39, 32.75, 28.86], 'weitzman': [38.06, 32.77, 29.16], 'chips': [40.0, 32.0, 28.0]}
        """
        prizes = np.zeros(len(self.stacks))
        prizes[: len(self.payouts)] = self.payouts
        most = self.payouts[0] - (prizes[1] if len(prizes) > 1 else 0.0)
        prizes[0] -= number("for_winner", for_winner, PayoutError, least=0, most=float(most), example=5)
        self._check_exact("deals")
        shares = {
            "icm": finish_chances(self.stacks, len(prizes)) @ prizes,
            "weitzman": finish_chances(self.stacks, len(prizes), "weitzman") @ prizes,
        }
        return shares | {"chips": _by_chips(self.stacks, prizes)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        told = self.standard_errors is None and len(self.stacks) <= MOST_PAIRS
        return {
            "model": self.model,
            "stacks": self.stacks.tolist(),
            "payouts": self.payouts.tolist(),
            "equities": self.equities.tolist(),
            "finishes": self.finishes.tolist(),
            "bounties": None if self.bounties is None else self.bounties.tolist(),
            "standard_errors": None if self.standard_errors is None else self.standard_errors.tolist(),
            "bubble_factors": _without_nan(self.bubble_factors()) if told else None,
            "risk_premiums": _without_nan(self.risk_premiums()) if told else None,
        }

    def _after(self, winner: int, loser: int) -> np.ndarray:
        """What everybody has after the winner took the shorter of two stacks from the loser."""
        stacks = self.stacks.copy()
        stake = min(stacks[winner], stacks[loser])
        stacks[winner] += stake
        stacks[loser] -= stake
        return prizes_after(self.stacks, stacks, self.payouts, self.model)

    def _check_exact(self, what: str) -> None:
        if self.standard_errors is not None:
            raise PayoutError(
                f"{what} need exact equities, which are counted up to {MOST_EXACT} players, not for {len(self.stacks)}"
            )


def icm(
    stacks: Sequence[float],
    payouts: Sequence[float],
    *,
    model: Model = "harville",
    bounties: float | Sequence[float] | None = None,
    samples: int | None = None,
    seed: int = 0,
) -> Icm:
    """Return what stacks are worth in prizes by the independent chip model.

    payouts: by place, the first place first. model: "harville", which everybody uses, or "weitzman". bounties: the
    price of each head, or of all; a head goes to one of those who finish above, drawn by chips, and the winner keeps
    his own. samples: draw so many finishing orders; otherwise it is exact up to 20 players and draws 200,000 beyond.

    >>> [float(round(equity * 28, 9)) for equity in icm([5000, 3000, 2000], [50, 30, 20]).equities]  # 1075, 917, 808
    [1075.0, 917.0, 808.0]
    """
    chips = checked_stacks(stacks)
    prizes = checked_payouts(payouts, len(chips))
    one_of("model", model, MODELS, PayoutError)
    check_seed(seed, PayoutError)
    if samples is not None:
        whole("samples", samples, PayoutError, least=2, example=SAMPLES)
    sampled = samples is not None or len(chips) > MOST_EXACT
    if sampled and (model == "weitzman" or bounties is not None):
        what = "Weitzman's model" if model == "weitzman" else "what bounties are worth"
        raise PayoutError(
            f"{what} is counted for up to {MOST_EXACT} players and not sampled; leave out players or samples"
        )
    heads = None
    if bounties is not None:
        heads = np.asarray(_core.bounties_won(chips, checked_bounties(bounties, len(chips))))
    if sampled:
        finishes, equities, errors = sampled_finishes(chips, prizes, samples or SAMPLES, seed)
        return Icm(chips, prizes, model, finishes, equities, None, errors)
    finishes = finish_chances(chips, len(prizes), model)
    return Icm(chips, prizes, model, finishes, finishes @ prizes, heads)


def _by_chips(stacks: np.ndarray, prizes: np.ndarray) -> np.ndarray:
    """The lowest prize for all, the rest by chips; what would go beyond the first prize goes to the others."""
    shares: np.ndarray = prizes.min() + (prizes - prizes.min()).sum() * stacks / stacks.sum()
    capped = np.zeros(len(stacks), dtype=bool)
    while (shares > prizes[0] + 1e-12).any() and not capped.all():
        capped |= shares > prizes[0] + 1e-12
        shares[capped] = prizes[0]
        rest = prizes.sum() - shares[capped].sum()
        others = ~capped
        low = prizes.min()
        shares[others] = low + (rest - low * others.sum()) * stacks[others] / stacks[others].sum()
    return shares


def _without_nan(matrix: np.ndarray) -> list[list[float | None]]:
    """JSON knows no NaN and no infinity."""
    return [[float(x) if np.isfinite(x) else None for x in row] for row in matrix]
