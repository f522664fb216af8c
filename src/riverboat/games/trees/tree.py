"""Betting trees in flat arrays: every decision that a game and a menu allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.checks import whole
from riverboat.base.drawing import Drawn
from riverboat.base.memory import available_memory, bytes_text
from riverboat.base.progress import Progress
from riverboat.errors import GameError, MenuError
from riverboat.games.histories.line import parse_line, write_line
from riverboat.games.rules.action import Action, act, action_name
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.config import NEVER, TreeConfig, read_config
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.rows import Rows
from riverboat.games.trees.tree_count import (
    MOST_SITUATIONS,
    NodeCount,
    count_within,
    first_joined_round,
    native_tree_rules,
    tree_size,
)

MOST_NODES: Final = 2**31 - 1
"""Nodes and ends are numbered in 32 bits, one of which tells them apart."""

MOST_ACTIONS: Final = 2**32
"""Actions of all nodes are numbered in 32 bits."""

ACTION_BYTES: Final = 8
"""What every action takes: itself and where it leads. Nodes, ends and rows come on top."""

_ADVICE: Final = "use fewer sizes or raises, or reentrant_from an earlier street"
_BY_NODE: Final = ("round", "actor", "first_choice", "row")
_BY_CHOICE: Final = ("action", "child")
_BY_END: Final = ("end_in_hand", "end_put_in", "end_unseen")


class BettingTree(Drawn):
    """A betting tree; `build_tree` makes one.

    Nodes are decisions, numbered street by street. On a street they lie in blocks, one for each situation that starts
    it, and children come after their parents, so a pass over the nodes in order goes from the root to the ends and one
    in reverse order back. The choices of node `n` are `first_choice[n]` up to `first_choice[n + 1]`.

    The arrays are read-only views of native memory, nothing is copied:

    | array | of | holds |
    |---|---|---|
    | `round`, `actor` | nodes | the betting round and the seat to act |
    | `first_choice` | nodes, and one more | where the choices of a node begin |
    | `row` | nodes | its row in the strategy table |
    | `action` | choices | -1 folds, 0 checks or calls, an amount raises to it |
    | `child` | choices | the node it leads to, or `~e` for end `e` |
    | `end_in_hand` | ends | who is left, a bit for each seat: one player, or several who show |
    | `end_put_in` | ends × seats | chips put in in the whole hand, antes included |
    | `end_unseen` | ends | 1 where all but one folded before a card lay on the board |
    | `row_choices` | rows | how many actions the row has |
    | `first_node` | rounds, and one more | the first node of each round |
    | `street_starts[r]` | blocks of round `r` | the first node of each block |

    >>> from riverboat.games import Menu, leduc
    >>> tree = build_tree(leduc(), Menu())
    >>> tree
    <BettingTree 'leduc': 36 nodes, 21 ends, 36 rows>
    >>> node = tree.walk("k b")
    >>> tree.choices(node), tree.line_to(node)
    ([-1, 0, 4], 'k b')
    """

    def __init__(self, config: TreeConfig, root: Table, native: _core.TreeArrays) -> None:
        self.config = config
        self.game = config.game
        self.menu = config.menu
        self._root = root.copy()
        self.native = native
        self.round: npt.NDArray[np.uint8] = np.asarray(native.round)
        self.actor: npt.NDArray[np.uint8] = np.asarray(native.actor)
        self.first_choice: npt.NDArray[np.uint32] = np.asarray(native.first_choice)
        self.row: npt.NDArray[np.uint32] = np.asarray(native.row)
        self.action: npt.NDArray[np.int32] = np.asarray(native.action)
        self.child: npt.NDArray[np.int32] = np.asarray(native.child)
        self.end_in_hand: npt.NDArray[np.uint16] = np.asarray(native.end_in_hand)
        self.end_put_in: npt.NDArray[np.int32] = np.asarray(native.end_put_in)
        self.end_unseen: npt.NDArray[np.uint8] = np.asarray(native.end_unseen)
        self.row_choices: npt.NDArray[np.uint16] = np.asarray(native.row_choices)
        self.first_node: npt.NDArray[np.uint32] = np.asarray(native.first_node)
        self.street_starts: tuple[npt.NDArray[np.uint32], ...] = tuple(
            np.asarray(native.street_starts(number)) for number in range(self.game.rounds)
        )

    # --- size ----------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """How many decisions there are."""
        return len(self.round)

    @property
    def ends(self) -> int:
        """How many different ends of the hand there are: who is left, and what everybody has put in."""
        return len(self.end_in_hand)

    @property
    def rows(self) -> int:
        """How many rows the strategy table needs."""
        return len(self.row_choices)

    @property
    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """The arrays by name; `street_starts` by round, as `street_starts_0` and so on."""
        names = _BY_NODE + _BY_CHOICE + _BY_END + ("row_choices", "first_node")
        starts = {f"street_starts_{number}": array for number, array in enumerate(self.street_starts)}
        return {name: getattr(self, name) for name in names} | starts

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        return sum(array.nbytes for array in self.arrays.values())

    # --- finding one's way -----------------------------------------------------------------------------------

    @property
    def root(self) -> Table:
        """A table at the root, in a state of its own."""
        return self._root.copy()

    def choices(self, node: int) -> list[Action]:
        """Return the actions of a node, ascending: fold, check or call, raises."""
        self._check_node(node)
        return [int(a) for a in self.action[self.first_choice[node] : self.first_choice[node + 1]]]

    def step(self, node: int, action: Action) -> int:
        """Return where an action leads: a node, or `~e` for end `e`."""
        choices = self.choices(node)
        if action not in choices:
            names = ", ".join(map(action_name, choices))
            raise GameError(f"{action_name(action)} is not in the tree here; there are {names}")
        return int(self.child[self.first_choice[node] + choices.index(action)])

    def walk(self, line: str | Sequence[Action]) -> int:
        """Return where a betting line leads: a node, or `~e` for end `e`.

        line: from the start of the hand, as text or as actions, so it begins with what led to the root.
        """
        actions = parse_line(line, self.game).actions if isinstance(line, str) else tuple(line)
        before = tuple(self._root.taken)
        if actions[: len(before)] != before:
            start = write_line(self.game, before)
            raise GameError(f"the line does not begin with {start!r}, where the tree begins")
        place = 0
        for number, action in enumerate(actions[len(before) :], len(before)):
            if place < 0:
                raise GameError(f"the hand is over before action {number + 1}, {action_name(action)}")
            place = self.step(place, action)
        return place

    def actions_to(self, node: int) -> tuple[Action, ...]:
        """Return the actions from the start of the hand to a node; in a joined tree, one history that leads there."""
        self._check_node(node)
        back: list[Action] = []
        while node != 0:
            choice = int(np.flatnonzero(self.child == node)[0])
            back.append(int(self.action[choice]))
            node = int(np.searchsorted(self.first_choice, choice, side="right")) - 1
        return (*self._root.taken, *reversed(back))

    def line_to(self, node: int) -> str:
        """Return the betting line to a node; in a joined tree, of one history that leads there."""
        return write_line(self.game, self.actions_to(node))

    def table_at(self, node: int) -> Table:
        """Return a table with the hand at a node."""
        table = Table(self.game)
        for action in self.actions_to(node):
            act(table, action)
        return table

    def deals(self, number: int, board: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the cards of each street after that of the root, up to a round, as far as they lie on a board.

        >>> from riverboat.games import Menu, leduc
        >>> build_tree(leduc(), Menu()).deals(1, [50])
        ((50,),)
        """
        ends = list(accumulate(self.game.board_cards))[self._root.round : number + 1]
        return tuple(tuple(board[begin:end]) for begin, end in pairwise(ends) if end <= len(board))

    def _check_node(self, node: int) -> None:
        if not 0 <= node < self.nodes:
            raise GameError(f"{node} is not a node; they are 0 to {self.nodes - 1}")

    def __repr__(self) -> str:
        joined = self.config.joined_from
        how = "" if joined == NEVER else f", joined from {joined}"
        start = f" after {self.config.start!r}" if self.config.start else ""
        sizes = f"{self.nodes:,} nodes, {self.ends:,} ends, {self.rows:,} rows"
        return f"<BettingTree {self.config.name!r}{start}: {sizes}{how}>"


