"""What a known seat may do at a point, how likely each of it is, and where it leads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from riverboat.errors import StrategyError
from riverboat.evaluation.aivat.players import Known
from riverboat.evaluation.aivat.point import Floats, Point
from riverboat.games.rules.action import Action


class Reply(NamedTuple):
    """An action, its probability given everything that is not averaged over, and the point after it.

    by_hand: how often each hand takes it, float64[hands].
    """

    action: Action
    probability: float
    point: Point
    by_hand: Floats


def replies(point: Point, known: Mapping[int, Known], averaged: Collection[int]) -> list[Reply] | None:
    """Return what who is to act may do; None if his strategy is unknown, or has no answer here.

    averaged: seats whose hands are averaged over; their ranges follow what they do. Where a strategy has no answer, the
    arena acts in its place, whatever is held: that tells nothing, and there is nothing to correct.
    """
    seat = point.table.actor
    assert seat is not None
    if seat not in known:
        return None
    held = point.ranges[seat]
    places = np.flatnonzero(held * point.deals.free_of(point.board))
    hands = np.ascontiguousarray(point.deals.hands[places])
    try:
        actions, rows = known[seat].play_all(hands, tuple(point.table.taken), point.board, point.deals.game)
    except StrategyError:
        return None
    whole, found = point.mass, []
    for column, action in enumerate(actions):
        by_hand = np.zeros(len(held))
        by_hand[places] = rows[:, column]
        if not by_hand.any():
            continue
        if seat in averaged:
            after = point.after(action, seat, held * by_hand)
            probability = after.mass / whole
        else:
            after = point.after(action, seat, None)
            probability = float(held @ by_hand)
        if probability > 0:
            found.append(Reply(action, probability, after, by_hand))
    return found
