"""Strategies that think, and find the answers to many questions faster at once than one by one; and who asks them.

Many hands go on side by side until each waits for an answer; then all that they wait for is found at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from riverboat.games.rules.action import Action
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table


class Question(NamedTuple):
    """A decision that will be asked about: the line in chips, the board, the game."""

    taken: tuple[Action, ...]
    board: tuple[int, ...]
    game: Game


@runtime_checkable
class Prepares(Protocol):
    """Who makes answers ready; they are the same without."""

    def thinks_at(self, table: Table) -> bool:
        """Whether an answer at a table takes time."""
        ...

    def prepare(self, questions: Sequence[Question]) -> None:
        """Find all that the answers need."""
        ...


Need = TypeVar("Need")
Out = TypeVar("Out")

Steps: TypeAlias = Generator[Sequence[Need], None, Out]
"""A piece of work that yields what it is about to ask for. Whether that was made ready changes its speed, never what it
returns."""


def lockstep(pieces: Iterable[Steps[Need, Out]], prepare: Callable[[list[Need]], object]) -> list[Out]:
    """Return what each piece returns, in order. prepare: makes ready what all have named.

    >>> def twice(number):
    ...     yield [number]
    ...     yield [10 * number]
    ...     return 2 * number
    >>> lockstep([twice(1), twice(2)], print)
    [1, 2]
    [10, 20]
    [2, 4]
    """
    running = dict(enumerate(pieces))
    found: dict[int, Out] = {}
    while running:
        needs: list[Need] = []
        for number, piece in list(running.items()):
            try:
                needs += next(piece)
            except StopIteration as end:
                found[number] = end.value
                del running[number]
        if needs:
            prepare(needs)
    return [found[number] for number in sorted(found)]


def alone(piece: Steps[Need, Out]) -> Out:
    """Return what a piece returns for which nothing is made ready.

    >>> def asks():
    ...     yield ["nothing"]
    ...     return 7
    >>> alone(asks())
    7
    """
    return lockstep([piece], lambda needs: None)[0]
