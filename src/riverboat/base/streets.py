"""The streets of hold'em by name, as every room writes them."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

STREET_OF_BOARD: Final = MappingProxyType({0: "preflop", 3: "flop", 4: "turn", 5: "river"})
"""By the number of cards on the board."""

STREETS: Final = tuple(STREET_OF_BOARD.values())
"""In order."""


def round_names(hole_cards: int, boards: Sequence[int]) -> tuple[str, ...]:
    """Return the names of rounds: streets of hold'em where they fit, otherwise `round-1`, `round-2` and so on.

    They fit games of two hole cards by the number of cards on the board, so a game that begins on the flop has the
    streets flop, turn and river. boards: the cards on the board in each round.

    >>> round_names(2, (3, 4, 5)), round_names(1, (0, 1))
    (('flop', 'turn', 'river'), ('round-1', 'round-2'))
    """
    if hole_cards == 2 and len(set(boards)) == len(boards) and set(boards) <= set(STREET_OF_BOARD):
        return tuple(STREET_OF_BOARD[board] for board in boards)
    return tuple(f"round-{number + 1}" for number in range(len(boards)))
