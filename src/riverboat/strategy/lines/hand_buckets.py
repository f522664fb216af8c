"""Hands by name and their buckets, remembered for all lines of a blueprint."""

from __future__ import annotations

from riverboat.base.remember import remember
from riverboat.cards.hand_class import CLASS_HANDS
from riverboat.games.rules.game import Game
from riverboat.games.rules.hand_numbers import named_number
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.lines.board_buckets import BoardBuckets


class HandBuckets:
    """The numbers of hands and the buckets of all hands on a board. numbers: of hands, by their names."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._boards: dict[object, BoardBuckets] = {}  # by file, round and board
        self.numbers: dict[str, int] = {}

    def on(self, file: StrategyTable, number: int, board: tuple[int, ...]) -> BoardBuckets:
        """Return the buckets of all hands on a board, in a round of a trained game."""
        known = self._boards.get((file, number, board))
        if known is None:
            known = BoardBuckets(file.cards, file.config.game, number, board)
            remember(self._boards, (file, number, board), known)
        return known

    def number(self, hand: str, board: tuple[int, ...]) -> int:
        """Return the number of a hand by its name; before the flop a class of hands will do."""
        number = named_number(hand, board, self._game)
        if hand not in CLASS_HANDS:  # which mean nothing on a board
            remember(self.numbers, hand, number)
        return number
