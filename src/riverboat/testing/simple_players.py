"""Players that any strategy must beat, and what it wins from them: a first check of strength, long before an arena.

Every deal is played once with the strategy in each seat, and the mean of these is one observation. So the luck of the
cards cancels in part: a strategy that plays just as the others do wins exactly nothing from calling players.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from riverboat.cards.card import card_names
from riverboat.errors import GameError, StrategyError
from riverboat.games import CALL, FOLD, Action, Game, Table, act
from riverboat.strategy import Blueprint

Player: TypeAlias = Callable[[Table, random.Random], Action]
"""Chooses for who is to act at the table, and may look at nothing but his cards and what is public."""


def calling(table: Table, rng: random.Random) -> Action:
    """Check or call, always."""
    return CALL


def folding(table: Table, rng: random.Random) -> Action:
    """Check, and fold to any bet."""
    return FOLD if table.to_call and table.can_fold() else CALL


def all_in(table: Table, rng: random.Random) -> Action:
    """Raise all, always."""
    most = table.legal_actions.max_raise_to
    return CALL if most is None else most


def uniform(table: Table, rng: random.Random) -> Action:
    """Fold to a bet, call and raise alike likely, to any legal amount."""
    legal = table.legal_actions
    choices = [CALL]
    if table.to_call and legal.can_fold:
        choices.append(FOLD)
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        choices.append(rng.randint(legal.min_raise_to, legal.max_raise_to))
    return rng.choice(choices)


SIMPLE_PLAYERS: Final[Mapping[str, Player]] = {
    "calling": calling,
    "folding": folding,
    "all-in": all_in,
    "random": uniform,
}


def as_player(strategy: Blueprint) -> Player:
    """Return a player that draws from a strategy; what it cannot answer, it checks or folds."""

    def play(table: Table, rng: random.Random) -> Action:
        assert table.actor is not None
        hand, board = card_names(table.hole_cards[table.actor]), tuple(table.board)
        try:
            decision = strategy.query(hand, board, tuple(table.taken), game=table.game)
        except StrategyError:
            return folding(table, rng)
        return rng.choices([option.action for option in decision.options], decision.probabilities)[0]

    return play


@dataclass(frozen=True)
class Winnings:
    """What a player wins: big blinds for 100 hands, and the half width of the 95 % interval."""

    bb_per_100: float
    margin: float
    hands: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.bb_per_100 - self.margin

    def __str__(self) -> str:
        return f"{self.bb_per_100:+,.0f} ± {self.margin:,.0f} bb/100 over {self.hands:,} hands"


def winnings(player: Player, others: Player, game: Game, deals: int, seed: int = 0) -> Winnings:
    """Return what a player wins in one seat from others who all play alike; each deal is played once in each seat.

    >>> from riverboat.games import nolimit_holdem
    >>> print(winnings(calling, calling, nolimit_holdem(3), deals=10))
    +0 ± 0 bb/100 over 30 hands
    >>> winnings(all_in, folding, nolimit_holdem(), deals=10).bb_per_100  # the blinds, of each seat in turn
    75.0
    """
    if not isinstance(deals, int) or deals < 2:
        raise GameError(f"deals is {deals!r}; it must be a whole number from 2 up, such as 1000")
    table = Table(game)
    won = np.zeros(deals)
    for deal in range(deals):
        rng = random.Random(f"{seed} {deal}")
        cards = rng.getrandbits(64)
        for seat in range(game.players):
            table.restart(cards)
            while not table.is_over:
                act(table, (player if table.actor == seat else others)(table, rng))
            won[deal] += table.payoffs[seat]
    won *= 100 / (game.players * game.big_blind)
    margin = 1.96 * float(won.std(ddof=1)) / math.sqrt(deals)
    return Winnings(float(won.mean()), margin, deals * game.players)
