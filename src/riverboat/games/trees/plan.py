"""What a betting tree and its strategy table will cost, before anything is allocated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from riverboat import _core
from riverboat.base.checks import check_threads, instance
from riverboat.base.drawing import Drawn
from riverboat.base.memory import available_memory
from riverboat.base.progress import Progress
from riverboat.cards.isomorphism import HandIndexer
from riverboat.errors import CardError, GameError, MenuError
from riverboat.games.rules.game import Game
from riverboat.games.trees.config import TreeConfig, check_buckets, read_config
from riverboat.games.trees.rows import ROW_KEYS
from riverboat.games.trees.tree import MOST_NODES, tree_bytes
from riverboat.games.trees.tree_count import (
    MOST_SITUATIONS,
    NodeCount,
    StreetCount,
    first_joined_round,
    native_tree_rules,
    street_counts,
    street_limit,
    tree_size,
)

REPRESENTATIONS: Final = {"float64": 8, "float32": 4, "int16": 2}
"""Bytes of one number; every action of every information set has two: its regret and its share of the average."""


@dataclass(frozen=True)
class RowPlan:
    """The strategy table under one row key; None where the tree has more situations than were told apart.

    rows, actions: by street. information_sets: rows times buckets, all streets together. numbers: actions times
    buckets, which is the length of the table of regrets and of that of the average strategy.
    """

    key: str
    rows: tuple[int, ...] | None
    actions: tuple[int, ...] | None
    information_sets: int | None
    numbers: int | None

    def bytes_as(self, representation: str) -> int | None:
        """Return the memory of regrets and average strategy, stored as float64, float32 or int16."""
        if representation not in REPRESENTATIONS:
            raise MenuError(f"{representation!r} is unknown; there are {', '.join(REPRESENTATIONS)}")
        return None if self.numbers is None else 2 * REPRESENTATIONS[representation] * self.numbers


@dataclass(frozen=True)
class Plan(Drawn):
    """What `plan` found out.

    streets: nodes by street and players left, with and without joining. tree: the tree that the config asks for.
    rows: by row key. buckets: by street; lossless: whether they are all hands up to a renaming of suits, because
    neither the config nor the caller said how many. free_bytes: memory that this machine has left.
    """

    config: TreeConfig
    streets: tuple[StreetCount, ...]
    tree: NodeCount | None
    rows: tuple[RowPlan, ...]
    buckets: tuple[int, ...]
    lossless: bool
    free_bytes: int

    @property
    def tree_bytes(self) -> int | None:
        """The most that the arrays of the tree take; None if its size is not known."""
        chosen = self.row_plan(self.config.rows.key).rows
        if self.tree is None or chosen is None:
            return None
        return tree_bytes(self.tree, self.config.game.players, sum(chosen))

    def row_plan(self, key: str) -> RowPlan:
        """Return the plan of one row key."""
        return next(rows for rows in self.rows if rows.key == key)

    def fits(self, key: str, representation: str) -> bool:
        """Return whether the tree and its table fit into the memory that is left."""
        table, tree = self.row_plan(key).bytes_as(representation), self.tree_bytes
        if table is None or tree is None or self.tree is None or self.tree.nodes > MOST_NODES:
            return False
        return table + tree <= self.free_bytes

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            "config": self.config.name,
            "game": self.config.game.name,
            "players": self.config.game.players,
            "start": self.config.start,
            "reentrant_from": self.config.joined_from,
            "row_key": self.config.rows.key,
            "buckets": list(self.buckets),
            "lossless": self.lossless,
            "streets": [_street_dict(street) for street in self.streets],
            "tree": None if self.tree is None else {**vars(self.tree), "bytes": self.tree_bytes},
            "rows": {rows.key: self._rows_dict(rows) for rows in self.rows},
            "free_bytes": self.free_bytes,
        }

    def _rows_dict(self, rows: RowPlan) -> dict[str, Any]:
        names = [street.street for street in self.streets]
        return {
            "rows": None if rows.rows is None else dict(zip(names, rows.rows, strict=True)),
            "actions": None if rows.actions is None else dict(zip(names, rows.actions, strict=True)),
            "information_sets": rows.information_sets,
            "bytes": {kind: rows.bytes_as(kind) for kind in REPRESENTATIONS},
            "fits": {kind: self.fits(rows.key, kind) for kind in REPRESENTATIONS},
        }


def plan(
    config: TreeConfig | str,
    buckets: Sequence[int] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Count what a config will cost, without building it.

    buckets: card buckets by street; otherwise those of the config, or else all hands up to a renaming of suits. The
    counts of the tree and of the rows under each key run on several threads.

    >>> small = plan("hu-fcpa", buckets=(169, 200, 200, 200))
    >>> small.tree
    NodeCount(nodes=1360, actions=3361, ends=2002)
    >>> small.row_plan("own").information_sets
    271380
    """
    config = config if isinstance(config, TreeConfig) else read_config(config)
    if buckets is not None:
        instance("buckets", buckets, Sequence, MenuError, example="(169, 200, 200, 200)")
    chosen = tuple(buckets) if buckets is not None else config.buckets
    lossless = chosen is None
    chosen = lossless_buckets(config.game) if chosen is None else chosen
    check_buckets(chosen, config.game)
    many = check_threads(threads, GameError)
    with street_limit(config):
        native, shared = _core.count_plan(
            native_tree_rules(config), config.root(), MOST_SITUATIONS, many, progress
        )
    streets = street_counts(config, native)
    rows = [_own_rows(config, streets, chosen)]
    for key, counts in zip(ROW_KEYS[1:], shared, strict=True):
        rows.append(
            _row_plan(key, tuple(count[0] for count in counts), tuple(count[1] for count in counts), chosen)
        )
    return Plan(
        config=config,
        streets=streets,
        tree=tree_size(config, streets),
        rows=tuple(rows),
        buckets=chosen,
        lossless=lossless,
        free_bytes=available_memory(),
    )


