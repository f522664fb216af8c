"""What hands of a local best response have in common, with one opponent or with several."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from riverboat.evaluation.lbr.deals import Deal, Dealer
from riverboat.evaluation.lbr.look import Look
from riverboat.evaluation.lbr.shares import Shares
from riverboat.solvers.asking.preparing import Question, Steps


class LbrTable(ABC):
    """Plays hands between a local best response and copies of a strategy. seats: all of them, in order."""

    def __init__(self, look: Look) -> None:
        self.look, self.opponent = look, look.opponent
        table = look.opponent.root.table
        self.seats: tuple[int, ...] = tuple(table.in_hand)
        self.shares = Shares(table.game)
        self.dealer = Dealer(look.opponent)

    def steps(self, deal: Deal, seat: int, draw: np.random.Generator) -> Steps[Question, float]:
        """Play as `play` does, and say before what will be asked of the strategy."""
        yield from ()
        return self.play(deal, seat, draw)

    @abstractmethod
    def play(self, deal: Deal, seat: int, draw: np.random.Generator) -> float:
        """Return what a local best response in a seat wins with a deal, in chips."""
