"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.abstraction_file import open_abstraction, open_tyche, write_tyche
from riverboat.abstraction.board_tables import BoardTables
from riverboat.abstraction.build import build_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.config import AbstractionConfig, read_abstraction_config, shipped_abstractions
from riverboat.abstraction.embedding import LandmarkMDS, choose_landmarks
from riverboat.abstraction.feature_abstraction import FeatureAbstraction, feature_buckets
from riverboat.abstraction.feature_steps import feature_stages
from riverboat.abstraction.feature_text import FeatureKey, PreflopKey, parse_feature_key
from riverboat.abstraction.features import FeatureRules, feature_key
from riverboat.abstraction.gameshrink import GameShrinkAbstraction, gameshrink
from riverboat.abstraction.gs2 import GS2Abstraction, gs2
from riverboat.abstraction.gs3 import GS3Abstraction, gs3
from riverboat.abstraction.gs_budget import divide_budget
from riverboat.abstraction.gs_config import GS2Config, GS3Config
from riverboat.abstraction.histograms import Histograms
from riverboat.abstraction.k_medians import KMedians
from riverboat.abstraction.kmeans import KMeansResult, assign, kmeans
from riverboat.abstraction.kmeans_1d import kmeans_1d
from riverboat.abstraction.lossless import Lossless
from riverboat.abstraction.potential_aware import final_distance, next_histograms, potential_aware_distance
from riverboat.abstraction.recall_abstraction import RecallAbstraction
from riverboat.abstraction.remembered import Remembered
from riverboat.abstraction.report import AbstractionReport, report_abstraction, report_file
from riverboat.abstraction.river_pairs import river_pair_counts, river_pairs
from riverboat.abstraction.river_steps import StepMeans, step_kmeans
from riverboat.abstraction.rule_abstraction import RuleAbstraction
from riverboat.abstraction.sequence_tables import SequenceTables
from riverboat.abstraction.small_games import SmallGameBuckets, small_game_buckets
from riverboat.abstraction.street_strengths import StreetStrengths, street_strengths
from riverboat.abstraction.table_abstraction import TableAbstraction
from riverboat.abstraction.transport import emd, emd_1d, emd_many, emd_samples, l2
from riverboat.abstraction.tyche import Tyche
from riverboat.abstraction.tyche_build import build_tyche, sample_tyche
from riverboat.abstraction.tyche_config import TycheConfig

__all__ = [
    "HOLDEM",
    "HOLDEM_IN_ORDER",
    "AbstractionConfig",
    "AbstractionReport",
    "BoardTables",
    "CardAbstraction",
    "FeatureAbstraction",
    "FeatureKey",
    "FeatureRules",
    "GS2Abstraction",
    "GS2Config",
    "GS3Abstraction",
    "GS3Config",
    "GameShrinkAbstraction",
    "Histograms",
    "KMeansResult",
    "KMedians",
    "LandmarkMDS",
    "Lossless",
    "PreflopKey",
    "RecallAbstraction",
    "Remembered",
    "RuleAbstraction",
    "SequenceTables",
    "SmallGameBuckets",
    "StepMeans",
    "StreetStrengths",
    "TableAbstraction",
    "Tyche",
    "TycheConfig",
    "assign",
    "build_abstraction",
    "build_tyche",
    "choose_landmarks",
    "divide_budget",
    "emd",
    "emd_1d",
    "emd_many",
    "emd_samples",
    "feature_buckets",
    "feature_key",
    "feature_stages",
    "final_distance",
    "gameshrink",
    "gs2",
    "gs3",
    "kmeans",
    "kmeans_1d",
    "l2",
    "next_histograms",
    "open_abstraction",
    "open_tyche",
    "parse_feature_key",
    "potential_aware_distance",
    "read_abstraction_config",
    "report_abstraction",
    "report_file",
    "river_pair_counts",
    "river_pairs",
    "sample_tyche",
    "shipped_abstractions",
    "small_game_buckets",
    "step_kmeans",
    "street_strengths",
    "write_tyche",
]
