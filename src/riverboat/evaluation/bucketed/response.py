"""`bucket_response`: the exact best answer to a strategy of buckets, one flop at a time.

Flops meet only before the flop. So what answers win on each is found alone, by the full-width engine with tables as
large as the buckets are many, and added up: a flop needs little memory, and a run can stop after each. Johanson, Waugh,
Bowling and Zinkevich 2011, "Accelerating best response calculation in large extensive games", walk the public tree in
the same way.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field, replace
from math import comb
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import check_threads, shown
from riverboat.base.files import write_whole
from riverboat.base.progress import Progress
from riverboat.base.sealed_json import check_checkpoint, read_kept, sealed
from riverboat.cards.card import card_names, hand_indices
from riverboat.cards.isomorphism import HandIndexer
from riverboat.cards.range import Range
from riverboat.errors import FileFormatError, SolverError
from riverboat.evaluation.bucketed.before_flop import (
    BeforeFlop,
    Rows,
    check_tree,
    checked_rows,
    fingerprint,
    same_nodes,
)
from riverboat.games.histories.line import write_line
from riverboat.games.rules.game import Game
from riverboat.games.rules.private_hands import private_hands
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.tree import BettingTree, build_tree
from riverboat.solvers.full_width.engine import FullWidth, Precision
from riverboat.solvers.full_width.setup import GameLike, game_setup
from riverboat.solvers.full_width.ties import Buckets

Floats = npt.NDArray[np.float64]
KIND: Final = "riverboat best response by flop"
_PLAYERS: Final = (0, 1)


@dataclass(frozen=True, eq=False)
class BucketResponse:
    """What best answers win from a strategy of buckets, in chips. values: by the seat of who answers."""

    game: Game
    values: tuple[float, float]
    seconds: float = field(compare=False)

    @property
    def exploitability(self) -> float:
        """The mean over both seats: how much the strategy loses to the best answer."""
        return sum(self.values) / 2

    @property
    def mbb(self) -> float:
        """The same in thousandths of a big blind."""
        return 1000 * self.exploitability / self.game.big_blind


def bucket_response(
    game: GameLike,
    buckets: Buckets,
    rows: Rows,
    *,
    menu: Menu | None = None,
    name: str = "",
    precision: Precision = 64,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    stop: threading.Event | None = None,
) -> BucketResponse | None:
    """Return what the best answer wins, in either seat, from a strategy that knows its bucket only; exact.

    game: two players with two cards each, a flop, and nobody all-in before it. buckets: a card abstraction. rows: is
    called with a node of the game's tree and returns its probabilities by bucket: float64[actions, buckets]. name: of
    the strategy, by which a checkpoint is known, and by its rows. precision: bits of a number, 64 or 32, which is
    faster and right to some six digits. progress is called with flops done and to do. checkpoint: a file of what is
    known, written after each flop; resume goes on with it. None if `stop` came first.

    >>> from riverboat.cards.card import Deck
    >>> from riverboat.games import royal_holdem
    >>> from riverboat.solvers.full_width.ties import RankBuckets
    >>> game = replace(royal_holdem(), deck=Deck("KA"))
    >>> tree, ranks = build_tree(game, Menu()), RankBuckets(game)
    >>> def even(node):
    ...     actions = len(tree.choices(node))
    ...     return np.full((actions, ranks.count(int(tree.round[node]))), 1 / actions)
    >>> round(bucket_response(game, ranks, even, threads=1).mbb)
    1516
    """
    began = time.monotonic()
    setup = game_setup(game, menu)
    tree = setup.tree
    check_tree(tree)
    hands = private_hands(tree.game, [], None, "everybody")
    before = BeforeFlop(tree, hands, buckets, checked_rows(tree, buckets, rows))
    if precision not in (64, 32):
        raise SolverError(f"precision is {shown(precision)}; it is 64 or 32 bits")
    flops = _Flops(before, precision, check_threads(threads, SolverError))
    check_checkpoint(checkpoint, resume, "a best response", SolverError)
    kept = None
    if checkpoint is not None:
        kept = _Kept(Path(checkpoint), f"{name!r} in {tree.game.name!r}", fingerprint(before))
    done, sums = (0, flops.nothing) if kept is None else kept.read(flops.count, flops.nothing)
    for number in range(done, flops.count):
        if stop is not None and stop.is_set():
            return None
        sums += flops.sums(number)
        if kept is not None:
            kept.save(number + 1, sums)
        if progress is not None:
            progress(number + 1, flops.count)
    first, second = (flops.value(player, sums[player]) for player in _PLAYERS)
    return BucketResponse(tree.game, (first, second), time.monotonic() - began)


class _Flops:
    """What answers win on flops, by start of the second street and class of hands."""

    def __init__(self, before: BeforeFlop, precision: Precision, threads: int) -> None:
        self._before, self._precision, self._threads = before, precision, threads
        game = before.tree.game
        self._flops, self._classes = (
            HandIndexer((game.board_cards[1],), game.deck),
            HandIndexer((2,), game.deck),
        )
        self.count = self._flops.size()
        self._class_of = self._classes.index_batch(before.hands.cards, 1)
        self._reaches = [before.reaches(player) for player in _PLAYERS]
        self._parts = [_part(before.tree, start) for start in before.starts]
        self._nodes = [
            same_nodes(before.tree, *pair) for pair in zip(before.starts, self._parts, strict=True)
        ]

    @property
    def nothing(self) -> Floats:
        """Of no flop: float64[players, starts, classes]."""
        return np.zeros((2, len(self._before.starts), self._classes.size()))

    def sums(self, number: int) -> Floats:
        """What the hands of each class win together on all flops that are this one up to suits."""
        found, board = self.nothing, self._flops.cards(0, number)
        for player in _PLAYERS:
            for place, start in enumerate(self._before.starts):
                reach = self._reaches[1 - player][start]
                if not (reach * ~np.isin(self._before.hands.cards, board).any(axis=1)).any():
                    continue
                solver = self._solver(place, player, board, reach)
                worth = np.nan_to_num(solver.hand_values(player, kind="best")) * solver.met[player]
                classes = self._classes.index_batch(solver.hands[player].cards, 1)
                found[player, place] = np.bincount(classes, worth, found.shape[2])
        return found * self._flops.weight(0, number)

    def value(self, player: int, sums: Floats) -> float:
        """What a player wins with his best answer, from the sums over all flops."""
        game, weights = self._before.tree.game, np.bincount(self._class_of)
        ways = comb(len(game.deck.cards) - 4, game.board_cards[1])
        after = {
            start: (sums[place] / weights / ways)[self._class_of]
            for place, start in enumerate(self._before.starts)
        }
        by_hand = self._before.value(player, self._reaches[1 - player], after)
        return float(by_hand.mean())

    def _solver(self, place: int, player: int, board: list[int], reach: Floats) -> FullWidth:
        """An engine whose opponent plays the strategy, with the hands that come here."""
        weights = np.zeros(1326)
        weights[hand_indices(self._before.hands.cards)] = np.minimum(reach, 1.0)
        ranges: list[Any] = [None, Range.from_weights(weights)]
        part = self._parts[place]
        solver = FullWidth(
            part,
            board=card_names(board),
            ranges=ranges if player == 0 else ranges[::-1],
            rule="cfr",
            precision=self._precision,
            ties=self._before.buckets,
            threads=self._threads or None,
        )
        for node, same in enumerate(self._nodes[place]):
            if int(part.actor[node]) != player:
                solver.table("averages", node)[:] = self._before.rows(same)
        return solver


def _part(tree: BettingTree, start: int) -> BettingTree:
    return build_tree(replace(tree.config, start=write_line(tree.game, tree.actions_to(start))))


class _Kept:
    """The file of a run: flops done and their sums."""

    def __init__(self, path: Path, name: str, strategy: str) -> None:
        self._path, self._name, self._of = path, name, f"{name}, strategy {strategy}"

    def read(self, count: int, nothing: Floats) -> tuple[int, Floats]:
        """Return how many flops of so many are done and their sums."""
        if not self._path.exists():
            return 0, nothing
        names = ("kind", "of", "flops", "sums")
        done, of, sums = read_kept(self._path, KIND, "the checkpoint of a best response", names, _read)
        if of not in (self._of, self._name):  # the first files had a name alone
            raise SolverError(f"'{self._path}' is of {of}, and this is {self._of}; choose another file")
        if not 0 <= done <= count or sums.shape != nothing.shape:
            raise FileFormatError(
                f"'{self._path}' is damaged: it has {done:,} flops of {count:,} and sums of the shape {sums.shape}"
            )
        return done, sums

    def save(self, flops: int, sums: Floats) -> None:
        """Write the file."""
        data = {"kind": KIND, "of": self._of, "flops": flops, "sums": sums.tolist()}
        write_whole(self._path, [sealed(data)])


def _read(data: dict[str, Any]) -> tuple[int, str, Floats]:
    return int(data["flops"]), str(data["of"]), np.array(data["sums"], np.float64)
