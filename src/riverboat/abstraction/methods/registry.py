"""The methods a config can name; each is a unit with its paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import HOLDEM, BucketArray
from riverboat.abstraction.methods.distribution_aware import DistributionAware
from riverboat.abstraction.methods.feature_buckets import FeatureBuckets
from riverboat.abstraction.methods.histogram_l2 import HistogramL2
from riverboat.abstraction.methods.method import Buckets, Method, Street, Work
from riverboat.abstraction.methods.ochs import Ochs
from riverboat.abstraction.methods.potential_buckets import PotentialAware
from riverboat.abstraction.methods.strength_bins import StrengthBins
from riverboat.abstraction.methods.strength_buckets import MonteCarloBins, Percentiles, StrengthKMeans
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.table_abstraction import smallest_type


@dataclass(frozen=True)
class LosslessClasses:
    """Every class of hands up to suits is a bucket of its own: 169 before the flop."""

    def build(self, street: Street, work: Work) -> Buckets:
        """Return each class as its own bucket."""
        return Buckets(np.arange(street.classes, dtype=smallest_type(street.classes)), street.classes)

    def bucket_count(self, street: Street) -> int:
        """Return the number of classes."""
        return street.classes

    def on_board(self, street: Street, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the class of each hand."""
        return Lossless(HOLDEM).buckets(street.number, board, hands)


METHODS: Final[dict[str, type[Method]]] = {
    "lossless": LosslessClasses,
    "percentiles": Percentiles,
    "kmeans": StrengthKMeans,
    "monte-carlo": MonteCarloBins,
    "bins": StrengthBins,
    "ochs": Ochs,
    "potential-aware": PotentialAware,
    "distribution": DistributionAware,
    "histogram-l2": HistogramL2,
    "features": FeatureBuckets,
}
"""By the name a config gives them; the fields of each are its settings."""
