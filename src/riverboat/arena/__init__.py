"""Matches between bots, with intervals, duplicate deals and all-in adjusted figures."""

from riverboat.arena.leagues.league import LeagueResult, play_league
from riverboat.arena.matches.batch import Played, play_batch
from riverboat.arena.matches.hand_store import FoundHand, HandStore
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.options import MatchOptions
from riverboat.arena.matches.play_hand import PlayedHand, play_hand
from riverboat.arena.matches.result import BotResult, MatchResult
from riverboat.arena.matches.session import sit_down
from riverboat.arena.matches.setting import Setting
from riverboat.arena.ratings.rate import rate_bots
from riverboat.arena.ratings.ratings import Ratings
from riverboat.arena.reviews.report import LeakReport
from riverboat.arena.reviews.session import review_session
from riverboat.arena.selfplay import selfplay
from riverboat.arena.styles.chances import STATS
from riverboat.arena.styles.of_match import match_style
from riverboat.arena.styles.style import Habits, PlayerStyle, Style, style
from riverboat.arena.sweeps.learning_curve import LearningCurve, learning_curve
from riverboat.arena.sweeps.sweep import Point, SweepResult, sweep

__all__ = [
    "STATS",
    "BotResult",
    "FoundHand",
    "Habits",
    "HandStore",
    "LeagueResult",
    "LeakReport",
    "LearningCurve",
    "MatchOptions",
    "MatchResult",
    "Played",
    "PlayedHand",
    "PlayerStyle",
    "Point",
    "Ratings",
    "Setting",
    "Style",
    "SweepResult",
    "learning_curve",
    "match_style",
    "play_batch",
    "play_hand",
    "play_league",
    "play_match",
    "rate_bots",
    "review_session",
    "selfplay",
    "sit_down",
    "style",
    "sweep",
]
