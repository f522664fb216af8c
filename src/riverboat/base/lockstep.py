"""Many pieces of work side by side: all go on until each waits for something, which is then made for all at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeAlias, TypeVar

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
