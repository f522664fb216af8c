"""Hands that are under way: what is known of the cards where a sampled solver begins, and where it stops to learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.cards.card import card_names, parse_cards
from riverboat.errors import SolverError
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.solvers.sampled.fixed_play import FixedPlay

Weights = npt.NDArray[np.floating]

LOCKED: Final = 1e30
"""A regret beside which all that can be learnt is lost in rounding: regret matching then plays what it was given."""

WAYS: Final = ((1.0, 1.0, 1.0), (5.0, 1.0, 1.0), (1.0, 5.0, 1.0), (1.0, 1.0, 5.0))
"""How play goes on behind a leaf: by what its chances to fold, to check or call and to raise are multiplied.

The strategy itself and the three that lean to one action, five times, as in Pluribus (Brown and Sandholm 2019).
"""


@dataclass(frozen=True, eq=False)
class UnderWay:
    """The cards where a solver begins: deals are drawn from here, and who is in the hand learns.

    board: what lies. weights: by seat, from 0 up for every hand, [1326] by `hand_index` or [52] by card; who is in the
    hand has some, a seat that has folded has the hands that it folded or, if its cards are not to count, None. A deal
    is as likely as the product of its weights, so card removal among all of them is exact. runouts: what may follow on
    the board, [runouts, cards]; one of them is drawn. None: whatever the deck leaves.
    """

    board: tuple[int, ...]
    weights: tuple[Weights | None, ...]
    runouts: npt.NDArray[np.uint8] | None = None

    def checked(self, game: Game, in_hand: Sequence[int]) -> list[list[float]]:
        """Return the weights as the engine takes them; raise unless all that is given fits the game."""
        if len(self.weights) != game.players:
            raise SolverError(
                f"there are weights for {len(self.weights)} seats, and {game.players} play; give None to a seat whose "
                "cards do not count"
            )
        parse_cards(self.board)
        cards = hand_cards_of(game)
        meets = np.isin(cards, self.board).any(axis=1) | ~np.isin(cards, game.deck.cards).all(axis=1)
        found: list[list[float]] = []
        for seat, weights in enumerate(self.weights):
            if weights is None:
                if seat in in_hand:
                    raise SolverError(f"seat {seat} is in the hand and has no weights; give 1 for every hand")
                found.append([])
                continue
            held = np.where(meets, 0, np.asarray(weights, np.float32))
            if held.shape != (len(cards),) or not (held >= 0).all() or not np.isfinite(held).all():
                raise SolverError(
                    f"the weights of seat {seat} are {held.dtype}{list(held.shape)}; they are {len(cards)} numbers "
                    "from 0 up"
                )
            if not held.any():
                raise SolverError(
                    f"seat {seat} holds no hand that the board {card_names(self.board)!r} leaves; widen its range"
                )
            found.append(held.tolist())
        return found

    def rest(self, game: Game) -> npt.NDArray[np.uint8]:
        """Return the runouts as the engine takes them: flat, or nothing."""
        if self.runouts is None:
            return np.zeros(0, np.uint8)
        cards = sum(game.board_cards) - len(self.board)
        rest = np.asarray(self.runouts, np.uint8)
        if cards == 0 or rest.ndim != 2 or rest.shape[1] != cards or not len(rest) or rest.max() > 51:
            raise SolverError(
                f"runouts are {rest.dtype}{list(rest.shape)}; on {card_names(self.board)!r} they are card ids "
                f"[runouts, {cards}]"
            )
        return np.ascontiguousarray(rest).reshape(-1)


@dataclass(frozen=True, eq=False)
class Leaves:
    """Where learning stops, and how everybody plays from there on.

    play: a strategy that stays; only its rows from the leaves on are read. choices: bool[choices], which lead to
    leaves: histories that a tree joins behind them are told apart where they end. ways: between which every seat in the
    hand chooses at a leaf, knowing its hand; see `WAYS`.
    """

    play: FixedPlay
    choices: npt.NDArray[np.bool_]
    ways: tuple[tuple[float, float, float], ...] = WAYS

    def __post_init__(self) -> None:
        if not 1 <= len(self.ways) <= _core.MOST_ACTIONS:
            raise SolverError(
                f"there are {len(self.ways)} ways to go on at a leaf; give from 1 to {_core.MOST_ACTIONS}, as in WAYS"
            )

    def numbers(self) -> list[int]:
        """Return the number of the leaf that each choice leads to, or -1."""
        tree = self.play.tree
        if (
            self.choices.shape != tree.child.shape
            or not self.choices.any()
            or (tree.child[self.choices] < 0).any()
        ):
            raise SolverError(
                f"leaves are {self.choices.dtype}{list(self.choices.shape)}, {int(self.choices.sum())} of them; say of "
                f"each of the {len(tree.child)} choices whether it leads to one: some do, and no end of a hand"
            )
        return list(map(int, np.where(self.choices, np.cumsum(self.choices) - 1, -1)))
