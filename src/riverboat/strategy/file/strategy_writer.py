"""Writing a strategy file: rows by their visits until the file is full, means of similar rows for the rest."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.base.checks import whole
from riverboat.base.files import Pieces, compressed_file, write_arrays, write_whole
from riverboat.errors import StrategyError
from riverboat.games.trees.config import write_config
from riverboat.games.trees.tree import BettingTree
from riverboat.strategy.file.card_file import card_contents
from riverboat.strategy.file.class_means import ClassMeans
from riverboat.strategy.file.pools import pools_of
from riverboat.strategy.file.row_packer import PackedTable, rows_of_one_shape, visits_by_row
from riverboat.strategy.file.saved_rows import Bools, Ints, Layout
from riverboat.strategy.file.shares import Bytes, Shares, shares_of
from riverboat.strategy.file.trained_rows import WELL_TRAINED, TrainedRows

KIND: Final = "strategy"
VERSION: Final = 4

_FULL: Final = 0.99  # of its limit that a file must take before no fuller one is tried
_TRIES: Final = 8
_MOST_BYTES: Final = 10**15  # that a limit may be
_DROPPED: Final = (
    0.2  # of its visits are played otherwise if a row is dropped, as benchmarks/studies/file_loss.py tells
)
_CLASS_SHARE: Final = (
    0.4  # of the limit that means of similar rows may take before compression, about a fifth after it
)


def write_strategy(
    path: str | os.PathLike[str],
    tree: BettingTree,
    abstraction: CardAbstraction,
    rows: TrainedRows,
    provenance: Mapping[str, Any],
    *,
    max_bytes: int | None = None,
    cards_in: str | None = None,
    bits: int = 4,
    not_after: str | None = None,
) -> None:
    """Write what was trained to a file that `riverboat.open` reads.

    provenance: what made it, as JSON can hold it: iterations, seconds, cores, commit, seed, the training config.
    max_bytes: the most the file may take. Rows are kept as the bytes do most good: those with the most visits first,
    with fewer kinds of boards where these play nearly alike (`pools`). What is dropped is answered by the mean of all
    rows of similar situations, weighted by visits.
    cards_in: the name of a file beside this one that holds the same buckets of hands, which are then not stored again.
    bits: of a probability: 4 for fifteenths, 8 for 255ths in some 1.6 times the room.
    not_after: a line, such as "f", that other files answer: behind the first street, rows that only it leads to are the
    first to be dropped.

    >>> import tempfile, riverboat as rb
    >>> from riverboat.abstraction import Lossless
    >>> from riverboat.games import Menu, build_tree, kuhn
    >>> class Alike:
    ...     average = "none"
    ...     def probabilities(self, row):
    ...         return np.full((3, 2), 1 / 2)
    ...     def visits(self, row):
    ...         return np.array([10, 20, 30])
    >>> tree, cards = build_tree(kuhn(), Menu()), Lossless(((1,),), kuhn().deck)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_strategy(f"{folder}/kuhn.strategy", tree, cards, Alike(), {"iterations": 0})
    ...     rb.open(f"{folder}/kuhn.strategy").query("Ks", line="b")
    <Decision Ks f 53%, c 47%>
    """
    shares = checked_shares(bits, max_bytes)
    layout = Layout(tree, tuple(pools_of(abstraction, number) for number in range(tree.game.rounds)), shares)
    elsewhere = None if not_after is None else layout.rows_after(not_after)
    arrays, cards = card_contents(abstraction, cards_in)
    visits, well_trained = visits_by_row(layout, rows)
    if elsewhere is not None:
        visits[elsewhere] = 0.0
    room = math.inf if max_bytes is None else _CLASS_SHARE * max_bytes
    means, table = ClassMeans(layout, visits, room), PackedTable(layout.row_sizes, tree.row_choices, shares)
    for some in rows_of_one_shape(layout, rows):
        means.add(some)
        table.put(some)
    about = {
        "config": write_config(tree.config),
        "cards": json.dumps(cards),
        "buckets": json.dumps(layout.buckets),
        "average": rows.average,
        "bits": str(bits),
    }
    of_means = means.packed()

    def contents(levels: Ints, nodes: Bools) -> _Contents:
        made = {**_sizes(layout, visits, levels), f"share_visited_{WELL_TRAINED}_times": well_trained}
        return _Contents(
            arrays | layout.structure(levels >= 0, nodes) | _rows(layout, levels, means, table, of_means),
            {**about, "provenance": json.dumps(made | dict(provenance))},
        )

    if max_bytes is None:
        every = (layout.row_sizes > 0).sum(axis=0) - 1, np.ones(tree.nodes, np.bool_)
        write_arrays(path, **contents(*every)._asdict(), kind=KIND, version=VERSION, compress=True)
        return
    sizes = table.coded_sizes()
    costs = np.concatenate([_DROPPED * visits[None], table.costs])
    if elsewhere is not None:
        costs[:, elsewhere] = 0.0
    # One more, since sums in another order differ in their last digits.
    enough = float(sizes.max(axis=0).sum() + layout.node_bytes.sum()) + 1
    write_whole(path, [_largest(lambda room: contents(*layout.keep(costs, sizes, room)), enough, max_bytes)])


def checked_shares(bits: object, max_bytes: object) -> Shares:
    """Return the shares of so many bits; raise unless a file may be limited so. Worth asking before long work."""
    if max_bytes is not None:
        whole("max_bytes", max_bytes, StrategyError, least=1, most=_MOST_BYTES, example="20_000_000")
    return shares_of(bits)


class _Contents(NamedTuple):
    arrays: dict[str, np.ndarray | Pieces]
    metadata: dict[str, str]


def _largest(draft: Callable[[float], _Contents], enough: float, max_bytes: int) -> bytes:
    """Return the file that fills its limit best. enough: estimated bytes of all rows. draft: the contents with so many.

    How far rows compress is known once they are, so it is tried, between what was too little and what was too much.
    """

    def made(room: float) -> bytes:
        return compressed_file(**draft(room)._asdict(), kind=KIND, version=VERSION)

    best = made(0)
    if len(best) > max_bytes:
        raise StrategyError(
            f"max_bytes is {max_bytes:,}; the cards and the fallback rows alone take {len(best):,}: allow more, or put "
            "the cards into a file of their own (cards_in)"
        )
    least, most = (0.0, len(best)), (enough, len(best) + enough)  # rooms, and the sizes that they make
    for _ in range(_TRIES):
        wanted = ((1 + _FULL) / 2 * max_bytes - least[1]) / (most[1] - least[1])
        room = least[0] + min(max(wanted, 0.1), 1.0 if most[0] == enough else 0.9) * (most[0] - least[0])
        file = made(room)
        if len(file) > max_bytes:
            most = room, len(file)
            continue
        least, best = (room, len(file)), file
        if len(file) >= _FULL * max_bytes or room == enough:
            break
    return best


def _sizes(layout: Layout, visits: np.ndarray, levels: Ints) -> dict[str, Any]:
    kept = levels >= 0
    made = {
        "nodes": layout.tree.nodes,
        "rows": layout.tree.rows,
        "rows_kept": int(kept.sum()),
        "visits_kept": round(float(visits[kept].sum() / max(visits.sum(), 1.0)), 6),
        "information_sets": int(layout.row_buckets.sum()),
    }
    if len(layout.row_sizes) > 1:
        made["rows_by_level"] = np.bincount(levels[kept], minlength=len(layout.row_sizes)).tolist()
    return made


def _rows(
    layout: Layout, levels: Ints, means: ClassMeans, table: PackedTable, of_means: PackedTable
) -> dict[str, Any]:
    """The arrays of the strategy table: kept rows, then means by class, then means by shape."""
    kept = levels >= 0
    choices = np.concatenate([layout.tree.row_choices[kept], means.shapes()[1]])
    strategy, visits = table.chosen(levels)
    made = {
        "row_round": np.concatenate([layout.alike.row_round[kept], means.rounds()]).astype(np.uint8),
        "row_choices": choices.astype(np.uint8),
        "strategy": _joined(strategy, of_means.strategy[0].data),
        "levels": _joined(visits, of_means.visits.data),
        **means.keys(int(kept.sum())),
    }
    if len(layout.row_sizes) > 1:
        made["row_pool"] = np.concatenate([levels[kept], np.zeros(len(means.rounds()))]).astype(np.uint8)
        made |= {f"pools_{number}": pools.groups for number, pools in enumerate(layout.pools)}
    return made


def _joined(pieces: list[Bytes], last: Bytes) -> Pieces:
    every = [*pieces, last]
    return Pieces(last.dtype, (sum(map(len, every)),), every)
