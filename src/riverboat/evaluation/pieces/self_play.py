"""Where a strategy comes when it plays itself: hands to the start of a street, by the kind of the pot."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from riverboat.base.checks import MOST_SEED
from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.table import Table
from riverboat.solvers.asking.acting import AS_TRAINED, Acting
from riverboat.solvers.asking.strategy import Strategy

POTS: Final = ("limped", "single-raised", "3-bet", "4-bet")
"""Kinds of pots by raises before the flop; more than three are "4-bet" too."""


@dataclass(frozen=True)
class Start:
    """The start of a street: the line to it in chips, the board, and the kind of the pot."""

    taken: tuple[Action, ...]
    board: tuple[int, ...]
    pot: str


@dataclass(frozen=True)
class Starts:
    """What hands of a strategy against itself came to.

    played: hands. found: by kind of pot, the starts with two players who can still bet, in the order they came.
    crowded: hands that came to the street with more than two players.
    """

    played: int
    found: dict[str, list[Start]]
    crowded: int

    @property
    def count(self) -> int:
        """How many starts there are."""
        return sum(map(len, self.found.values()))


def play_to(
    strategy: Strategy,
    number: int,
    hands: int,
    seed: int,
    acting: Acting = AS_TRAINED,
    stop: threading.Event | None = None,
) -> Starts:
    """Play hands of a strategy against itself, in all seats, to the start of a round. acting: how it draws."""
    found: dict[str, list[Start]] = {pot: [] for pot in POTS}
    crowded = played = 0
    for table in _hands(strategy, number, hands, Random(seed), acting):
        played += 1
        if not table.is_over and table.round == number:
            if len(table.in_hand) == 2:
                start = Start(tuple(table.taken), tuple(table.board), _pot(table))
                found[start.pot].append(start)
            else:
                crowded += 1
        if stop is not None and stop.is_set():
            break
    return Starts(played, {pot: starts for pot, starts in found.items() if starts}, crowded)


def _hands(strategy: Strategy, number: int, hands: int, rng: Random, acting: Acting) -> Iterator[Table]:
    game = strategy.game
    table = Table(game)
    for _ in range(hands):
        table.restart(rng.randrange(MOST_SEED))
        cards = [tuple(sorted(held, reverse=True)) for held in table.hole_cards]
        while not table.is_over and table.round < number:
            assert table.actor is not None
            actions, shares = strategy.play(cards[table.actor], tuple(table.taken), tuple(table.board), game)
            act(table, actions[acting.draw(shares, rng.random())])
        yield table


def _pot(table: Table) -> str:
    """The kind of a pot: raises of the first round are counted."""
    again, raises = Table(table.game), 0
    for action in table.taken:
        if again.round > 0:
            break
        raises += action > CALL
        act(again, action)
    return POTS[min(raises, len(POTS) - 1)]
