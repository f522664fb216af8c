"""The sizes of a subgame: from a ladder of menus, with the bet that was really made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat.games.rules.action import CALL, Action
from riverboat.games.rules.streets import street_names
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu, StreetMenu
from riverboat.games.trees.menu_sizes import Sizes, SizesBy
from riverboat.games.trees.sizes import Size, parse_sizes

ALL_IN_POTS: Final = 4.0
"""All-in is offered where the stack is at most so many pots. Deeper, an all-in that nearly nobody makes is what takes
most iterations: on turns of limped pots, 25 pots deep, 270 to 340 to 1 % of the pot instead of 65 to 100. Who makes
one all the same is answered by solving again with it."""

_MERGE: Final = 0.1  # as the blueprints that ship have them
_FORCE_ALL_IN: Final = 0.25
_RAISES: Final = "75%"
_MOST_RAISES: Final = (2, 1)  # on the street of the cut, and on later ones


@dataclass(frozen=True)
class Rung:
    """Sizes of bets on the street where a subgame begins, and on later ones; nothing there if it ends before them."""

    now: str
    later: str

    @property
    def to_leaves(self) -> bool:
        """Whether the subgame ends with its first street."""
        return not self.later

    def __str__(self) -> str:
        if self.to_leaves:
            return f"{self.now} up to the end of the street"
        return self.now if self.now == self.later else f"{self.now}, then {self.later}"


LADDER: Final = (
    Rung("33% 75% 125% 250%", "33% 75% 125%"),
    Rung("33% 75% 150%", "50% 100%"),
    Rung("50% 100%", "50% 100%"),
    Rung("50% 100%", "75%"),
    Rung("75%", "75%"),
)
"""From the finest down: a subgame takes the first that its budget carries."""

LEAF_LADDER: Final = (Rung("33% 75%", ""),)
"""Of subgames that end with their street: what the rest is worth costs more than the street itself."""


def rung_menu(rung: Rung, root: Table, extra: Action | None = None) -> Menu:
    """Return the menu of a subgame that begins at a table. extra: a bet made there, which it has to the chip.

    Where a bet must be there to the chip, nothing is merged and nothing becomes all-in that is not.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> for action in (250, 0):
    ...     table.record(action)
    >>> rung_menu(LADDER[-1], table).choices(table), rung_menu(LADDER[-1], table, extra=137).choices(table)
    ([0, 375], [0, 137, 375])
    """
    names = street_names(root.game)
    streets = [(names[root.round], _street(rung, root, extra))]
    later = StreetMenu()
    if not rung.to_leaves:
        later = _sized((parse_sizes(rung.later, "bet"),), (parse_sizes(_RAISES),), _MOST_RAISES[1])
    streets += [(name, later) for name in names[root.round + 1 :]]
    if extra is not None:
        return Menu(tuple(streets), all_in=ALL_IN_POTS)
    return Menu(tuple(streets), all_in=ALL_IN_POTS, merge=_MERGE, force_all_in=_FORCE_ALL_IN)


def _street(rung: Rung, root: Table, extra: Action | None) -> StreetMenu:
    """The sizes of the street where the subgame begins."""
    bets, raises = parse_sizes(rung.now, "bet"), [parse_sizes(_RAISES)] * _MOST_RAISES[0]
    made = raises_before(root)
    most = _MOST_RAISES[0]
    if extra is not None and made < 0:
        bets = (*bets, Size("c", extra))
    elif extra is not None:
        raises += [()] * (made + 1 - len(raises))
        raises[made] = (*raises[made], Size("c", extra))
        most = max(most, made + 1)
        raises.append(())  # beyond it, what the ladder has
    return _sized((bets,), tuple(raises), most)


def _sized(bets: tuple[Sizes, ...], raises: tuple[Sizes, ...], most: int) -> StreetMenu:
    return StreetMenu(bets=SizesBy(((2, bets),)), raises=SizesBy(((2, raises),)), max_raises=((2, most),))


def raises_before(table: Table) -> int:
    """Return how many raises there were on a table's street; -1 if nobody has bet.

    >>> from riverboat.games import nolimit_holdem
    >>> table = Table(nolimit_holdem())
    >>> raises_before(table)
    0
    >>> for action in (250, 0, 0):
    ...     table.record(action)
    >>> raises_before(table)
    -1
    """
    bets = int(table.round == 0)  # the big blind is one
    again = Table(table.game)
    for action in table.taken:
        if again.round == table.round:
            bets += action > CALL
        again.record(action)
    return bets - 1
