"""A strategy that stays as it is while seats learn the best answer to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.base.checks import share, whole
from riverboat.base.progress import Progress
from riverboat.errors import SolverError
from riverboat.games.histories.line import write_line
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table
from riverboat.games.trees.tree import BettingTree

Floats = npt.NDArray[np.floating]

Answer: TypeAlias = Callable[[Table, list[Action]], Floats]
"""How every bucket plays at a table, of these choices: [buckets, choices], lines of which sum to 1."""

_NEAR = (
    1e-3  # that probabilities may miss a sum of 1 by; strategies are stored in fifteenths, mixed in 32 bits
)


@dataclass(frozen=True, eq=False)
class FixedPlay:
    """How everybody plays who does not learn: rows for all nodes of a tree.

    deals: the buckets that it tells hands by, of its own. seats: those that learn against it. first: uint64[nodes], by
    node where its row begins in `numbers`. numbers: float32, rows of [buckets, choices]; equal ones are kept once, as
    a strategy of joined histories has far fewer of them than a tree that tells histories apart has nodes. share: of the
    deals in which the others play it; in the rest they play, and learn, freely (restricted Nash response).
    """

    tree: BettingTree
    deals: DealTables
    seats: tuple[int, ...]
    first: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.float32]
    share: float = 1.0

    def __post_init__(self) -> None:
        share("share", self.share, SolverError, example=0.8)

    @classmethod
    def of(
        cls,
        tree: BettingTree,
        deals: DealTables,
        seats: Sequence[int],
        answer: Answer,
        *,
        progress: Progress | None = None,
    ) -> FixedPlay:
        """Ask a strategy at every node of a tree, after a line that leads there: the first, where several join.

        >>> from riverboat.abstraction import Lossless, SequenceTables
        >>> from riverboat.games import Menu, build_tree, kuhn
        >>> game = kuhn()
        >>> deals = SequenceTables.of(Lossless.of(game), game)
        >>> half = lambda table, choices: np.full((3, len(choices)), 1 / len(choices))
        >>> fixed = FixedPlay.of(build_tree(game, Menu()), deals, [0], half)
        >>> fixed.first.tolist(), fixed.numbers
        ([0, 0, 0, 0], array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5], dtype=float32))
        """
        first, rows, known, size = np.zeros(tree.nodes, np.uint64), [], dict[bytes, int](), 0
        for done, (node, table) in enumerate(_decisions(tree), 1):
            choices = tree.choices(node)
            row = _checked(answer(table, choices), (deals.counts[table.round], len(choices)), table)
            key = blake2b(row.data).digest()
            if key not in known:
                known[key] = size
                rows.append(row.reshape(-1))
                size += row.size
            first[node] = known[key]
            if progress is not None:
                progress(done, tree.nodes)
        return cls(tree, deals, learning_seats(seats, tree.game), first, np.concatenate(rows))

    def rows(self, node: int) -> npt.NDArray[np.float32]:
        """Return how a node is played: float32[buckets, choices]."""
        begin, choices = int(self.first[node]), len(self.tree.choices(node))
        buckets = self.deals.counts[int(self.tree.round[node])]
        return self.numbers[begin : begin + buckets * choices].reshape(buckets, choices)

    @property
    def native(
        self,
    ) -> tuple[_core.DealBuckets, npt.NDArray[np.uint64], npt.NDArray[np.float32], list[int], float]:
        """The same as the engine takes it."""
        return self.deals.native, self.first, self.numbers, list(self.seats), self.share


def learning_seats(seats: Sequence[int] | int, game: Game) -> tuple[int, ...]:
    """Return the seats that learn, each once; raise unless they are seats of the game."""
    some = seats if isinstance(seats, Sequence) and not isinstance(seats, str) else [seats]
    found = {whole("a seat", seat, SolverError, most=game.players - 1, example=0) for seat in some}
    if not found:
        raise SolverError(f"no seat learns; {game.name!r} has the seats 0 to {game.players - 1}")
    return tuple(sorted(found))


def _decisions(tree: BettingTree) -> Iterator[tuple[int, Table]]:
    """Yield every node with a table at which it is reached, line by line, so that neighbours share most of theirs."""
    seen, left = np.zeros(tree.nodes, np.bool_), [(0, tree.root)]
    seen[0] = True
    while left:
        node, table = left.pop()
        yield node, table
        begin, end = tree.first_choice[node : node + 2].tolist()
        for action, child in zip(tree.choices(node), tree.child[begin:end].tolist(), strict=True):
            if child < 0 or seen[child]:
                continue
            seen[child] = True
            after = table.copy()
            act(after, action)
            left.append((child, after))


def _checked(row: Floats, shape: tuple[int, int], table: Table) -> npt.NDArray[np.float32]:
    if row.shape != shape or not (row >= 0).all() or np.abs(row.sum(axis=1) - 1).max() > _NEAR:
        raise SolverError(
            f"after {write_line(table.game, table.taken)!r} the strategy answers {row.dtype}{list(row.shape)} with "
            f"sums such as {row.sum(axis=-1).reshape(-1)[:1]}; it must be probabilities [buckets, choices], "
            f"{list(shape)}, whose lines sum to 1"
        )
    return np.ascontiguousarray(row, np.float32)
