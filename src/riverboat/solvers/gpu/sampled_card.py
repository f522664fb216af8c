"""The sampled engine's walks on a card, over the table of a C++ engine that it was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from riverboat.abstraction.tables.deal_tables import DealTables
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.rules.game import Game
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.gpu.card import Card, open_card
from riverboat.solvers.gpu.sampled_deals import CardDealer, Dealer, HostDealer, is_dealt_on_card
from riverboat.solvers.gpu.sampled_layout import FRAME_WORDS, sampled_ends, sampled_layout
from riverboat.solvers.gpu.sampled_table import SampledTable
from riverboat.solvers.update_rules.sampled_rules import SampledRule

_THREADS: Final = 128  # of a block
_BLOCKS: Final = 4
"""Blocks of a multiprocessor: 67,584 walks are in flight on a card with 132. Each looks at regrets that miss what the
others are about to add. With half as many, 5.5 instead of 9.6 billion decisions are visited in a second on an H200;
after 6.3 million deals of a six-player tree a prototype had a regret of 68.6 with so many, and 65.3 with half."""
_STALE: Final = 64
"""At most one walk is in flight for so many that are done, so that the first learn from one another, too."""
_CELLS: Final = 4
"""Cells of the table for each walk in flight: in small games fewer walks meet, and learn as on a processor."""
_WALKS: Final = 3 << 20  # of one launch, some hundredths of a second
_FEWEST_DEALS: Final = 1 << 10
_LAUNCHES: Final = 16  # between two looks at what the processor has to say
_SHARED: Final = 220 * 1024  # bytes of a multiprocessor that stacks may take
_LARGEST_AVERAGE: Final = 2.0**22  # as in C++: from there on steps would be lost
_LIKELIEST: Final = 16  # times the mean: how likely a bucket may be


class Solver(Protocol):
    """What is walked: all of `Sampled` but the table."""

    tree: BettingTree
    deals: DealTables
    game: Game
    rule: SampledRule
    device: str
    seed: int
    threads: int

    @property
    def against(self) -> Any:
        """The strategy that stays, a `FixedPlay`, or nothing."""
        ...

    @property
    def ranges(self) -> Sequence[Range | None]:
        """By seat, what it is dealt."""
        ...

    @property
    def precision(self) -> int:
        """Bits of a number."""
        ...


@dataclass(frozen=True)
class Launch:
    """Iterations `begin` to `begin + deals`, walked by so many blocks."""

    begin: int
    deals: int
    blocks: int

    @property
    def together(self) -> int:
        """Deals that are walked for the same seat one after the other: few of those in flight."""
        return min(1024, max(32, self.blocks * _THREADS // 32))


class SampledCard:
    """A solver's table on the card. `run` walks, `discount` and `snapshot` end an epoch, `table` brings it back."""

    def __init__(self, solver: Solver, engine: Any) -> None:
        self._tree, self._rule, fixed = solver.tree, solver.rule, solver.against
        check_rule(self._rule, solver.precision, solver.device)
        self._card: Card = open_card(solver.device)
        card = self._card
        game = self._tree.game
        trembles = any(self._rule.trembles(game.rounds))
        self.layout = layout = sampled_layout(
            self._tree, solver.deals.counts[: game.rounds], FRAME_WORDS + 2 * trembles
        )
        self._stack = 4 * layout.stack * _THREADS
        if self._stack > _SHARED:
            raise SolverError(
                f"a walk of {self._tree!r} needs {layout.stack} words of stack, more than the card has for it; use "
                "device='cpu'"
            )
        most = card.processors * max(1, min(_BLOCKS, _SHARED // self._stack))
        self._blocks = max(1, min(most, int(layout.rows["cells"].sum(dtype=np.int64)) // (_CELLS * _THREADS)))
        macros = {
            "PLAYERS": game.players,
            "ROUNDS": game.rounds,
            "BOARD": max(solver.deals.boards[-1], 1),
            "THREADS": _THREADS,
            "GROUPS": layout.groups,
            "AGAINST": int(fixed is not None),
            "TREMBLES": int(trembles),
        }
        self._kernels = card.kernels("sampled.cu", **macros)
        self._unit = game.big_blind
        seats = range(game.players) if fixed is None else fixed.seats
        self._learners = card.put(np.array(seats, np.uint32))
        self._most_deals = _WALKS // len(seats)
        words = game.players * (1 + game.rounds * (1 if fixed is None else 2))
        self._buffers = [card.zeros(self._most_deals * words, np.uint32) for _ in range(2)]
        self._dealing = card.beside()
        self.dealer: Dealer = self._dealer(solver, engine, macros)
        self._ends, self._paid, self._pots = (
            card.put(array if array.dtype == np.float32 else array.view(np.uint32))
            for array in sampled_ends(engine)
        )
        nothing = card.zeros(1, np.uint64)
        self._fixed = (
            (nothing, nothing) if fixed is None else (card.put(fixed.first), card.put(fixed.numbers))
        )
        self._trembles = card.put(np.array(self._rule.trembles(game.rounds), np.float32))
        self._counter, self._visits = card.zeros(1, np.uint32), card.zeros(1, np.uint64)
        self._seed = np.uint32((solver.seed + 1) % 2**32)
        self._halving = {count: _halving(count, game.players) for count in solver.deals.counts[: game.rounds]}
        self.table = SampledTable(card, self._kernels, self._tree, layout, engine)

    def _dealer(self, solver: Solver, engine: Any, macros: dict[str, int]) -> Dealer:
        tables = [solver.deals] if solver.against is None else [solver.deals, solver.against.deals]
        if not all(is_dealt_on_card(solver.game, deals) for deals in tables):
            return HostDealer(self._dealing, engine, solver.seed, solver.threads)
        kernels = self._dealing.kernels("sampled.cu", **macros)
        return CardDealer(self._dealing, kernels, tables, list(solver.ranges), solver.seed)

    # --- walking ---------------------------------------------------------------------------------------------

    def run(self, begin: int, count: int) -> tuple[int, int]:
        """Walk iterations from `begin` on, `count` or fewer; return how many and the decisions visited."""
        launches = list(self._launches(begin, count))
        self._card.write(self._visits, np.zeros(1, np.uint64))
        dealt = self._deal(launches, 0)
        for number, launch in enumerate(launches):
            ready, dealt = dealt, self._deal(launches, number + 1)
            self._card.after(ready)
            self._walk(launch, self._buffers[number % 2])
            if self.table.is_lazy:
                self.table.give_rows()
            self._halve(launch)
        visits = int(self._card.get(self._visits)[0])
        self.dealer.check()
        return sum(launch.deals for launch in launches), visits

    def _launches(self, begin: int, count: int) -> Iterator[Launch]:
        learners = len(self._learners)
        at, end = begin, begin + count
        for _ in range(_LAUNCHES):
            if at == end:
                return
            deals = min(end - at, self._most_deals, max(_FEWEST_DEALS, at // 4))
            blocks = min(self._blocks, max(1, at * learners // (_STALE * _THREADS)))
            yield Launch(at, deals, blocks)
            at += deals

    def _deal(self, launches: list[Launch], number: int) -> Any:
        """Deal for a launch while the one before walks; its deals lie where those of the one before that were."""
        if number < len(launches):
            self._dealing.after(self._card.mark())
            self.dealer.deal(self._buffers[number % 2], launches[number].begin, launches[number].deals)
        return self._dealing.mark()

    def _walk(self, launch: Launch, deals: Any) -> None:
        rule, floor, near = self._rule, *self._floor()
        prune = -np.inf if rule.prune_below is None else rule.prune_below * self._unit
        self._kernels.launch("restart", 1, 1, (self._counter,))
        self._kernels.launch(
            "walk",
            launch.blocks,
            _THREADS,
            (
                self.table.nodes, self._ends, self._paid, self._pots, deals, self.table.cells,
                np.uint32(launch.deals), np.uint32(launch.together), self._seed, np.uint64(launch.begin),
                self._learners, np.uint32(len(self._learners)), np.float32(prune), np.uint32(rule.prune_every), floor,
                near, self._trembles, np.float32(rule.least_belief), np.uint32(rule.average == "updates"), *self._fixed,
                self.table.wanted, self._counter, self._visits,
            ),
            shared=self._stack,
        )  # fmt: skip

    def _floor(self) -> tuple[np.float32, np.float32]:
        """What regrets do not fall below, -0.0 for 0, and below what one step may take them there."""
        rule, lowest = self._rule, self._rule.lowest_regret
        if lowest is None:
            return np.float32(-np.inf), np.float32(-np.inf)
        step = sum(self._tree.game.stacks) * (1 if rule.prune_below is None else rule.prune_every)
        return np.float32(-abs(lowest * self._unit)), np.float32(lowest * self._unit + step)

    def end_values(self, strengths: npt.NDArray[np.uint32]) -> npt.NDArray[np.float32]:
        """Return what every end is worth to every seat after a deal, as a test compares them: [ends, players]."""
        players = self._tree.game.players
        deal = np.zeros(len(self._buffers[0]) // self._most_deals, np.uint32)
        deal[:players] = strengths
        count = len(self._paid) // players
        out = self._card.zeros(count * players, np.float32)
        self._kernels.launch(
            "end_values",
            1,
            _THREADS,
            (self._ends, self._paid, self._pots, np.uint32(count), self._card.put(deal), out),
        )
        return self._card.get(out).reshape(-1, players)

    # --- the whole table -------------------------------------------------------------------------------------

    def _halve(self, launch: Launch) -> None:
        """Halve averages that may have grown too large: those of few buckets often, those of many hardly ever."""
        begin, end = launch.begin, launch.begin + launch.deals
        due = [count for count, deals in self._halving.items() if begin // deals != end // deals]
        if due:
            self.discount(1, 1, 1, most_cells=max(due))

    def discount(
        self, positive: float, negative: float, averages: float, *, most_cells: int = 2**32 - 1
    ) -> None:
        """Multiply regrets and averages, as after an epoch; averages that grew too large are halved.

        most_cells: that a row may have to be looked at.
        """
        factors = (np.float32(factor) for factor in (positive, negative, averages, _LARGEST_AVERAGE))
        self.table.sweep("discount", *factors, np.uint32(most_cells))

    def snapshot(self) -> None:
        """Add the strategy of every cell that has learnt something to its averages."""
        self.table.sweep("snapshot", np.float32(_LARGEST_AVERAGE))


def check_rule(rule: SampledRule, precision: int, device: str) -> None:
    """Raise unless the card can do it."""
    problem = None
    if rule.sampling != "external":
        problem = f"sampling {rule.sampling!r}: the card samples 'external'"
    elif precision != 32:
        problem = f"precision {precision}: the card has 32 bits"
    if problem is not None:
        raise SolverError(f"device {device!r} is not for {problem}; use that, or device='cpu'")


def _halving(buckets: int, players: int) -> int:
    """Deals after which averages of so many buckets are looked at, far fewer than would double those too large.

    A deal adds to a cell once for every other seat at most, and to the likeliest of few buckets most often.
    """
    return int(_LARGEST_AVERAGE) // players * max(1, buckets // _LIKELIEST)
