"""A decision as everybody at the table sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.games.histories.line import write_line
from riverboat.games.rules.game import Game
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.options import Option


@dataclass(frozen=True, eq=False)
class PublicState:
    """What can be seen of a decision, and the hands that who acts may hold.

    table: the betting so far; do not play on it. board: the cards on the table. hands: uint8[hands, hole cards], the
    higher card first. options: what can be done.
    """

    table: Table
    board: tuple[int, ...]
    hands: npt.NDArray[np.uint8]
    options: tuple[Option, ...]

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def seat(self) -> int:
        """Who acts."""
        assert self.table.actor is not None
        return self.table.actor

    @property
    def position(self) -> str:
        """The position of who acts: `SB` to `BTN`, or `OOP` and `IP` where two play without blinds, as in a spot."""
        return seat_names(self.game)[self.seat]

    @property
    def street(self) -> str:
        """The street."""
        return street_names(self.game)[self.table.round]

    @property
    def actions(self) -> tuple[str, ...]:
        """The options as tokens of a betting line."""
        return tuple(option.token for option in self.options)

    @cached_property
    def line(self) -> str:
        """The betting line from the start of the hand, with the cards of its later streets."""
        return write_line(self.game, self.table.taken, card_names(self.board))

    @cached_property
    def title(self) -> str:
        """Where it is and who acts, in words."""
        cards = card_names(self.board)
        shown = " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))
        betting = write_line(self.game, self.table.taken)
        line = f"after {betting}" if betting else "to begin"
        call = f", {self.game.amount(self.table.to_call)} to call" if self.table.to_call else ""
        pot = self.game.amount(self.table.pot)
        return f"{shown}{'  ' if shown else ''}{line}: {self.position} to act, pot {pot}{call}"

    def to_dict(self) -> dict[str, Any]:
        """Return what does not depend on the hand, as plain values; amounts are chips."""
        return {
            "line": write_line(self.game, self.table.taken),
            "board": card_names(self.board),
            "street": self.street,
            "seat": self.seat,
            "position": self.position,
            "big_blind": self.game.big_blind,
            "pot": self.table.pot,
            "to_call": self.table.to_call,
            "stacks": list(self.table.stacks),
            "actions": [
                {"action": option.token, "name": option.name, "chips": option.action}
                for option in self.options
            ],
        }
