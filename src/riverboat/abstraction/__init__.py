"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction
from riverboat.abstraction.build import build_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.config import AbstractionConfig, load_abstraction_config, shipped_abstractions
from riverboat.abstraction.feature_abstraction import FeatureAbstraction, feature_buckets
from riverboat.abstraction.feature_steps import feature_stages
from riverboat.abstraction.feature_text import FeatureKey, PreflopKey, parse_feature_key
from riverboat.abstraction.features import FeatureRules, feature_key
from riverboat.abstraction.gameshrink import GameShrinkAbstraction, gameshrink
from riverboat.abstraction.kmeans import KMeansResult, assign, kmeans
from riverboat.abstraction.kmeans_1d import kmeans_1d
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.report import AbstractionReport, report_abstraction
from riverboat.abstraction.street_strengths import StreetStrengths, street_strengths
from riverboat.abstraction.table_abstraction import TableAbstraction

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "AbstractionConfig",
    "AbstractionReport",
    "CardAbstraction",
    "FeatureAbstraction",
    "FeatureKey",
    "FeatureRules",
    "GameShrinkAbstraction",
    "KMeansResult",
    "Lossless",
    "PreflopKey",
    "StreetStrengths",
    "TableAbstraction",
    "assign",
    "build_abstraction",
    "feature_buckets",
    "feature_key",
    "feature_stages",
    "gameshrink",
    "kmeans",
    "kmeans_1d",
    "load_abstraction_config",
    "open_abstraction",
    "parse_feature_key",
    "report_abstraction",
    "shipped_abstractions",
    "street_strengths",
]
