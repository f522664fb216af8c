"""What a subgame costs to solve, before it is built."""

from __future__ import annotations

import math
from typing import Final

from riverboat.games.rules.table import Table
from riverboat.games.trees.config import TreeConfig
from riverboat.games.trees.tree_count import count_within

CELLS_A_SECOND: Final = 0.9e9
"""Actions x hands x boards that two cores walk in a second, forth and back; measured on turns, where it was 0.85 to
2.0 (boards that are the same but for suits are walked once). A number and not a measurement, so that the same budget
chooses the same menu on any machine."""

ITERATIONS: Final = 100
"""To 1 % of the pot on turns, with all-in offered up to four pots: 50 to 120."""


def carried_cells(seconds: float) -> float:
    """Return how large a subgame may be that is solved to 1 % of the pot in so many seconds on two cores."""
    return seconds * CELLS_A_SECOND / ITERATIONS


def cells_within(
    config: TreeConfig, root: Table, hands: tuple[int, int], most: float, *, to_leaves: bool = False
) -> float | None:
    """Return actions x hands x boards of a subgame, or None if they are more than `most`; nothing is built.

    hands: of both players. A player acts at about half of the decisions. to_leaves: only the first street is walked.
    """
    game, mean = config.game, sum(hands) / 2
    shown = sum(game.board_cards[: root.round + 1])
    boards, cells = 1.0, [0.0] * game.rounds
    for number in range(root.round, root.round + 1 if to_leaves else game.rounds):
        if number > root.round:
            dealt = game.board_cards[number]
            boards, shown = boards * math.comb(game.deck.size - shown, dealt), shown + dealt
        cells[number] = boards * mean
    counts = count_within(config, most, cells, root=root, situations=0)
    if counts is None:
        return None
    actions = [sum(count.actions for count in street.tree.values()) for street in counts]
    return sum(count * cell for count, cell in zip(actions, cells, strict=True))
