"""What was counted of an opponent, by situation and strength of hand, and how it tilts a strategy towards him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.search.models.situations import KINDS, Situation, choices_of_kinds

Floats = npt.NDArray[np.float64]
Bins = npt.NDArray[np.intp]

CUTS: Final = (0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9)
"""Chances to win against a random hand at which a bin of strength ends; narrow where most hands are."""

BINS: Final = len(CUTS) + 1

PRIOR: Final = 4.0
"""Observations that a strategy counts as in every bin of every grain: with so many of his own an opponent is half what
was seen of him and half the strategy. Chosen by hand: a thousand hands are some 3,000 decisions in 66 coarse cells."""

_SLACK: Final = 1e-3  # of a choice that the strategy never takes, where a kind must be shared among choices


def strength_bins(strengths: npt.ArrayLike) -> Bins:
    """Return the bin of each strength; what has none, because it cannot be held, is in the first.

    >>> strength_bins([0.2, 0.5, 0.95, np.nan]).tolist()
    [0, 3, 10, 0]
    """
    return np.searchsorted(CUTS, np.nan_to_num(np.asarray(strengths, np.float64)))


@dataclass(frozen=True)
class Tendencies:
    """How often an opponent did what: by class of situation, an array [bins, kinds] of hands.

    Hands that were not shown count in parts: as likely as they are (see `fitted`). A grain's answer is the prior of the
    next finer one (Dirichlet): q ← (m·q + n) / (m + Σn), from the strategy down to the class with all three questions.

    >>> seen = Tendencies()
    >>> seen.add([(3,)], strength_bins([0.2]), np.array([96.0]), kind=0)  # weak hands fold
    >>> seen.tilted([(3,)], [0, 1], np.array([[0.5, 0.5], [0.1, 0.9]]), strength_bins([0.2, 0.8])).tolist()
    [[0.98, 0.02], [0.1, 0.9]]
    """

    counts: dict[Situation, Floats] = field(default_factory=dict)
    prior: float = PRIOR

    @property
    def observations(self) -> float:
        """How many decisions were counted."""
        return float(sum(counts.sum() for key, counts in self.counts.items() if len(key) == 1))

    def add(self, classes: Sequence[Situation], bins: Bins, weights: Floats, kind: int) -> None:
        """Count one decision. weights: of hands, by how likely each was held; bins: of the same hands."""
        here = np.bincount(bins, weights, BINS)
        for key in classes:
            known = self.counts.setdefault(key, np.zeros((BINS, len(KINDS))))
            known[:, kind] += here

    def likelihood(self, classes: Sequence[Situation], prior: Floats, kind: int) -> Floats:
        """Return how likely each bin does a kind: float64[bins]. prior: the same of the strategy."""
        chance = prior
        for key in classes:
            if (known := self.counts.get(key)) is not None:
                chance = (self.prior * chance + known[:, kind]) / (self.prior + known.sum(axis=1))
        return chance

    def tilted(self, classes: Sequence[Situation], kinds: Sequence[int], rows: Floats, bins: Bins) -> Floats:
        """Return rows of a strategy as the opponent plays them: float64[rows, choices].

        kinds: of the choices. bins: of the rows. A kind that several choices stand for is shared as the strategy does.
        """
        played = rows
        shares = [(places, _shared(rows[:, places])) for places in choices_of_kinds(kinds)]
        for key in classes:
            if (known := self.counts.get(key)) is None:
                continue
            seen = np.zeros_like(rows)
            for kind, (places, share) in enumerate(shares):
                seen[:, places] += known[bins, kind, None] * share
            played = (self.prior * played + seen) / (self.prior + seen.sum(axis=1, keepdims=True))
        return played

    def frequencies(self, key: Situation) -> Floats:
        """Return how often he did each kind in a class, over all hands: float64[kinds]; nan where nothing was seen."""
        known = self.counts.get(key, np.zeros((BINS, len(KINDS)))).sum(axis=0)
        return np.asarray(known / known.sum() if known.any() else np.full(len(KINDS), np.nan))


def _shared(rows: Floats) -> Floats:
    parts = rows + _SLACK
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))
