"""The cards and the chance of a server, which nobody at its tables can compute.

A seed of 64 bits can be guessed, and random numbers that follow each other lead from hands that were seen to those to
come. So a server deals every hand by itself: a keyed hash of the hand's name, BLAKE2b (Aumasson and others 2013),
shuffles the deck. The key comes from the system's entropy, 256 bits. Who has seen any number of hands knows nothing
of the next one, nor of the numbers that the server's bots draw, and from those nobody gets to the cards.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from riverboat.base.checks import check_seed
from riverboat.errors import MatchError
from riverboat.games.rules.game import Game
from riverboat.games.rules.table import Table

_WORD: Final = 1 << 64


class Dealing:
    """Deals by a secret key; a told seed makes the key, so that a match can be dealt again, and guessed.

    >>> from riverboat.games import kuhn
    >>> Dealing(7).cards(kuhn(), "hand", 0) == Dealing(7).cards(kuhn(), "hand", 0)
    True
    >>> Dealing().number("bot") == Dealing().number("bot")
    False
    """

    def __init__(self, seed: int | None = None) -> None:
        self.told = "secret" if seed is None else str(check_seed(seed, MatchError))
        self._key = secrets.token_bytes(32) if seed is None else f"seed {seed}".encode()

    def number(self, *name: str | int) -> int:
        """Return 64 random bits of a name."""
        return next(self._words(name))

    def cards(self, game: Game, *name: str | int) -> tuple[list[list[int]], list[int]]:
        """Return the hole cards by seat and the board of the hand of a name, all deals alike likely."""
        deck, words = list(game.deck.cards), self._words(name)
        need = game.players * game.hole_cards + sum(game.board_cards)
        for place in range(need):
            other = place + _below(len(deck) - place, words)
            deck[place], deck[other] = deck[other], deck[place]
        held = game.hole_cards
        return [deck[seat * held : (seat + 1) * held] for seat in range(game.players)], deck[
            game.players * held : need
        ]

    def deal(self, table: Table, *name: str | int) -> None:
        """Begin the hand of a name at a table."""
        hole_cards, board = self.cards(table.game, *name)
        table.restart(hole_cards=hole_cards, board=board)

    def _words(self, name: tuple[str | int, ...]) -> Iterator[int]:
        """Yield words of 64 bits without end: the hash of the name and of a counter."""
        text, count = repr(name).encode(), 0
        while True:
            block = blake2b(count.to_bytes(8, "little") + text, key=self._key).digest()
            yield from (int.from_bytes(block[at : at + 8], "little") for at in range(0, 64, 8))
            count += 1


def _below(many: int, words: Iterator[int]) -> int:
    """Return a number from 0 up, below many: words over the last whole multiple are thrown away."""
    whole = _WORD - _WORD % many
    return next(word for word in words if word < whole) % many
