"""A subgame solved safely for one seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import number
from riverboat.cards.range import Range
from riverboat.errors import SolverError
from riverboat.games.rules.hand_numbers import hand_cards_of
from riverboat.search.safe.alternatives import Alternatives, alternatives
from riverboat.search.safe.kinds import safe_gate
from riverboat.solvers.asking.strategy import StrategyLike
from riverboat.solvers.full_width.setup import GameSetup, Held
from riverboat.solvers.solutions.solution import Solution
from riverboat.solvers.solutions.solve_options import SolveOptions
from riverboat.solvers.solutions.solving import run_solver


def opened(
    setup: GameSetup, player: int, trust: float = 0.0, hands: npt.NDArray[np.bool_] | None = None
) -> GameSetup:
    """Return a subgame to which a player comes with every hand: a gate is safe against hands that are in it only.

    hands: those that he may have, by hand number, if not all. trust: how far his range is believed. The weights are
    trust × the range + (1 − trust); they say how much a hand counts where not all can be held down at once, and as long
    as all are over 0 the solution is safe. 0, as in the papers, counts all alike.
    """
    number("trust", trust, SolverError, least=0, most=1, example=0.5)
    held = setup.ranges[player]
    weights = np.ones(len(hand_cards_of(setup.game)))
    if held is not None:
        weights = np.array(held if isinstance(held, tuple) else held.weights, np.float64)
    mixed = trust * weights / weights.max() + (1 - trust)
    if hands is not None:
        mixed[~hands] = 0.0
    new: Held = tuple(mixed.tolist()) if setup.game.hole_cards == 1 else Range.from_weights(mixed)
    ranges = (new, setup.ranges[1]) if player == 0 else (setup.ranges[0], new)
    return replace(setup, ranges=ranges)


def solve_safely(
    setup: GameSetup,
    strategy: StrategyLike,
    seat: int,
    kind: str = "resolve",
    *,
    options: SolveOptions | None = None,
    known: Alternatives | None = None,
    trunk: GameSetup | None = None,
    trust: float = 0.0,
) -> Solution:
    """Return a solution of a subgame in which the answers for one seat are safe; those of the other mean nothing.

    setup: the subgame, with the ranges that the strategy brings to it. strategy: what was to be played there. seat: who
    thinks. kind: see `SAFE_KINDS`. options: how far it is solved; an exploitability is that of the game with the gate.
    known: what the opponent's hands have instead, if it is known (`Trunk.alternatives`); else the strategy is asked at
    all decisions of `trunk`, the same subgame with the sizes that it was made with, or of the setup itself. trust: see
    `opened`.

    >>> from riverboat.solvers import SolveOptions, spot_setup, uniform
    >>> spot = spot_setup(board="QsJh2h5c9d", oop="AA,QQ,76s", ip="AQs,KQs,JTs,TT", pot=100, stack=200).game_setup()
    >>> safe = solve_safely(spot, uniform, 0, "maxmargin", options=SolveOptions(iterations=100))
    >>> safe.query("QdQc").probability("k") < 1
    True
    """
    seats = setup.root.in_hand
    if seat not in seats:
        raise SolverError(f"seat {seat} is not in the subgame; seats {' and '.join(map(str, seats))} are")
    options = SolveOptions() if options is None else options
    player = 1 - seats.index(seat)
    if known is None:
        known = alternatives(opened(trunk or setup, player), strategy, player, threads=options.threads)
    setup = opened(setup, player, trust, np.isfinite(known.best))
    solver = setup.solver(
        options.rule,
        options.precision,
        options.threads,
        options.ties,
        options.device,
        gate=safe_gate(kind, player, known),
    )
    return Solution.of(run_solver(setup, solver, options))
