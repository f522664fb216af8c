"""What the sampled engine's kernels read, as plain arrays: nodes, ends and rows of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree

FLOATS_IN_LINE: Final = 16
NO_LINE: Final = 2**32 - 1
"""Of a row that has no memory on the card."""

ROW: Final = np.dtype([(name, np.uint32) for name in ("line", "cells", "choices", "half")])
END: Final = np.dtype(
    [("amount", np.float32), ("seats", np.uint32), ("more", np.uint32), ("first", np.uint32)]
)
POT: Final = np.dtype([("amount", np.float32), ("seats", np.uint32)])
FRAME_WORDS: Final = 3
"""Of a frame of the stack, beside two for each choice; two more where hands tremble."""
_MOST_CHOICES: Final = 63  # a frame counts them in six bits


@dataclass(frozen=True, eq=False)
class SampledLayout:
    """A betting tree and the table over it for the kernels of `sampled.cu`.

    groups: of four choices, as many as the largest decision has. nodes: uint32[nodes, 4 + 4 * groups], a head and the
    children. rows: `ROW`, with the lines of the C++ engine's table. lines: of the whole table. stack: words that a walk
    needs.
    """

    groups: int
    nodes: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.void]
    lines: int
    stack: int

    def place(self, tree: BettingTree, lines: npt.NDArray[np.uint32]) -> None:
        """Say where rows lie on the card, `NO_LINE` for those that lie nowhere."""
        self.rows["line"] = lines
        self.nodes[:, 0] = lines[tree.row]


def sampled_layout(
    tree: BettingTree, buckets: tuple[int, ...], frame_words: int = FRAME_WORDS
) -> SampledLayout:
    """Return the arrays of a tree with so many buckets by round; rows lie where the C++ engine has them.

    frame_words: of a frame of the stack, beside two for each choice.
    """
    choices = np.diff(tree.first_choice).astype(np.int64)
    if choices.max() > _MOST_CHOICES:
        raise SolverError(
            f"a decision of {tree!r} has {choices.max()} choices, and the card walks up to {_MOST_CHOICES}; use fewer "
            "bet sizes, or device='cpu'"
        )
    rows, lines = _rows(tree, buckets)
    groups = -(-int(choices.max()) // 4)
    folds = tree.action[tree.first_choice[:-1]] == -1
    nodes = np.zeros((tree.nodes, 4 + 4 * groups), np.uint32)
    nodes[:, 0] = rows["line"][tree.row]
    nodes[:, 1] = (
        tree.actor.astype(np.uint32)
        | tree.round.astype(np.uint32) << 4
        | folds.astype(np.uint32) << 7
        | choices.astype(np.uint32) << 8
        | rows["half"][tree.row] << 16
    )
    nodes[:, 2] = _fold_values(tree).view(np.uint32)
    nodes[:, 3] = tree.row
    for i in range(4 * groups):
        has = choices > i
        nodes[has, 4 + i] = tree.child[tree.first_choice[:-1][has] + i].astype(np.int32).view(np.uint32)
    stack = _core.largest_stack(tree.native, tree.game.players, 2, frame_words)
    return SampledLayout(groups, nodes, rows, lines, max(stack, 1))


def _rows(tree: BettingTree, buckets: tuple[int, ...]) -> tuple[npt.NDArray[np.void], int]:
    rows = np.zeros(tree.rows, ROW)
    choices = tree.row_choices.astype(np.int64)
    cells = np.zeros(tree.rows, np.int64)
    cells[tree.row] = np.array(buckets, np.int64)[tree.round]
    numbers = 2 * choices
    padded = np.where(
        numbers <= FLOATS_IN_LINE,
        2 ** np.ceil(np.log2(numbers)).astype(np.int64),
        -(-numbers // FLOATS_IN_LINE) * FLOATS_IN_LINE,
    )
    lines = -(-(cells * padded) // FLOATS_IN_LINE)
    rows["cells"], rows["choices"], rows["half"] = cells, choices, padded // 2
    rows["line"] = np.concatenate([[0], np.cumsum(lines)[:-1]])
    return rows, int(lines.sum())


def row_lines(rows: npt.NDArray[np.void]) -> npt.NDArray[np.int64]:
    """Return how many lines each row takes."""
    return np.asarray(-(-(2 * rows["half"].astype(np.int64) * rows["cells"]) // FLOATS_IN_LINE))


def _fold_values(tree: BettingTree) -> npt.NDArray[np.float32]:
    """What a seat has lost that folds at a node: it has the same in the pot at every end that can follow."""
    put_in = tree.end_put_in.reshape(-1, tree.game.players)
    first = tree.child[tree.first_choice[:-1]].astype(np.int64)
    at = first.copy()
    while (at >= 0).any():
        at = np.where(at >= 0, first[np.maximum(at, 0)], at)
    return -put_in[~at, tree.actor.astype(np.int64)].astype(np.float32)


def sampled_ends(engine: Any) -> tuple[npt.NDArray[np.void], npt.NDArray[np.float32], npt.NDArray[np.void]]:
    """Return the ends of a C++ engine, `END`, what each seat has paid there, and the side pots, `POT`.

    The first pot of an end is in it: most have no other.
    """
    paid, first, amounts, seats = engine.ends()
    pots = np.zeros(len(amounts) + 1, POT)  # one more, so that there is always some memory
    pots["amount"][:-1], pots["seats"][:-1] = amounts, seats
    ends = np.zeros(len(first) - 1, END)
    count = np.diff(first.astype(np.int64))
    some = count > 0
    ends["amount"][some], ends["seats"][some] = amounts[first[:-1][some]], seats[first[:-1][some]]
    ends["more"][some], ends["first"][some] = count[some] - 1, first[:-1][some] + 1
    return ends, paid, pots
