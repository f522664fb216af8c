"""Strategies that think, and find the answers to many questions faster at once than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table


class Question(NamedTuple):
    """A decision that will be asked about: the line in chips, the board, the game."""

    taken: tuple[Action, ...]
    board: tuple[int, ...]
    game: Game


@runtime_checkable
class Prepares(Protocol):
    """Who makes answers ready; they are the same without."""

    def thinks_at(self, table: Table) -> bool:
        """Whether an answer at a table takes time."""
        ...

    def prepare(self, questions: Sequence[Question]) -> None:
        """Find all that the answers need."""
        ...
