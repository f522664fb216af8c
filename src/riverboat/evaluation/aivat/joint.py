"""Small games: all ways to deal hands to all seats, one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations, product
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat.cards.card import card_names
from riverboat.cards.ranking import ranking
from riverboat.evaluation.aivat.point import Deals, Floats, Point
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import private_hands
from riverboat.games.rules.table import Table

MOST_WAYS: Final = 20_000
"""Ways to hold hands, met or not, up to which a game is small: three-player Kuhn has 64, Leduc 36."""


class Joint(Deals):
    """Means over arrays with an axis for the hands of each seat; what each seat wins is the last."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.hands = private_hands(game, [], None, "anybody").cards
        self._apart = self._without_common_cards()
        self._known: dict[tuple[object, ...], Floats] = {}

    def mass(self, point: Point) -> float:
        """Add up all ways."""
        return float(self._weights(point).sum())

    def shares(self, point: Point) -> Floats:
        """Return the shares over all boards that can come."""
        live = tuple(point.table.in_hand)
        return self._mean(point, self._remember(("shares", live, point.board), point, self._all_shares))

    def payoffs(self, point: Point) -> Floats:
        """Return the payoffs over all boards that can come."""
        key = ("payoffs", tuple(point.table.taken), point.board)
        return self._mean(point, self._remember(key, point, self._all_payoffs))

    # --- parts -------------------------------------------------------------------------------------------------

    def _weights(self, point: Point) -> Floats:
        return np.asarray(reduce(np.multiply.outer, point.ranges) * self._apart)

    def _mean(self, point: Point, of: Floats) -> Floats:
        weights = self._weights(point)
        return np.asarray(weights.reshape(-1) @ of.reshape(weights.size, -1) / weights.sum())

    def _without_common_cards(self) -> Floats:
        holds = np.zeros((len(self.hands), 52))
        for column in self.hands.T:
            holds[np.arange(len(self.hands)), column] = 1
        apart: npt.NDArray[np.bool_] = holds @ holds.T == 0
        seats = self.game.players
        whole = np.ones((len(self.hands),) * seats, np.bool_)
        for one, other in combinations(range(seats), 2):
            shape = [len(self.hands) if seat in (one, other) else 1 for seat in range(seats)]
            whole &= apart.reshape(shape)
        return whole.astype(np.float64)

    def _remember(self, key: tuple[object, ...], point: Point, find: Callable[[Point], Floats]) -> Floats:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = find(point)
        return known

    def _ways(self, board: tuple[int, ...]) -> list[tuple[tuple[int, ...], list[list[int]], set[int]]]:
        """All ways to hold hands that fit a board: their places, the hands, the cards that are out."""
        ways = []
        for places in product(range(len(self.hands)), repeat=self.game.players):
            held = [self.hands[place].tolist() for place in places]
            out = {*board, *(card for hand in held for card in hand)}
            if len(out) == len(board) + self.game.players * self.game.hole_cards:
                ways.append((places, held, out))
        return ways

    def _completions(self, board: tuple[int, ...], out: set[int]) -> list[tuple[int, ...]]:
        left = [card for card in sorted(self.game.deck.cards) if card not in out]
        missing = sum(self.game.board_cards) - len(board)
        return [(*board, *more) for more in combinations(left, missing)]

    def _all_payoffs(self, point: Point) -> Floats:
        found = np.zeros((*self._apart.shape, self.game.players))
        for places, held, out in self._ways(point.board):
            boards = self._completions(point.board, out) if point.table.is_showdown else [point.board]
            for board in boards:
                table = Table(self.game, hole_cards=[card_names(hand) for hand in held], board=board)
                for action in point.table.taken:
                    table.record(action)
                found[places] += np.array(table.payoffs) / len(boards)
        return found

    def _all_shares(self, point: Point) -> Floats:
        rank, live = ranking(self.game.ranking), point.table.in_hand
        found = np.zeros((*self._apart.shape, self.game.players))
        for places, held, out in self._ways(point.board):
            boards = self._completions(point.board, out)
            for board in boards:
                strengths = [
                    rank.evaluate([*held[seat], *board]) if seat in live else -1
                    for seat in range(self.game.players)
                ]
                won = np.array(strengths) == max(strengths)
                found[places] += won / won.sum() / len(boards)
        return found
