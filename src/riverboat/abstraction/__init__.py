"""Card abstractions: which hands count as the same."""

from riverboat.abstraction.feature_key import FeatureKey, PreflopKey, parse_feature_key
from riverboat.abstraction.features import (
    FeatureAbstraction,
    FeatureRules,
    feature_buckets,
    feature_key,
    feature_stages,
)

__all__ = [
    "FeatureAbstraction",
    "FeatureKey",
    "FeatureRules",
    "PreflopKey",
    "feature_buckets",
    "feature_key",
    "feature_stages",
    "parse_feature_key",
]
