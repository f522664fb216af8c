"""The letters of MIT pokerbots, which change from year to year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final

from riverboat.cards.card import card_name
from riverboat.errors import MatchError
from riverboat.games.histories.hand import Hand
from riverboat.games.rules.game import Game
from riverboat.games.rules.presets import nolimit_holdem

POKERBOTS_GAME: Final[Game] = nolimit_holdem(stacks=400, small_blind=1, big_blind=2)
"""Blinds of 1 and 2, stacks of 400, reset every round. Their player 0 is the button, our seat 1."""

ROUNDS: Final = 1000
CLOCK_S: Final = 30.0
"""Rounds of a match, and the seconds that a bot has for all of them, in 2023."""


@dataclass(frozen=True)
class Codec:
    """The first letters of the clauses of a message. The defaults are those of 2023.

    Other years change letters and add clauses of their own variants. One that plays hold'em in other letters is, for
    example, `Codec(delta="A")`.

    >>> list(Codec().read("T29.999 K O5h,Js D-2"))
    [('clock', '29.999'), ('check', ''), ('shown', '5h,Js'), ('delta', '-2')]
    """

    clock: str = "T"
    seat: str = "P"
    hand: str = "H"
    fold: str = "F"
    call: str = "C"
    check: str = "K"
    raise_to: str = "R"
    board: str = "B"
    shown: str = "O"
    delta: str = "D"
    quit: str = "Q"

    def __post_init__(self) -> None:
        if len(self._kinds) != len(fields(self)):
            raise MatchError("a letter stands for two clauses; each needs its own, as in Codec()")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {getattr(self, field.name): field.name for field in fields(self)}

    def read(self, line: str) -> Iterator[tuple[str, str]]:
        """Yield the clauses of a line as kind and value; the kind is "" where the letter is unknown."""
        for clause in line.split():
            yield self._kinds.get(clause[0], ""), clause[1:]

    def cards(self, letter: str, cards: Iterable[int]) -> str:
        """Return a clause of cards, such as `H5d,Td`."""
        return letter + ",".join(map(card_name, cards))

    def moves(self, hand: Hand) -> list[tuple[int, str]]:
        """Return the round and the clause of each action of a hand."""
        words = {"fold": self.fold, "call": self.call, "check": self.check}
        return [(step.round, words.get(step.kind) or f"{self.raise_to}{step.to}") for step in hand.steps()]


CODECS: Final = {"2023": Codec()}
"""The letters by year. The variants that were played from 2023 on are not hold'em; their letters are."""


def codec_of(year: str) -> Codec:
    """Return the letters of a year."""
    if year not in CODECS:
        raise MatchError(f"the letters of {year!r} are not known; known are {', '.join(CODECS)}")
    return CODECS[year]
