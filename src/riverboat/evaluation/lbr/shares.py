"""What a hand wins of the pot against every other hand when nobody bets any more."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from riverboat import _core
from riverboat.base.remember import remember
from riverboat.cards.card import FULL_DECK, hand_index
from riverboat.cards.preflop import preflop_table
from riverboat.cards.ranking import RANKINGS, ranking
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.solvers.asking.strategy import Floats

_FLOP = 3


class Shares:
    """Shares of the pot by opposing hand, in one game; exact, over all boards that can come.

    >>> from riverboat.cards.card import parse_cards
    >>> from riverboat.games import leduc, nolimit_holdem
    >>> aces, kings = tuple(parse_cards("AsAh")), hand_index(*parse_cards("KsKh"))
    >>> round(float(Shares(nolimit_holdem()).against(aces, ())[kings]), 4)
    0.8264
    >>> float(Shares(leduc()).against(tuple(parse_cards("Ks")), ())[parse_cards("Kh")[0]])
    0.5
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hands = hand_cards_of(game)
        self._whole = sum(game.board_cards)
        self._ranking = ranking(game.ranking)
        self._dead = sorted(set(FULL_DECK.cards) - set(game.deck.cards))
        self._is_seven = game.hole_cards == 2 and self._whole == 5
        self._known: dict[object, Floats] = {}

    def against(self, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        """Return the shares of a hand on a board, float64[hand numbers], 0 for hands that cannot be held."""
        known = self._known.get((hand, board))
        if known is None:
            known = self._found(hand, board)
            remember(self._known, (hand, board), known)
        return known

    def _found(self, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        if self._is_seven and len(board) >= _FLOP:
            number = RANKINGS.index(self._ranking.name)
            return _core.against_hands(hand_index(*hand), board, self._dead, number)
        if self._is_seven and not self._dead and self._ranking.name == "holdem":
            return np.asarray(preflop_table().shares(hand_index(*hand)))
        return self._enumerated(hand, board)

    def _enumerated(self, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        """Every board that can come, one by one: for small games."""
        live = [card for card in self.game.deck.cards if card not in hand and card not in board]
        held = np.flatnonzero(np.isin(self.hands, live).all(axis=1))
        won, met = np.zeros(len(self.hands)), np.zeros(len(self.hands))
        for more in combinations(live, self._whole - len(board)):
            whole = (*board, *more)
            here = held[~np.isin(self.hands[held], more).any(axis=1)]
            rows = np.concatenate(
                [self.hands[here], np.tile(np.array(whole, np.uint8), (len(here), 1))], axis=1
            )
            theirs = self._ranking.evaluate_batch(np.ascontiguousarray(rows)).astype(np.int64)
            mine = self._ranking.evaluate([*hand, *whole])
            won[here] += (mine > theirs) + 0.5 * (mine == theirs)
            met[here] += 1
        return won / np.maximum(met, 1)
