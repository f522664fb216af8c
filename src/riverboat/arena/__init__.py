"""Matches between bots, with intervals, duplicate deals and all-in adjusted figures."""

from riverboat.arena.batch import Played, play_batch
from riverboat.arena.fit import PowerLaw, peak, power_law
from riverboat.arena.hand_store import FoundHand, HandStore
from riverboat.arena.league import LeagueResult, play_league
from riverboat.arena.learning_curve import LearningCurve, learning_curve
from riverboat.arena.match import play_match
from riverboat.arena.options import MatchOptions
from riverboat.arena.picture import picture
from riverboat.arena.play_hand import PlayedHand, play_hand
from riverboat.arena.result import BotResult, Figure, MatchResult
from riverboat.arena.session import sit_down
from riverboat.arena.setting import Setting
from riverboat.arena.sign_test import sign_test
from riverboat.arena.sweep import Point, SweepResult, sweep

__all__ = [
    "BotResult",
    "Figure",
    "FoundHand",
    "HandStore",
    "LeagueResult",
    "LearningCurve",
    "MatchOptions",
    "MatchResult",
    "Played",
    "PlayedHand",
    "Point",
    "PowerLaw",
    "Setting",
    "SweepResult",
    "learning_curve",
    "peak",
    "picture",
    "play_batch",
    "play_hand",
    "play_league",
    "play_match",
    "power_law",
    "sign_test",
    "sit_down",
    "sweep",
]
