"""The check afterwards: how much a player could gain by leaving the strategies of a whole tournament.

It shares no code with the solvers, on purpose: states, pots, roads, chances and the decision process are all made again
here, plainly, from stacks and the table of all-ins. All players but one are fixed; what is left is an undiscounted
decision process over states and seats, whose best values are found exactly by policy iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from riverboat.tournament.whole.check.cards import Cards
from riverboat.tournament.whole.check.hands import Rules, Stacks, State, follow, in_hand, posted

Policies = list[np.ndarray]


@dataclass(frozen=True)
class ExPost:
    """What a deviation could bring. gains: prize money by state and seat, in the order of the states.

    start: the largest gain of a seat where all have the same; worst: the largest of all, as shares of the first prize.
    sure: where cards are deals at random, start and worst of answers found on other deals than they are judged on. So
    the truth lies between: what was found on its own deals knows them too well.
    """

    gains: dict[State, np.ndarray]
    start: float
    worst: float
    sure: tuple[float, float] | None = None


def ex_post(
    strategies: Mapping[State, np.ndarray],
    rules: Rules,
    cards: Mapping[int, Cards],
    *,
    others: Mapping[int, Cards] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ExPost:
    """Return what anybody could gain.

    strategies: chances to jam [rows, classes] by state. cards: by number of players. others: the same with other deals
    at random, on which answers are judged that were found on the first.
    """
    size = len(strategies)

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, size * (1 if others is None else 2))

    process = _Process(strategies, rules, cards, tell)
    played = process.values(process.played)
    best, answers = process.best(played)
    gain = best - played
    start, worst = process.told(gain)
    sure = None
    if others is not None:
        judge = _Process(strategies, rules, others, lambda done: tell(size + done))
        sure = judge.told(judge.values(answers) - judge.values(judge.played))
    return ExPost(process.by_state(gain), start, worst, sure)


class _Process:
    """The decision process of one player, in all states and seats."""

    def __init__(
        self,
        strategies: Mapping[State, np.ndarray],
        rules: Rules,
        cards: Mapping[int, Cards],
        tell: Callable[[int], None],
    ) -> None:
        self.where: dict[tuple[State, int], int] = {}
        for state in strategies:
            for seat in range(len(state[1])):
                self.where[state, seat] = len(self.where)
        self.first_prize = rules.prizes[0]
        self.lines = []
        for done, (state, strategy) in enumerate(strategies.items()):
            self.lines.append(_Line(state, strategy, rules, cards[len(state[1])], self.where))
            tell(done + 1)
        self.played = [np.asarray(strategy, dtype=float) for strategy in strategies.values()]

    def values(self, policies: Policies) -> np.ndarray:
        """Return the smallest values that fit: 0 for who never comes to a prize."""
        size = len(self.where)
        matrix, won = np.zeros((size, size)), np.zeros(size)
        for line, policy in zip(self.lines, policies, strict=True):
            for seat in line.seats:
                row = self.where[line.state, seat]
                weights = line.weights(policy, seat)
                won[row] = weights @ line.won[:, seat]
                ends, chances, places = line.leads[seat]
                np.add.at(matrix[row], places, weights[ends] * chances)
        comes = won > 0
        while True:
            more = comes | ((matrix[:, comes] > 0).any(axis=1))
            if (more == comes).all():
                break
            comes = more
        some: Any = np.flatnonzero(comes)
        out = np.zeros(size)
        out[some] = np.linalg.solve(np.eye(len(some)) - matrix[np.ix_(some, some)], won[some])
        return out

    def best(self, values: np.ndarray) -> tuple[np.ndarray, Policies]:
        """Return the best values and how they come, beginning with what is played and is worth so much."""
        policies = self.played
        for _ in range(200):
            policies = [line.best(policy, values) for line, policy in zip(self.lines, policies, strict=True)]
            new = self.values(policies)
            if (new - values).max() < 1e-9:
                break
            values = np.maximum(values, new)
        return values, policies

    def by_state(self, gain: np.ndarray) -> dict[State, np.ndarray]:
        """Return gains by state and seat."""
        return {
            line.state: gain[[self.where[line.state, seat] for seat in line.seats]] for line in self.lines
        }

    def told(self, gain: np.ndarray) -> tuple[float, float]:
        """Return the largest gain where all have the same at first, and of all, as shares of the first prize."""
        stacks = [line.state[1] for line in self.lines if line.state[0] == 0]
        most = max(map(len, stacks))
        even: Stacks = min((one for one in stacks if len(one) == most), key=lambda one: max(one) - min(one))
        start = self.by_state(gain)[0, even]
        return float(start.max() / self.first_prize), float(gain.max() / self.first_prize)


class _Line:
    """One state: chances of its ends by what one seat does with each class, and what the ends lead to."""

    def __init__(
        self,
        state: State,
        strategy: np.ndarray,
        rules: Rules,
        cards: Cards,
        where: Mapping[tuple[State, int], int],
    ) -> None:
        level, stacks = state
        self.state, self.seats = state, range(len(stacks))
        paid = posted(stacks, rules, level)
        self.free = [stacks[seat] > paid[seat] for seat in self.seats]
        insides = [in_hand(stacks, paid, jams)[1] for jams in range(2 ** len(stacks))]
        self.jams = [jams for jams, inside in enumerate(insides) for _ in cards.relations(inside)]
        places = [one for inside in insides for one in cards.relations(inside)]
        ends = [follow(state, rules, jams, place) for jams, place in zip(self.jams, places, strict=True)]
        self.won = np.array([end.won for end in ends])
        self.leads = []
        for seat in self.seats:
            found = [
                (at, chance, where[to, left.index(seat)])
                for at, end in enumerate(ends)
                for chance, to, left in end.leads
                if seat in left
            ]
            at, chance, place = zip(*found, strict=True) if found else ((), (), ())
            self.leads.append((np.array(at, dtype=int), np.array(chance), np.array(place, dtype=int)))
        self.chances = [
            np.concatenate(by_end) for by_end in cards.chances(np.asarray(strategy, dtype=float), insides)
        ]

    def _row(self, seat: int, jams: int) -> int:
        return int(2**seat - 1 + (jams & (2**seat - 1)))

    def best(self, policy: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Return the best answers of all seats, keeping what is done among ties."""
        made = policy.copy()
        for seat in self.seats:
            if not self.free[seat]:
                continue
            ends, chances, places = self.leads[seat]
            worth = self.won[:, seat] + np.bincount(ends, chances * values[places], len(self.won))
            more = np.zeros_like(policy)
            for at, jams in enumerate(self.jams):
                sign = 1.0 if jams >> seat & 1 else -1.0
                more[self._row(seat, jams)] += sign * worth[at] * self.chances[seat][at]
            rows = slice(2**seat - 1, 2 ** (seat + 1) - 1)
            made[rows] = np.where(more[rows] > 1e-10, 1.0, np.where(more[rows] < -1e-10, 0.0, policy[rows]))
        return made

    def weights(self, policy: np.ndarray, seat: int) -> np.ndarray:
        """Return chances of all ends if one seat plays a policy."""
        plays = [self._row(seat, jams) for jams in self.jams]
        jam = policy[plays]
        does = np.array([jams >> seat & 1 for jams in self.jams], dtype=bool)
        return np.asarray((np.where(does[:, None], jam, 1.0 - jam) * self.chances[seat]).sum(axis=1))
