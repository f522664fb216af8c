"""A seat elsewhere: our bots in other people's engines, and their programs at our tables."""

from riverboat.arena.protocols.acpc_client import play_acpc
from riverboat.arena.protocols.acpc_dealer import AcpcDealer, Times
from riverboat.arena.protocols.guest import Elsewhere, Guest
from riverboat.arena.protocols.pypoker import PyPokerBot, pypoker_player

__all__ = ["AcpcDealer", "Elsewhere", "Guest", "PyPokerBot", "Times", "play_acpc", "pypoker_player"]
