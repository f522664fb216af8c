"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.feature_abstraction import FeatureAbstraction, feature_buckets
from riverboat.abstraction.feature_steps import feature_stages
from riverboat.abstraction.feature_text import FeatureKey, PreflopKey, parse_feature_key
from riverboat.abstraction.features import FeatureRules, feature_key
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.table_abstraction import TableAbstraction

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "CardAbstraction",
    "FeatureAbstraction",
    "FeatureKey",
    "FeatureRules",
    "Lossless",
    "PreflopKey",
    "TableAbstraction",
    "feature_buckets",
    "feature_key",
    "feature_stages",
    "open_abstraction",
    "parse_feature_key",
]
