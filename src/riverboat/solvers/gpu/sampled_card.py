"""The sampled engine's walks on a card, over the table of a C++ engine that it was given."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from riverboat.abstraction.tables.board_tables import BoardTables
from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.base.memory import bytes_text
from riverboat.errors import SolverError
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.gpu.card import compiled, cupy
from riverboat.solvers.gpu.sampled_layout import SampledLayout, board_places, sampled_layout
from riverboat.solvers.update_rules.sampled_rules import SampledRule

_DEALS: Final = 1 << 19  # of one launch
_THREADS: Final = 128  # of a block
_SHARED: Final = 220 * 1024  # bytes of a multiprocessor that stacks may take
_LARGEST_AVERAGE: Final = 2.0**22  # as in C++: from there on steps would be lost


class SampledCard:
    """A table on the card. `run` walks, `discount` ends an epoch, `fetch` brings the table back."""

    def __init__(self, tree: BettingTree, deals: DealTables, rule: SampledRule, precision: int) -> None:
        _check(tree, deals, rule, precision)
        self._cp = cp = cupy()
        self.layout: SampledLayout = sampled_layout(tree, deals.counts)
        self._tree, self._rule = tree, rule
        players, rounds = tree.game.players, tree.game.rounds
        needed = 4 * self.layout.floats + deals.nbytes
        free = int(cp.cuda.runtime.memGetInfo()[0])
        if needed > free:
            raise SolverError(
                f"the table and the buckets take {bytes_text(needed)}, and the card has {bytes_text(free)} free; use "
                "fewer buckets, or device='cpu'"
            )
        self._module = compiled("sampled.cu", PLAYERS=players, ROUNDS=rounds, THREADS=_THREADS)
        self._walk, self._deal, self._discount = (
            self._module.get_function(name) for name in ("walk", "deal", "discount")
        )
        self._processors = cp.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"]
        self._stack = 4 * self.layout.stack * _THREADS
        if self._stack > _SHARED:
            raise SolverError(
                f"a walk of {tree!r} needs {self.layout.stack} words of stack, more than the card has for it; use "
                "device='cpu'"
            )
        self._walk.max_dynamic_shared_size_bytes = self._stack
        self._blocks = self._processors * max(1, min(_SHARED // self._stack, 2048 // _THREADS))
        self._nodes, self._ends, self._rows = (
            cp.asarray(array.view(np.uint32))
            for array in (self.layout.nodes, self.layout.ends, self.layout.rows)
        )
        self._children, self._put_in = cp.asarray(self.layout.children), cp.asarray(self.layout.put_in)
        self._tables = [cp.asarray(table) for table in deals.tables]
        self._boards = [cp.asarray(board_places(cards)) for cards in deals.boards]
        self._pointers = [
            cp.asarray(np.array([array.data.ptr for array in arrays], np.uint64))
            for arrays in (self._tables, self._boards)
        ]
        self._bytes = cp.asarray(np.array([table.itemsize for table in deals.tables], np.uint32))
        self._shown = cp.asarray(np.array(deals.boards, np.uint32))
        size = 4 * players + 2 * players * rounds
        self._deals = cp.zeros((_DEALS, -(-size // 16) * 16), cp.uint8)
        self._trembles = cp.asarray(np.array(rule.trembles(rounds), np.float32))
        self._counter, self._visits = cp.zeros(1, cp.uint32), cp.zeros(1, cp.uint64)
        self.table = cp.zeros(self.layout.floats, cp.float32)

    def send(self, engine: Any) -> None:
        """Take over the rows of a C++ engine that were touched."""
        for row in np.flatnonzero(engine.seen_rows()).tolist():
            cells = np.ascontiguousarray(engine.row(row), np.float32).reshape(-1)
            begin = int(self.layout.rows["cache_line"][row]) * 16
            self.table[begin : begin + cells.size] = self._cp.asarray(cells)

    def fetch(self, engine: Any) -> None:
        """Write the table into a C++ engine."""
        table = self.table.get()
        rows = self.layout.rows
        for row, (line, cells, _, floats) in enumerate(rows.tolist()):
            begin = line * 16
            here = table[begin : begin + cells * floats]
            if here.any():
                engine.row(row)[:] = here.reshape(cells, floats)
                engine.mark_seen(row)

    def run(self, begin: int, count: int, seed: int, unit: int) -> int:
        """Walk iterations `begin` to `begin + count`; return the decisions visited. unit: chips of a big blind."""
        rule = self._rule
        self._visits.fill(0)
        prune = -np.inf if rule.prune_below is None else rule.prune_below * unit
        done = 0
        while done < count:
            deals = min(_DEALS, count - done)
            first = np.uint64(begin + done)
            self._deal(
                (8 * self._processors,),
                (256,),
                (
                    self._deals, np.uint32(deals), np.uint32(seed), first, self._pointers[0], self._bytes,
                    self._pointers[1], self._shown, np.uint64(0),
                ),
            )  # fmt: skip
            self._counter.fill(0)
            self._walk(
                (self._blocks,),
                (_THREADS,),
                (
                    self._nodes, self._children, self._ends, self._put_in, self._deals, self.table,
                    np.uint32(deals), np.uint32(seed + 1), first, np.float32(prune), np.uint32(rule.prune_every),
                    self._trembles, np.uint32(rule.average == "updates"), self._counter, self._visits,
                ),
                shared_mem=self._stack,
            )  # fmt: skip
            done += deals
        return int(self._visits.get()[0])

    def deal(self, count: int, seed: int) -> tuple[Any, Any, Any]:
        """Deal, and return cards, buckets and strengths of every deal, as a test compares them."""
        players, rounds = self._tree.game.players, self._tree.game.rounds
        cards = self._cp.zeros((count, 2 * players + 5), self._cp.uint8)
        self._deal(
            (self._processors,),
            (256,),
            (
                self._deals, np.uint32(count), np.uint32(seed), np.uint64(0), self._pointers[0], self._bytes,
                self._pointers[1], self._shown, cards,
            ),
        )  # fmt: skip
        raw = self._deals[:count].get()
        strengths = np.ascontiguousarray(raw[:, : 4 * players]).view(np.uint32)
        buckets = np.ascontiguousarray(raw[:, 4 * players : 4 * players + 2 * players * rounds]).view(
            np.uint16
        )
        return cards.get(), buckets.reshape(count, players, rounds), strengths

    def discount(self, positive: float, negative: float, averages: float, floor: float) -> None:
        """Multiply regrets and averages, as after an epoch."""
        self._discount(
            (len(self.layout.rows),),
            (128,),
            (
                self._rows, self.table, np.float32(positive), np.float32(negative), np.float32(averages),
                np.float32(floor), np.float32(_LARGEST_AVERAGE),
            ),
        )  # fmt: skip


def _check(tree: BettingTree, deals: DealTables, rule: SampledRule, precision: int) -> None:
    game = tree.game
    problem = None
    if not isinstance(deals, BoardTables) or game.deck.size != 52 or game.hole_cards != 2:
        problem = f"{game.name!r} with {deals!r}: the card deals hold'em with buckets by board"
    elif deals.remembers or any(table.itemsize > 2 for table in deals.tables):
        problem = f"{deals!r}: buckets on the card forget, and are numbers below 65,536"
    elif rule.sampling != "external" or rule.average != "updates" or rule.update.factors(1).floor:
        problem = f"the rule {rule!r}: the card walks by external sampling, averages by updates and floors by epochs"
    elif precision != 32:
        problem = f"precision {precision}: the card has 32 bits"
    if problem is not None:
        raise SolverError(f"device 'cuda' is not for {problem}; use device='cpu'")
