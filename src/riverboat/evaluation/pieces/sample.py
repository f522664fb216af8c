"""A stratified sample of pieces: how much a strategy gives away from a street on."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from riverboat.base.checks import check_seed, instance, one_of, whole
from riverboat.base.drawing import Drawn
from riverboat.base.progress import Progress
from riverboat.errors import StrategyError
from riverboat.evaluation.intervals import Figure
from riverboat.evaluation.pieces.menus import MenuLike
from riverboat.evaluation.pieces.piece import Piece, exact_piece
from riverboat.evaluation.pieces.self_play import Start, Starts, play_to
from riverboat.evaluation.student import student_95
from riverboat.games.rules.streets import street_names
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.strategy import Strategy
from riverboat.solvers.solutions.solution import Solution

PIECES: Final = 50
HANDS: Final = 20_000
"""Hands that are played to find where the strategy comes: shares of pots are then right to about one percent."""
_LEAST: Final = 2  # pieces of a stratum: fewer have no interval


@dataclass(frozen=True)
class Stratum:
    """Pots of one kind. share: of all starts of the street that were found. pieces: those that were judged."""

    pot: str
    share: float
    pieces: tuple[Piece, ...]

    def figure(self, of: Callable[[Piece], float]) -> Figure:
        """Return the mean of a number of the pieces."""
        return _figure([(1.0, [of(piece) for piece in self.pieces])])


@dataclass(frozen=True)
class Pieces(Drawn):
    """What a strategy gives away from a street on, over a sample of the points that it comes to against itself.

    hands: that were played to find them. reached: share of them that came to the street with two players who can
    bet. crowded: share that came there with more, which no piece covers.
    """

    name: str
    street: str
    menu: str
    acting: str
    strata: tuple[Stratum, ...]
    hands: int
    reached: float
    crowded: float

    def figure(self, of: Callable[[Piece], float]) -> Figure:
        """Return the mean of a number over all starts of the street, each stratum by its share.

        The interval is that of the means of the strata; the shares are taken as known.
        """
        known = [stratum for stratum in self.strata if stratum.pieces]
        total = sum(stratum.share for stratum in known)
        return _figure([(s.share / total, [of(piece) for piece in s.pieces]) for s in known])

    @property
    def percent(self) -> Figure:
        """The exploitability, the mean of what both would gain, in percent of the pot."""
        return self.figure(lambda piece: piece.percent)

    @property
    def mbb_per_hand(self) -> Figure:
        """What who plays as the strategy does up to the street and best from there on gains in a hand, in mbb.

        It is the mean over both seats. The whole game's exploitability of a two-player strategy is at least that.
        """
        mbb = self.figure(lambda piece: piece.mbb)
        return Figure(self.reached * mbb.mean, self.reached * mbb.half_width)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, those that give away the most of the pot first."""
        return tuple(
            sorted((p for stratum in self.strata for p in stratum.pieces), key=lambda piece: -piece.percent)
        )

    def __repr__(self) -> str:
        return f"<Pieces of {self.name!r}: {len(self.pieces)} from the {self.street} on, {self.percent} % of the pot>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "strategy": self.name,
            "street": self.street,
            "menu": self.menu,
            "acting": self.acting,
            "hands": self.hands,
            "reached": self.reached,
            "crowded": self.crowded,
            "percent": self.percent.to_dict(),
            "mbb_per_hand": self.mbb_per_hand.to_dict(),
            "strata": [
                {
                    "pot": stratum.pot,
                    "share": stratum.share,
                    "pieces": len(stratum.pieces),
                    "percent": stratum.figure(lambda piece: piece.percent).to_dict(),
                }
                for stratum in self.strata
                if stratum.pieces
            ],
            "pieces": [piece.to_dict() for piece in self.pieces],
        }


