"""Heads-up limit hold'em as these bots know it: lines of folds, calls and raises, and trees of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import limit_holdem
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.tree import BettingTree, build_tree

GAME: Final = limit_holdem()
"""What they are built for; at a table with other blinds of the same kind they play the same."""

SMALL_BET: Final = GAME.big_blind

RAISE: Final = 1
"""In lines, whatever it raises to: limit has one size."""

Line = tuple[int, ...]
"""Actions of a hand in order: -1 folds, 0 checks or calls, 1 bets or raises."""


def line_of(actions: Sequence[Action]) -> Line:
    """Return actions in chips as a line.

    >>> line_of((20, 0, 10, -1))
    (1, 0, 1, -1)
    """
    return tuple(min(action, RAISE) for action in actions)


def is_same_game(game: Game) -> bool:
    """Return whether a game is heads-up limit hold'em, whatever its blinds and stacks are.

    >>> from riverboat.games import nolimit_holdem
    >>> is_same_game(limit_holdem(small_blind=50, big_blind=100)), is_same_game(nolimit_holdem())
    (True, False)
    """
    if game.players != 2 or game.betting != "limit":
        return False
    small, big = sorted(game.blinds)
    if not 0 < small <= big:
        return False
    usual = limit_holdem(small_blind=small, big_blind=big)
    return 2 * small == big and replace(game, name=usual.name, stacks=usual.stacks) == usual


@cache
def part_tree(line: Line = (), rounds: int = 4) -> BettingTree:
    """Return the tree after a line of whole rounds, in the game that ends after so many rounds.

    >>> part_tree((0, 0)), part_tree(rounds=2).nodes
    (<BettingTree 'limit-holdem' after 'c k /': 910 nodes, 67 ends, 910 rows>, 78)
    """
    game = replace(
        GAME,
        board_cards=GAME.board_cards[:rounds],
        first_to_act=GAME.first_to_act[:rounds],
        raise_sizes=GAME.raise_sizes[:rounds],
        max_raises=GAME.max_raises[:rounds],
    )
    table = Table(game)
    for action in line:
        size = game.raise_sizes[table.round]
        act(table, max(table.bets) + size if action == RAISE else action)
    return build_tree(game, Menu(), root=table)


def nodes_by_line(tree: BettingTree) -> dict[Line, int]:
    """Return the decisions of a tree by what was done since it began.

    >>> nodes = nodes_by_line(part_tree(rounds=2))
    >>> len(nodes), list(nodes)[:3]
    (78, [(), (0,), (1,)])
    """
    lines: dict[int, Line] = {0: ()}
    for node in range(tree.nodes):  # children come after their parents
        for choice in range(int(tree.first_choice[node]), int(tree.first_choice[node + 1])):
            if tree.child[choice] >= 0:
                lines[int(tree.child[choice])] = (*lines[node], *line_of([int(tree.action[choice])]))
    return {line: node for node, line in lines.items()}


def lines_to_the_flop() -> tuple[Line, ...]:
    """Return the lines by which hands come to the flop: seven, one for each pot and who raised last.

    >>> lines_to_the_flop()
    ((0, 0), (1, 0), (0, 1, 0), (1, 1, 0), (0, 1, 1, 0), (1, 1, 1, 0), (0, 1, 1, 1, 0))
    """
    raised = [(*(CALL,) * limped, *(RAISE,) * raises, CALL) for raises in range(4) for limped in (0, 1)]
    return tuple(line for line in raised if len(line) > 1)
