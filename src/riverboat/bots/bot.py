"""The one interface of all players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from riverboat import _core
from riverboat.bots.view import HandEnd, HandStart, View
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game


class Bot(ABC):
    """A player: sees a `View`, returns an action.

    Actions are those of betting trees: -1 folds, 0 checks or calls, a number from 1 up bets or raises to so many chips
    on this street. What is not legal counts as a check or a fold, and is counted (see `riverboat.arena`).

    A bot is made afresh for each series of hands. To choose at random, use `view.seed` or `view.uniform()`: then
    matches repeat exactly. The arguments of the class are the bot's parameters.

    learns: whether it remembers anything from hand to hand; then a match is one series, unless it is asked otherwise.

    timed: whether the time limit of a match holds for it; people take their time.

    hosts_others: whether code of somebody else plays in it. Riverboat's own bots play in the process of a match; those,
    and bots that are not Riverboat's, in a process of their own, unless the match is asked to trust them.

    plays: the only game it plays, if there is one; matches that name no game play it, and others are refused.

    >>> class Coin(Bot):
    ...     def act(self, view):
    ...         return 0 if view.uniform() < 0.5 else view.fold
    """

    learns: ClassVar[bool] = False
    timed: ClassVar[bool] = True
    hosts_others: ClassVar[bool] = False
    plays: ClassVar[Game | None] = None

    @classmethod  # noqa: B027  # most play any
    def check_game(cls, game: Game) -> None:
        """Raise a `BotError` if it cannot play a game."""

    def start_hand(self, start: HandStart) -> None:  # noqa: B027  # a hook that most bots leave
        """Hear that a hand begins."""

    def native(self) -> _core.BotRule | None:
        """Return the native form, if there is one: then matches between such bots run in native code."""
        return None

    @abstractmethod
    def act(self, view: View) -> Action:
        """Return what to do."""

    def end_hand(self, end: HandEnd) -> None:  # noqa: B027  # the same
        """Hear how a hand ended; also one that was folded long before."""
