"""Feature strings as a method: the bucket of a hand is the number of its key."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.abstraction.feature_abstraction import FeatureAbstraction
from riverboat.abstraction.features import FeatureRules
from riverboat.abstraction.method import Buckets, Street, Work
from riverboat.abstraction.table_abstraction import smallest_type


@dataclass(frozen=True)
class FeatureBuckets(FeatureRules):
    """One bucket for each feature key that occurs on the street (docs/feature-strings.md), in the order of the keys.

    After the compressed hands of CFR_Poker. The settings are those of `FeatureRules`. How many buckets there are is an
    outcome, not a setting.
    """

    def build(self, street: Street, work: Work) -> Buckets:
        """Return the number of each class's key."""
        keys = FeatureAbstraction(self)
        count = keys.count(street.number)
        table = keys.table(street.number, work.threads, work.progress)
        return Buckets(table.astype(smallest_type(count), copy=False), count)
