"""`solve_spots`: many spots in one call, on a card all of one street together."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Final, Unpack

import numpy as np

from riverboat.base.checks import check_threads, instance
from riverboat.cards.card import parse_cards
from riverboat.errors import RiverboatError, SolverError
from riverboat.solvers.full_width.checked import check_pruning
from riverboat.solvers.full_width.engine import NO_MEETING, Accuracy
from riverboat.solvers.full_width.setup import GameSetup
from riverboat.solvers.full_width.side_by_side import (
    TABLE_SHARE,
    DealtGames,
    GameKind,
    GameToDeal,
    KeptTables,
    SideBySide,
    deal_games,
    make_room,
    parts_of,
)
from riverboat.solvers.gpu.card import Card, chosen_device, open_card
from riverboat.solvers.runs.looks import LooksToTarget, NoLooks
from riverboat.solvers.runs.run import Goal, Look, Run, Stop
from riverboat.solvers.solutions.solve_options import SolveOptions, SolveWords, solve_options
from riverboat.solvers.solve import solve_setup
from riverboat.solvers.spots.solved_spots import (
    AloneSpot,
    AnySetup,
    BesideSpot,
    Done,
    FoundSpot,
    Part,
    SolvedSpots,
    Spot,
    StreetSpot,
    Tables,
)
from riverboat.solvers.spots.spot import SpotSetup
from riverboat.solvers.update_rules.rules import UpdateRule, update_rule

_NO_TIME: Final = 1e-9  # seconds

_NOT_OF_BATCHES: Final = (
    "start",
    "ties",
    "looks_every",
    "watch",
    "checkpoint",
    "checkpoint_seconds",
    "resume",
)


ROOMS: Final = (383, 767, 1326)
"""Hands that parts of about one size have threads for: few sizes, as kernels are compiled for each."""

FEW_ACTIONS: Final = 4
"""Of a decision, which a kernel has room for in registers."""


def solve_spots(
    setups: Sequence[AnySetup], *, rule: str | UpdateRule | None = None, **options: Unpack[SolveWords]
) -> SolvedSpots:
    """Solve many spots, which may differ in everything: boards, ranges, stacks and sizes.

    setups: of `spot_setup`, or `GameSetup`s. rule and options: those of `SolveOptions` that hold for every spot; with a
    target each is solved until it meets it, those that run together until all do. progress is called with spots done
    and to do.

    With device="cuda" spots of one street run side by side, as many as fit; those with locks run alone. Trees are built
    once for each menu, pot and stack, so that spots which share them cost little to set up. Tables stay on the card
    until it needs the room.

    >>> from riverboat.solvers import spot_setup
    >>> boards = ("QsJh2h5c9d", "AsKs2d2c7h")
    >>> setups = [spot_setup(board=board, oop="AA,76s", ip="KK,T9s", pot=100, stack=100) for board in boards]
    >>> solved = solve_spots(setups, target_pot_percent=0.5)
    >>> bool(solved.pot_percent.max() < 0.5), solved.evs.sum(axis=1).round(6).tolist()
    (True, [100.0, 100.0])
    >>> solved.strategy(0).probabilities.shape, solved.solution(1).grid("k").actions
    ((10, 3), ('k', 'b50', 'a'))
    """
    for name in _NOT_OF_BATCHES:
        if name in options:
            raise SolverError(f"{name!r} is for one spot, not for many; use solve_spot")
    asked = solve_options(solve_spots, options, rule=rule)
    instance("setups", setups, Sequence, SolverError, example="[spot_setup(...), spot_setup(...)]")
    if not setups:
        raise SolverError("there are no spots; give such as [spot_setup(board='QsJh2h', ...)]")
    for number, setup in enumerate(setups):
        if not isinstance(setup, SpotSetup | GameSetup):
            raise SolverError(
                f"spot {number} is {type(setup).__name__}; give what spot_setup or game_setup returns"
            )
    return Batch(setups, asked).solve()


def _kind_key(setup: AnySetup, cards: int) -> object:
    """What is the same of spots that differ in board and ranges only; cards: on the board."""
    if isinstance(setup, GameSetup):
        return cards, setup.config, setup.rake, setup.prizes
    return cards, setup.pot, setup.stack, setup.min_bet, setup.menu, setup.rake, setup.rake_cap, setup.prizes


class Batch:
    """Spots on their way to be solved, one after the other or, on a card, side by side.

    name_of: what errors call a spot, by its number. seconds_each: `max_seconds` is what each spot has, not all of them.
    most_bytes: of the tables of spots that run side by side, if that is less than fits. card: if it is open already.
    streets_only: keep how the street is played on which each begins, and nothing else; what it is worth is not told.
    Then spots run beside those of about their size.
    """

    def __init__(
        self,
        setups: Sequence[AnySetup],
        options: SolveOptions,
        *,
        name_of: Callable[[int], str] = "spot {}".format,
        seconds_each: bool = False,
        most_bytes: int | None = None,
        streets_only: bool = False,
        card: Card | None = None,
    ) -> None:
        self._setups, self._name_of = tuple(setups), name_of
        self._options, self._device = options, chosen_device(options.device)
        self._seconds_each, self._most_bytes, self._streets_only = seconds_each, most_bytes, streets_only
        self._card = card
        self._begun, self._done = time.monotonic(), 0
        self._kinds: dict[object, GameKind] = {}
        self._spots = [self._spot(number, setup) for number, setup in enumerate(setups)]
        self._kept: list[weakref.ref[KeptTables]] = []

    def _spot(self, number: int, setup: AnySetup) -> Spot:
        with self._named(number):
            board = parse_cards(setup.board)
            if setup.prizes is not None and self._device != "cpu":
                raise SolverError("prizes are played for on the processor; leave the device out")
            key = _kind_key(setup, len(board))
            if key not in self._kinds:
                self._kinds[key] = GameKind(setup if isinstance(setup, GameSetup) else setup.game_setup())
            return Spot(number, setup, board, self._kinds[key])

    @contextmanager
    def _named(self, number: int) -> Iterator[None]:
        """Say of which spot an error is."""
        try:
            yield
        except RiverboatError as problem:
            raise type(problem)(f"{self._name_of(number)}: {problem}") from None

    def solve(self) -> SolvedSpots:
        """Solve all, or as many as there is time for."""
        count = len(self._spots)
        values, best = (np.full((count, 2), np.nan) for _ in range(2))
        iterations = np.zeros(count, np.int64)
        found: dict[int, FoundSpot] = {}
        for done in chain.from_iterable(self.parts()):
            number = done.spot.number
            found[number], iterations[number] = done.found, done.iterations
            values[number], best[number] = done.accuracy.values, done.accuracy.best
        return SolvedSpots(
            self._setups,
            values,
            best,
            np.array([spot.kind.pot for spot in self._spots], np.float64),
            np.array([spot.kind.put_in for spot in self._spots], np.float64),
            iterations,
            time.monotonic() - self._begun,
            found,
        )

    def parts(self) -> Iterator[list[Done]]:
        """Solve part after part; nothing is kept here of one that was taken."""
        streets: dict[tuple[tuple[int, int], int, bool], list[Spot]] = {}
        alone: list[Spot] = []
        for spot in self._spots:
            beside = self._device != "cpu" and self._runs_beside_others(spot)
            (streets.setdefault(self._size(spot), []) if beside else alone).append(spot)
        for (_, room, _), spots in streets.items():
            left = {spot.number: spot for spot in spots}
            try:
                for part in self._street(spots, room):
                    for done in part:
                        del left[done.spot.number]
                    yield part
            except SolverError:
                if self._options.device != "auto":
                    raise
                alone += left.values()  # each where it has room
        for spot in alone:
            if self._is_over:
                return
            yield [self._alone(spot)]
            self._tell(1)

    def _runs_beside_others(self, spot: Spot) -> bool:
        """Whether a card takes it together with others: two hole cards, and nothing is special about a hand."""
        setup, is_special = spot.kind.setup, spot.setup.locks or self._options.ties is not None
        return setup.is_spot and setup.game.hole_cards == 2 and not is_special

    def _size(self, spot: Spot) -> tuple[tuple[int, int], int, bool]:
        """What spots share that run together: the street, how many hands have threads, whether choices are few."""
        if not self._streets_only:
            return spot.kind.street, 0, False
        held = max(int(np.count_nonzero(weights)) for weights in spot.weights)
        room = next(room for room in ROOMS if room >= held)
        return spot.kind.street, room, spot.kind.most_actions <= FEW_ACTIONS

    # --- time ---------------------------------------------------------------------------------------------------

    def _seconds(self, spots: int) -> float | None:
        """What so many spots have."""
        most = self._options.max_seconds
        if most is None or self._seconds_each:
            return None if most is None else most * spots
        return most - (time.monotonic() - self._begun)

    def _limit(self, spots: int) -> float | None:
        """The same for those that have begun: as kernels are compiled it may be over, and is never below none."""
        left = self._seconds(spots)
        return None if left is None else max(left, _NO_TIME)

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is to begin."""
        stop, left = self._options.stop, self._seconds(1)
        return (stop is not None and stop.is_set()) or (left is not None and left <= 0)

    def _tell(self, more: int = 0, *, under_way: int = 0) -> None:
        self._done += more
        if self._options.progress is not None:
            self._options.progress(self._done + under_way, len(self._spots))

    # --- one after the other ------------------------------------------------------------------------------------

    def _alone(self, spot: Spot) -> Done:
        with self._named(spot.number):
            found = solve_setup(
                spot.game_setup, replace(self._options, progress=None, max_seconds=self._limit(1))
            )
        kept = StreetSpot.of(found) if self._streets_only else AloneSpot(found)
        return Done(spot, kept, found.accuracy, found.iterations, found.seconds, found.stopped)

    # --- side by side -------------------------------------------------------------------------------------------

    def _street(self, spots: list[Spot], room: int) -> Iterator[list[Done]]:
        """Solve spots of one street in parts that fit; while a card has one, the next is dealt."""
        setup, options = spots[0].kind.setup, self._options
        tables = Tables(
            self._card or open_card(self._device),
            update_rule(options.rule or setup.default_rule),
            options.precision or setup.default_precision or 32,
        )
        check_pruning(tables.rule, tables.precision)
        fits = tables.card.free_bytes // TABLE_SHARE
        fits = fits if self._most_bytes is None else min(fits, self._most_bytes)
        dealt = self._dealt(spots, tables, fits, room)
        with ThreadPoolExecutor(max_workers=1) as beside:
            ahead = beside.submit(next, dealt, None)
            while (part := ahead.result()) is not None and not self._is_over:
                ahead = beside.submit(next, dealt, None)
                yield self._part(*part, tables)
                self._tell(len(part[0]))

    def _to_deal(self, spot: Spot) -> GameToDeal:
        with self._named(spot.number):
            return spot.to_deal()

    def _dealt(
        self, spots: list[Spot], tables: Tables, most_bytes: int, room: int
    ) -> Iterator[tuple[list[Spot], DealtGames]]:
        """Deal the next part when asked for it; the card is left alone, as it has another to run."""
        threads, processors = check_threads(self._options.threads, SolverError), tables.card.processors
        done = 0
        for games in parts_of(map(self._to_deal, spots), tables.cell_bytes, most_bytes):
            part = spots[done : done + len(games)]
            done += len(games)
            yield part, deal_games(games, tables.precision, processors=processors, threads=threads, room=room)

    def _part(self, spots: list[Spot], dealt: DealtGames, tables: Tables) -> list[Done]:
        for number in np.flatnonzero(dealt.meetings <= NO_MEETING)[:1]:
            with self._named(spots[number].number):  # a solver of it says what is wrong with its hands
                spots[number].game_setup.solver()
        assert dealt.flat is not None
        kept = [held for one in self._kept if (held := one()) is not None]
        make_room(tables.card, tables.cell_bytes * int(dealt.flat.first_cell[-1]), kept)
        engine = SideBySide(tables.card, dealt, tables.rule, tables.precision)
        target_of = {kind: self._options.goal(kind.setup).target for kind in {spot.kind for spot in spots}}
        goals = [target_of[spot.kind] for spot in spots]
        run, stopped = self._run(engine, goals)
        values, best = engine.accuracy() if not self._streets_only else np.full((2, len(spots), 2), np.nan)
        for game in dealt.games:
            game.keep_root()  # which is what strategies are asked of
        part = Part(
            dealt.games, engine.kept(), tables, self._options, engine.iterations, run.seconds, stopped
        )
        if self._streets_only:
            ends = (spot.kind.choices_before(spot.kind.street_end) for spot in spots)
            part.kept.keep_streets(
                [int(own @ end) for own, end in zip(part.kept.root_widths, ends, strict=True)]
            )
        self._kept.append(weakref.ref(part.kept))
        done = []
        for number, (spot, target) in enumerate(zip(spots, goals, strict=True)):
            accuracy = Accuracy(tuple(values[number].tolist()), tuple(best[number].tolist()))
            found = BesideSpot(part, number, spot, accuracy, target)
            done.append(Done(spot, found, accuracy, engine.iterations, run.seconds / len(spots), stopped))
        return done

    def _run(self, engine: SideBySide, goals: list[float | None]) -> tuple[Run[Look], Stop]:
        """Run to the goal: the worst game, as a share of its target, must meet it."""
        targets = None if goals[0] is None else np.array(goals, np.float64)

        def look(run: Run[Look]) -> Look:
            worst = engine.exploitability() / (1.0 if targets is None else targets)
            return Look(engine.iterations, run.tick(), float(worst.max()))

        goal = Goal(self._options.iterations, None if targets is None else 1.0, self._limit(len(goals)))
        run = Run(
            engine,
            goal,
            look,
            NoLooks() if targets is None else LooksToTarget(1.0),
            progress=lambda done, last: self._tell(under_way=len(goals) * done // last if done < last else 0),
            stop=self._options.stop,
        )
        return run, run.run()
