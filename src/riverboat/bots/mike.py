"""Mike: a table of what to do, by strength of the hand and the last move of an opponent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from riverboat import _core
from riverboat.base.checks import share
from riverboat.bots.bot import Bot
from riverboat.bots.native import LETTERS, bin_cuts, native_rule
from riverboat.bots.view import View
from riverboat.bots.win_rate import EXACT, check_samples, strength_bin, win_rate
from riverboat.errors import BotError
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.game import MAX_ROUNDS

MOVES: Final = ("none", "call", "raise")
"""The last moves that are told apart: none yet in this hand, a check or call, a bet or raise."""


def last_move(view: View) -> int:
    """Return the last move of an opponent who is still in the hand, as an index of `MOVES`.

    At our tables nobody folds for nothing, so that the latest move is always that of somebody still in, and native
    matches need not look; other engines let players fold where they could check.
    """
    for move in reversed(view.history):
        if move.seat != view.seat and move.seat in view.in_hand:
            return 1 if move.action == CALL else 2
    return 0


def do(letter: int, view: View, sizing: float) -> Action:
    """Return the action that an index of `LETTERS` means."""
    return (view.fold, CALL, view.sized(sizing))[letter]


@dataclass
class Mike(Bot):
    """Looks up what to do in a table over hand-strength bin and the opponent's last move.

    table: a word for each bin of the win rate, the weakest first; its letters say what to do when the opponent has
    done nothing yet, has called or checked, has raised: f, c or r. The source (CPJC poker bot, 2024) describes the
    table and does not print it; the one here is ours: value bets from three fifths up, calls of raises from two.

    >>> Mike("ccf ccf").table
    'ccf ccf'
    """

    table: str = "ccf ccf ccc rrc rrr"
    samples: int = 100
    sizing: float = 0.0
    _rows: list[list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_samples(self.samples)
        share("sizing", self.sizing, BotError, example=0.6)
        words = str(self.table).split()
        if not words or any(len(word) != len(MOVES) or set(word) - set(LETTERS) for word in words):
            raise BotError(
                f"table is {self.table!r}; it must be words of three letters f, c or r, one for each bin: "
                "'ccf ccf ccc rrc rrr'"
            )
        self._rows = [[LETTERS.index(letter) for letter in word] for word in words]

    def act(self, view: View) -> Action:
        """Look up."""
        strength = strength_bin(win_rate(view, self.samples), len(self._rows))
        return do(self._rows[strength][last_move(view)], view, self.sizing)

    def native(self) -> _core.BotRule | None:
        """The same table; exact win rates have no native form."""
        if self.samples == EXACT or type(self).act is not Mike.act:
            return None
        words = self.table.split()
        return native_rule(
            words, [bin_cuts(len(words))] * MAX_ROUNDS, sizing=self.sizing, samples=self.samples
        )
