"""What a match is: who plays which game, how often, with which stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Literal, TypeAlias

from riverboat.arena.clock import Clock
from riverboat.bots import BotLike, bot_name, make_bot
from riverboat.errors import MatchError
from riverboat.games.game import MAX_PLAYERS, Game
from riverboat.games.presets import nolimit_holdem

Stacks: TypeAlias = Literal["reset", "carried", "freeze-out"]
STACKS: Final = ("reset", "carried", "freeze-out")
SERIES: Final = {"reset": 1000, "carried": 1000, "freeze-out": 25}
"""Deals, or games, that are played in one go by bots made afresh: enough that making them costs nothing."""


@dataclass(frozen=True)
class Setting:
    """A match as it is asked for; see `play_match`."""

    bots: tuple[BotLike, ...]
    game: Game
    hands: int
    games: int
    stacks: Stacks
    duplicate: bool
    seed: int
    series: int
    time_limit: float
    keep_every: int

    def __post_init__(self) -> None:
        if not 2 <= len(self.bots) <= MAX_PLAYERS:
            raise MatchError(f"a match has 2 to {MAX_PLAYERS} bots, not {len(self.bots)}; try: fish shark")
        if len(self.bots) != self.game.players:
            raise MatchError(
                f"there are {len(self.bots)} bots, and {self.game.name!r} has {self.game.players} seats; give as many"
            )
        if self.stacks not in STACKS:
            raise MatchError(f"stacks is {self.stacks!r}; it must be one of {', '.join(STACKS)}")
        for what, least in (("hands", 1), ("games", 1), ("series", 1), ("seed", 0), ("keep_every", 0)):
            value = getattr(self, what)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise MatchError(
                    f"{what} is {value!r}; it must be a whole number from {least} up, such as 1000"
                )
        Clock(self.time_limit)  # refuses what is no time
        if self.stacks != "reset" and len(set(self.game.stacks)) > 1:
            raise MatchError(
                f"stacks are {self.stacks}, and the game begins with {self.game.stacks}; they must begin alike"
            )
        if self.stacks == "freeze-out" and self.game.players > 2:
            seat_game(self.game, self.game.stacks[:2])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the bots are called."""
        return distinct_names(self.bots)

    @property
    def rotations(self) -> int:
        """How often each deal is played: in duplicate play once for every way to turn the table."""
        return len(self.bots) if self.duplicate else 1

    @property
    def units(self) -> int:
        """The independent samples: deals, or games of a freeze-out."""
        return self.games if self.stacks == "freeze-out" else self.hands

    @property
    def parts(self) -> int:
        """The number of series."""
        return -(-self.units // self.series)

    def part(self, number: int) -> range:
        """Return the units of one series."""
        return range(number * self.series, min((number + 1) * self.series, self.units))

    def with_series(self, series: int) -> Setting:
        """Return the same match with another length of its series."""
        return replace(self, series=series)

    def check_bots(self) -> bool:
        """Make each bot once, so that what is wrong with one shows before the match; return whether any learns."""
        made = [make_bot(bot) for bot in self.bots]
        return any(bot.learns for bot in made)


def distinct_names(bots: Sequence[BotLike]) -> tuple[str, ...]:
    """Return what bots are called; a second one of a kind is `shark#2`.

    >>> distinct_names(["shark", "fish", "shark"])
    ('shark', 'fish', 'shark#2')
    """
    plain = [bot_name(bot) for bot in bots]
    return tuple(
        name if name not in plain[:i] else f"{name}#{plain[:i].count(name) + 1}"
        for i, name in enumerate(plain)
    )


@lru_cache(maxsize=4096)
def seat_game(base: Game, stacks: tuple[int, ...]) -> Game:
    """Return the game with other stacks, and with fewer players if there are fewer stacks.

    >>> seat_game(nolimit_holdem(3), (500, 800)).blinds
    (100, 50)
    """
    if len(stacks) == base.players:
        return base if stacks == base.stacks else replace(base, stacks=stacks)
    small = min((blind for blind in base.blinds if blind), default=0)

    def plain(players: int, stacks: tuple[int, ...]) -> Game:
        return nolimit_holdem(
            players, stacks=stacks, small_blind=small, big_blind=base.min_bet, ante=base.antes[0]
        )

    if base.betting != "no-limit" or base != replace(plain(base.players, base.stacks), name=base.name):
        raise MatchError(
            f"players leave a freeze-out, and only no-limit hold'em with two blinds and equal antes is known for "
            f"fewer players, not {base.name!r}"
        )
    return replace(plain(len(stacks), stacks), name=base.name)
