"""Lists of numbers as they are typed."""

from __future__ import annotations

import math

from riverboat.errors import TournamentError


def read_numbers(option: str, text: str, example: str) -> list[float]:
    """Return the numbers of a text with commas or spaces between them, in brackets or not.

    >>> read_numbers("--stacks", "15, 10,5", "15,10,5"), read_numbers("--payouts", "[50, 30]", "50,30,20")
    ([15.0, 10.0, 5.0], [50.0, 30.0])
    >>> read_numbers("--stacks", "15;10", "15,10,5")
    Traceback (most recent call last):
    ...
    riverboat.errors.TournamentError: --stacks holds '15;10', which is no number; give such as 15,10,5
    """
    numbers = []
    for word in text.strip("[] ").replace(",", " ").split():
        try:
            made = float(word)
        except ValueError:
            made = math.nan
        if not math.isfinite(made):
            raise TournamentError(f"{option} holds '{word}', which is no number; give such as {example}")
        numbers.append(made)
    if not numbers:
        raise TournamentError(f"{option} is empty; give such as {example}")
    return numbers


def read_levels(text: str) -> tuple[tuple[int, int], ...]:
    """Return blinds of later levels.

    >>> read_levels("500/1000 1000/2000")
    ((500, 1000), (1000, 2000))
    >>> read_levels("500-1000")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    riverboat.errors.TournamentError: --rises holds '500-1000', which is no pair of blinds; give such as 500/1000,...
    """
    levels = []
    for word in text.replace(",", " ").split():
        blinds = word.split("/")
        if len(blinds) != 2 or not all(blind.isdecimal() for blind in blinds):
            raise TournamentError(
                f"--rises holds '{word}', which is no pair of blinds; give such as 500/1000,1000/2000"
            )
        levels.append((int(blinds[0]), int(blinds[1])))
    return tuple(levels)
