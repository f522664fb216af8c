"""The methods a config can name; each is a unit with its paper."""

from __future__ import annotations

from typing import Final

from riverboat.abstraction.methods.distribution_aware import DistributionAware
from riverboat.abstraction.methods.feature_buckets import FeatureBuckets
from riverboat.abstraction.methods.histogram_l2 import HistogramL2
from riverboat.abstraction.methods.lossless_classes import LosslessClasses
from riverboat.abstraction.methods.method import Method
from riverboat.abstraction.methods.ochs import Ochs
from riverboat.abstraction.methods.potential_buckets import PotentialAware
from riverboat.abstraction.methods.strength_bins import StrengthBins
from riverboat.abstraction.methods.strength_buckets import MonteCarloBins, Percentiles, StrengthKMeans

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