def lossless_buckets(game: Game) -> tuple[int, ...]:
    """Return by street how many hands there are, cards of all streets in order, up to a renaming of suits.

    >>> from riverboat.games import leduc, nolimit_holdem
    >>> lossless_buckets(leduc()), lossless_buckets(nolimit_holdem())[:3]
    ((3, 15), (169, 1286792, 55190538))
    """
    dealt = (game.hole_cards, *(cards for cards in game.board_cards if cards))
    last = [sum(1 for cards in game.board_cards[: street + 1] if cards) for street in range(game.rounds)]
    try:
        indexer = HandIndexer(dealt, game.deck)
    except CardError as problem:
        cards = list(accumulate(dealt))
        raise MenuError(
            f"the hands of {cards[-1]} cards cannot be counted ({problem}); give buckets"
        ) from None
    return tuple(indexer.size(place) for place in last)


def _own_rows(config: TreeConfig, streets: Sequence[StreetCount], buckets: tuple[int, ...]) -> RowPlan:
    """Every node of the tree has a row."""
    joined = first_joined_round(config)
    totals = [street.total(joined=number >= joined) for number, street in enumerate(streets)]
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return RowPlan("own", None, None, None, None)
    return _row_plan(
        "own", tuple(total.nodes for total in known), tuple(total.actions for total in known), buckets
    )


def _row_plan(key: str, rows: tuple[int, ...], actions: tuple[int, ...], buckets: tuple[int, ...]) -> RowPlan:
    information_sets = sum(count * bucket for count, bucket in zip(rows, buckets, strict=True))
    numbers = sum(count * bucket for count, bucket in zip(actions, buckets, strict=True))
    return RowPlan(key, rows, actions, information_sets, numbers)


def _street_dict(street: StreetCount) -> dict[str, Any]:
    def by_players(counts: dict[int, NodeCount] | None) -> dict[str, Any] | None:
        return None if counts is None else {str(players): vars(count) for players, count in counts.items()}

    return {"street": street.street, "tree": by_players(street.tree), "joined": by_players(street.joined)}