def sample_pieces(
    strategy: Strategy,
    street: str = "turn",
    *,
    count: int = PIECES,
    menu: MenuLike = "own",
    acting: Acting = AS_TRAINED,
    hands: int = HANDS,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    watch: Callable[[Pieces], object] | None = None,
    stop: threading.Event | None = None,
) -> Pieces:
    """Return how much a strategy gives away from a street on: `exact_piece` over a stratified sample.

    So many hands of the strategy against itself are played to the start of the street. Where two players are left who
    can bet is a point of the sample, board and all; it is drawn by kind of pot (`POTS`): half of the pieces alike for
    each kind, half by how often it comes. menu, acting: see `exact_piece`. progress: called with pieces. watch: called
    with the pieces so far. stop: once it is set, those judged so far are returned.

    The same arguments give the same pieces.
    """
    instance("strategy", strategy, Strategy, StrategyError, example="rb.open('headsup')")
    instance("acting", acting, Acting, StrategyError, example="Acting('purified')")
    if isinstance(strategy, Solution) and strategy.setup.board:
        raise StrategyError(
            f"{strategy.name!r} is of one board, {strategy.setup.board}, and a sample draws others; ask for "
            f"exact_piece(solution, '', {strategy.setup.board!r})"
        )
    names = street_names(strategy.game)
    number = names.index(one_of("street", street, names, StrategyError))
    whole("count", count, StrategyError, least=_LEAST, example=PIECES)
    whole("hands", hands, StrategyError, least=1, example=HANDS)
    starts = play_to(strategy, number, hands, check_seed(seed, StrategyError), acting, stop)
    if not starts.count:
        raise StrategyError(
            f"{strategy.name!r} never came to the {street} with two players who can bet in {starts.played:,} hands; "
            "play more hands, or ask about an earlier street"
        )
    chosen = _chosen(starts, count)
    judged: dict[str, list[Piece]] = {pot: [] for pot in chosen}

    def so_far() -> Pieces:
        strata = [Stratum(pot, len(starts.found[pot]) / starts.count, tuple(judged[pot])) for pot in chosen]
        shares = starts.count / starts.played, starts.crowded / starts.played
        return Pieces(
            strategy.name,
            street,
            menu if isinstance(menu, str) else "given",
            str(acting),
            tuple(strata),
            starts.played,
            *shares,
        )

    order = _in_turn(chosen)
    for done, start in enumerate(order, 1):
        if stop is not None and stop.is_set():
            break
        judged[start.pot].append(
            exact_piece(strategy, start.taken, start.board, menu=menu, acting=acting, threads=threads)
        )
        if progress is not None:
            progress(done, len(order))
        if watch is not None:
            watch(so_far())
    return so_far()


def _chosen(starts: Starts, count: int) -> dict[str, list[Start]]:
    """The starts to judge by kind of pot: the first of each, as they came at random."""
    found = {pot: some for pot, some in starts.found.items() if len(some) >= _LEAST} or starts.found
    total = sum(map(len, found.values()))
    wanted = {pot: count / 2 / len(found) + count / 2 * len(some) / total for pot, some in found.items()}
    return {pot: some[: max(_LEAST, round(wanted[pot]))] for pot, some in found.items()}


def _in_turn(chosen: Mapping[str, Sequence[Start]]) -> list[Start]:
    """All of them, kinds of pots mixed: who stops early has some of each."""
    placed = [
        ((place + 0.5) / len(some), start) for some in chosen.values() for place, start in enumerate(some)
    ]
    return [start for _, start in sorted(placed, key=lambda one: one[0])]


def _figure(strata: Sequence[tuple[float, Sequence[float]]]) -> Figure:
    """The mean over strata by their shares, and half of its 95 % interval; endless where one has a single value.

    Student's t with the degrees of freedom of Welch and Satterthwaite, as strata may be small.
    """
    mean = sum(share * float(np.mean(values)) for share, values in strata)
    if any(len(values) < _LEAST for _, values in strata):
        return Figure(mean, math.inf)
    parts = [share**2 * float(np.var(values, ddof=1)) / len(values) for share, values in strata]
    if not any(parts):
        return Figure(mean, 0.0)
    spread = sum(part**2 / (len(values) - 1) for part, (_, values) in zip(parts, strata, strict=True))
    return Figure(mean, student_95(max(1, int(sum(parts) ** 2 / spread))) * math.sqrt(sum(parts)))
