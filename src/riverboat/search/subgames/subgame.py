"""The cut: a real hand from one point on as a game of its own, with real stacks and pot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from riverboat.cards.card import card_names
from riverboat.cards.range import Range
from riverboat.errors import StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import TreeConfig
from riverboat.search.subgames.cost import carried_cells, cells_within
from riverboat.search.subgames.menus import LADDER, Rung, rung_menu
from riverboat.search.subgames.ranges import Ranges, on_board
from riverboat.solvers.full_width.setup import GameSetup

IGNORED: Final = "the cards of players who have folded are not known and count as if they were in the deck"


@dataclass(frozen=True, eq=False)
class Subgame:
    """What follows a point of a real hand with two players left.

    setup: the game to solve. seats: the two, in order. ranges: what they bring. rung: the sizes. cells: how large it
    is. extra: the bet that was made where it begins, if it is there for that bet's sake. notes: what was assumed.
    """

    setup: GameSetup
    seats: tuple[int, int]
    ranges: Ranges
    rung: Rung
    cells: float
    extra: Action | None = None
    notes: tuple[str, ...] = field(default=())

    def played_as(self, action: Action, choices: list[Action]) -> Action:
        """Return the choice of the tree that an action is: itself, or the nearest where nobody could call that much."""
        if action in choices:
            return action
        bets = [choice for choice in choices if choice > CALL]
        return min(bets, key=lambda bet: abs(bet - action)) if action > CALL and bets else CALL


def cut_subgame(
    table: Table,
    board: tuple[int, ...],
    ranges: Ranges,
    *,
    seconds: float,
    extra: Action | None = None,
    ladder: tuple[Rung, ...] = LADDER,
) -> Subgame | None:
    """Return the subgame that begins at a table, with the finest menu of the ladder that the seconds carry.

    None if they carry none. extra: a bet that is made at its root and must be there to the chip.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> for action in (250, 0, 0, 0, 0, 0):
    ...     table.record(action)
    >>> import numpy as np
    >>> every = Ranges((np.ones(1326), np.ones(1326)))
    >>> found = cut_subgame(table, (0, 5, 10, 15, 20), every, seconds=0.2, extra=137)
    >>> found.setup.pot, found.ranges.sizes, 137 in found.setup.tree.choices(0)
    (500, (1081, 1081), True)
    """
    if len(table.in_hand) != 2:
        raise StrategyError(
            f"{len(table.in_hand)} players are in the hand after {write_line(table.game, table.taken)!r}; a subgame "
            "here has two"
        )
    seats = (table.in_hand[0], table.in_hand[1])
    held = on_board(ranges, board, table.game, seats)
    start, most = write_line(table.game, table.taken), carried_cells(seconds)
    for rung in ladder:
        config = TreeConfig("subgame", table.game, rung_menu(rung, table, extra), start=start)
        cells = cells_within(config, table, held.sizes, most, to_leaves=rung.to_leaves)
        if cells is not None:
            break
    else:
        return None
    first, second = (Range.from_weights(weights) for weights in held.weights)
    setup = GameSetup(config, card_names(board), (first, second))
    notes = (*held.notes, *((IGNORED,) if table.game.players > 2 else ()))
    return Subgame(setup, seats, held, rung, cells, extra, notes)
