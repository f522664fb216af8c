"""From a line to a situation: the trained game, the branches of the line, their rows, and real chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.errors import StrategyError
from riverboat.games.action import CALL, Action, action_name
from riverboat.games.line import write_line
from riverboat.games.positions import position_names
from riverboat.games.streets import street_names
from riverboat.games.table import Table
from riverboat.games.translation import to_real
from riverboat.solvers.options import Option, options_at
from riverboat.strategy.branches import Branch, Translated, Walk
from riverboat.strategy.matching import Match
from riverboat.strategy.strategy_file import FoundRow, Source, StrategyFile

_SAME = 1.05  # bets of two branches within five percent are one option
_SOURCES = {
    "class": "the line was rare in training: the answer is the mean of situations alike in players, pot and stack",
    "shape": "the line was not kept: the answer is the mean of all decisions on this street with choices like these",
}
_LOST = (
    "the trained game cannot follow this line, with its stacks and so many in the pot: the answer is the mean of all "
    "decisions on this street with choices like these"
)


class Part(NamedTuple):
    """A row that an answer is mixed from: its weight, the row, and the action at the real table of each choice."""

    weight: float
    row: FoundRow
    actions: list[Action]


@dataclass(frozen=True, eq=False)
class Situation:
    """A decision at the real table, and how a strategy plays it with every bucket.

    taken: the line, in chips. board: as asked. table: the real one; do not play on it. actions: what can be done, in
    real chips. parts: the rows that the answer is mixed from, the heaviest first. What takes time, such as words, is
    made when it is asked for.
    """

    taken: tuple[Action, ...]
    board: tuple[int, ...]
    table: Table
    actions: tuple[Action, ...]
    file: StrategyFile
    parts: tuple[Part, ...]
    found: Match
    gone: Walk

    @cached_property
    def line(self) -> str:
        """The betting line, without the cards."""
        return write_line(self.table.game, self.taken)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What can be done, in real chips."""
        return options_at(self.table, self.actions)

    @cached_property
    def strategy(self) -> npt.NDArray[np.float32]:
        """How every bucket plays: float32[buckets, options]."""
        strategy = np.zeros((self.file.buckets[self.table.round], len(self.actions)), np.float32)
        for weight, found, real in self.parts:
            played = self.file.row(found.row)
            for choice, action in enumerate(real):
                strategy[:, self.actions.index(action)] += np.float32(weight) * played[:, choice]
        return strategy

    def played(self, bucket: int) -> list[float]:
        """Return how one bucket plays: a row of `strategy`, in microseconds."""
        if len(self.parts) == 1 and len(self.actions) == len(self.parts[0].actions):
            return self.file.cell(self.parts[0].row.row, bucket)
        shares = [np.float32(0)] * len(self.actions)
        for weight, found, real in self.parts:
            for action, share in zip(real, self.file.cell(found.row, bucket), strict=True):
                shares[self.actions.index(action)] += np.float32(weight) * np.float32(share)
        return [float(share) for share in shares]

    @cached_property
    def translated(self) -> tuple[Translated, ...]:
        """Real bets that were played as menu sizes."""
        return self.gone.translated

    @cached_property
    def assumed(self) -> tuple[str, ...]:
        """What else was taken for granted, in words."""
        words = [*self.found.assumed]
        if off_menu := self.gone.off_menu:
            words.append(
                f"the trained game does not have {', '.join(off_menu)} there; similar situations answer"
            )
        if self.gone.away:
            words.append(
                "fewer players were trained in such a pot; who called beyond them is played as folded"
            )
        if beyond := self.gone.beyond:
            words.append(
                f"no bet as large as {', '.join(beyond)} was trained there; calling it takes better hands than here"
            )
        if self.gone.is_lost:
            words.append(_LOST)
        elif self.source in _SOURCES:
            words.append(_SOURCES[self.source])
        return tuple(words)

    @property
    def seat(self) -> int:
        """Who is to act."""
        assert self.table.actor is not None
        return self.table.actor

    @property
    def position(self) -> str:
        """The position of who is to act."""
        return position_names(self.table.game.players)[self.seat]

    @property
    def street(self) -> str:
        """The street."""
        return street_names(self.table.game)[self.table.round]

    @property
    def source(self) -> Source:
        """Whose row the answer is: the node's own, or a mean over nodes like it."""
        return self.parts[0].row.source

    def level(self, bucket: int) -> int:
        """Return how well the main row is trained for a bucket."""
        return self.file.level(self.parts[0].row.row, bucket)

    @cached_property
    def title(self) -> str:
        """Where it is and who acts."""
        unit = self.table.game.big_blind
        cards = card_names(self.board)
        shown = " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))
        line = f"after {self.line}" if self.line else "to begin"
        call = f", {self.table.to_call / unit:g} bb to call" if self.table.to_call else ""
        return f"{shown}{'  ' if shown else ''}{line}: {self.position} to act, pot {self.table.pot / unit:g} bb{call}"

    def to_dict(self) -> dict[str, Any]:
        """Return what does not depend on the hand, as plain values."""
        return {
            "line": self.line,
            "board": card_names(self.board),
            "street": self.street,
            "seat": self.seat,
            "position": self.position,
            "pot": self.table.pot,
            "to_call": self.table.to_call,
            "actions": [
                {"action": option.token, "name": option.name, "chips": option.action}
                for option in self.options
            ],
            "strategy": self.file.config.name,
            "source": self.source,
            "translated": [{"real": one.real, "played_as": dict(one.played_as)} for one in self.translated],
            "assumed": list(self.assumed),
        }


def part_of(file: StrategyFile, branch: Branch, choices: list[Action], real: Table) -> Part:
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


def alike(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Give bets of several branches that differ by rounding the amount of the heaviest branch."""
    known: list[Action] = []
    merged = []
    for weight, row, real in parts:
        actions = [next((one for one in known if _is_near(one, action)), action) for action in real]
        known += [action for action in actions if action not in known]
        merged.append(Part(weight, row, actions))
    return tuple(merged)


def _is_near(one: Action, other: Action) -> bool:
    return one == other or (min(one, other) > CALL and max(one, other) <= _SAME * min(one, other))


def actions_as_options(situation: Situation, options: Sequence[Option]) -> npt.NDArray[np.float64]:
    """Return which of the given options each option of a situation is played as: float64[own, given] of 0 and 1.

    A bet that is not among them is played as the nearest bet, or as a call if there is none.
    """
    given = [option.action for option in options]
    bets = [action for action in given if action > CALL]
    chosen = np.zeros((len(situation.options), len(given)))
    for own, option in enumerate(situation.options):
        action = option.action
        if action not in given:
            action = min(bets, key=lambda bet: abs(bet - action)) if action > CALL and bets else CALL
        chosen[own, given.index(action if action in given else given[0])] = 1
    return chosen
