"""Solving a tournament: rounds of an algorithm, checkpoints, and what it found."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from riverboat.base.checks import check_threads, flag, number, one_of, whole
from riverboat.base.drawing import Drawn
from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import TournamentError
from riverboat.tournament.equities.orders import ORDERS_OF_THREE, ORDERS_OF_TWO
from riverboat.tournament.equities.pairs import pair_chances
from riverboat.tournament.equities.three_way import chances
from riverboat.tournament.whole.algorithms import ALGORITHMS, Inner, Known
from riverboat.tournament.whole.check import ExPost, ex_post
from riverboat.tournament.whole.setting import Tournament
from riverboat.tournament.whole.stages import Stages, Strategies

_KIND = "tournament run"
_VERSION = 1
_PLACES: Final = {2: ORDERS_OF_TWO, 3: ORDERS_OF_THREE}


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

    def value(self, *stacks: int) -> np.ndarray:
        """Return what a state is worth to its seats, stacks in chips in order of acting."""
        return self.values[self._slice(stacks)]

    def icm_value(self, *stacks: int) -> np.ndarray:
        """Return what ICM says of a state."""
        return self.icm[self._slice(stacks)]

    def strategy(self, *stacks: int) -> np.ndarray:
        """Return chances to jam in a state, float64[rows, 169]."""
        return self.known.strategies[self._number(stacks)]

    def of_players(self, players: int) -> np.ndarray:
        """Return the numbers of the states of so many players."""
        states = self.tournament.states
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
            "algorithm": self.algorithm,
            "rounds": self.known.round,
            "changes": list(self.changes),
            "seconds": self.seconds,
            "ex_post": None if self.check is None else {"start": self.check.start, "worst": self.check.worst},
            "states": [
                {
                    "stacks": [stack * t.step for stack in state],
                    "values": self.values[t.offsets[i] : t.offsets[i + 1]].tolist(),
                    "icm": self.icm[t.offsets[i] : t.offsets[i + 1]].tolist(),
                }
                for i, state in enumerate(t.states)
            ],
        }

    def _slice(self, stacks: tuple[int, ...]) -> slice:
        offsets = self.tournament.offsets
        found = self._number(stacks)
        return slice(int(offsets[found]), int(offsets[found + 1]))

    def _number(self, stacks: tuple[int, ...]) -> int:
        t = self.tournament
        key = tuple(
            stack // t.step if isinstance(stack, int) and stack % t.step == 0 else -1 for stack in stacks
        )
        if key not in t.number_of:
            raise TournamentError(
                f"stacks {stacks} are no state; give 2 to {t.players} multiples of {t.step} that sum to {t.chips:,}"
            )
        return t.number_of[key]


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
    chances_of: dict[int, np.ndarray] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TournamentReport:
    """Return the report with what a player could gain by leaving the strategies; chances_of: for other cards."""
    t = report.tournament
    if chances_of is None:
        chances_of = {2: pair_chances()} | ({3: chances()} if t.players == 3 else {})
    found = ex_post(
        dict(zip(t.states, report.known.strategies, strict=True)),
        blinds=(t.small_blind // t.step, t.big_blind // t.step),
        prizes=t.prizes.tolist(),
        chances=chances_of,
        places=_PLACES,
        progress=progress,
    )
    return TournamentReport(
        t, report.algorithm, report.known, report.icm, report.changes, report.seconds, found
    )


def _about(tournament: Tournament, algorithm: str) -> str:
    t = tournament
    return json.dumps([t.players, t.chips, t.step, t.small_blind, t.big_blind, list(t.payouts), algorithm])


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
