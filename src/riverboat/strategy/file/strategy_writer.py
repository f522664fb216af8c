"""Writing a strategy file: rows by their visits until the file is full, means of similar rows for the rest."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from riverboat.abstraction.card_abstraction import CardAbstraction
from riverboat.base.files import write_arrays
from riverboat.errors import StrategyError
from riverboat.games.trees.config import write_config
from riverboat.games.trees.tree import BettingTree
from riverboat.strategy.file.card_file import card_contents, reference
from riverboat.strategy.file.class_means import ClassMeans
from riverboat.strategy.file.saved_rows import Bools, Layout
from riverboat.strategy.file.shares import FIFTEENTHS, shares_of
from riverboat.strategy.file.trained_rows import WELL_TRAINED, TrainedRows, visit_levels

KIND: Final = "strategy"
VERSION: Final = 3

_HEADER: Final = 16_384  # bytes for the header and what it says
_CLASS_SHARE: Final = 0.25  # of the room that means of similar rows may take; the rest is for rows themselves


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
    max_bytes: the most the file may take. Rows are kept whole, those with the most visits for a byte first; what is
    dropped is answered by the mean of all rows of similar situations, weighted by visits.
    cards_in: the name of a file beside this one that holds the same abstraction, which is then not stored again.
    bits: of a probability: 4 for fifteenths, 8 for 255ths in twice the room or more.
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
    shares = shares_of(bits)
    layout = Layout(tree, tuple(abstraction.count(number) for number in range(tree.game.rounds)), shares)
    arrays, cards = card_contents(abstraction)
    if cards_in is not None:
        arrays, cards = {}, reference(abstraction, cards_in)
    room = math.inf if max_bytes is None else max_bytes - _HEADER - sum(a.nbytes for a in arrays.values())
    visits, well_trained = _visits(layout, rows)
    if not_after is not None:
        visits[layout.rows_after(not_after)] = 0.0
    means = ClassMeans(layout, visits, _CLASS_SHARE * room)
    if room <= means.nbytes:
        taken = int(max_bytes or 0) - room + means.nbytes
        raise StrategyError(
            f"max_bytes is {max_bytes:,}; the cards and the fallback rows alone take {taken:,.0f}: allow more, or put "
            "the cards into a file of their own (cards_in)"
        )
    kept, nodes = layout.keep(visits, room - means.nbytes)
    arrays |= layout.structure(kept, nodes) | _packed_rows(layout, rows, kept, means)
    about = {
        "config": write_config(tree.config),
        "cards": json.dumps(cards),
        "buckets": json.dumps(layout.buckets),
        "average": rows.average,
        "bits": str(bits),
        "provenance": json.dumps(
            {
                **_sizes(layout, visits, kept),
                f"share_visited_{WELL_TRAINED}_times": well_trained,
                **provenance,
            }
        ),
    }
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=about, compress=True)


def _visits(layout: Layout, rows: TrainedRows) -> tuple[np.ndarray, float]:
    """Visits by row, and the share of visits that fell on well-trained information sets."""
    totals, well = np.zeros(layout.tree.rows), 0.0
    for row in range(layout.tree.rows):
        counts = np.asarray(rows.visits(row), np.float64)
        totals[row] = counts.sum()
        well += counts[counts >= WELL_TRAINED].sum()
    return totals, round(well / max(totals.sum(), 1.0), 6)


def _sizes(layout: Layout, visits: np.ndarray, kept: Bools) -> dict[str, Any]:
    return {
        "nodes": layout.tree.nodes,
        "rows": layout.tree.rows,
        "rows_kept": int(kept.sum()),
        "visits_kept": round(float(visits[kept].sum() / max(visits.sum(), 1.0)), 6),
        "information_sets": int(layout.row_buckets.sum()),
    }


def _packed_rows(layout: Layout, rows: TrainedRows, kept: Bools, means: ClassMeans) -> dict[str, Any]:
    """The arrays of the strategy table: kept rows, then means by class, then means by shape."""
    strategy, levels, shares = [], [], layout.shares
    for row in range(layout.tree.rows):
        played = _checked(layout, rows, row)
        counts = np.asarray(rows.visits(row), np.float64)
        means.add(row, played, counts)
        if kept[row]:
            strategy.append(shares.pack(shares.of(played)[:, :-1]))
            levels.append(FIFTEENTHS.pack(visit_levels(counts)))
    numbers = np.flatnonzero(kept)
    row_round, row_choices = [layout.row_round[numbers]], [layout.tree.row_choices[numbers]]
    for mean, counts, number in means.rows():
        strategy.append(shares.pack(shares.of(mean)[:, :-1]))
        levels.append(FIFTEENTHS.pack(visit_levels(counts)))
        row_round.append(np.array([number]))
        row_choices.append(np.array([mean.shape[1]]))
    return {
        "row_round": np.concatenate(row_round).astype(np.uint8),
        "row_choices": np.concatenate(row_choices).astype(np.uint8),
        "strategy": np.concatenate(strategy),
        "levels": np.concatenate(levels),
        **means.keys(len(numbers)),
    }


def _checked(layout: Layout, rows: TrainedRows, row: int) -> np.ndarray:
    played = np.asarray(rows.probabilities(row), np.float64)
    expected = (int(layout.row_buckets[row]), int(layout.tree.row_choices[row]))
    if played.shape != expected or not (played >= 0).all() or np.abs(played.sum(axis=1) - 1).max() > 1e-3:
        raise StrategyError(
            f"the strategy of row {row} must be probabilities of shape {expected} whose lines sum to 1; it has shape "
            f"{played.shape} and sums such as {played.sum(axis=-1).reshape(-1)[:1]}"
        )
    return played
