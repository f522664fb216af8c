"""What a bot won in the GTO Wizard benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from riverboat.arena.matches.seated import Faults
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME
from riverboat.evaluation.intervals import Figure, Moments


@dataclass(frozen=True)
class BenchmarkResult:
    """Hands that were played to the end, and what they brought, as the server counts.

    chips: won. aivat: the same with the luck taken out, as far as the server told it. won, adjusted: bb/100 with 95 %
    intervals, of either. lost: hands that were begun and whose end is not known.
    """

    hands: int
    chips: float
    aivat: float
    won: Figure
    adjusted: Figure
    lost: int = 0
    faults: Faults = field(default_factory=dict)

    @staticmethod
    def of(winnings: Sequence[float], aivat: Sequence[float], lost: int, faults: Faults) -> BenchmarkResult:
        """Sum up hands.

        >>> result = BenchmarkResult.of([300, -100], [20, -20], 0, {})
        >>> result.chips, str(result.won), str(result.adjusted)
        (200, '+100.0 ± 392.0', '+0.0 ± 39.2')
        """
        return BenchmarkResult(
            len(winnings), sum(winnings), sum(aivat), _rate(winnings), _rate(aivat), lost, faults
        )

    def __str__(self) -> str:
        text = f"{self.hands:,} hands, {self.chips:+,.0f} chips: {self.won} bb/100, {self.adjusted} by AIVAT"
        return text + (f"; {self.lost:,} hands lost on the way" if self.lost else "")

    def to_dict(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "hands": self.hands,
            "chips": self.chips,
            "aivat": self.aivat,
            "won": self.won.to_dict(),
            "adjusted": self.adjusted.to_dict(),
            "lost": self.lost,
            "faults": self.faults,
        }


def _rate(chips: Sequence[float]) -> Figure:
    moments = Moments(1)
    if chips:
        moments.add(np.array(chips, dtype=np.float64)[:, None] * 100 / SLUMBOT_GAME.big_blind)
    return Figure(float(moments.mean[0]), float(moments.half_width[0]))
