"""Real lines and the same lines in the trained games: a tree that grows by one action at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from riverboat.games.rules.action import CALL, FOLD, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.beyond import share_that_goes_on
from riverboat.strategy.lines.branches import Translated, Walk
from riverboat.strategy.lines.pot_odds import Pot, PotOdds, last_pots
from riverboat.strategy.lines.row_mix import Blend, Mix, RowMix, part_of
from riverboat.strategy.lines.trained_game import TrainedGame, assumed, trained_games, usable_files
from riverboat.strategy.lines.walk import Walker

MOST_LINES: Final = 16384
"""Lines of a game that are remembered, up to 12 KB each, those between two questions among them; then all are
forgotten."""

_MEAN_OF_SHAPE: Final = "the answer is the mean of all decisions on this street with choices like these"
_SOURCES: Final = {
    "class": "the line was rare in training: the answer is the mean of situations alike in players, pot and stack",
    "shape": f"the line was not kept: {_MEAN_OF_SHAPE}",
}
_LOST: Final = "the trained game cannot follow this line, with its stacks and so many in the pot"


class TrainedLines:
    """All lines of one real game that were asked for, each walked once."""

    def __init__(self, files: Sequence[StrategyTable], game: Game, translation: str) -> None:
        self.files, self.game, self.translation = usable_files(files, game), game, translation
        self.root = TrainedLine(self, Table(game), (), None)
        self.known = 0
        self._walkers: dict[StrategyTable, Walker] = {}

    def at(self, actions: Sequence[Action]) -> TrainedLine:
        """Return the line after these actions."""
        line = self.root
        for action in actions:
            line = line.known.get(action) or line.after(action)
        return line

    def walker(self, found: TrainedGame) -> Walker:
        """Return who walks in a trained game."""
        walker = self._walkers.get(found.file)
        if walker is None:
            walker = self._walkers[found.file] = Walker(found, self.translation)
        return walker

    def count(self) -> None:
        """Count a new line; forget all if there are too many. Lines that are in use stay as they are."""
        self.known += 1
        if self.known > MOST_LINES:
            self.root.known.clear()
            self.known = 0


class TrainedLine:
    """The real table after a line, and the branches of that line in each trained game that covers it.

    taken: the actions. before: the line one action shorter. known: longer lines by their next action. odds: of last
    decisions, by board. What is not asked for is not walked.
    """

    def __init__(
        self, lines: TrainedLines, table: Table, taken: tuple[Action, ...], before: TrainedLine | None
    ) -> None:
        self.lines, self.table, self.taken, self.before = lines, table, taken, before
        self.round = table.round
        self.known: dict[Action, TrainedLine] = {}
        self.odds: dict[tuple[int, ...], PotOdds] = {}
        self._walks: dict[tuple[Walker, frozenset[int]], Walk] = {}

    def after(self, action: Action) -> TrainedLine:
        """Return the line that is one action longer."""
        line = self.known.get(action)
        if line is None:
            table = self.table.copy()
            act(table, action)
            self.lines.count()
            line = self.known[action] = TrainedLine(self.lines, table, (*self.taken, action), self)
        return line

    # --- in the trained games ----------------------------------------------------------------------------------

    @cached_property
    def games(self) -> tuple[TrainedGame, ...]:
        """The finest trained game that covers the line, and its neighbour in depth if the real stack lies between them.

        A `StrategyError` says why there is none.
        """
        return self.on_the_way(trained_games(self.lines.files, self.table, self.taken))

    def on_the_way(self, games: tuple[TrainedGame, ...]) -> tuple[TrainedGame, ...]:
        """Return those of some neighbours that can follow the line, if any can: stacks may end before it does."""
        if len(games) == 1:
            return games
        going = [game for game in games if not self.walk(game).is_lost] or [games[0]]
        if len(going) == len(games):
            return games
        return tuple(replace(game, depth=game.depth._replace(share=1.0)) for game in going)

    @property
    def found(self) -> TrainedGame:
        """The first of them, which has the larger share."""
        return self.games[0]

    @cached_property
    def gone(self) -> Walk:
        """The line in that game."""
        return self.walk(self.found)

    def walk(self, found: TrainedGame) -> Walk:
        """Return the line in a trained game; if who is to act has no place in its pot, a caller is played as folded."""
        walker, away = self.lines.walker(found), frozenset[int]()
        gone = self._walk(walker, away)
        while not walker.has_room(gone) and (caller := walker.last_caller(gone, away)) is not None:
            away |= {caller}
            gone = self._walk(walker, away)
        return walker.settled(gone)

    def _walk(self, walker: Walker, away: frozenset[int]) -> Walk:
        """The walk with these actions, by their numbers, played as folds; it goes on from that of the line before."""
        end = len(self.taken)
        key = walker, frozenset(number for number in away if number < end) if away else away
        known = self._walks.get(key)
        if known is None:
            if self.before is None or end <= walker.skipped:
                known = walker.begin(self.table)
            else:
                known = walker.step(self.before._walk(walker, away), self.table, end - 1 in away)
            self._walks[key] = known
        return known

    # --- what is answered --------------------------------------------------------------------------------------

    @cached_property
    def mix(self) -> Mix:
        """The rows that answer, without a board; a `StrategyError` says why there are none."""
        mixes = [self._mix(found) for found in self.games]
        return mixes[0] if len(mixes) == 1 else Blend.of(mixes, [game.depth.share for game in self.games])

    def _mix(self, found: TrainedGame) -> RowMix:
        walker, gone, file = self.lines.walker(found), self.walk(found), found.file
        parts = [part_of(file, branch, walker.choices(branch), self.table) for branch in gone.branches]
        return RowMix.of(self.table, file, parts, share_that_goes_on(gone))

    @cached_property
    def last_pots(self) -> tuple[Pot, ...]:
        """The pots after a call that is the last decision, where hands may answer by pot odds; else none.

        A bet far beyond the menu has none: nobody knows its range, and that of a smaller bet is too weak.
        """
        return last_pots(self.table) if self.mix.actions == (FOLD, CALL) and not self.gone.beyond else ()

    @property
    def translated(self) -> tuple[Translated, ...]:
        """Real bets that were played as menu sizes."""
        return self.gone.translated

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """What else was taken for granted, in words."""
        gone, words = self.gone, [*assumed(self.games)]
        if off_menu := gone.off_menu:
            words.append(
                f"the trained game does not have {', '.join(off_menu)} there; similar situations answer"
            )
        if gone.away:
            words.append(
                "fewer players were trained in such a pot; who called beyond them is played as folded"
            )
        if beyond := gone.beyond:
            words.append(
                f"no bet as large as {', '.join(beyond)} was trained there; only the best of the hands that go on "
                "against the largest do"
            )
        is_by_odds = self.last_pots and self.mix.source != "node"  # then no row answers
        if gone.is_lost:
            words.append(_LOST if is_by_odds else f"{_LOST}: {_MEAN_OF_SHAPE}")
        elif self.mix.source in _SOURCES and not is_by_odds:
            words.append(_SOURCES[self.mix.source])
        return tuple(words)

    def first_action_of(self, seat: int) -> int:
        """Return how many actions come before the seat's first; all of them if it has not acted."""
        first, line = len(self.taken), self
        while line.before is not None:
            line = line.before
            if line.table.actor == seat:
                first = len(line.taken)
        return first
