"""Four algorithms for tournaments, small units over one interface: a round takes what is known and returns more.

| name | inside | outside |
|---|---|---|
| vi-fp | an equilibrium of every hand, for given values of states | the values of that play (value iteration) |
| pi-fp | the same | the values of a best answer to that play (policy iteration) |
| fp-mdp | a best answer in the whole tournament, by policy iteration | its average with what was played before |
| fp-vi | a best answer by value iteration from below | the same |

The first may converge to no equilibrium. If one of the others converges, it is to an equilibrium (Ganzfried and
Sandholm 2009). We leave their papers in one thing: equilibria of single hands are found by CFR+, which needs fewer
rounds than fictitious play and takes its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

import numpy as np

from riverboat.tournament.whole.process import Process
from riverboat.tournament.whole.stages import Stages, Strategies, responses

Progress: TypeAlias = Callable[[int, int], None] | None


@dataclass(frozen=True)
class Known:
    """What is known after some rounds: values of all seats of all states, and strategies of all states."""

    values: np.ndarray
    strategies: Strategies
    round: int = 0
    change: float = float("inf")
    """How far the last round was from done, in prize money: what best answers to its strategies gain, at most; where
    nobody looks for these, by how much a value changed. Values may go on moving among strategies that are as good."""
    begin: Strategies | None = None
    """What hands are begun with in the next round, if not with the strategies."""


@dataclass(frozen=True)
class Inner:
    """How hard single hands are solved: the harder, the more somebody still gains in them.

    first: iterations of the first round, in which values are guesses. iterations: of later rounds, after which the
    gains are looked at; target: where one of them is over this share of the first prize, as many are added, up to
    `times` as many. sweeps: how many hands later "vi-fp" asks what play brings; more are cheap and save rounds.
    """

    iterations: int = 12
    first: int = 60
    target: float = 4e-6
    times: int = 20
    sweeps: int = 1


class Algorithm(Protocol):
    """One round of an algorithm."""

    def __call__(self, stages: Stages, known: Known, inner: Inner, progress: Progress = None) -> Known:
        """Return what is known after one more round."""
        ...


def _solve_hands(stages: Stages, known: Known, inner: Inner, progress: Progress) -> Strategies:
    """Equilibria of all hands for the values that are known, beginning with the strategies that are."""
    fresh = known.round == 0

    def solve(state: int) -> np.ndarray:
        return stages.solve(
            state,
            known.values,
            (known.begin or known.strategies)[state],
            inner.first if fresh else inner.iterations * inner.times,
            look_every=20 if fresh else inner.iterations,
            target=inner.target * stages.tournament.prizes[0],
            fresh=fresh,
        )

    return stages.each(solve, progress)


def vi_fp(stages: Stages, known: Known, inner: Inner, progress: Progress = None) -> Known:
    """Equilibria of all hands; then states are worth what that play brings, one hand later, or some hands."""
    strategies = _solve_hands(stages, known, inner, progress)
    ends = stages.each(lambda state: stages.ends(state, strategies[state]))
    values = known.values
    for _ in range(inner.sweeps):
        values = np.concatenate(
            [chances @ road.values(values) for chances, road in zip(ends, stages.roads, strict=True)]
        )
    return _next(known, values, strategies)


def pi_fp(stages: Stages, known: Known, inner: Inner, progress: Progress = None) -> Known:
    """Equilibria of all hands; then states are worth what a best answer to that play in all hands would bring."""
    strategies = _solve_hands(stages, known, inner, progress)
    worth, values, best = _process(stages, strategies).policy_iteration(strategies)
    found = _next(known, values, strategies, worth)
    return replace(found, begin=_where_worth_more(stages, strategies, best, values - worth))


def fp_mdp(stages: Stages, known: Known, inner: Inner, progress: Progress = None) -> Known:
    """A best answer in the whole tournament by policy iteration, averaged with what was played before."""
    strategies = _begun(stages, known, inner, progress)
    worth, values, best = _process(stages, strategies, progress).policy_iteration(strategies)
    return _next(known, values, _averaged(strategies, best, known.round + 1), worth)


def fp_vi(stages: Stages, known: Known, inner: Inner, progress: Progress = None) -> Known:
    """The same with value iteration, which begins with what the average is worth and so comes from below."""
    strategies = _begun(stages, known, inner, progress)
    process = _process(stages, strategies, progress)
    worth, values, best = process.value_iteration(
        strategies, inner.target * stages.tournament.prizes[0], most=200
    )
    return _next(known, values, _averaged(strategies, best, known.round + 1), worth)


ALGORITHMS: Final[dict[str, Algorithm]] = {"vi-fp": vi_fp, "pi-fp": pi_fp, "fp-mdp": fp_mdp, "fp-vi": fp_vi}


def _begun(stages: Stages, known: Known, inner: Inner, progress: Progress) -> Strategies:
    """The strategies; at first, equilibria of all hands by the independent chip model."""
    return known.strategies if known.round else _solve_hands(stages, known, inner, progress)


def _process(stages: Stages, strategies: Strategies, progress: Progress = None) -> Process:
    moves = stages.each(lambda state: responses(stages, state, strategies[state]), progress)
    return Process(stages.tournament, moves)


def _averaged(strategies: Strategies, best: Strategies, rounds: int) -> Strategies:
    """Fictitious play: the start counts for as much as some rounds, since it is nearly right."""
    weight = 1.0 / (rounds + _START_ROUNDS)
    return [old + (new - old) * weight for old, new in zip(strategies, best, strict=True)]


_START_ROUNDS: Final = 5


def _where_worth_more(
    stages: Stages, strategies: Strategies, best: Strategies, gains: np.ndarray
) -> Strategies:
    """What the next round begins with: best answers where they gain much, which else would be lost among ties."""
    t = stages.tournament
    much = _MUCH * t.prizes[0]
    gain = [gains[t.offsets[state] : t.offsets[state + 1]].max() for state in range(len(strategies))]
    return [new if more > much else old for old, new, more in zip(strategies, best, gain, strict=True)]


_MUCH: Final = 0.05
"""Of the first prize: what no best answer gains unless strategies go round without ever coming to an end."""


def _next(known: Known, values: np.ndarray, strategies: Strategies, worth: np.ndarray | None = None) -> Known:
    """worth: what the strategies that were answered are worth, if best answers gave the values."""
    change = abs(values - known.values) if worth is None else values - worth
    return Known(values, strategies, known.round + 1, float(change.max()))
