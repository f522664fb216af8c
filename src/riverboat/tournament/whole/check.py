"""The check afterwards: how much a player could gain by leaving the strategies of a whole tournament.

It shares no code with the solvers, on purpose: states, pots, roads, chances and the decision process are all made again
here, plainly, from stacks and the table of all-ins. All players but one are fixed; what is left is an undiscounted
decision process over states and seats, whose best values are found exactly by policy iteration.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from riverboat.tournament.equities.orders import ORDERS_OF_THREE

Stacks = tuple[int, ...]


@dataclass(frozen=True)
class ExPost:
    """What a deviation could bring. gains: prize money by state and seat, in the order of the states.

    start: the largest gain of a seat where all have the same; worst: the largest of all, as shares of the first prize.
    """

    gains: dict[Stacks, np.ndarray]
    start: float
    worst: float


def ex_post(
    strategies: Mapping[Stacks, np.ndarray],
    *,
    blinds: tuple[int, int],
    prizes: Sequence[float],
    chances: Mapping[int, np.ndarray],
    places: Mapping[int, Sequence[tuple[int, ...]]],
    progress: Callable[[int, int], None] | None = None,
) -> ExPost:
    """Return what anybody could gain.

    strategies: chances to jam [rows, classes] by stacks in order of acting, whole steps. blinds: in steps. chances:
    joint chances by players: [orders, c, c] for two, [c, c, orders, c] for three. places: of the hands in each order.
    """
    where: dict[tuple[Stacks, int], int] = {}
    for stacks in strategies:
        for seat in range(len(stacks)):
            where[stacks, seat] = len(where)
    lines = []
    for done, (stacks, strategy) in enumerate(strategies.items()):
        lines.append(
            _Line(stacks, strategy, blinds, prizes, chances[len(stacks)], places[len(stacks)], where)
        )
        if progress is not None:
            progress(done + 1, len(strategies))
    own = [line.strategy.copy() for line in lines]
    played = _solve(
        [line.policy_row(own[i], seat) for i, line in enumerate(lines) for seat in line.seats], len(where)
    )
    best = played
    for _ in range(200):
        for i, line in enumerate(lines):
            own[i] = line.best(own[i], best)
        rows = [line.policy_row(own[i], seat) for i, line in enumerate(lines) for seat in line.seats]
        new = _solve(rows, len(where))
        if (new - best).max() < 1e-9:
            break
        best = np.maximum(best, new)
    gain = best - played
    by_state = {line.stacks: gain[[where[line.stacks, seat] for seat in line.seats]] for line in lines}
    most = max(len(stacks) for stacks in strategies)
    even = min((s for s in strategies if len(s) == most), key=lambda s: max(s) - min(s))
    return ExPost(by_state, float(by_state[even].max() / prizes[0]), float(gain.max() / prizes[0]))


class _Line:
    """One state: chances of its ends by what one seat does with each class, and what the ends lead to."""

    def __init__(
        self,
        stacks: Stacks,
        strategy: np.ndarray,
        blinds: tuple[int, int],
        prizes: Sequence[float],
        chances: np.ndarray,
        places: Sequence[tuple[int, ...]],
        where: Mapping[tuple[Stacks, int], int],
    ) -> None:
        self.stacks, self.strategy, self.seats = stacks, np.asarray(strategy, dtype=float), range(len(stacks))
        players = len(stacks)
        self.rows_of = [range(2**seat - 1, 2 ** (seat + 1) - 1) for seat in self.seats]
        self.fixed: dict[tuple[int, int], np.ndarray] = {}
        self.leads: dict[tuple[int, int], list[tuple[float, list[int]]]] = {}
        for jams, order in itertools.product(range(2**players), range(len(places))):
            self._end(jams, order, blinds, prizes, places[order], where)
        self.kernels = [self._kernel(seat, chances) for seat in self.seats]
        posted = _posted(stacks, blinds)
        self.free = [stacks[seat] > posted[seat] for seat in self.seats]

    def _end(
        self,
        jams: int,
        order: int,
        blinds: tuple[int, int],
        prizes: Sequence[float],
        places: tuple[int, ...],
        where: Mapping[tuple[Stacks, int], int],
    ) -> None:
        players = len(self.stacks)
        won = np.zeros(players)
        leads: list[tuple[float, list[int]]] = []
        for chance, after in _spread(_pots(self.stacks, blinds, jams, places)):
            left = [seat for seat in range(players) if after[seat] > 0]
            turned = [seat for seat in [*range(1, players), 0] if seat in left]
            gone = sorted((self.stacks[seat] for seat in self.seats if seat not in left), reverse=True)
            for seat in self.seats:
                if seat not in left:
                    same = [len(left) + at for at, stack in enumerate(gone) if stack == self.stacks[seat]]
                    won[seat] += chance * sum(prizes[place] for place in same) / len(same)
                elif len(left) == 1:
                    won[seat] += chance * prizes[0]
            if len(left) > 1:
                state = tuple(after[seat] for seat in turned)
                leads.append(
                    (
                        chance,
                        [where[state, turned.index(seat)] if seat in left else -1 for seat in self.seats],
                    )
                )
        self.fixed[jams, order], self.leads[jams, order] = won, leads

    def _kernel(self, seat: int, chances: np.ndarray) -> np.ndarray:
        """Chances [rows of the seat, class, act, ends, orders] that the others bring it there and what then comes."""
        players, classes = len(self.stacks), self.strategy.shape[1]
        orders = chances.shape[0] if players == 2 else chances.shape[2]
        out = np.zeros((len(self.rows_of[seat]), classes, 2, 2**players, orders))
        flat, weights, targets = None, [], []
        for jams in range(2**players):
            factors = []
            for other in self.seats:
                if other == seat:
                    continue
                p = self.strategy[2**other - 1 + (jams & (2**other - 1))]
                factors.append(p if jams >> other & 1 else 1.0 - p)
            before, act = jams & (2**seat - 1), jams >> seat & 1
            targets.append((before, act, jams))
            weights.append(factors[0] if players == 2 else np.outer(*factors).reshape(-1))
        matrix = np.array(weights)
        if players == 2:
            turned = chances if seat == 1 else chances.transpose(0, 2, 1)
            found = np.einsum("ej,oji->eoi", matrix, turned)
        else:
            flat = chances.reshape(classes * classes, -1)
            found = (matrix.astype(np.float32) @ flat).reshape(len(weights), orders, classes).astype(float)
            found = found[:, _renamed(seat)]
        for (before, act, jams), values in zip(targets, found, strict=True):
            out[before, :, act, jams] = values.T
        return out.astype(np.float32)  # a gigabyte for a thousand states of three

    def _worth(self, seat: int, values: np.ndarray) -> np.ndarray:
        players = len(self.stacks)
        worth = np.zeros((2**players, len(self.fixed) // 2**players))
        for (jams, order), won in self.fixed.items():
            worth[jams, order] = won[seat]
            for chance, to in self.leads[jams, order]:
                worth[jams, order] += chance * values[to[seat]] if to[seat] >= 0 else 0.0
        return worth

    def best(self, policy: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The best answers of all seats, keeping what is done among ties."""
        made = policy.copy()
        for seat in self.seats:
            if not self.free[seat]:
                continue
            acts = np.tensordot(self.kernels[seat], self._worth(seat, values), 2)  # [rows, class, act]
            more = acts[:, :, 1] - acts[:, :, 0]
            rows = list(self.rows_of[seat])
            made[rows] = np.where(more > 1e-10, 1.0, np.where(more < -1e-10, 0.0, made[rows]))
        return made

    def policy_row(self, policy: np.ndarray, seat: int) -> tuple[float, dict[int, float]]:
        """What one seat wins at once with a policy, and where it comes with which chance."""
        p = policy[list(self.rows_of[seat])]
        ends = np.einsum("rc,rceo->eo", p, self.kernels[seat][:, :, 1])
        ends += np.einsum("rc,rceo->eo", 1.0 - p, self.kernels[seat][:, :, 0])
        won, to = 0.0, dict[int, float]()
        for (jams, order), fixed in self.fixed.items():
            won += ends[jams, order] * fixed[seat]
            for chance, places in self.leads[jams, order]:
                if places[seat] >= 0:
                    to[places[seat]] = to.get(places[seat], 0.0) + ends[jams, order] * chance
        return won, to


