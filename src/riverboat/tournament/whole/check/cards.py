"""The cards of the check: chances of ends by what one seat holds, from tables of all deals or from deals at random."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from riverboat.cards.evaluator import evaluate_batch

_AT_ONCE: Final = 100_000  # deals whose decks are shuffled together


class Cards(Protocol):
    """What hands of so many players come to. classes: how many hands one can hold."""

    classes: int

    def relations(self, inside: Sequence[int]) -> list[tuple[int, ...]]:
        """Return all ways in which the strengths of those inside may compare, as places of all seats."""
        ...

    def chances(self, strategy: np.ndarray, insides: Sequence[Sequence[int]]) -> list[list[np.ndarray]]:
        """Return by seat and end the chances [relations, classes] that the others make it, if the seat plays along."""
        ...


class Table:
    """Two or three players over chances of all deals: [orders, c, c] for two, [c, c, orders, c] for three."""

    def __init__(self, chances: np.ndarray, places: Sequence[tuple[int, ...]]) -> None:
        self._chances, self._places, self._players = chances, list(places), len(places[0])
        self.classes = chances.shape[-1]

    def relations(self, inside: Sequence[int]) -> list[tuple[int, ...]]:
        """Return one order for each way in which those inside may compare."""
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for places in self._places:
            found.setdefault(_compared(places, inside), places)
        return list(found.values())

    def chances(self, strategy: np.ndarray, insides: Sequence[Sequence[int]]) -> list[list[np.ndarray]]:
        """Return chances from one large product for each seat."""
        sums = [self._sums(seat, strategy) for seat in range(self._players)]
        out: list[list[np.ndarray]] = [[] for _ in sums]
        for jams, inside in enumerate(insides):
            keys = [_compared(places, inside) for places in self._places]
            wanted = [_compared(places, inside) for places in self.relations(inside)]
            adding = np.array([[key == want for key in keys] for want in wanted], dtype=float)
            for seat, by_order in enumerate(sums):
                out[seat].append((adding @ by_order[jams]).astype(np.float32))
        return out

    def _sums(self, seat: int, strategy: np.ndarray) -> np.ndarray:
        """Chances [ends, orders, classes of the seat]."""
        weights = []
        for jams in range(2**self._players):
            factors = [_factor(strategy, other, jams) for other in range(self._players) if other != seat]
            weights.append(factors[0] if len(factors) == 1 else np.outer(*factors).reshape(-1))
        matrix = np.array(weights)
        if self._players == 2:
            turned = self._chances if seat == 1 else self._chances.transpose(0, 2, 1)
            return np.asarray(np.einsum("ej,oji->eoi", matrix, turned))
        flat = self._chances.reshape(self.classes**2, -1)
        found = (matrix.astype(np.float32) @ flat).reshape(len(weights), -1, self.classes).astype(float)
        return np.asarray(found[:, self._renamed(seat)])

    def _renamed(self, seat: int) -> list[int]:
        """Orders of seats 0, 1, 2 as they are called where the two others come first and this seat last."""
        taken = [other for other in range(3) if other != seat] + [seat]
        return [self._places.index(tuple(places[one] for one in taken)) for places in self._places]


class Dealt:
    """Deals at random, which all count the same. held: classes [deals, players]; strengths: higher is better."""

    def __init__(self, held: np.ndarray, strengths: np.ndarray, classes: int = 169) -> None:
        self.classes = classes
        self._held, self._strengths = held.astype(np.intp), strengths
        self._known: dict[tuple[int, ...], tuple[list[tuple[int, ...]], np.ndarray]] = {}

    def relations(self, inside: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the ways in which those inside compare in some deal."""
        return self._compare(tuple(inside))[0]

    def chances(self, strategy: np.ndarray, insides: Sequence[Sequence[int]]) -> list[list[np.ndarray]]:
        """Return sums over all deals."""
        deals, players = self._held.shape
        out: list[list[np.ndarray]] = [[] for _ in range(players)]
        for jams, inside in enumerate(insides):
            ways, which = self._compare(tuple(inside))
            factors = [_factor(strategy, seat, jams)[self._held[:, seat]] for seat in range(players)]
            for seat in range(players):
                weight = np.ones(deals)
                for other in range(players):
                    if other != seat:
                        weight *= factors[other]
                some = np.flatnonzero(weight)  # most sets of jams come of few deals
                at = which[some] * self.classes + self._held[some, seat]
                sums = np.bincount(at, weight[some], len(ways) * self.classes)
                out[seat].append((sums / deals).reshape(len(ways), self.classes).astype(np.float32))
        return out

    def _compare(self, inside: tuple[int, ...]) -> tuple[list[tuple[int, ...]], np.ndarray]:
        if inside not in self._known:
            code = np.zeros(len(self._held), dtype=np.intp)
            for one, other in itertools.combinations(inside, 2):
                sign = np.sign(self._strengths[:, one].astype(int) - self._strengths[:, other])
                code = 3 * code + sign + 1
            _, first, which = np.unique(code, return_index=True, return_inverse=True)
            places = (self._strengths[first][:, :, None] < self._strengths[first][:, None, :]).sum(axis=2)
            self._known[inside] = [tuple(row) for row in places.tolist()], which.reshape(-1)
        return self._known[inside]


def deal(players: int, deals: int, seed: int) -> Dealt:
    """Return hold'em deals at random: shuffled decks, and the strengths of all hands on their boards."""
    rng = np.random.default_rng(seed)
    held, strengths = [], []
    for begin in range(0, deals, _AT_ONCE):
        count = min(_AT_ONCE, deals - begin)
        cards = np.argsort(rng.random((count, 52)), axis=1)[:, : 2 * players + 5].astype(np.uint8)
        board = cards[:, 2 * players :]
        hands = [cards[:, 2 * seat : 2 * seat + 2] for seat in range(players)]
        strengths.append(
            np.stack([evaluate_batch(np.concatenate([hand, board], axis=1)) for hand in hands], axis=1)
        )
        held.append(np.stack([_class_of(hand) for hand in hands], axis=1))
    return Dealt(np.concatenate(held), np.concatenate(strengths))


def _class_of(hand: np.ndarray) -> np.ndarray:
    """The cell of the grid: aces top left, suited hands above the diagonal."""
    ranks, suits = 12 - hand.astype(int) // 4, hand % 4
    low, high = ranks.max(axis=1), ranks.min(axis=1)
    return np.asarray(np.where(suits[:, 0] == suits[:, 1], 13 * high + low, 13 * low + high))


def _factor(strategy: np.ndarray, seat: int, jams: int) -> np.ndarray:
    """How often a seat does what it does in a set of jams, by what it holds."""
    jam = strategy[2**seat - 1 + (jams & (2**seat - 1))]
    return np.asarray(jam if jams >> seat & 1 else 1.0 - jam)


def _compared(places: Sequence[int], inside: Sequence[int]) -> tuple[int, ...]:
    """How those inside compare, two by two."""
    pairs = itertools.combinations(inside, 2)
    return tuple((places[one] > places[other]) - (places[one] < places[other]) for one, other in pairs)
