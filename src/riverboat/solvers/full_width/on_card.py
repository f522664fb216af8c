"""A solver's tables on a card: as new there as they are in memory, and brought back when somebody looks."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from riverboat import _core
from riverboat.base.progress import Progress
from riverboat.games.trees.tree import BettingTree
from riverboat.solvers.gpu.card import Card, open_card
from riverboat.solvers.gpu.full_width_card import FullWidthCard
from riverboat.solvers.runs.run import stop_signals
from riverboat.solvers.update_rules.rules import Factors

Native = _core.FullWidth32 | _core.FullWidth64
Locks = dict[tuple[int, int], tuple[npt.NDArray[np.float64], npt.NDArray[np.uint8]]]
_SECONDS: Final = 0.05  # between two times that signals are heard and progress is told


class OnCard:
    """Walks a game on a card in the place of a native engine, whose tables it takes over and gives back.

    `changed` says that the tables in memory are newer, `locked` that other strategies are fixed; `bring_back` makes the
    tables in memory those of the card.
    """

    def __init__(
        self,
        device: str,
        tree: BettingTree,
        game: _core.SolverGame,
        precision: int,
        predicts: bool,
        threads: int,
    ) -> None:
        self.card: Card = open_card(device)
        self._tree, self._game = tree, game
        self._precision, self._predicts, self._threads = precision, predicts, threads
        self._tables: FullWidthCard | None = None
        self._is_behind = self._is_ahead = False
        self._has_locks = True
        self._in_memory = (0, 0, 1.0)  # iterations, turns and keep_predicted of the tables there

    def make_tables(self) -> FullWidthCard:
        """Return the tables on the card, made when first asked for; refused if it has no room for them."""
        if self._tables is None:
            self._tables = FullWidthCard(
                self.card,
                [self._game],
                precision=self._precision,
                predicts=self._predicts,
                most_actions=int(np.diff(self._tree.first_choice).max()),
                threads=self._threads,
            )
        return self._tables

    def changed(self) -> None:
        """Take the tables over from memory before the next walk."""
        self._is_behind = True

    def locked(self) -> None:
        """Take the locks over before the next walk."""
        self._has_locks = False

    def run(
        self,
        native: Native,
        locks: Locks,
        factors: Sequence[Factors],
        turn: int,
        keep_predicted: float,
        progress: Progress | None,
    ) -> None:
        """Do an iteration for each of the factors; turn: the number of the first for the rule, from 1 on.

        keep_predicted: of the turn before. Ctrl-C is heard between iterations. If the card fails, the tables are those
        that were last in memory, with the iterations that they have.
        """
        tables = self._taken_over(native, locks)
        before, done, some = native.iterations, 0, 1
        kept = [keep_predicted, *(f.keep_predicted for f in factors)]
        if not self._is_ahead:
            self._in_memory = (before, turn - 1, keep_predicted)
        with stop_signals(signal.SIGINT) as stop:
            while done < len(factors) and not stop.is_set():
                began = time.perf_counter()
                now = factors[done : done + some]
                try:
                    tables.run(now, turn + done, kept[done])
                    self.card.wait()
                except BaseException:  # nobody knows how far it came
                    self._give_up()
                    native.resume(*self._in_memory)
                    raise
                done += len(now)
                self._is_ahead = True
                native.resume(before + done, turn - 1 + done, kept[done])
                if time.perf_counter() - began < _SECONDS / 2:
                    some *= 2
                if progress is not None:
                    progress(done, len(factors))
        if stop.is_set():
            signal.raise_signal(stop.number)

    def judges(self, native: Native, locks: Locks) -> bool:
        """Whether the card can find values in 64 bits, for which a street with many lines may have no room."""
        return self._taken_over(native, locks).takes(64)

    def values(
        self, native: Native, locks: Locks, kind: Literal["best", "expected"], player: int, bits: int
    ) -> npt.NDArray[np.float64]:
        """Return counterfactual values by class of the root, computed with so many bits."""
        return self._taken_over(native, locks).values(kind, player, bits)[0]

    def bring_back(self, native: Native) -> None:
        """Make the tables in memory those of the card, if that has gone on."""
        if self._is_ahead and self._tables is not None:
            self._tables.fetch(0, native.tables())
            self._is_ahead = False

    def _give_up(self) -> None:
        self._tables, self._is_ahead = None, False
        self._is_behind, self._has_locks = True, False

    def _taken_over(self, native: Native, locks: Locks) -> FullWidthCard:
        tables = self.make_tables()
        if self._is_behind:
            tables.send(0, native.tables())
            self._is_behind = False
        if not self._has_locks:
            at = {key: native.place(board, node) for key in locks for node, board in (key,)}
            tables.lock({at[key][1]: (*lock, at[key][3]) for key, lock in locks.items()})
            self._has_locks = True
        return tables
