"""What a subgame offers: a menu of its own, and always the bets that were really made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from riverboat.games.rules.action import CALL, Action, act
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu, StreetMenu
from riverboat.games.trees.menu_file import menu_from_table
from riverboat.games.trees.menu_sizes import Sizes, SizesBy
from riverboat.games.trees.sizes import Size

_EDGES: Final = {"all_in": 2.0, "force_all_in": 0.25, "merge": 0.1}
_TWO: Final = {"bets": {"2": "33% 75%", "4": "66%"}, "raises": "75%", "max_raises": {"2": 2, "3": 1}}
_THREE: Final = {**_TWO, "bets": {"2": "33% 75% 150%", "4": "66%"}}
_ONE: Final = {"bets": "66%", "raises": "75%", "max_raises": 1}

RING_MENUS: Final[dict[str, Menu]] = {
    "flop": menu_from_table({"flop": _TWO, "turn": _ONE, "river": _ONE, **_EDGES}),
    "turn": menu_from_table({"every": _TWO, **_EDGES}),
    "river": menu_from_table({"every": _THREE, **_EDGES}),
}
"""By the street that a subgame begins on: two or three bets, a raise, twice, and all-in up to two pots.

Three players have some 130 decisions on a river, 620 from a turn on and 1,500 from a flop on, where the later streets
have one bet: few enough to be met often within seconds.
"""


def menu_at(root: Table, actions: Sequence[Action], menu: Menu | None = None) -> Menu:
    """Return the menu of a subgame. actions: what was really done there from its root on; all of it is on the menu.

    >>> from riverboat.games import nolimit_holdem
    >>> from riverboat.games.histories.line import parse_line
    >>> game = nolimit_holdem(3)
    >>> root = Table(game)
    >>> for action in parse_line("r2.5 c c", game).actions:
    ...     act(root, action)
    >>> menu_at(root, [0, 411]).choices(root)  # 411 chips were bet
    [0, 248, 411, 563]
    """
    street = street_names(root.game)[root.round]
    chosen = menu or RING_MENUS.get(street) or Menu()
    if root.game.betting != "no-limit":
        return chosen
    at, bets, raises = root.copy(), list[Size](), list[Size]()
    for action in actions:
        if at.round != root.round:
            break
        if action > CALL:
            (raises if max(at.bets) else bets).append(Size("c", action))
        act(at, action)
    if not bets and not raises:
        return chosen
    own = chosen.street(street)
    most = own.max_raises and tuple((players, max(most, len(raises))) for players, most in own.max_raises)
    finer = StreetMenu(_bets(own.bets, tuple(bets)), _raises(own.raises, raises), None, most)
    streets = [(name, finer if name == street else chosen.street(name)) for name in street_names(root.game)]
    # What is merged or forced all-in would not be what was done.
    return replace(chosen, streets=tuple(streets), merge=0, force_all_in=0)


def _bets(own: SizesBy | None, real: Sizes) -> SizesBy | None:
    if not real:
        return own
    return SizesBy(((2, (real,)),)) if own is None else own.with_more(real)


def _raises(own: SizesBy | None, real: Sequence[Size]) -> SizesBy | None:
    """The first raise that was made beside the menu's first ones, the second beside its second."""
    if not real:
        return own
    by_players = SizesBy(((2, ((),)),)).by_players if own is None else own.by_players
    return SizesBy(tuple((players, _beside(lists, real)) for players, lists in by_players))


def _beside(lists: tuple[Sizes, ...], real: Sequence[Size]) -> tuple[Sizes, ...]:
    longer = [lists[min(place, len(lists) - 1)] for place in range(max(len(lists), len(real) + 1))]
    return tuple(
        tuple(dict.fromkeys((*sizes, *real[place : place + 1]))) for place, sizes in enumerate(longer)
    )
