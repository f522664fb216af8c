"""The hands that everybody may hold where a subgame begins: by Bayes, from what was done and how a strategy plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.errors import StrategyError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import act
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.games.rules.positions import seat_names
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ranges:
    """Weights of hands by seat, the likeliest with 1: float64[hands], or None for who has folded and does not count.

    notes: what had to be assumed, in words.
    """

    by_seat: tuple[Floats | None, ...]
    notes: tuple[str, ...] = ()


def ranges_at(strategy: Strategy, cursor: Cursor, *, folded: bool = True) -> Ranges:
    """Return what each seat holds at a point. folded: the hands of who has folded, too, whose cards nobody else has.

    A seat that plays the line with no hand at all, as when its opponent is not who the strategy thinks, is asked about
    a shorter line: all that can be said of it is what it did before.

    >>> import riverboat as rb
    >>> strategy = rb.open("sixmax")
    >>> ranges = ranges_at(strategy, strategy.at("f f r2.5 f c c /", "QsJh2d"))
    >>> [round(float(weights.mean()), 2) for weights in ranges.by_seat]  # SB and BB call, two fold, CO opens, BTN folds
    [0.1, 0.25, 0.74, 0.7, 0.11, 0.69]
    """
    table, found, notes = cursor.table, list[Floats | None](), list[str]()
    for seat in range(table.game.players):
        if seat not in table.in_hand and not folded:
            found.append(None)
            continue
        weights = _reach(cursor, seat)
        if weights is None:
            line = write_line(table.game, table.taken)
            name = seat_names(table.game)[seat]
            notes.append(f"{name} never plays {line!r}; its range is that of a shorter line")
            weights = _earlier(strategy, cursor, seat)
        found.append(weights)
    return Ranges(tuple(found), tuple(notes))


def possible(game: Game, board: tuple[int, ...]) -> Floats:
    """Return 1 for every hand of the deck that a board leaves, else 0: float64[hands]."""
    cards = hand_cards_of(game)
    free = np.isin(cards, game.deck.cards).all(axis=1) & ~np.isin(cards, board).any(axis=1)
    return np.asarray(free, np.float64)


def cursor_at(strategy: Strategy, table: Table, board: tuple[int, ...]) -> Cursor:
    """Return the point of a strategy that a table stands at, unchecked: a player must act, whatever the stacks are."""
    at, game = strategy.start(table.game), table.game
    for action in table.taken[len(at.table.taken) :]:
        shown = sum(game.board_cards[: at.table.round + 1])
        at = at.deal(board[len(at.board) : shown]).act(action)
    return at.deal(board[len(at.board) :])


def _reach(cursor: Cursor, seat: int) -> Floats | None:
    """How often a seat comes to a point, the likeliest hand with 1; None if it never does, or nobody knows."""
    try:
        reach = cursor.reach(seat) * possible(cursor.table.game, cursor.board)
    except StrategyError:
        return None
    most = float(reach.max())
    return np.asarray(reach / most) if most > 0 else None


def _earlier(strategy: Strategy, cursor: Cursor, seat: int) -> Floats:
    """The range of a seat after the longest beginning of the line that it plays with some hand."""
    game, board, taken = cursor.table.game, cursor.board, cursor.table.taken
    for end in range(len(taken) - 1, 0, -1):
        table = Table(game)
        for action in taken[:end]:
            act(table, action)
        shown = sum(game.board_cards[: table.round + 1])
        try:
            weights = _reach(cursor_at(strategy, table, board[:shown]), seat)
        except StrategyError:  # the strategy begins later
            break
        if weights is not None and (held := weights * possible(game, board)).any():
            return np.asarray(held / held.max())
    return possible(game, board)
