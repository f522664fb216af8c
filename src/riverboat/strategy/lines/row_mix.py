"""The rows that an answer is mixed from: one for each branch of a line, in real chips."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL, FOLD, Action, action_name
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.translation import to_real
from riverboat.solvers.asking.options import Option, options_at
from riverboat.strategy.file.strategy_table import FoundRow, Source, StrategyTable
from riverboat.strategy.file.trained_rows import WELL_TRAINED
from riverboat.strategy.lines.beyond import tightened
from riverboat.strategy.lines.branches import Branch

_SAME = 1.05  # bets of two branches within five percent are one option


class Part(NamedTuple):
    """A row that an answer is mixed from: its weight, the row, and the action at the real table of each choice."""

    weight: float
    row: FoundRow
    actions: list[Action]


class Mix(ABC):
    """How a strategy plays a decision with every bucket.

    table: the real one. file: whose buckets they are. actions: what can be done, in real chips.
    """

    table: Table
    file: StrategyTable
    actions: tuple[Action, ...]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What can be done, in real chips."""
        return options_at(self.table, self.actions)

    @property
    @abstractmethod
    def rows(self) -> npt.NDArray[np.float32]:
        """How every bucket that is told apart here plays: float32[own buckets, options]."""

    @property
    @abstractmethod
    def own(self) -> npt.NDArray[np.int64]:
        """Which of `rows` each bucket plays: int64[buckets]."""

    @property
    def strategy(self) -> npt.NDArray[np.float32]:
        """How every bucket plays: float32[buckets, options]. `rows[own[buckets]]` is less work for some of many."""
        return np.asarray(self.rows[self.own])

    def plays(self, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """Return how some buckets play: float32[buckets, options]."""
        return np.asarray(self.rows[self.own[buckets]])

    @abstractmethod
    def played(self, bucket: int) -> list[float]:
        """Return how one bucket plays: a row of `strategy`, in microseconds."""

    @property
    @abstractmethod
    def source(self) -> Source:
        """Whose row the answer is: the node's own, or a mean over nodes like it."""

    @abstractmethod
    def visits(self, bucket: int) -> int:
        """Return how often training visited the main row with a bucket."""

    @abstractmethod
    def visits_by_bucket(self) -> npt.NDArray[np.int64]:
        """Return the same for all buckets."""

    @property
    @abstractmethod
    def thin(self) -> npt.NDArray[np.bool_]:
        """Which buckets are not well trained: bool[buckets]."""

    def thin_of(self, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return which of some buckets are not well trained: bool[buckets]."""
        return np.asarray(self.thin[buckets])

    def is_thin(self, bucket: int) -> bool:
        """Whether the answer is not well trained: not of the node itself, or visited fewer than 100 times."""
        return self.source != "node" or self.visits(bucket) < WELL_TRAINED

    def as_options(self, options: Sequence[Option]) -> npt.NDArray[np.float64]:
        """Return which of the given options each own action is played as: float64[own, given] of 0 and 1.

        A bet that is not among them is played as the nearest bet, or as a call if there is none.
        """
        return self.as_actions([option.action for option in options])

    def as_actions(self, given: Sequence[Action]) -> npt.NDArray[np.float64]:
        """Return the same for actions without their names."""
        bets = [action for action in given if action > CALL]
        chosen = np.zeros((len(self.actions), len(given)))
        for own, action in enumerate(self.actions):
            played = action
            if played not in given:
                played = min(bets, key=lambda bet: abs(bet - action)) if action > CALL and bets else CALL
            chosen[own, given.index(played if played in given else given[0])] = 1
        return chosen


@dataclass(frozen=True, eq=False)
class RowMix(Mix):
    """The rows of one trained game.

    parts: the rows, the heaviest first. goes_on: what is left, against a bet beyond the menu, of what they go on with;
    see `beyond`.
    """

    table: Table
    file: StrategyTable
    parts: tuple[Part, ...]
    actions: tuple[Action, ...]
    goes_on: float = 1.0

    @classmethod
    def of(cls, table: Table, file: StrategyTable, rows: Sequence[Part], goes_on: float = 1.0) -> RowMix:
        """Mix rows at a real table."""
        same = _alike([part.actions for part in rows])
        parts = tuple(part._replace(actions=actions) for part, actions in zip(rows, same, strict=True))
        actions = _all_of(same)
        return cls(table, file, parts, actions, goes_on if FOLD in actions else 1.0)

    @cached_property
    def _level(self) -> int:
        """The finest of the rows; all buckets where some are told apart by their strength."""
        if self.goes_on < 1:
            return self.file.pools(self.table.round).levels - 1
        return max(self.file.level_of(found.row) for _, found, _ in self.parts)

    @property
    def own(self) -> npt.NDArray[np.int64]:
        """Which of `rows` each bucket plays: int64[buckets]."""
        return self.file.pools(self.table.round).own(self._level)

    @cached_property
    def rows(self) -> npt.NDArray[np.float32]:
        """How every bucket that is told apart here plays: float32[own buckets, options]."""
        strategy = self._mixed(lambda row: self.file.row_on(row, self._level))
        strengths = self.file.strengths(self.table.round) if self.goes_on < 1 else None
        if strengths is None:
            return strategy
        return tightened(strategy, self.actions.index(FOLD), self.goes_on, strengths)

    def plays(self, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """Return how some buckets play: float32[buckets, options]."""
        if self.file.keeps_rows or self.goes_on < 1:
            return np.asarray(self.rows[self.own[buckets]])
        return self._mixed(lambda row: self.file.plays(row, buckets))

    def _mixed(self, played: Callable[[int], npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
        """The rows of all parts by their weights. played: what there is of a row."""
        total: npt.NDArray[np.float32] | None = None
        for weight, found, real in self.parts:
            row = played(found.row)
            total = np.zeros((len(row), len(self.actions)), np.float32) if total is None else total
            for choice, action in enumerate(real):
                total[:, self.actions.index(action)] += np.float32(weight) * row[:, choice]
        assert total is not None
        return total

    def played(self, bucket: int) -> list[float]:
        """Return how one bucket plays: a row of `strategy`, in microseconds."""
        if self.goes_on < 1:
            return [float(share) for share in self.rows[bucket]]
        if len(self.parts) == 1 and len(self.actions) == len(self.parts[0].actions):
            return self.file.cell(self.parts[0].row.row, bucket)
        shares = [np.float32(0)] * len(self.actions)
        for weight, found, real in self.parts:
            for action, share in zip(real, self.file.cell(found.row, bucket), strict=True):
                shares[self.actions.index(action)] += np.float32(weight) * np.float32(share)
        return [float(share) for share in shares]

    @property
    def source(self) -> Source:
        """Whose row the answer is: the node's own, or a mean over nodes like it."""
        return self.parts[0].row.source

    def visits(self, bucket: int) -> int:
        """Return how often training visited the main row with a bucket."""
        return self.file.visits(self.parts[0].row.row, bucket)

    def visits_by_bucket(self) -> npt.NDArray[np.int64]:
        """Return the same for all buckets: int64[buckets]."""
        return self.file.visits_by_bucket(self.parts[0].row.row)

    @cached_property
    def thin(self) -> npt.NDArray[np.bool_]:
        """Which buckets are not well trained: bool[buckets]."""
        return np.asarray((self.visits_by_bucket() < WELL_TRAINED) | (self.source != "node"))

    def thin_of(self, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return which of some buckets are not well trained: bool[buckets]."""
        if self.file.keeps_rows:
            return np.asarray(self.thin[buckets])
        visits = self.file.visits_of(self.parts[0].row.row, buckets)
        return np.asarray((visits < WELL_TRAINED) | (self.source != "node"))


@dataclass(frozen=True, eq=False)
class Blend(Mix):
    """The answers of several trained games to one decision, mixed by their shares. The first is the main one.

    places: for each, those among `actions` of its actions.
    """

    table: Table
    file: StrategyTable
    mixes: tuple[RowMix, ...]
    shares: tuple[float, ...]
    actions: tuple[Action, ...]
    places: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, mixes: Sequence[RowMix], shares: Sequence[float]) -> Blend:
        """Mix answers of games that tell hands apart alike; bets that differ by rounding are one."""
        same = _alike([mix.actions for mix in mixes])
        actions = _all_of(same)
        places = tuple(tuple(actions.index(action) for action in some) for some in same)
        return cls(mixes[0].table, mixes[0].file, tuple(mixes), tuple(shares), actions, places)

    @cached_property
    def rows(self) -> npt.NDArray[np.float32]:
        """How every bucket plays: float32[buckets, options]."""
        strategy = np.zeros((len(self.own), len(self.actions)), np.float32)
        for mix, share, places in zip(self.mixes, self.shares, self.places, strict=True):
            played = mix.strategy
            for column, place in enumerate(places):
                strategy[:, place] += np.float32(share) * played[:, column]
        return strategy

    @cached_property
    def own(self) -> npt.NDArray[np.int64]:
        """Every bucket plays a row of its own: games may pool them differently."""
        return np.arange(self.file.buckets[self.table.round])

    def played(self, bucket: int) -> list[float]:
        """Return how one bucket plays."""
        return [float(share) for share in self.rows[bucket]]

    @property
    def source(self) -> Source:
        """Whose row the main answer is."""
        return self.mixes[0].source

    def visits(self, bucket: int) -> int:
        """Return how often training visited the main row with a bucket."""
        return self.mixes[0].visits(bucket)

    def visits_by_bucket(self) -> npt.NDArray[np.int64]:
        """Return the same for all buckets: int64[buckets]."""
        return self.mixes[0].visits_by_bucket()

    @property
    def thin(self) -> npt.NDArray[np.bool_]:
        """Which buckets are not well trained in the main game."""
        return self.mixes[0].thin

    def thin_of(self, buckets: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return which of some buckets are not well trained in the main game: bool[buckets]."""
        return self.mixes[0].thin_of(buckets)


def part_of(file: StrategyTable, branch: Branch, choices: list[Action], real: Table) -> Part:
    """Return the row of a branch. choices: of the menu there."""
    find = file.nearest_shape if branch.is_lost else partial(file.find, branch.node)
    found = find(branch.table, choices)
    if found.row < 0:
        street = street_names(real.game)[real.round]
        names = ", ".join(map(action_name, choices))
        raise StrategyError(
            f"the trained game {file.config.name!r} has no decision like this one: {names} on the {street}"
        )
    played = _spread(choices, file.choices_of(found.row))
    return Part(branch.weight, found, [to_real(choice, branch.table, real) for choice in played])


def _spread(choices: list[Action], count: int) -> list[Action]:
    """Return what each of `count` choices of a row is played as: its bets, from small to large, as those there are.

    >>> _spread([0, 500], 3), _spread([-1, 0, 300, 900], 3), _spread([-1, 0], 4)
    ([0, 500, 500], [-1, 0, 300], [-1, 0, 0, 0])
    """
    if len(choices) == count:
        return choices
    passive, bets = [c for c in choices if c <= CALL], [c for c in choices if c > CALL] or [CALL]
    own = count - len(passive)
    return passive + [bets[place * len(bets) // own] for place in range(own)]


def _alike(offers: Sequence[Sequence[Action]]) -> list[list[Action]]:
    """Give bets of several branches or games that differ by rounding the amount of the first, which is the heaviest."""
    known: list[Action] = []
    same = []
    for offered in offers:
        actions = [next((one for one in known if _is_near(one, action)), action) for action in offered]
        known += [action for action in actions if action not in known]
        same.append(actions)
    return same


def _all_of(offers: Sequence[Sequence[Action]]) -> tuple[Action, ...]:
    return tuple(sorted({action for actions in offers for action in actions}))


def _is_near(one: Action, other: Action) -> bool:
    return one == other or (min(one, other) > CALL and max(one, other) <= _SAME * min(one, other))
