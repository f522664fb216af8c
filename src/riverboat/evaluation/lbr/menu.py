"""What a local best response may choose from: fold, call, parts of the pot, all-in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from riverboat.errors import MenuError
from riverboat.games.rules.action import CALL, FOLD, Action
from riverboat.games.rules.table import Table

_MANY: Final = tuple(0.05 * 1.15**k for k in range(55))
"""Lisý and Bowling's sizes: from a twentieth of the pot to 95 pots."""
_PERCENT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)%")
_EXAMPLE: Final = "'fcpa', or words such as 'f c 33% 100% a'"


@dataclass(frozen=True)
class LbrMenu:
    """The choices of a local best response; calling is always one of them.

    name: what it was read from. fold, all_in: whether they are there. pots: bets as parts of the pot after calling,
    ascending.

    >>> menu = lbr_menu("f c 33% 100% a")
    >>> menu.pots, menu.all_in, len(lbr_menu("56").pots)
    ((0.33, 1.0), True, 55)
    """

    name: str
    fold: bool
    pots: tuple[float, ...]
    all_in: bool

    def actions(self, table: Table, tree: Sequence[Action] | None = None) -> list[Action]:
        """Return what may be done at a table, ascending.

        tree: the only actions there are, in games with a betting tree; the menu's bets are then the nearest of its.

        >>> from riverboat.games import nolimit_holdem
        >>> lbr_menu("fcpa").actions(Table(nolimit_holdem()))
        [-1, 0, 300, 10000]
        """
        legal, bets = table.legal_actions, set[Action]()
        least, most = legal.min_raise_to, legal.max_raise_to
        if least is not None and most is not None:
            match, pot = max(table.bets), table.pot + legal.call
            bets = {min(max(round(match + part * pot), least), most) for part in self.pots}
            bets |= {most} if self.all_in else set()
        if tree is not None:
            known = [action for action in tree if action > CALL]
            bets = {min(known, key=lambda one: abs(one - bet)) for bet in bets} if known else set()
        return [*([FOLD] if self.fold and legal.can_fold else ()), CALL, *sorted(bets)]


def lbr_menu(menu: str | LbrMenu) -> LbrMenu:
    """Return a menu by its name or its words.

    `fc` folds and calls; `fcpa` also bets the pot and all-in; `56` is fold, call, all-in and 0.05 · 1.15^k pots for k
    from 0 to 54 (Lisý and Bowling 2017). Words: f, c, p for the pot, a for all-in, 33% for a third of the pot.
    """
    if isinstance(menu, LbrMenu):
        return menu
    if not isinstance(menu, str) or not menu.strip():
        raise MenuError(f"{menu!r} is not a menu of a local best response; give {_EXAMPLE}")
    if menu == "56":
        return LbrMenu(menu, True, _MANY, True)
    words = menu.split() if " " in menu.strip() else list(menu.strip())
    if len(words) == 1 and _PERCENT.fullmatch(menu.strip()):
        words = [menu.strip()]
    pots = []
    for word in words:
        if word not in ("f", "c", "a"):
            found = _PERCENT.fullmatch("100%" if word == "p" else word)
            if found is None or float(found[1]) == 0:
                raise MenuError(
                    f"{word!r} of the menu {menu!r} is not f, c, p, a or a part of the pot; give {_EXAMPLE}"
                )
            pots.append(float(found[1]) / 100)
    if "c" not in words:
        raise MenuError(
            f"the menu {menu!r} has no call; who looks one bet ahead compares everything with calling: give {_EXAMPLE}"
        )
    return LbrMenu(menu.strip(), "f" in words, tuple(sorted(set(pots))), "a" in words)
