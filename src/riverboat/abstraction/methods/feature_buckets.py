"""Feature strings as a method: the bucket of a hand is the number of its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.card_abstraction import BucketArray
from riverboat.abstraction.features.feature_abstraction import FeatureAbstraction
from riverboat.abstraction.features.feature_rules import FeatureRules
from riverboat.abstraction.methods.method import Buckets, Street, Work
from riverboat.abstraction.tables.table_abstraction import smallest_type


@dataclass(frozen=True)
class FeatureBuckets(FeatureRules):
    """One bucket for each feature key that occurs on the street (docs: feature strings), in the order of the keys.

    After the compressed hands of CFR_Poker. The settings are those of `FeatureRules`. How many buckets there are is an
    outcome, not a setting.
    """

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the number of each class's key."""
        keys = FeatureAbstraction(self)
        count = keys.count(street.number)
        table = keys.table(street.number, work.threads, work.progress)
        return Buckets(table.astype(smallest_type(count), copy=False), count)

    def bucket_count(self, street: Street) -> int:
        """Return how many keys occur."""
        return FeatureAbstraction(self).count(street.number)

    def on_board(self, street: Street, board: Sequence[int], hands: npt.NDArray[np.uint8]) -> BucketArray:
        """Return the number of each hand's key."""
        return FeatureAbstraction(self).buckets(street.number, board, hands)

    def bucket_name(self, street: Street, bucket: int) -> str:
        """Return the key of a bucket."""
        return FeatureAbstraction(self).key(street.number, bucket)
