"""How often each hand comes to a point: the product of its own probabilities on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.trained_game import TrainedGame, trained_games
from riverboat.strategy.lines.trained_line import TrainedLine

Floats = npt.NDArray[np.float64]
BucketsAt = Callable[[StrategyTable, int], npt.NDArray[np.int32]]
"""Buckets of all hands in a round of a file, negative for those that cannot be held."""


def line_reach(line: TrainedLine, seat: int, buckets_at: BucketsAt) -> Floats:
    """Return how often a seat plays a line with each hand: float64[hands].

    The finest game that the seat acts in from its first action on is asked. Where a bet was translated, its likelihood
    is the mixture of those of the menu sizes; an action or a decision that the trained game does not have tells
    nothing.
    """
    games = _games_of(line, seat)
    games[0].check_stack()
    return _reach_in(games, line, seat, buckets_at)


def likely_reach(line: TrainedLine, seat: int, buckets_at: BucketsAt) -> tuple[Floats, bool]:
    """Return the same for any stacks and lines, and whether the line tells it.

    Where the seat never plays so with any hand, what no hand does tells nothing either.
    """
    try:
        games = _games_of(line, seat)
    except StrategyError:  # the seat acted before any trained game begins
        return np.asarray(buckets_at(line.found.file, line.table.round) >= 0, np.float64), False
    reach = _reach_in(games, line, seat, buckets_at)
    if reach.any():
        return reach, True
    return _reach_in(games, line, seat, buckets_at, forgiving=True), False


def _games_of(line: TrainedLine, seat: int) -> tuple[TrainedGame, ...]:
    return line.on_the_way(
        trained_games(line.lines.files, line.table, line.taken, line.first_action_of(seat))
    )


def _reach_in(
    games: Sequence[TrainedGame],
    line: TrainedLine,
    seat: int,
    buckets_at: BucketsAt,
    *,
    forgiving: bool = False,
) -> Floats:
    """The products in the trained games by their shares. forgiving: without what would leave no hand."""
    return sum(
        (game.depth.share * _reach_in_one(game, line, seat, buckets_at, forgiving) for game in games),
        np.zeros(()),
    )


def _reach_in_one(
    found: TrainedGame, line: TrainedLine, seat: int, buckets_at: BucketsAt, forgiving: bool
) -> Floats:
    own = found.seats[seat]
    held = buckets_at(found.file, line.table.round) >= 0
    total = np.zeros(len(held))
    for branch in line.walk(found).branches:
        reach = np.full(len(held), branch.weight)
        for step in branch.decided:
            if step.seat != own or step.choice < 0:
                continue
            row = found.file.find(step.node, step.table, step.choices).row
            if row < 0 or found.file.choices_of(row) != len(step.choices):
                continue  # nothing there, or only a mean of decisions with other choices
            level, pools = found.file.level_of(row), found.file.pools(step.table.round)
            rows = pools.own(level)[np.maximum(buckets_at(found.file, step.table.round), 0)]
            after = reach * found.file.row_on(row, level)[rows, step.choice]
            if not forgiving or after[held].any():
                reach = after
        total += reach
    return np.where(held, total, 0.0)
