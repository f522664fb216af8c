"""Solving a part of a game again with more bet sizes, from what a coarse solution of the whole game knows of it.

The part begins after some actions, such as two folds. Who acted there holds the hands that took those actions: they are
dealt from their ranges, those of folded players, too, because the cards they took away are missing from the deck of the
others (bunching).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from riverboat.cards.card import HAND_CARDS
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.histories.line import action_token, write_line
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.sampled.engine import Sampled


def reach_ranges(solver: Sampled, actions: Sequence[Action]) -> list[Range | None]:
    """Return with what probability each seat plays so with each hand: by seat a range, or None if it has not acted.

    actions: from the start of the hand, before the first board.
    """
    tree, table = solver.tree, Table(solver.game)
    weights: dict[int, np.ndarray] = {}
    buckets = _first_buckets(solver)
    for number, action in enumerate(actions):
        if table.is_over or table.round > 0:
            raise SolverError(
                f"the line {write_line(solver.game, actions)!r} goes on after the first street; ranges are for a part "
                "that begins on it"
            )
        seat = table.actor
        assert seat is not None
        node = tree.walk(tuple(actions[:number]))
        choices = tree.choices(node)
        if action not in choices:
            raise SolverError(
                f"{action_token(table, action)!r} (action {number + 1} of {write_line(solver.game, actions)!r}) is not "
                f"on the menu of {tree!r}; it has {' '.join(action_token(table, choice) for choice in choices)}"
            )
        taken = solver.probabilities(int(tree.row[node]))[buckets, choices.index(action)]
        weights[seat] = weights.get(seat, np.ones(len(buckets))) * taken.astype(np.float64)
        act(table, action)
    return [
        Range.from_weights(weights[seat]) if seat in weights else None for seat in range(solver.game.players)
    ]


def refine(coarse: Sampled, tree: BettingTree, *, worth: int = 100_000, **settings: Any) -> Sampled:
    """Return a solver for a finer tree that begins inside the game of a coarse one.

    Its deals come from the ranges that the coarse averages give everybody. Its regrets start as the coarse ones, scaled
    down as if that had run for `worth` iterations (`Sampled.inherit`); 0 inherits nothing. settings: of `Sampled`;
    those of the coarse one unless given.
    """
    settings = {
        "rule": coarse.rule,
        "precision": coarse.precision,
        "seed": coarse.seed,
        "threads": coarse.threads,
        "rake": coarse.rake,
        "prizes": coarse.prizes,
    } | settings
    actions = tuple(tree.root.taken)
    ranges = reach_ranges(coarse, actions) if actions else ()
    solver = Sampled(tree, coarse.deals, ranges=ranges, **settings)
    if worth > 0:
        solver.inherit(coarse, worth=worth)
    return solver


def _first_buckets(solver: Sampled) -> np.ndarray:
    """The bucket of each of the 1,326 hands on the first round."""
    if solver.game.hole_cards != 2 or solver.deals.boards[0] != 0:
        raise SolverError("ranges are of two-card hands before any board; this game has none")
    board = np.arange(52)
    deals = np.empty((len(HAND_CARDS), 2 + solver.deals.boards[-1]), np.uint8)
    for place, hand in enumerate(HAND_CARDS):  # any board will do: it does not count on the first round
        deals[place, :2] = hand
        deals[place, 2:] = board[~np.isin(board, hand)][: solver.deals.boards[-1]]
    return solver.deals.lookup(deals)[:, 0, 0]
