"""Leaf values of small games without error: every hand against every hand, on every board.

For games in which each hand can be a group of its own, so that what depth-limited solving loses is what it loses by
itself and not by sampled boards or rough groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat.games.rules.action import CALL
from riverboat.search.leaves.biases import Bias
from riverboat.solvers.full_width.engine import SAME_SUITS, FullWidth
from riverboat.solvers.full_width.rest_of_hand import RestOfHand
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.value_leaves import ValueLeaves, leaf_nodes
from riverboat.solvers.update_rules.rules import UpdateRule

Floats = npt.NDArray[np.float64]
Continuation: TypeAlias = Callable[[FullWidth, int, int], Floats]
"""How a player goes on: (engine, node, board) -> probabilities, float64[actions, classes]."""


def whole_engine(
    setup: GameSetup, rule: str | UpdateRule | None = None, leaves: ValueLeaves | None = None
) -> FullWidth:
    """Return an engine of a game in 64 bits in which every hand is a class of its own; leaves: where it stops."""
    return FullWidth(
        setup.tree,
        board=setup.board,
        ranges=setup.ranges,
        rule=rule or setup.default_rule,
        precision=64,
        renamings=[SAME_SUITS],
        leaves=leaves,
        threads=1,  # small games: threads would wait for each other
    )


def averages_of(solved: FullWidth, bias: Bias | None = None) -> Continuation:
    """Return the continuation that plays the averages of a `whole_engine`, pulled by a bias if there is one."""

    def rows(engine: FullWidth, node: int, board: int) -> Floats:
        found = solved.rows(node, board)
        return (
            found if bias is None else np.ascontiguousarray(bias.rows(found.T, engine.tree.choices(node)).T)
        )

    return rows


def check_down(engine: FullWidth, node: int, board: int) -> Floats:
    """Check, or call."""
    rows = np.zeros(engine.rows(node, board).shape)
    rows[engine.tree.choices(node).index(CALL)] = 1.0
    return rows


def exact_leaves(
    setup: GameSetup, continuations: tuple[Sequence[Continuation], Sequence[Continuation]]
) -> ValueLeaves:
    """Return leaves after the first street at which each player chooses among his continuations; all is exact.

    One continuation is no choice. Takes a walk for each pair of continuations, leaf and hand.
    """
    engine = whole_engine(setup, "cfr")
    groups = np.arange(len(engine.hands[0])), np.arange(len(engine.hands[1]))
    values = np.array(
        [[_pair_values(engine, (first, second)) for second in continuations[1]] for first in continuations[0]]
    )
    return ValueLeaves(groups, values.transpose(2, 0, 1, 3, 4), _equity(engine))


def _fill(engine: FullWidth, plays: tuple[Continuation, Continuation]) -> None:
    """Make continuations the averages after the first street."""
    tree = engine.tree
    for node in range(int(tree.first_node[int(tree.round[0]) + 1]), tree.nodes):
        for board in range(len(engine.boards(int(tree.round[node])))):
            engine.set_rows(node, board, plays[engine.player_at(node)](engine, node, board))


def _pair_values(engine: FullWidth, plays: tuple[Continuation, Continuation]) -> Floats:
    """What player 0 wins, float64[leaves, hands, hands]; 0 for hands that share a card."""
    _fill(engine, plays)
    rest = RestOfHand(engine)
    everybody = np.ones((rest.leaves, len(engine.hands[0])))
    one = np.eye(len(engine.hands[1]))
    return np.stack([rest.values(0, (everybody, np.tile(held, (rest.leaves, 1)))) for held in one], axis=2)


def _equity(engine: FullWidth) -> Floats:
    """What player 0 wins of the pot if nobody bets any more, by pairs of hands."""
    table = engine.tree.table_at(int(leaf_nodes(engine.tree)[0]))
    won = _pair_values(engine, (check_down, check_down))[0]
    met = (engine.hands[0].cards[:, None, :, None] != engine.hands[1].cards[None, :, None, :]).all(
        axis=(2, 3)
    )
    return np.asarray(np.where(met, (won + table.put_in[engine.seats[0]]) / sum(table.put_in), 0.5))
