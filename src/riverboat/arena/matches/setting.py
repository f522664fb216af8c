"""A match as it is asked for: who plays, and how."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from riverboat.arena.guests.guest import Limits, guest_learns
from riverboat.arena.guests.hiding import hide
from riverboat.arena.guests.invitation import invite, is_own
from riverboat.arena.matches.options import MatchOptions
from riverboat.bots import BotLike, bot_kind, bot_name, make_bot
from riverboat.errors import MatchError
from riverboat.games.rules.game import MAX_PLAYERS, Game
from riverboat.games.rules.presets import nolimit_holdem

_HANDS: Final = {"reset": 1000, "carried": 1000, "freeze-out": 10}
_SERIES: Final = {"reset": 1000, "carried": 1000, "freeze-out": 25}
"""Deals, or games, that are played in one go by bots made afresh: enough that making them costs nothing."""
_NATIVE_GAMES: Final = 1000  # in a series of freeze-outs that take a few milliseconds


@dataclass(frozen=True)
class Setting:
    """The bots of a match and its options; what these leave open is filled in for the bots.

    >>> setting = Setting(("killer", "random", "fish"), MatchOptions(mode="freeze-out"))
    >>> setting.hands, setting.game.stacks, setting.game.blinds
    (10, (100, 100, 100), (5, 10, 0))
    >>> setting.series  # killer learns, so that it stays for all games
    500
    """

    bots: tuple[BotLike, ...]
    options: MatchOptions

    def __post_init__(self) -> None:
        if not self.options.trust:
            object.__setattr__(self, "bots", tuple(map(invite, self.bots)))
        if self.has_guests:
            hide()
        if self.options.seed is None:
            drawn = chosen_seed(None, self.bots, trust=self.options.trust)
            object.__setattr__(self, "options", replace(self.options, seed=drawn))
        if not 2 <= len(self.bots) <= MAX_PLAYERS:
            raise MatchError(f"a match has 2 to {MAX_PLAYERS} bots, not {len(self.bots)}; try: fish shark")
        if len(self.bots) != self.game.players:
            raise MatchError(
                f"there are {len(self.bots)} bots, and {self.game.name!r} has {self.game.players} seats; give as many"
            )
        for kind in map(bot_kind, self.bots):
            if kind is not None:
                kind.check_game(self.game)
        if self.is_freeze_out and self.game.players > 2:
            seat_game(self.game, self.game.stacks[:2])  # raises if players cannot leave this game

    @property
    def seed(self) -> int:
        """The seed of cards and bots."""
        assert self.options.seed is not None
        return self.options.seed

    def is_guest(self, bot: BotLike) -> bool:
        """Return whether a bot plays in a process of its own."""
        return is_guest(bot, self.options)

    @property
    def has_guests(self) -> bool:
        """Whether any bot does."""
        return any(map(self.is_guest, self.bots))

    @property
    def limits(self) -> Limits:
        """What guests may take."""
        return limits(self.options)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the bots are called."""
        return distinct_names(self.bots)

    @cached_property
    def game(self) -> Game:
        """What is played."""
        asked = self.options
        if asked.game is not None:
            return asked.game
        if (only := game_of(self.bots)) is not None:
            if asked.stack_bb is not None:
                raise MatchError(
                    f"stack_bb is {asked.stack_bb!r}, and {only.name!r}, which these bots play, has its own stacks; "
                    "leave stack_bb out"
                )
            return only
        # Freeze-outs are shallow and in small chips, as in the CPJC poker bot.
        usual_bb, small_blind, big_blind = (10, 5, 10) if self.is_freeze_out else (100, 50, 100)
        stack_bb = usual_bb if asked.stack_bb is None else asked.stack_bb
        return nolimit_holdem(len(self.bots), stack_bb=stack_bb, small_blind=small_blind, big_blind=big_blind)

    @cached_property
    def hands(self) -> int:
        """Deals, or the most hands of a freeze-out."""
        asked = self.options
        return _HANDS[asked.mode] if asked.hands is None else asked.hands

    @cached_property
    def series(self) -> int:
        """Deals, or games, after which bots are made afresh; to know it, each bot may have to be made once."""
        if self.options.series is not None:
            return self.options.series
        if any(self.learning):
            return self.units
        if self.is_freeze_out and not self.options.keep_every and self._all_native():
            return _NATIVE_GAMES
        return _SERIES[self.options.mode]

    @cached_property
    def learning(self) -> tuple[bool, ...]:
        """Which bots learn; to know it, each is made once, and what is wrong with one shows."""
        return tuple(learns(bot, self.options) for bot in self.bots)

    def _all_native(self) -> bool:
        return not self.has_guests and None not in [make_bot(bot).native() for bot in self.bots]

    @property
    def is_freeze_out(self) -> bool:
        """Whether games are played until one has all chips."""
        return self.options.mode == "freeze-out"

    @property
    def rotations(self) -> int:
        """How often each deal is played: in duplicate play once for every way to turn the table."""
        return len(self.bots) if self.options.duplicate else 1

    @property
    def units(self) -> int:
        """The independent samples: deals, or games of a freeze-out."""
        return self.options.games if self.is_freeze_out else self.hands

    @property
    def parts(self) -> int:
        """The number of series."""
        return -(-self.units // self.series)

    def part(self, number: int) -> range:
        """Return the units of one series."""
        return range(number * self.series, min((number + 1) * self.series, self.units))


def game_of(bots: Sequence[BotLike]) -> Game | None:
    """Return the game of the first bot that plays only one; None if all play anything.

    >>> game_of(["shark", "sparbot"]).name, game_of(["shark", "fish"])
    ('limit-holdem', None)
    """
    kinds = filter(None, map(bot_kind, bots))
    return next((kind.plays for kind in kinds if kind.plays is not None), None)


def is_guest(bot: BotLike, options: MatchOptions) -> bool:
    """Return whether a bot plays in a process of its own."""
    return not options.trust and not is_own(bot)


def limits(options: MatchOptions) -> Limits:
    """Return what guests may take."""
    return Limits(options.time_limit, options.memory_gb)


def learns(bot: BotLike, options: MatchOptions) -> bool:
    """Make a bot and return whether it learns; what is wrong with it is a `BotError`."""
    if is_guest(bot, options):
        return guest_learns(invite(bot), limits(options))
    return make_bot(bot).learns


def chosen_seed(seed: int | None, bots: Sequence[BotLike], *, trust: bool) -> int:
    """Return a seed as it was told; else 0, or for guests one that they cannot guess.

    >>> chosen_seed(7, ["my_bots.py:Lucky"], trust=False), chosen_seed(None, ["shark"], trust=False)
    (7, 0)
    >>> chosen_seed(None, ["my_bots.py:Lucky"], trust=False) > 10**9
    True
    """
    if seed is not None:
        return seed
    return 0 if trust or all(map(is_own, bots)) else secrets.randbits(64)


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
