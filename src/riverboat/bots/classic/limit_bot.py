"""Bots for heads-up limit hold'em, and those of them that play what was built."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from riverboat.bots.bot import Bot
from riverboat.bots.classic.buckets import RIVER, StrengthBuckets
from riverboat.bots.classic.limit import GAME, RAISE, is_same_game, line_of
from riverboat.bots.classic.parts import PartedStrategy
from riverboat.bots.classic.shelf import open_bot
from riverboat.bots.view import View
from riverboat.cards.strength import ehs
from riverboat.errors import BotError
from riverboat.games.rules.action import FOLD, Action
from riverboat.games.rules.game import Game


class LimitBot(Bot):
    """A bot that knows heads-up limit hold'em and nothing else."""

    plays: ClassVar[Game | None] = GAME

    @classmethod
    def check_game(cls, game: Game) -> None:
        """Raise unless it is heads-up limit hold'em."""
        if not is_same_game(game):
            raise BotError(
                f"{cls.__name__} plays heads-up limit hold'em, not {game.name!r} with {game.players} players; leave "
                "the game out, or ask for limit-holdem"
            )

    @staticmethod
    def chosen(view: View, action: int) -> Action:
        """Return an action of a line at the real table."""
        return (
            view.raise_to(view.min_raise_to) if action >= RAISE else view.fold if action == FOLD else action
        )


@dataclass
class Sparbot(LimitBot):
    """Plays limit hold'em in eight solved parts over six buckets a street; after PsOpti (Billings et al. 2003).

    file: a build of your own; else the one that `riverboat bots build sparbot` has made.
    """

    file: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        self.strategy  # noqa: B018  # what is not built shows when the bot is made
        self._seen: tuple[tuple[int, ...], tuple[int, ...], list[int]] = ((), (), [])

    @property
    def strategy(self) -> PartedStrategy:
        """What it plays; the same for all bots of a process."""
        strategy: PartedStrategy = open_bot("sparbot", self.file)
        return strategy

    def act(self, view: View) -> Action:
        """Draw from what is played after the line."""
        self.check_game(view.game)
        actions, row = self.strategy.play(line_of(view.actions), self._buckets(view))
        place = int(np.searchsorted(np.cumsum(row)[:-1], view.uniform(), side="right"))
        return self.chosen(view, actions[place])

    def _buckets(self, view: View) -> list[int]:
        """The buckets of the hand on all streets up to now; those of earlier decisions are remembered."""
        cards, board, found = self._seen
        if cards != view.cards or board != view.board[: len(board)]:
            found = []
        table = self.strategy.buckets
        assert isinstance(table, StrengthBuckets)
        for street in range(len(found), view.round + 1):
            found.append(hand_bucket(table, street, view.cards, view.board))
        self._seen = (view.cards, view.board, found)
        return found


def hand_bucket(table: StrengthBuckets, street: int, cards: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Return the bucket of one hand; on the river in a tenth of the time that `lookup` takes."""
    if street == RIVER:
        return int(table.river[round(float(ehs(cards, board)) * (len(table.river) - 1))])
    deal = np.array([[*cards, *board[: (0, 3, 4)[street]]]], np.uint8)
    return int(table.lookup(street, deal)[0])
