"""Which lines before the flop matter: those that people look up by positions, and all that come often enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import number
from riverboat.cards.card import FULL_DECK
from riverboat.errors import StrategyError
from riverboat.games.rules.action import CALL
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.cursor import Cursor
from riverboat.solvers.asking.strategy import Strategy
from riverboat.strategy.charts.charts import Chart, Charts
from riverboat.strategy.charts.kinds import ALWAYS, KINDS, kind_of, line_words

Came: TypeAlias = Mapping[int, npt.NDArray[np.float64]]
"""By seat that has acted: how often it has played so with each hand."""


def charts_of(strategy: Strategy, *, share: float = 0.001) -> Charts:
    """Return the charts of a hold'em strategy.

    share: of all hands that are dealt. Lines first in, against one raise, blind against blind and, with everybody else
    folded, of the opener against a 3-bet are there however rare they are; all others if they come at least so often.

    >>> import riverboat as rb
    >>> charts = charts_of(rb.open("headsup"), share=0.05)
    >>> [chart.title for chart in charts.charts][:2]
    ['BTN first in', 'BB after BTN raises to 2 bb']
    """
    check_share(share)
    game = strategy.game
    if (game.hole_cards, game.deck, game.board_cards[0]) != (2, FULL_DECK, 0):
        raise StrategyError(f"charts are of hold'em from before the flop; {game.name!r} is another game")
    found = sorted(_walk(strategy.start(), {}, share), key=lambda chart: KINDS.index(chart.kind))
    return Charts(strategy.name, share, tuple(found))


def check_share(share: float) -> None:
    """Raise unless it is a share of all hands."""
    number("share", share, StrategyError, over=0, most=1, example=0.001, kind="a share of all hands")


def _walk(at: Cursor, came: Came, least: float) -> Iterator[Chart]:
    """Yield the charts from a point on, along choices that come often enough or may lead to what is always shown."""
    hands, kind, seat = at.grid(), kind_of(at.table), at.table.actor
    assert seat is not None
    often = prod(float(weights.mean()) for weights in came.values())
    if kind in ALWAYS or often >= least:
        yield Chart(kind, line_words(at.table), often, hands)
    before = came.get(seat, np.ones(len(hands.hands)))
    for place, option in enumerate(hands.options):
        after = {**came, seat: before * hands.strategy[:, place]}
        below = at.act(option.action)
        if below.table.is_over or below.table.round > 0:
            continue
        if _may_lead(below.table) or prod(float(weights.mean()) for weights in after.values()) >= least:
            yield from _walk(below, after, least)


def _may_lead(table: Table) -> bool:
    """Whether a line, or one that goes on from it, is always shown: nobody has called, and there is no 4-bet."""
    taken = table.taken
    return CALL not in taken and sum(action > CALL for action in taken) <= 2
