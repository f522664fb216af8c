"""The hands that a seat brings to a point, as it draws its actions."""

from __future__ import annotations

import numpy as np

from riverboat.cards.range import Range
from riverboat.games.rules.hand_numbers import hand_numbers
from riverboat.solvers.asking.acting import Acting
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy, ask


def played_range(strategy: Strategy, cursor: Cursor, seat: int, acting: Acting) -> Range:
    """Return each hand of a seat by how often it comes to a point of the strategy's.

    Whose actions are drawn as they are has the range that the strategy tells. For others the line is gone again, and
    every decision of the seat asked; a bet that the strategy does not have there tells nothing.

    >>> import riverboat as rb
    >>> strategy = rb.open("headsup")
    >>> raised = strategy.at("r2.5")
    >>> weights = played_range(strategy, raised, 1, Acting("argmax")).weights
    >>> np.unique(weights).tolist(), played_range(strategy, raised, 1, Acting()) == raised.range(1)
    ([0.0, 1.0], True)
    """
    if acting.least == 0:
        return cursor.range(seat)
    game = cursor.table.game
    at = strategy.start(game)
    weights = at.reach(seat).copy()
    for action in cursor.table.taken[len(at.table.taken) :]:
        shown = sum(game.board_cards[: at.table.round + 1])
        if shown > len(at.board):
            at = at.deal(cursor.board[len(at.board) : shown])
        options = [option.action for option in at.options]
        if at.table.actor == seat and action in options:
            state = at.state
            played = acting.rows(ask(strategy, state))
            weights[hand_numbers(state.hands)] *= played[:, options.index(action)]
        at = at.act(action)
    return Range.from_weights(np.minimum(weights, 1.0))
