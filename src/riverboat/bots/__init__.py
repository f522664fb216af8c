"""Players: the interface of all bots, simple ones, learning ones, trained ones, and their names."""

from riverboat.bots.bot import Bot
from riverboat.bots.classic.limit_bot import LimitBot, Sparbot
from riverboat.bots.classic.shelf import build_bot
from riverboat.bots.classic.vexbot import Vexbot
from riverboat.bots.equity import Equity, Equity2030, Equity5050
from riverboat.bots.human import Human
from riverboat.bots.killbot import KillBot
from riverboat.bots.killer import Killer
from riverboat.bots.mike import Mike
from riverboat.bots.native import native_rule
from riverboat.bots.randomness import mix
from riverboat.bots.registry import BOTS, BotLike, bot_kind, bot_name, bot_parameters, make_bot
from riverboat.bots.rlcard_bot import RlcardBot
from riverboat.bots.shover import Shover
from riverboat.bots.simple import AllIn, Fish, Fold, Random
from riverboat.bots.thresholds import AngryFish, Honest, Matt, Shark, Thresholds
from riverboat.bots.trained.blueprint_bot import BlueprintBot
from riverboat.bots.trained.cfr import CfrFeatures, CfrStrength
from riverboat.bots.trained.search_bot import SearchBot
from riverboat.bots.view import HandEnd, HandStart, Move, View
from riverboat.bots.win_rate import EXACT, threshold_factor, win_rate

__all__ = [
    "BOTS",
    "EXACT",
    "AllIn",
    "AngryFish",
    "BlueprintBot",
    "Bot",
    "BotLike",
    "CfrFeatures",
    "CfrStrength",
    "Equity",
    "Equity2030",
    "Equity5050",
    "Fish",
    "Fold",
    "HandEnd",
    "HandStart",
    "Honest",
    "Human",
    "KillBot",
    "Killer",
    "LimitBot",
    "Matt",
    "Mike",
    "Move",
    "Random",
    "RlcardBot",
    "SearchBot",
    "Shark",
    "Shover",
    "Sparbot",
    "Thresholds",
    "Vexbot",
    "View",
    "bot_kind",
    "bot_name",
    "bot_parameters",
    "build_bot",
    "make_bot",
    "mix",
    "native_rule",
    "threshold_factor",
    "win_rate",
]
