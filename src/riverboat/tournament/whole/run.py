"""Solving a tournament: rounds of an algorithm, checkpoints, and what it found."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from riverboat.base.checks import check_threads, flag, number, one_of, whole
from riverboat.base.drawing import Drawn
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import TournamentError
from riverboat.tournament.equities.orders import orders_of
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.equities.three_way import chances
from riverboat.tournament.whole.algorithms import ALGORITHMS, Inner, Known
from riverboat.tournament.whole.check.cards import Cards, Table, deal
from riverboat.tournament.whole.check.ex_post import ExPost, ex_post
from riverboat.tournament.whole.check.hands import Rules
from riverboat.tournament.whole.setting import Tournament
from riverboat.tournament.whole.stages import Stages, Strategies

_KIND = "tournament run"
_VERSION = 1
CHECKED_DEALS: Final = 500_000
"""Deals at random on which four players are checked, and as many on which the answers found there are judged."""


@dataclass(frozen=True, eq=False)
class TournamentReport(Drawn):
    """What was found. values: prize money by seat, for all states one after the other; icm: what ICM says of them.

    changes: how far each round was from done, see `Known.change`. check: what deviations could bring, if it was asked.
    """

    tournament: Tournament
    algorithm: str
    known: Known
    icm: np.ndarray
    changes: tuple[float, ...]
    seconds: float
    check: ExPost | None = None

    @property
    def values(self) -> np.ndarray:
        """Prize money by seat, for all states one after the other."""
        return self.known.values

    def value(self, *stacks: int, level: int = 0) -> np.ndarray:
        """Return what a state is worth to its seats, stacks in chips in order of acting; level 0 is the first."""
        return self.values[self._slice(stacks, level)]

    def icm_value(self, *stacks: int) -> np.ndarray:
        """Return what ICM says of a state, with heads where they have a price."""
        return self.icm[self._slice(stacks, 0)]

    def strategy(self, *stacks: int, level: int = 0) -> np.ndarray:
        """Return chances to jam in a state, float64[rows, 169]."""
        return self.known.strategies[self._number(stacks, level)]

    def of_players(self, players: int) -> np.ndarray:
        """Return the numbers of the states of so many players in the first level."""
        states = self.tournament.layouts
        return np.array([i for i, state in enumerate(states) if len(state) == players])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        t = self.tournament
        return {
            "players": t.players,
            "chips": t.chips,
            "step": t.step,
            "blinds": [t.small_blind, t.big_blind],
            "payouts": list(t.payouts),
            "ante": t.ante,
            "bounty": t.bounty,
            "rises": [list(level) for level in t.rises],
            "hands_per_level": t.hands_per_level if t.rises else None,
            "algorithm": self.algorithm,
            "rounds": self.known.round,
            "changes": list(self.changes),
            "seconds": self.seconds,
            "ex_post": None
            if self.check is None
            else {"start": self.check.start, "worst": self.check.worst, "sure": self.check.sure},
            "states": [
                {
                    "level": t.level_of(i),
                    "stacks": [stack * t.step for stack in state],
                    "values": self.values[t.offsets[i] : t.offsets[i + 1]].tolist(),
                    "icm": self.icm[t.offsets[i] : t.offsets[i + 1]].tolist(),
                }
                for i, state in enumerate(t.states)
            ],
        }

    def _slice(self, stacks: tuple[int, ...], level: int) -> slice:
        offsets = self.tournament.offsets
        found = self._number(stacks, level)
        return slice(int(offsets[found]), int(offsets[found + 1]))

    def _number(self, stacks: tuple[int, ...], level: int) -> int:
        t = self.tournament
        whole("level", level, TournamentError, least=0, most=len(t.levels) - 1, example=0)
        key = tuple(
            stack // t.step if isinstance(stack, int) and stack % t.step == 0 else -1 for stack in stacks
        )
        if key not in t.number_of:
            raise TournamentError(
                f"stacks {stacks} are no state; give {t.fewest} to {t.players} multiples of {t.step} that sum to "
                f"{t.chips:,}"
            )
        return t.number_of[key] + level * len(t.layouts)


def solve_tournament(
    tournament: Tournament,
    algorithm: str = "pi-fp",
    *,
    rounds: int = 20,
    target: float = 1e-4,
    inner: Inner | None = None,
    values: np.ndarray | None = None,
    strategies: Strategies | None = None,
    engines: dict[int, Any] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    watch: Callable[[TournamentReport], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
) -> TournamentReport:
    """Solve a tournament of jam/fold hands for prize money.

    algorithm: one of `ALGORITHMS`. rounds: at most; it stops when best answers gain no more than the target, a share of
    the first prize, or, with "vi-fp", which knows none, when no value changed by more. inner: how hard single hands
    are solved. values: what states are thought to be worth at first, ICM unless given; strategies: what is begun
    with. engines: by players, for other cards than hold'em's. progress: told states of the round; watch: told what
    is known after each round. checkpoint: a file written after every round, from which resume goes on.
    """
    one_of("algorithm", algorithm, ALGORITHMS, TournamentError)
    whole("rounds", rounds, TournamentError, least=1, example=20)
    number("target", target, TournamentError, least=0, example=1e-4)
    flag("resume", resume, TournamentError)
    stages = Stages(tournament, engines, check_threads(threads, TournamentError) or os.cpu_count() or 1)
    icm = tournament.icm_values()
    known = Known(icm if values is None else values, strategies or stages.first_strategies())
    changes = list[float]()
    seconds = 0.0
    if resume and checkpoint is not None and Path(checkpoint).exists():
        known, changes, seconds = _read(checkpoint, tournament, algorithm, stages)
    begun = perf_counter() - seconds
    while known.round < rounds and known.change > target * tournament.prizes[0]:
        known = ALGORITHMS[algorithm](stages, known, inner or Inner(), progress)
        changes.append(known.change)
        report = TournamentReport(tournament, algorithm, known, icm, tuple(changes), perf_counter() - begun)
        if checkpoint is not None:
            _write(checkpoint, report)
        if watch is not None:
            watch(report)
    return TournamentReport(tournament, algorithm, known, icm, tuple(changes), perf_counter() - begun)


def check_afterwards(
    report: TournamentReport,
    *,
    cards: dict[int, Cards] | None = None,
    deals: int = CHECKED_DEALS,
    progress: Callable[[int, int], None] | None = None,
) -> TournamentReport:
    """Return the report with what a player could gain by leaving the strategies.

    cards: for other cards than hold'em's. deals: of four players, drawn at random: answers are found on so many and
    judged on as many others.
    """
    t = report.tournament
    whole("deals", deals, TournamentError, least=1000, example=CHECKED_DEALS)
    others = None
    if cards is None:
        cards = {2: Table(pair_chances(), orders_of(2))}
        if t.players >= 3:
            cards[3] = Table(chances(), orders_of(3))
        if t.players == 4:
            others = cards | {4: deal(4, deals, seed=2)}
            cards[4] = deal(4, deals, seed=1)
    in_steps = [tuple(Fraction(blind, t.step) for blind in level) for level in t.levels]
    rules = Rules(
        tuple((small, big) for small, big in in_steps),
        tuple(t.prizes.tolist()),
        Fraction(t.ante, t.step),
        t.bounty,
        1.0 - 1.0 / t.hands_per_level,
    )
    states = [(t.level_of(number), stacks) for number, stacks in enumerate(t.states)]
    strategies = dict(zip(states, report.known.strategies, strict=True))
    found = ex_post(strategies, rules, cards, others=others, progress=progress)
    return replace(report, check=found)


def _about(tournament: Tournament, algorithm: str) -> str:
    t = tournament
    about: list[Any] = [t.players, t.chips, t.step, t.small_blind, t.big_blind, list(t.payouts), algorithm]
    if t.ante or t.bounty or t.rises:
        about += [t.ante, t.bounty, t.rises, t.hands_per_level]
    return json.dumps(about)


def _write(path: str | os.PathLike[str], report: TournamentReport) -> None:
    known = report.known
    rows = np.concatenate([strategy.astype(np.float32) for strategy in known.strategies])
    facts = {"about": _about(report.tournament, report.algorithm), "round": str(known.round)}
    facts |= {"changes": json.dumps(report.changes), "seconds": str(report.seconds)}
    arrays = {"values": known.values, "strategies": rows}
    write_arrays(path, arrays, kind=_KIND, version=_VERSION, metadata=facts, compress=True)


def _read(
    path: str | os.PathLike[str], tournament: Tournament, algorithm: str, stages: Stages
) -> tuple[Known, list[float], float]:
    file = ArrayFile(path, kind=_KIND, max_version=_VERSION)
    about = _about(tournament, algorithm)
    if file.metadata["about"] != about:
        raise TournamentError(
            f"'{path}' is of another run, {file.metadata['about']}, than {about}; name another checkpoint"
        )
    ends = np.cumsum([hand.rows for hand in stages.hands])[:-1]
    strategies = [np.array(rows, dtype=float) for rows in np.split(np.asarray(file["strategies"]), ends)]
    changes = [float(change) for change in json.loads(file.metadata["changes"])]
    known = Known(np.array(file["values"]), strategies, int(file.metadata["round"]), changes[-1])
    return known, changes, float(file.metadata["seconds"])