def build_tree(
    source: TreeConfig | Game | str,
    menu: Menu | None = None,
    *,
    root: Table | None = None,
    joined_from: str | None = None,
    rows: Rows | str | None = None,
    max_nodes: int = MOST_NODES,
    progress: Progress | None = None,
) -> BettingTree:
    """Build the tree of a config, or of a game and a menu.

    source: a `TreeConfig`, the name of one that ships, or a `Game`, which needs a menu. root: a table at any point of a
    hand of the game; the tree begins there, and all that happened before is remembered. joined_from: the street from
    which on equal situations share a node, or "never". rows: the key by which nodes share rows.

    The size is counted first; a tree that has more than `max_nodes` nodes, or that does not fit into the memory of this
    machine, is refused before anything is allocated. The same arguments give the same arrays.

    >>> from riverboat.games import menu_from_table, nolimit_holdem
    >>> menu = menu_from_table({"every": {"bets": "100%", "raises": "100%"}})
    >>> build_tree(nolimit_holdem(stack_bb=20), menu, joined_from="flop")
    <BettingTree 'nolimit-holdem': 84 nodes, 25 ends, 84 rows, joined from flop>
    """
    whole("max_nodes", max_nodes, MenuError, least=1, example=1_000_000)
    config = _config(source, menu, root, joined_from, rows)
    start = config.root() if root is None else root
    if start.is_over:
        raise GameError("the hand of the root is over; a tree begins where somebody is to act")
    size = _counted_size(config, start, progress)
    _check_size(config, size, max_nodes)
    assert size is not None
    native = _core.build_tree(
        native_tree_rules(config), start, first_joined_round(config), size.nodes, size.actions, progress
    )
    return BettingTree(config, start, native)


