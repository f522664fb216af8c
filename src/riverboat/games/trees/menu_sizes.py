"""Sizes and caps that depend on how many players are still in and, for raises, on how many raises came before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from riverboat import _core
from riverboat.base.checks import whole
from riverboat.errors import MenuError
from riverboat.games.rules.game import MAX_PLAYERS
from riverboat.games.trees.sizes import Size, parse_sizes, sizes_text

T = TypeVar("T")
Sizes = tuple[Size, ...]

NO_SIZES: Final = "none"
"""What stands for an empty list of sizes, for instance to take away what a base config has."""


@dataclass(frozen=True)
class SizesBy:
    """Sizes by players still in, then by raises before.

    by_players: pairs of a number of players and lists of sizes, ascending, the first for 2. The pair with the largest
    number that is not more than the players in counts, and in it the list of that raise, or the last one.

    >>> sizes = SizesBy.parse({"2": ["2.5x", "a"], "4": "none"})
    >>> sizes_text(sizes.at(3)), sizes_text(sizes.at(3, raises=7)), sizes.at(5)
    ('2.5x', 'a', ())
    """

    by_players: tuple[tuple[int, tuple[Sizes, ...]], ...]

    @classmethod
    def parse(cls, value: object, what: str = "raises", kind: Literal["bet", "raise"] = "raise") -> SizesBy:
        """Read a text, a list of texts (raises only) or a table of them by players in."""
        return cls(_by_players(value, what, lambda part, where: _lists(part, where, kind)))

    def at(self, players_in: int, raises: int = 0) -> Sizes:
        """Return the sizes with so many players in, after so many raises."""
        lists = at_players(self.by_players, players_in)
        return lists[min(raises, len(lists) - 1)]

    def with_more(self, more: Sizes) -> SizesBy:
        """Return the same with more sizes behind those of every list, none twice."""
        return SizesBy(
            tuple(
                (players, tuple(tuple(dict.fromkeys((*sizes, *more))) for sizes in lists))
                for players, lists in self.by_players
            )
        )

    @property
    def situations(self) -> int:
        """The longest list of sizes by raise number."""
        return max(len(lists) for _, lists in self.by_players)

    def to_table(self) -> object:
        """Return the value that `parse` reads, as short as it can be."""
        return by_players_table(self.by_players, _lists_table)


def by_players_numbers(value: object, what: str, least: int, most: int) -> tuple[tuple[int, int], ...]:
    """Read a whole number, or a table of them by players in.

    >>> by_players_numbers({"2": 3, "3": 1}, "max_raises", 0, 126)
    ((2, 3), (3, 1))
    """
    return _by_players(
        value, what, lambda part, where: whole(where, part, MenuError, least=least, most=most, example=most)
    )


def at_players(pairs: tuple[tuple[int, T], ...], players_in: int) -> T:
    """Return the value of the largest number that is not more than the players in."""
    return next(value for players, value in reversed(pairs) if players <= max(players_in, 2))


def by_players_table(pairs: tuple[tuple[int, T], ...], write: Callable[[T], object]) -> object:
    """Return what was read, as a plain value if it is the same for any number of players."""
    if len(pairs) == 1:
        return write(pairs[0][1])
    return {str(players): write(value) for players, value in pairs}


def _by_players(value: object, what: str, parse: Callable[[object, str], T]) -> tuple[tuple[int, T], ...]:
    if not isinstance(value, Mapping):
        return ((2, parse(value, what)),)
    pairs = sorted((_players(key, what), part) for key, part in value.items())
    if not pairs or pairs[0][0] != 2:
        raise MenuError(
            f'{what} has no entry for 2 players; a table by players in is, for example, {{ 2 = "33% 75%", 3 = "50%" }}'
        )
    return tuple((players, parse(part, f"{what} for {players} players")) for players, part in pairs)


def _players(key: object, what: str) -> int:
    players = int(key) if isinstance(key, str) and key.isdecimal() else key
    return whole(
        f"{what}: the number of players in", players, MenuError, least=2, most=MAX_PLAYERS, example=2
    )


def _lists(value: object, what: str, kind: Literal["bet", "raise"]) -> tuple[Sizes, ...]:
    if isinstance(value, list | tuple):
        if kind == "bet":
            raise MenuError(f"{what} is {value!r}; a list goes by raise number, so only raises take one")
        if not value:
            raise MenuError(f'{what} is an empty list; write "{NO_SIZES}" for no sizes')
        return tuple(_sizes(part, f"{what}, raise {place}", kind) for place, part in enumerate(value, 1))
    return (_sizes(value, what, kind),)


def _sizes(value: object, what: str, kind: Literal["bet", "raise"]) -> Sizes:
    if not isinstance(value, str):
        raise MenuError(f"{what} is {value!r}; sizes are text, such as '33% 75% a'")
    if value.strip().lower() == NO_SIZES:
        return ()
    try:
        sizes = parse_sizes(value, kind)
    except MenuError as problem:
        raise MenuError(f"{what}: {problem}") from None
    if len(sizes) > _core.MOST_SIZES:
        raise MenuError(f"{what} has {len(sizes)} sizes; at most {_core.MOST_SIZES} fit a decision")
    return sizes


def _lists_table(lists: tuple[Sizes, ...]) -> object:
    texts = [sizes_text(sizes) or NO_SIZES for sizes in lists]
    return texts[0] if len(texts) == 1 else texts
