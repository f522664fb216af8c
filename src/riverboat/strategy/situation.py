"""From a question to a situation: the trained game, the branches of the line, their rows, and real chips."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.games.action import CALL, Action, action_name
from riverboat.games.streets import street_names
from riverboat.games.table import Table
from riverboat.games.translation import to_real
from riverboat.solvers.options import Option, options_at
from riverboat.strategy.decision import Situation
from riverboat.strategy.matching import match
from riverboat.strategy.question import Question
from riverboat.strategy.strategy_file import FoundRow, StrategyFile
from riverboat.strategy.walk import Branch, walk

_SAME = 1.05  # bets of two branches within five percent are one option
_SOURCES = {
    "class": "the line was rare in training: the answer is the mean of situations alike in players, pot and stack",
    "shape": "the line was not kept: the answer is the mean of all decisions on this street with choices like these",
}


def situation_at(
    files: Sequence[StrategyFile], question: Question, translation: str = "pseudo-harmonic"
) -> Situation:
    """Return the situation of a question; a `StrategyError` says why there is none."""
    table = question.table()
    found = match(files, table, question.actions)
    gone = walk(found, question.actions, question.game, translation)
    parts = _alike([_part(found.file, branch, table) for branch in gone.branches])
    actions = sorted({action for _, _, real in parts for action in real})
    strategy = np.zeros((found.file.buckets[table.round], len(actions)), np.float32)
    for weight, row, real in parts:
        played = found.file.row(row.row)
        for choice, action in enumerate(real):
            strategy[:, actions.index(action)] += np.float32(weight) * played[:, choice]
    assumed = [*found.assumed]
    if gone.off_menu:
        assumed.append(
            f"the trained game does not have {', '.join(gone.off_menu)} there; similar situations answer"
        )
    if gone.beyond:
        assumed.append(
            f"no bet as large as {', '.join(gone.beyond)} was trained there; calling it takes better hands than here"
        )
    if parts[0][1].source in _SOURCES:
        assumed.append(_SOURCES[parts[0][1].source])
    return Situation(
        question.line,
        question.board,
        table,
        options_at(table, actions),
        strategy,
        found.file,
        tuple((weight, row) for weight, row, _ in parts),
        gone.translated,
        tuple(assumed),
    )


def _part(file: StrategyFile, branch: Branch, real: Table) -> tuple[float, FoundRow, list[Action]]:
    """Return weight and row of a branch, and for each of its choices the action at the real table."""
    choices = file.config.menu.choices(branch.table)
    found = file.find(branch.node, branch.table, choices)
    if found.row < 0:
        found = file.nearest_shape(branch.table, choices)
    if found.row < 0:
        street = street_names(real.game)[real.round]
        names = ", ".join(map(action_name, choices))
        raise StrategyError(
            f"the trained game {file.config.name!r} has no decision like this one: {names} on the {street}"
        )
    played = _spread(choices, file.row(found.row).shape[1])
    return branch.weight, found, [to_real(choice, branch.table, real) for choice in played]


def _spread(choices: list[Action], count: int) -> list[Action]:
    """Return what each of `count` choices of a row is played as: its bets, from small to large, as those there are.

    >>> _spread([0, 500], 3), _spread([-1, 0, 300, 900], 3), _spread([-1, 0], 4)
    ([0, 500, 500], [-1, 0, 300], [-1, 0, 0, 0])
    """
    passive, bets = [c for c in choices if c <= CALL], [c for c in choices if c > CALL] or [CALL]
    own = count - len(passive)
    return passive + [bets[place * len(bets) // own] for place in range(own)]


def _alike(
    parts: list[tuple[float, FoundRow, list[Action]]],
) -> list[tuple[float, FoundRow, list[Action]]]:
    """Give bets of several branches that differ by rounding the amount of the heaviest branch."""
    known: list[Action] = []
    merged = []
    for weight, row, real in parts:
        actions = [next((one for one in known if _is_near(one, action)), action) for action in real]
        known += [action for action in actions if action not in known]
        merged.append((weight, row, actions))
    return merged


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
