"""Matches between bots, with intervals, duplicate deals and all-in adjusted figures."""

from riverboat.arena.match import play_match
from riverboat.arena.play_hand import PlayedHand, play_hand
from riverboat.arena.result import BotResult, Figure, MatchResult
from riverboat.arena.session import sit_down
from riverboat.arena.setting import Setting

__all__ = [
    "BotResult",
    "Figure",
    "MatchResult",
    "PlayedHand",
    "Setting",
    "play_hand",
    "play_match",
    "sit_down",
]
