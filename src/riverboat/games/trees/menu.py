"""Betting menus: which bets and raises a player may choose from, by street and situation."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from riverboat import _core
from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import number, one_of, whole
from riverboat.errors import MenuError
from riverboat.games.rules.action import Action
from riverboat.games.rules.game import MAX_PLAYERS, Game
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table, native_rules
from riverboat.games.trees.menu_sizes import Sizes, SizesBy, at_players

EVERY: Final = "every"
"""The street whose values hold wherever a street does not say otherwise."""

LIMPS: Final = ("all", "blinds", "none")
MOST_RAISES: Final = _core.NO_CAP - 1


@dataclass(frozen=True)
class PlayerMenu:
    """Sizes of one player on one street; None is what the street, or every street, says.

    bets: where nobody has bet. raises: over a bet, or over the big blind. donks: bets into the player who bet or raised
    last on the street before and has not acted yet; the same as bets if not given.
    """

    bets: SizesBy | None = None
    raises: SizesBy | None = None
    donks: SizesBy | None = None


@dataclass(frozen=True)
class StreetMenu(PlayerMenu):
    """The sizes on one street.

    max_raises: raises allowed on the street, by players still in; the opening bet is not a raise. oop, ip: sizes that
    differ for the player who acts first after the flop (out of position) and for the other; two-player games only.
    """

    max_raises: tuple[tuple[int, int], ...] | None = None
    oop: PlayerMenu | None = None
    ip: PlayerMenu | None = None


@dataclass(frozen=True)
class Menu:
    """What a player may choose from, beside folding, checking and calling.

    Read one from TOML or a dictionary by `menu_from_table`. Sizes are rounded to the nearest chip, never below the
    legal minimum, never above what anybody else in the hand could call, and one that takes the whole stack is all-in.

    streets: pairs of the name of a street and its sizes; the street "every" is for all that say nothing themselves.
    all_in: "always", "never", or a number: all-in is added where the stack is at most so many pots (after calling).
    No cap holds it back. A size `a` is all-in too, and caps count for it.
    force_all_in: a size that, once called, leaves at most so many pots behind becomes all-in.
    merge: of two sizes X > Y in pots with (1 + X) / (1 + Y) < 1 + merge only X stays, from the largest down.
    max_raises_per_hand: in the whole hand; like the caps of streets it does not count opening bets.
    limps: who may just call the big blind: "all", the "blinds", or "none".
    max_players_to_flop: when so many are in for the bet to match, the others raise or fold.

    Limit games have one size, their own: menus for them hold caps and limps only.

    >>> from riverboat.games import menu_from_table, nolimit_holdem
    >>> menu = menu_from_table({"preflop": {"raises": ["3bb", "3x"]}, "all_in": "never"})
    >>> table = Table(nolimit_holdem())
    >>> menu.choices(table)
    [-1, 0, 300]
    >>> table.raise_to(300)
    >>> menu.choices(table)
    [-1, 0, 900]
    """

    streets: tuple[tuple[str, StreetMenu], ...] = ()
    all_in: Literal["always", "never"] | float = "always"
    force_all_in: float = 0
    merge: float = 0
    max_raises_per_hand: int | None = None
    limps: Literal["all", "blinds", "none"] = "all"
    max_players_to_flop: int | None = None

    def __post_init__(self) -> None:
        if self.all_in not in ("always", "never"):
            number(
                "all_in", self.all_in, MenuError, least=0, example=1.5, kind='"always", "never" or a number'
            )
        number("force_all_in", self.force_all_in, MenuError, least=0, example=0.2)
        number("merge", self.merge, MenuError, least=0, example=0.1)
        one_of("limps", self.limps, LIMPS, MenuError)
        if self.max_raises_per_hand is not None:
            whole("max_raises_per_hand", self.max_raises_per_hand, MenuError, most=MOST_RAISES, example=4)
        if self.max_players_to_flop is not None:
            most = MAX_PLAYERS
            whole("max_players_to_flop", self.max_players_to_flop, MenuError, least=1, most=most, example=3)

    def street(self, name: str) -> StreetMenu:
        """Return the sizes on a street, those of every street filled in."""
        streets = dict(self.streets)
        own, every = streets.get(name, StreetMenu()), streets.get(EVERY, StreetMenu())
        names = ("bets", "raises", "donks", "max_raises", "oop", "ip")
        return replace(own, **{key: getattr(every, key) for key in names if getattr(own, key) is None})

    def verify(self, game: Game) -> None:
        """Raise a `MenuError` that says why, if the menu does not fit the game."""
        self.native(game)

    def native(self, game: Game) -> _core.BetMenu:
        """Return the native form for a game; it is built once."""
        return _native(self, game)

    def choices(self, table: Table) -> list[Action]:
        """Return what the menu offers whoever is to act, ascending: fold, check or call, raises.

        Folding is offered where there is something to call. Raises in the hand are counted from the table.
        """
        return self.native(table.game).choices(table)


# --- the native form ---------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _native(menu: Menu, game: Game) -> _core.BetMenu:
    names = street_names(game)
    _check_streets(menu, game, names)
    return _made(menu, names, game.players, game.betting, game.big_blind)


@lru_cache(maxsize=256)  # games that differ in stacks or antes only have the same
def _made(menu: Menu, names: tuple[str, ...], seats: int, betting: str, big_blind: int) -> _core.BetMenu:
    streets = [menu.street(name) for name in names]
    players = [_players_of(street, seats) for street in streets]
    situations = 3
    for by_seat in players:
        for sizes in by_seat:
            situations = max(situations, 2 + (sizes.raises.situations if sizes.raises else 0))
    lists: dict[Sizes, int] = {(): 0}
    list_of = [
        lists.setdefault(_sizes_in(by_seat[seat % len(by_seat)], players_in, situation), len(lists))
        for by_seat in players
        for seat in range(MAX_PLAYERS)
        for players_in in range(MAX_PLAYERS + 1)
        for situation in range(situations)
    ]
    if betting == "no-limit" and menu.all_in == "never" and len(lists) == 1:
        raise MenuError('the menu is empty: no sizes and all_in = "never"; give a size, such as bets = "75%"')
    return _core.BetMenu(
        lists=[[size.native for size in sizes] for sizes in lists],
        list_of=list_of,
        situations=situations,
        max_raises=[[_cap(street, count) for count in range(MAX_PLAYERS + 1)] for street in streets],
        max_raises_per_hand=_core.NO_CAP if menu.max_raises_per_hand is None else menu.max_raises_per_hand,
        all_in_below=_all_in_below(menu),
        force_all_in=menu.force_all_in,
        merge=menu.merge,
        limps=LIMPS.index(menu.limps),
        max_players_to_flop=MAX_PLAYERS if menu.max_players_to_flop is None else menu.max_players_to_flop,
        has_donks=any(sizes.donks is not None for by_seat in players for sizes in by_seat),
        big_blind=big_blind,
    )


def _check_streets(menu: Menu, game: Game, names: tuple[str, ...]) -> None:
    for name, street in menu.streets:
        if name != EVERY and name not in names:
            near = did_you_mean(name, names)
            raise MenuError(
                f"the menu has sizes for {name!r}, which is not a street of {game.name!r}; "
                f"it has {', '.join(names)}{near}"
            )
        sized = [street, *(player for player in (street.oop, street.ip) if player is not None)]
        if game.betting == "limit" and any(
            (part.bets, part.raises, part.donks) != (None,) * 3 for part in sized
        ):
            raise MenuError(
                f"the menu has sizes for {name!r}, but {game.name!r} is a limit game: its bets have one size; "
                "leave bets, raises and donks out"
            )
        if game.players != 2 and len(sized) > 1:
            raise MenuError(
                f"{name!r} has sizes for oop or ip, but {game.name!r} has {game.players} players; "
                "positions are for two"
            )
    if menu.max_players_to_flop is not None and names[0] != "preflop":
        raise MenuError(f"max_players_to_flop is for games that begin before the flop, not with {names[0]!r}")


def _players_of(street: StreetMenu, seats: int) -> list[PlayerMenu]:
    """The sizes of each seat, or one for all."""
    if seats != 2:
        return [street]
    return [
        street
        if own is None
        else PlayerMenu(
            bets=own.bets or street.bets, raises=own.raises or street.raises, donks=own.donks or street.donks
        )
        for own in (street.oop, street.ip)
    ]


def _sizes_in(sizes: PlayerMenu, players_in: int, situation: int) -> Sizes:
    """The list for a situation: 0 is a donk bet, 1 a bet, 2 + n a raise after n raises."""
    if situation >= 2:
        return sizes.raises.at(players_in, situation - 2) if sizes.raises else ()
    wanted = sizes.donks if situation == 0 and sizes.donks else sizes.bets
    return wanted.at(players_in) if wanted else ()


def _cap(street: StreetMenu, players_in: int) -> int:
    return _core.NO_CAP if street.max_raises is None else at_players(street.max_raises, players_in)


def _all_in_below(menu: Menu) -> float:
    """How many pots deep all-in is added, for the native menu."""
    if isinstance(menu.all_in, str):
        return math.inf if menu.all_in == "always" else -1
    return menu.all_in


def tree_rules(
    game: Game, menu: Menu, row_key: int, check_is_call: bool, keep_aggressor: bool
) -> _core.TreeRules:
    """Return what a native tree is built from."""
    return _core.TreeRules(native_rules(game), menu.native(game), row_key, check_is_call, keep_aggressor)
