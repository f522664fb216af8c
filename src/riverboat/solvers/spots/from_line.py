"""A spot out of a hand that a strategy follows: the ranges, the pot and the stacks where its street begins."""

from __future__ import annotations

from typing import Final, Unpack

from riverboat.cards.card import CardsLike, card_names
from riverboat.cards.range import Range
from riverboat.errors import SolverError, StrategyError
from riverboat.games.rules.positions import seat_names
from riverboat.solvers.asking.cursor import Cursor, LineLike, Trace
from riverboat.solvers.asking.strategy import RealGame, Strategy
from riverboat.solvers.spots.spot_file import SpotFile

_LEAST: Final = 0.005  # of a hand's weight: what comes less often costs time and says nothing


def spot_after(
    strategy: Strategy, line: LineLike, board: CardsLike = "", **real: Unpack[RealGame]
) -> SpotFile:
    """Return the spot that begins with the street on which a line ends, between the two who are left.

    Ranges are those that the strategy brings there; hands of less than half a percent are left out. Sizes and accuracy
    are the usual ones.

    >>> import riverboat as rb
    >>> spot = spot_after(rb.open("headsup"), "r2.5 c / k b33%", "QsJh2h")
    >>> spot.board, spot.pot, spot.stack, spot.min_bet
    ('QsJh2h', 500, (9750, 9750), 100)
    """
    trace = strategy.trace(line, board, **real)
    if trace.at.table.is_over:
        raise StrategyError("the hand is over after this line; a spot begins where somebody is to act")
    at = _street_start(trace)
    at.check()
    table, names = at.table, seat_names(at.table.game)
    if table.round == 0:
        raise SolverError("a spot begins on the flop, turn or river; lay a board, or go on to the flop")
    if len(table.in_hand) != 2:
        left = ", ".join(names[seat] for seat in table.in_hand)
        raise SolverError(f"a spot is between two; {left} are in the hand")
    first, second = table.in_hand
    ranges = [str(_weighed(at, seat)) for seat in (first, second)]
    return SpotFile(
        board=card_names(at.board),
        oop=ranges[0],
        ip=ranges[1],
        pot=table.pot,
        stack=(table.stacks[first], table.stacks[second]),
        min_bet=table.game.big_blind,
        notes=(f"{names[first]} acts first, {names[second]} last", *at.notes),
    )


def _street_start(trace: Trace) -> Cursor:
    """The first point on the street of the last."""
    last = trace.at.table.round
    return next((point for point in trace.before if point.table.round == last), trace.at)


def _weighed(at: Cursor, seat: int) -> Range:
    """A range with weights that people can read."""
    weights = at.range(seat).without(at.board).weights
    weights = weights / weights.max()
    return Range.from_weights((weights * (weights >= _LEAST)).round(3))
