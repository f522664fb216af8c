"""Opening ranges of a run: how often each hand raises where everybody before has folded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.cards.card import HAND_CARDS, NUM_CARDS
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.games.rules.action import CALL, FOLD
from riverboat.games.rules.positions import position_names
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.asking.tree_cursor import tree_root
from riverboat.solvers.sampled.engine import Sampled

_DIGITS: Final = 3  # of a share: a log has some hundreds of reports


@dataclass(frozen=True)
class Opening:
    """Who may open. row: of the decision. buckets: of each of the 169 classes. raises: which choices are raises."""

    position: str
    row: int
    buckets: npt.NDArray[np.intp]
    raises: tuple[int, ...]

    def shares(self, solver: Sampled) -> list[float]:
        """Return how often each class raises, by the average strategy so far: 169 numbers."""
        played = solver.probabilities(self.row)[self.buckets][:, self.raises].sum(axis=1)
        return [round(float(share), _DIGITS) for share in played]


def openings(tree: BettingTree, deals: DealTables) -> list[Opening]:
    """Return who may open in a game, in the order of the seats; nobody unless it is hold'em from before the flop on."""
    game = tree.game
    if game.hole_cards != 2 or deals.boards[0] or len(game.deck.cards) != NUM_CARDS:
        return []
    buckets = deals.lookup(_deals(deals.boards[-1]))[:, 0, 0].astype(np.intp)
    found, place = list[Opening](), tree_root(tree, ())
    while place.node >= 0 and place.table.round == 0 and place.table.actor is not None:
        raises = tuple(number for number, action in enumerate(place.choices) if action > CALL)
        if raises:
            position = position_names(game.players)[place.table.actor]
            found.append(Opening(position, int(tree.row[place.node]), buckets, raises))
        if FOLD not in place.choices:
            break
        place = place.act(FOLD)
    return found


def _deals(shown: int) -> list[list[int]]:
    """A deal for each class: a hand of it, and any other cards, which do not matter before the flop."""
    hands = [HAND_CARDS[each[0]].tolist() for each in CLASS_HANDS.values()]
    return [[*hand, *[card for card in range(NUM_CARDS) if card not in hand][:shown]] for hand in hands]