def _renamed(seat: int) -> list[int]:
    """Orders of seats 0, 1, 2 as they are called where the two others come first and this seat last."""
    taken = [other for other in range(3) if other != seat] + [seat]
    orders = list(ORDERS_OF_THREE)
    return [orders.index(tuple(places[one] for one in taken)) for places in orders]  # type: ignore[arg-type]


def _posted(stacks: Stacks, blinds: tuple[int, int]) -> list[int]:
    bets = [0] * (len(stacks) - 2) + list(blinds)
    return [min(stack, bet) for stack, bet in zip(stacks, bets, strict=True)]


def _pots(stacks: Stacks, blinds: tuple[int, int], jams: int, places: Sequence[int]) -> list[Fraction]:
    """Stacks after a hand, chip by chip: every step of everybody's money is a pot of its own."""
    paid, inside = _posted(stacks, blinds), list[int]()
    for seat, stack in enumerate(stacks):
        facing = max([paid[other] for other in inside] + paid[seat + 1 :], default=0)
        if jams >> seat & 1:
            paid[seat] = stack
            inside.append(seat)
        elif paid[seat] == stack or paid[seat] >= facing:
            inside.append(seat)
    after = [Fraction(stack - put) for stack, put in zip(stacks, paid, strict=True)]
    winners: list[int] = []
    for level in range(max(paid)):
        pot = sum(put > level for put in paid)
        playing = [seat for seat in inside if paid[seat] > level]
        if playing:
            top = min(places[seat] for seat in playing)
            winners = [seat for seat in playing if places[seat] == top]
        for seat in winners:
            after[seat] += Fraction(pot, len(winners))
    return after


def _spread(after: list[Fraction]) -> list[tuple[float, list[int]]]:
    """Whole stacks that are right on average: odd steps go by one draw along the line of all parts."""
    sums = list(itertools.accumulate(stack - stack // 1 for stack in after))
    cuts = sorted({Fraction(0), Fraction(1), *(total % 1 for total in sums)})
    out = []
    for low, high in itertools.pairwise(cuts):
        draw, at, whole = (low + high) / 2, Fraction(0), []
        for stack, total in zip(after, sums, strict=True):
            hit = (total - draw) // 1 > (at - draw) // 1
            whole.append(int(stack // 1) + hit)
            at = total
        out.append((float(high - low), whole))
    return out


def _solve(rows: list[tuple[float, dict[int, float]]], size: int) -> np.ndarray:
    """The smallest values that fit: 0 for who never comes to a prize."""
    matrix, won = np.zeros((size, size)), np.array([row[0] for row in rows])
    for at, (_, to) in enumerate(rows):
        for place, chance in to.items():
            matrix[at, place] += chance
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
