"""The full-width engine: vectors over all private hands at every public node of a two-player game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.abstraction.card_abstraction import check_deck
from riverboat.base.alone import Alone
from riverboat.base.checks import check_threads, integer, shown, whole
from riverboat.base.memory import within_memory
from riverboat.base.progress import Progress
from riverboat.cards.card import CardsLike, parse_cards
from riverboat.cards.range import Range
from riverboat.errors import RangeError, SolverError
from riverboat.games.payouts.prizes import Prizes
from riverboat.games.rules.private_hands import CardWeights, classes_on, meeting_weights
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.full_width.checked import (
    ADVICE,
    both_hands,
    check_leaves,
    check_memory,
    check_prizes,
    check_pruning,
    check_tied,
    device_with_room,
    factors_of,
    two_seats,
    walking_device,
)
from riverboat.solvers.full_width.gates import Gate, PlacedGate
from riverboat.solvers.full_width.node_values import NodeValues, walked_values
from riverboat.solvers.full_width.on_card import OnCard
from riverboat.solvers.full_width.prepared_game import least_cells, prepared_game
from riverboat.solvers.full_width.table_layout import TableLayout
from riverboat.solvers.full_width.ties import Ties, TiesLike
from riverboat.solvers.full_width.value_leaves import ValueLeaves
from riverboat.solvers.update_rules.rules import GAME_RULE, Factors, UpdateRule, update_rule

Precision = Literal[16, 32, 64]
Renaming = tuple[int, int, int, int]
"""The suit that each suit becomes."""
SAME_SUITS: Final[Renaming] = (0, 1, 2, 3)
_UPDATE, _BEST_RESPONSE, _EXPECTED, _TOTAL = 0, 1, 2, 5
_ENGINES: Final[dict[int, type[_core.FullWidth32] | type[_core.FullWidth64]]] = {
    16: _core.FullWidth32,
    32: _core.FullWidth32,
    64: _core.FullWidth64,
}
PLAYERS: Final = (0, 1)
SMALL_TABLES: Final = 64 << 20
"""Bytes: up to here tables have 64 bits if nobody says otherwise."""

NO_MEETING: Final = 1e-12
"""A weight of hands to meet at most this large is rounding: nothing is left to meet."""


@dataclass(frozen=True)
class Rake:
    """What the house takes from a pot that is called: a share, and at most `cap` chips (0: no cap)."""

    share: float = 0.0
    cap: float = 0.0


@dataclass(frozen=True)
class Accuracy:
    """How good a pair of strategies is, in chips.

    values: what each player wins on average. best: what he would win with the best answer. exploitability: the mean of
    what the two would gain by it; 0 in equilibrium.
    """

    values: tuple[float, float]
    best: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """Half of NashConv."""
        return sum(best - value for best, value in zip(self.best, self.values, strict=True)) / 2


class FullWidth:
    """Solves and evaluates a two-player game over its whole public tree.

    tree: plain, nothing joined; exactly two players are in the hand at its root. board: the cards on the table there.
    ranges: by player in order of seats; all hands if none are given. rule: how regrets become strategies, by name or an
    `UpdateRule`. alternating: player 1 walks against what player 0 has just learnt; else both learn at once. precision:
    bits of a number in the tables: 64, 32, or 16 for short floats; None is 64 where that takes no more than 64 MiB,
    else 32. Player 0 is who sits earlier. renamings: those of suits that leave the game the same, if some of those that
    leave the ranges the same do not, as when a strategy is locked on one board only; with `[SAME_SUITS]` no boards and
    hands are joined.

    ties: a card abstraction, or "lossless" for none; or a pair, one for each player. With it players know no more than
    the bucket of their hand and the row of the tree's node, and tables are as large as rows and buckets are many,
    however many boards there are. Values and best answers stay those of the whole game: `accuracy` tells how good the
    abstract strategy is there.

    gate: how one player enters the game with each hand, so that a subgame is solved safely; see `Resolve`. Iterations
    know of it, values and best answers do not: they are those of the ranges.

    leaves: what is won after the first street; the engine then stops there and deals no more boards. Values, best
    answers and accuracy are those of the game that ends at the leaves.

    prizes: what is played for instead of chips; what both win together then depends on the cards.

    device: "cuda", or "cuda:1", walks on a card, which keeps the tables until somebody looks at them; "auto" does if
    there is one that can. The average of player 0 then takes in what he goes on with, not what he has just played, so
    that figures differ a little from those of "cpu".

    >>> from riverboat.games import Menu, build_tree, kuhn
    >>> solver = FullWidth(build_tree(kuhn(), Menu()), rule="cfr+")
    >>> solver.run(1000)
    >>> round(solver.accuracy().values[0] * 18, 3)
    -1.0
    """

    def __init__(
        self,
        tree: BettingTree,
        *,
        board: CardsLike = "",
        ranges: Sequence[Range | CardWeights | str | None] = (None, None),
        rule: str | UpdateRule = GAME_RULE,
        precision: Precision | None = None,
        rake: Rake | None = None,
        prizes: Prizes | None = None,
        alternating: bool = True,
        renamings: Sequence[Renaming] = (),
        ties: TiesLike | None = None,
        gate: Gate | None = None,
        leaves: ValueLeaves | None = None,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        self.tree = tree
        self.device = walking_device(
            device,
            tree,
            tied=ties is not None,
            alternating=alternating,
            gated=gate is not None,
            leaves=leaves is not None,
        )
        self._alone = Alone("this solver", SolverError)
        self.rule = update_rule(rule)
        self.board = list(parse_cards(board))
        self.rake = rake or Rake()
        self.prizes = prizes
        if prizes is not None:
            check_prizes(self.device, rake=bool(self.rake.share), leaves=leaves is not None)
        self.threads = check_threads(threads, SolverError)
        if precision is not None and integer(precision) not in _ENGINES:
            raise SolverError(f"precision is {shown(precision)}; it is 64, 32 or 16 bits")
        self.precision: Precision = precision or 32
        self.seats = two_seats(tree)
        self.hands = both_hands(tree, self.board, ranges)
        self.met = (meeting_weights(*self.hands), meeting_weights(*reversed(self.hands)))
        self.meetings = float(self.hands[0].weights @ self.met[0])
        if self.meetings <= NO_MEETING:
            raise RangeError("the two ranges never meet: every pair of hands shares a card")
        self.alternating = alternating
        self._predicts = self.rule.factors(1).predict
        if precision == 16 and not alternating:
            raise SolverError(
                "16-bit tables are for alternating updates; use precision=32 for simultaneous ones"
            )
        check_pruning(self.rule, precision, tied=ties is not None)
        if ties is not None:
            for tied in ties if isinstance(ties, tuple) else (ties,):
                check_deck(getattr(tied, "deck", tree.game.deck), tree.game.deck)
            check_tied(self.rule, self.precision)
        fewest = 32 if ties is not None or not alternating or self.rule.factors(1).prune else 16
        self._fewer_bits = f", or precision={fewest}" if fewest < self.precision else ""
        self.leaves = leaves
        if leaves is not None:
            check_leaves(self.rake.share, tied=ties is not None)
            leaves.check(tree, self.hands)
        cells = 0 if leaves is not None else least_cells(tree, self.board, self.hands, tied=ties is not None)
        least = cells * (4 if ties is not None else (2 + self._predicts) * self.precision // 8)
        self.device = device_with_room(device, self.device, least)
        self._has_choice = device == "auto"
        check_memory(least, self._fewer_bits, "at least ", device=self.device)
        self.renamings = tuple(renamings)
        self.gate = gate
        if gate is not None:
            gate.check(tree, self.hands[gate.player], self.rule)
            self.renamings = gate.renamings(self.hands[gate.player], self.renamings)
        rake_and_cap = (self.rake.share, self.rake.cap)
        with self._memory("dealing the boards"):
            self.game = prepared_game(
                tree, self.board, self.hands, rake_and_cap, self.renamings, only_first=leaves is not None
            )
        if prizes is not None:
            self.game.set_prizes(*prizes.of(tree.game))
        self.ties = None if ties is None else Ties.of(self.game, ties)
        if precision is None:
            self.precision = 64
            self.precision = 64 if self.memory_bytes <= SMALL_TABLES else 32
        self.turns_before = 0
        self.changes = 0
        self._values: NodeValues | None = None
        root = (self.game.first_round, 0)
        self._root_classes = [classes_on(self.game, *root, p, self.hands[p].cards) for p in PLAYERS]
        self.locks: dict[tuple[int, int], tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8]]] = {}

    @property
    def engine(self) -> _core.FullWidth32 | _core.FullWidth64:
        """The native engine with its tables, made when first used; refused if they do not fit into memory."""
        if self._on_card is not None:
            self._on_card.bring_back(self._native)
        return self._native

    @cached_property
    def _on_card(self) -> OnCard | None:
        """The tables on the card, if there is to be one; where the card might be chosen, one that has room for all."""
        if self.device == "cpu":
            return None
        made = OnCard(self.device, self.tree, self.game, self.precision, self._predicts, self.threads)
        if self._has_choice:
            try:
                made.make_tables()
            except SolverError:
                self.device = "cpu"
                return None
        return made

    @cached_property
    def _native(self) -> _core.FullWidth32 | _core.FullWidth64:
        check_memory(self.memory_bytes, self._fewer_bits)
        ties = None if self.ties is None else self.ties.native
        with self._memory("making the tables"):
            engine = _ENGINES[self.precision](self.game, self._predicts, self.precision == 16, ties)
        if self.leaves is not None:
            self.leaves.put_on(engine, self.game, self.hands)
        for (node, board), lock in self.locks.items():
            engine.lock(board, node, *lock)
        if self._gate is not None:
            self._gate.put_on(engine)
        return engine

    @cached_property
    def _gate(self) -> PlacedGate | None:
        if self.gate is None:
            return None
        player = self.gate.player
        met = np.where(self.met[player] > NO_MEETING, self.met[player], 0.0)
        return PlacedGate(self.gate, self.game, self.hands[player], met, self._root_classes[player])

    @property
    def _judge(self) -> _core.FullWidth32 | _core.FullWidth64:
        """A 64-bit engine that evaluates the averages, of a smaller one too; what a card has learnt is brought back."""
        engine = self.engine
        return engine if isinstance(engine, _core.FullWidth64) else self._borrowing_judge

    @cached_property
    def _borrowing_judge(self) -> _core.FullWidth64:
        assert isinstance(self._native, _core.FullWidth32)
        judge = _core.FullWidth64.judge(self.game, None if self.ties is None else self.ties.native)
        if self.leaves is not None:
            self.leaves.put_on(judge, self.game, self.hands)
        judge.borrow_averages(self._native)
        for (node, board), lock in self.locks.items():
            judge.lock(board, node, *lock)
        return judge

    def _memory(self, what: str) -> AbstractContextManager[None]:
        """Around what may find no memory, though the tables themselves fit."""
        return within_memory(what, SolverError, f"{ADVICE}{self._fewer_bits}")

    @property
    def memory_bytes(self) -> int:
        """What regrets, averages and predictions take, and regrets that wait for the end of an iteration.

        With ties: also averages that wait, as many times as there are threads at most.
        """
        if self.ties is not None:
            waiting = 2 * (self.threads or os.cpu_count() or 1)
            cells = self.ties.native.cells(self.game, self.precision)
            return cells * (2 + self._predicts + waiting) * self.precision // 8 + self.ties.nbytes
        tables = 2 + self._predicts + (not self.alternating)
        return self.game.cells(max(self.precision, 32)) * tables * self.precision // 8

    @property
    def iterations(self) -> int:
        """How many iterations were finished, also by a run that was stopped."""
        return int(self._native.iterations)

    def run(self, iterations: int, *, progress: Progress | None = None) -> None:
        """Do so many iterations more; each is a walk for player 0, then one for player 1 against his new strategy."""
        whole("iterations", iterations, SolverError, example=100)
        first = self.turns_before + self.iterations + 1
        asked = factors_of(self.rule, first, iterations)
        self._forget_values()
        with self._alone, self._memory("solving"):
            if self._on_card is not None:
                kept = self.rule.factors(first - 1).keep_predicted if first > 1 else 1.0
                self._on_card.run(self._native, self.locks, asked, first, kept, progress)
            else:
                factors = np.array(asked, np.float64).reshape(-1, len(Factors._fields))
                self.engine.run(factors, self.alternating, self.threads, progress)

    def begin(self, turns: int, share: float) -> None:
        """Make the averages, set before, what the first iteration plays, and forget them.

        turns: the rule discounts as if so many iterations were done. share: the regrets of a hand are so much of what
        its best or worst action is worth, times the probabilities. Not with ties.
        """
        self._check_untied("begin with the averages")
        self._change_tables()
        self.engine.begin(share, self.threads)
        for name, table in self.engine.tables().items():
            if name in ("averages", "predictions"):
                table[:] = 0
        self.turns_before = turns
        self.engine.resume(0, turns, 1.0)

    def is_like(self, other: FullWidth) -> bool:
        """Whether a solver of the same tree and ranges has the same rule and tables."""
        ours, theirs = (
            (s.rule, s.precision, s.renamings, s.gate and s.gate.fingerprint) for s in (self, other)
        )
        return ours == theirs and self.ties is other.ties

    def copy_tables(self, other: FullWidth) -> None:
        """Go on where a solver that is like this one has stopped; iterations count from 0."""
        for name, table in other.engine.tables().items():
            np.copyto(self.engine.tables()[name], table)
        self.turns_before = other.turns_before + other.iterations
        self.resume(0)

    def resume(self, iterations: int) -> None:
        """Say how many iterations the tables, which were copied, have behind them."""
        self._change_tables()
        turns = self.turns_before + iterations
        self.engine.resume(iterations, turns, self.rule.factors(turns).keep_predicted if turns else 1.0)

    def accuracy(self, *, keep_values: bool = False) -> Accuracy:
        """Return what the average strategies win, and what the best answers to them would win; exact, in 64 bits.

        keep_values: the same walks find and remember `node_values`, which takes a little longer; a card finds none.
        """
        with self._memory("finding values"):
            keeps = keep_values and self._on_card is None
            expected = self._evaluate()[1] if keeps else self._judged(_EXPECTED)
            best = self._judged(_BEST_RESPONSE)
        first, second = (tuple(self._mean(p, by_class[p]) for p in PLAYERS) for by_class in (expected, best))
        return Accuracy((first[0], first[1]), (second[0], second[1]))

    def _judged(self, walk: int) -> list[npt.NDArray[np.float64]]:
        """Return the counterfactual values of both players by class of the root."""
        if self._on_card is not None and self._on_card.judges(self._native, self.locks):
            return [self._walked_on_card(walk, player, 64) for player in PLAYERS]
        return [np.asarray(self._judge.walk(walk, player, self.threads)) for player in PLAYERS]

    def _walked(self, walk: int, player: int) -> npt.NDArray[np.float64]:
        """Return the counterfactual values of a player by class of the root, in the precision of the tables."""
        if self._on_card is not None:
            return self._walked_on_card(walk, player, 64 if self.precision == 64 else 32)
        return np.asarray(self.engine.walk(walk, player, self.threads))

    def _walked_on_card(self, walk: int, player: int, bits: int) -> npt.NDArray[np.float64]:
        assert self._on_card is not None
        kind: Literal["best", "expected"] = "best" if walk == _BEST_RESPONSE else "expected"
        return self._on_card.values(self._native, self.locks, kind, player, bits)

    def node_values(self) -> NodeValues:
        """Return what the average strategies win at every decision before the last street; found in 64 bits.

        They are remembered until the solver runs on or a strategy is set or locked.
        """
        return self._evaluate()[0] if self._values is None else self._values

    def _evaluate(self) -> tuple[NodeValues, Sequence[npt.NDArray[np.float64]]]:
        """Return the values at all nodes, which are remembered, and counterfactual ones by class of the root."""
        tables, sums = self._judge.node_values(self.threads)
        self._values = values = walked_values(self._value_layout, tables, double=self.precision == 64)
        return values, sums

    def leaf_choices(self, player: int, leaf: int) -> npt.NDArray[np.float64]:
        """Return how often each hand of a player chooses each continuation at a leaf: float64[hands, continuations]."""
        return np.asarray(self.engine.leaf_choices(leaf, player)).T[self._root_classes[player]]

    def losses(self, player: int) -> list[npt.NDArray[np.float64]]:
        """Return what a player's average loses at each decision, in chips of the whole hand: [boards, nodes] by round.

        At a decision that he comes to by his average, it is what the best action is worth over what he plays, against
        the opponent's average and with the best answer from there on. So all losses together are what his best answer
        gains, and each is 0 where he plays it. Nodes are those of the round, boards those of `boards`.
        """
        with self._memory("finding losses"):
            found = self._judge.losses(player, self.threads)
        nodes = np.diff(self.tree.first_node).tolist()
        return [
            np.asarray(losses).reshape(-1, max(count, 1)) / self.meetings
            for losses, count in zip(found, nodes, strict=True)
        ]

    @cached_property
    def _value_layout(self) -> TableLayout:
        return self.layout(both=True)

    def layout(self, *, both: bool = False) -> TableLayout:
        """Return where files have the numbers of each decision; both: also those of who does not act."""
        return TableLayout(self.tree, self.game, self.seats, both=both)

    def quick_exploitability(self) -> float:
        """Return the exploitability in chips, in the precision of the tables: a look that costs little.

        Of the values only their sum is asked for. It does not depend on cards, and a walk that finds it goes no further
        than betting matters to it: without rake that is nowhere.

        With a gate it is that of the game with the gate: what the one gains who enters as he likes, and the other
        against who enters as he does on average.
        """
        if self._gate is not None:
            return self._gated_exploitability(self._gate)
        best = sum(self._mean(player, self._walked(_BEST_RESPONSE, player)) for player in PLAYERS)
        return (best - self._total()) / 2

    def _gated_exploitability(self, placed: PlacedGate) -> float:
        gated, other = placed.gate.player, 1 - placed.gate.player
        engine, entered = self.engine, self.engine.gate_reach(average=True)
        best, expected = (
            np.asarray(engine.walk(k, gated, self.threads)) for k in (_BEST_RESPONSE, _EXPECTED)
        )
        own = placed.gain(best, expected, np.asarray(engine.tables()["gate"], np.float64))
        best, expected = (
            np.asarray(engine.walk(k, other, self.threads, entered)) for k in (_BEST_RESPONSE, _EXPECTED)
        )
        return (own + self._mean(other, best - expected)) / 2

    def entry(self) -> npt.NDArray[np.float64]:
        """Return how often the gated player enters with each of his hands, on average: float64[hands], as weights."""
        if self.gate is None:
            raise SolverError("there is no gate; give one, such as gate=Resolve(1, np.zeros(1326))")
        return np.asarray(self.engine.gate_reach(average=True))[self._root_classes[self.gate.player]]

    def _total(self) -> float:
        """Return what both players win together."""
        if (self._on_card is not None and self.rake.share) or self.prizes is not None:
            return sum(self._mean(player, self._walked(_EXPECTED, player)) for player in PLAYERS)
        return self._mean(0, self._native.walk(_TOTAL, 0, self.threads))

    def hand_values(
        self, player: int, *, kind: Literal["expected", "best"] = "expected"
    ) -> npt.NDArray[np.float64]:
        """Return what each hand of a player wins at the root, in chips: float64[hands]; NaN if it meets no hand.

        kind: both playing their averages, or the player giving the best answer to the other's average.
        """
        walk = self._walked(_EXPECTED if kind == "expected" else _BEST_RESPONSE, player)
        sums, met = walk[self._root_classes[player]], self.met[player]
        return np.asarray(np.divide(sums, met, out=np.full(len(met), np.nan), where=met > NO_MEETING))

    def values_at(
        self, player: int, board: int, node: int, reach: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Return what the classes of a player win from a node on: [actions, classes] if he acts, else [1, classes].

        reach: of the opponent's classes there. The chips that each put in are counted; NaN if a class meets no hand.
        """
        return np.asarray(self.engine.values_at(player, board, node, reach, self.threads))

    def decision_values(
        self,
        player: int,
        places: Sequence[tuple[int, int]],
        *,
        kind: Literal["expected", "best"] = "expected",
    ) -> list[npt.NDArray[np.float64]]:
        """Return what the classes of a player win at decisions, each (node, board), with the averages as they come.

        As `values_at`, in one walk of the whole game. kind: both playing their averages, or the player giving the best
        answer to the other's average.
        """
        walk = _EXPECTED if kind == "expected" else _BEST_RESPONSE
        there = [(board, node) for node, board in places]
        with self._memory("finding values"):
            found = self._judge.decision_values(walk, player, there, self.threads)
        return [
            np.asarray(values).reshape(
                len(self.tree.choices(node)) if self.player_at(node) == player else 1, -1
            )
            for (node, _), values in zip(places, found, strict=True)
        ]

    def _mean(self, player: int, by_class: npt.NDArray[np.float64]) -> float:
        """Return what a player wins on average over all deals, from counterfactual values by class of the root."""
        sums = by_class[self._root_classes[player]]
        return float(sums @ self.hands[player].weights) / self.meetings

    def strategy(
        self, node: int, board: int = 0, *, current: bool = False
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
        """Return the hands of who acts at a node, uint8[hands, cards], and probabilities, float64[hands, actions].

        board: its number among `boards` of the node's round. current: what the last iteration plays, not the average.
        """
        number, player = int(self.tree.round[node]), self.player_at(node)
        _, _, cards, class_of = self.game.board_hands(number, board, player)
        return cards, self.rows(node, board, current=current).T[class_of]

    def rows(self, node: int, board: int = 0, *, current: bool = False) -> npt.NDArray[np.float64]:
        """Return the probabilities at a node by class of hands: float64[actions, classes]."""
        return np.asarray(self.engine.strategy(board, node, not current))

    def table(self, name: str, node: int, board: int = 0) -> npt.NDArray[Any]:
        """Return what the engine remembers of a node on a board: a view [actions, classes] that can be written.

        name: "regrets", "averages" or, if the rule predicts, "predictions". Tables of 16 bits come as those bits.
        With ties it is what the row of the node shares, [actions, buckets]. Values are forgotten, as if it were written
        at once; who writes into it later, after asking for values, takes a fresh view.
        """
        self._change_tables()
        number, player = int(self.tree.round[node]), self.player_at(node)
        at, _, actions, width = self.engine.place(board, node)
        classes = width if self.ties else len(self.game.board_hands(number, board, player)[0])
        return self.engine.tables()[name][at : at + actions * width].reshape(actions, width)[:, :classes]

    def set_rows(self, node: int, board: int, rows: npt.NDArray[np.float64]) -> None:
        """Make probabilities, [actions, classes], the average strategy at a node; not with ties."""
        self._check_untied("set the strategy of one node on one board")
        wanted = self.rows(node, board).shape
        if rows.shape != wanted:
            raise SolverError(f"rows have the shape {rows.shape}; at node {node} it must be {wanted}")
        self._change_tables()
        self.engine.set_averages(board, node, np.ascontiguousarray(rows, np.float64))

    def lock(
        self,
        node: int,
        board: int,
        rows: npt.NDArray[np.float64],
        classes: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Fix the strategy at a node on a board: [actions, classes], for all classes or those that are True.

        Not with ties.
        """
        self._check_untied("lock one node on one board")
        which = np.ones(rows.shape[1], np.uint8) if classes is None else classes.astype(np.uint8)
        self.locks[node, board] = (np.ascontiguousarray(rows, np.float64), which)
        if "_native" in self.__dict__:  # else it takes the locks over when it is made
            self._native.lock(board, node, *self.locks[node, board])
        self._forget_judge()

    def unlock(self, node: int, board: int) -> None:
        """Take the lock away."""
        rows, _ = self.locks.pop((node, board), (np.zeros((1, 1)), None))
        if "_native" in self.__dict__:
            self._native.lock(board, node, rows, np.zeros(0, np.uint8))
        self._forget_judge()

    def _forget_judge(self) -> None:
        """A lock was changed: who judges must take it over."""
        self._forget_values()
        self.__dict__.pop("_borrowing_judge", None)
        if self._on_card is not None:
            self._on_card.locked()

    def _change_tables(self) -> None:
        """The tables in memory are to be written: first they are as new as those of the card, then newer."""
        self._forget_values()
        if self._on_card is not None:
            self._on_card.bring_back(self._native)
            self._on_card.changed()

    def _forget_values(self) -> None:
        """The averages change: what they were worth is over, here and with all who remember it by `changes`."""
        self._values = None
        self.changes += 1

    def _check_untied(self, what: str) -> None:
        if self.ties is not None:
            raise SolverError(
                f"one cannot {what} of a tied solver, as others share its numbers; leave ties out"
            )

    def player_at(self, node: int) -> int:
        """Return the player, 0 or 1, who acts at a node."""
        return self.seats.index(int(self.tree.actor[node]))

    def boards(self, number: int) -> list[list[int]]:
        """Return the boards of a round, those that differ only in suits that make no difference once."""
        return list(self.game.boards(number))
