"""The lines of one real game, each walked once."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.action import Action
from riverboat.games.game import Game
from riverboat.strategy.matching import match, usable_files
from riverboat.strategy.question import Question
from riverboat.strategy.remember import remember
from riverboat.strategy.situation import Situation, alike, part_of
from riverboat.strategy.strategy_file import StrategyFile
from riverboat.strategy.walk import Walker


class Lines:
    """Finds the situation after a line; a line goes on from what is known of its beginning.

    So each decision of a hand costs the actions since the last one, and one that was seen before a look in a table.
    """

    def __init__(self, files: Sequence[StrategyFile], game: Game, translation: str) -> None:
        self.files, self.game, self.translation = usable_files(files, game), game, translation
        self._walkers: dict[StrategyFile, Walker] = {}
        self._known: dict[tuple[Action, ...], Situation] = {}

    def at(self, actions: tuple[Action, ...]) -> Situation:
        """Return the situation after a line, without a board; a `StrategyError` says why there is none."""
        known = self._known.get(actions)
        if known is None:
            known = self._find(actions)
            remember(self._known, actions, known)
        return known

    def _find(self, actions: tuple[Action, ...]) -> Situation:
        table = Question(self.game, actions).table()
        found = match(self.files, table, actions)
        walker = self._walkers.get(found.file)
        if walker is None:
            walker = self._walkers[found.file] = Walker(found, self.game, self.translation)
        gone = walker.walk(actions)
        parts = alike(
            [part_of(found.file, branch, walker.choices(branch), table) for branch in gone.branches]
        )
        real = tuple(sorted({action for part in parts for action in part.actions}))
        return Situation(actions, (), table, real, found.file, parts, found, gone)