def tree_bytes(size: NodeCount, players: int, rows: int | None = None) -> int:
    """Return the most memory that the arrays of a tree take; equal ends are stored once, so it may be less."""
    rows = size.nodes if rows is None else rows
    return 10 * size.nodes + 8 * size.actions + (3 + 4 * players) * size.ends + 2 * rows


def _config(
    source: TreeConfig | Game | str,
    menu: Menu | None,
    root: Table | None,
    joined_from: str | None,
    rows: Rows | str | None,
) -> TreeConfig:
    if isinstance(source, Game):
        if menu is None:
            raise MenuError("a game needs a menu: build_tree(game, menu)")
        config = TreeConfig(source.name, source, menu)
    else:
        config = source if isinstance(source, TreeConfig) else read_config(source)
        if menu is not None:
            raise MenuError("a config has its own menu; leave menu out, or give a game")
    if root is not None:
        if root.game != config.game:
            raise GameError(
                f"the root is a table of {root.game.name!r} with other rules than {config.game.name!r}"
            )
        config = replace(config, start=write_line(root.game, root.taken))
    if joined_from is not None:
        config = replace(config, joined_from=joined_from)
    return config if rows is None else replace(config, rows=Rows.parse(rows))


def _counted_size(config: TreeConfig, start: Table, progress: Progress | None) -> NodeCount | None:
    """The size of a tree; an error as soon as it is known not to fit, as counting the rest might take minutes."""
    joined, free = first_joined_round(config), available_memory()
    counts = count_within(
        config,
        min(free, ACTION_BYTES * MOST_ACTIONS),
        [ACTION_BYTES if number < joined else 0.0 for number in range(config.game.rounds)],
        root=start,
        situations=MOST_SITUATIONS if joined < config.game.rounds else 0,
        progress=progress,
    )
    if counts is None:
        over = bytes_text(min(free, ACTION_BYTES * MOST_ACTIONS))
        raise MenuError(
            f"the tree of {config.name!r} needs more than {over}, all that is free or that a tree may take; {_ADVICE}"
        )
    return tree_size(config, counts)


def _check_size(config: TreeConfig, size: NodeCount | None, max_nodes: int) -> None:
    advice = _ADVICE
    if size is None:
        raise MenuError(f"the tree of {config.name!r} has too many situations to tell apart; {advice}")
    most = min(max_nodes, MOST_NODES)
    if size.nodes > most or size.actions >= MOST_ACTIONS or size.ends > MOST_NODES:
        raise MenuError(
            f"the tree of {config.name!r} has {size.nodes:,} nodes and {size.actions:,} actions; "
            f"at most {most:,} nodes are allowed; {advice}"
        )
    needed, free = tree_bytes(size, config.game.players), available_memory()
    if needed > free:
        raise MenuError(
            f"the tree of {config.name!r} has {size.nodes:,} nodes and needs {bytes_text(needed)}; "
            f"{bytes_text(free)} are free; {advice}"
        )
