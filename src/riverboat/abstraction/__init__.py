"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.build import build_abstraction
from riverboat.abstraction.card_abstraction import HOLDEM, HOLDEM_IN_ORDER, CardAbstraction
from riverboat.abstraction.clustering.budget import divide_budget
from riverboat.abstraction.clustering.embedding import LandmarkMDS, choose_landmarks
from riverboat.abstraction.clustering.histograms import Histograms
from riverboat.abstraction.clustering.k_medians import KMedians
from riverboat.abstraction.clustering.kmeans import KMeansResult, assign, kmeans
from riverboat.abstraction.clustering.kmeans_1d import kmeans_1d
from riverboat.abstraction.clustering.transport import emd, emd_1d, emd_buckets, emd_many, emd_samples, l2
from riverboat.abstraction.config import AbstractionConfig, read_abstraction_config, shipped_abstractions
from riverboat.abstraction.features.feature_abstraction import FeatureAbstraction
from riverboat.abstraction.features.feature_rules import FeatureRules, feature_key
from riverboat.abstraction.features.feature_stages import feature_stages
from riverboat.abstraction.features.feature_text import FeatureKey, PreflopKey, parse_feature_key
from riverboat.abstraction.gs.config import GS2Config, GS3Config
from riverboat.abstraction.gs.ordered_tables import OrderedTables
from riverboat.abstraction.gs.recall_abstraction import RecallAbstraction
from riverboat.abstraction.methods.potential_aware import (
    final_distance,
    next_histograms,
    potential_aware_distance,
)
from riverboat.abstraction.methods.river_pairs import river_pair_counts, river_pairs
from riverboat.abstraction.methods.street_strengths import StreetStrengths, street_strengths
from riverboat.abstraction.ochs_abstraction import OchsAbstraction
from riverboat.abstraction.opening import open_abstraction, open_centroids, open_tyche
from riverboat.abstraction.report.abstraction_report import AbstractionReport, report_abstraction, report_file
from riverboat.abstraction.rule_abstraction import RuleAbstraction
from riverboat.abstraction.small_games.budgeted import SmallGameBuckets, small_game_buckets
from riverboat.abstraction.small_games.gameshrink import GameShrinkAbstraction, gameshrink
from riverboat.abstraction.small_games.gs2 import GS2Abstraction, gs2
from riverboat.abstraction.small_games.gs3 import GS3Abstraction, gs3
from riverboat.abstraction.tables.board_tables import BoardTables
from riverboat.abstraction.tables.lossless import Lossless
from riverboat.abstraction.tables.remembered import Remembered
from riverboat.abstraction.tables.sequence_tables import SequenceTables
from riverboat.abstraction.tables.table_abstraction import TableAbstraction
from riverboat.abstraction.tyche.build import build_tyche, sample_tyche
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.abstraction.tyche.flop_table import WithFlopTable
from riverboat.abstraction.tyche.river_clusters import RiverClusters, win_tie_kmeans
from riverboat.abstraction.tyche.tyche_abstraction import Tyche, write_tyche

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
    "OchsAbstraction",
    "OrderedTables",
    "PreflopKey",
    "RecallAbstraction",
    "Remembered",
    "RiverClusters",
    "RuleAbstraction",
    "SequenceTables",
    "SmallGameBuckets",
    "StreetStrengths",
    "TableAbstraction",
    "Tyche",
    "TycheConfig",
    "WithFlopTable",
    "assign",
    "build_abstraction",
    "build_tyche",
    "choose_landmarks",
    "divide_budget",
    "emd",
    "emd_1d",
    "emd_buckets",
    "emd_many",
    "emd_samples",
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
    "open_centroids",
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
    "street_strengths",
    "win_tie_kmeans",
    "write_tyche",
]
