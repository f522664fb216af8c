"""A seat elsewhere: our bots in other people's engines, and their programs at our tables."""

from riverboat.arena.protocols.acpc.client import play_acpc
from riverboat.arena.protocols.acpc.dealer import AcpcDealer, Times
from riverboat.arena.protocols.away_bot import AwayBot, Elsewhere
from riverboat.arena.protocols.gtowizard.client import play_gtowizard
from riverboat.arena.protocols.gtowizard.result import BenchmarkResult
from riverboat.arena.protocols.gtowizard.server import GtoWizardServer
from riverboat.arena.protocols.http.posts import Retries
from riverboat.arena.protocols.http.server import Limits
from riverboat.arena.protocols.husky.client import play_husky
from riverboat.arena.protocols.numbered_actions import NumberedActions, PolicyBot, observed
from riverboat.arena.protocols.openspiel import openspiel_bot, openspiel_game, openspiel_policy
from riverboat.arena.protocols.openspiel_small_games import to_openspiel
from riverboat.arena.protocols.pettingzoo import pettingzoo_env
from riverboat.arena.protocols.pokerbots.client import play_pokerbots
from riverboat.arena.protocols.pokerbots.codec import POKERBOTS_GAME, Codec
from riverboat.arena.protocols.pokerbots.engine import run_pokerbots
from riverboat.arena.protocols.pypoker.bot import PyPokerBot
from riverboat.arena.protocols.pypoker.player import pypoker_player
from riverboat.arena.protocols.slumbot.client import play_slumbot
from riverboat.arena.protocols.slumbot.server import SlumbotServer
from riverboat.arena.protocols.slumbot.sessions import Quotas
from riverboat.arena.protocols.slumbot.words import SLUMBOT_GAME

__all__ = [
    "POKERBOTS_GAME",
    "SLUMBOT_GAME",
    "AcpcDealer",
    "AwayBot",
    "BenchmarkResult",
    "Codec",
    "Elsewhere",
    "GtoWizardServer",
    "Limits",
    "NumberedActions",
    "PolicyBot",
    "PyPokerBot",
    "Quotas",
    "Retries",
    "SlumbotServer",
    "Times",
    "observed",
    "openspiel_bot",
    "openspiel_game",
    "openspiel_policy",
    "pettingzoo_env",
    "play_acpc",
    "play_gtowizard",
    "play_husky",
    "play_pokerbots",
    "play_slumbot",
    "pypoker_player",
    "run_pokerbots",
    "to_openspiel",
]
