"""Configs of betting trees: a game, a menu, where the tree begins and how it is stored, in TOML."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from riverboat.base.checks import check_keys, flag, instance, whole
from riverboat.base.configs import ConfigText, config_names, find_config, is_config_text
from riverboat.base.toml_text import INLINE, toml_table, toml_text
from riverboat.errors import GameError, HistoryError, MenuError
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import game_from_table, game_table, read_game, shipped_games
from riverboat.games.rules.presets import PRESETS
from riverboat.games.rules.streets import street_names, street_round
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.menu_file import menu_from_table, menu_table
from riverboat.games.trees.rows import Rows

NEVER: Final = "never"
_KEYS: Final = (
    "name",
    "base",
    "start",
    "reentrant_from",
    "keep_aggressor",
    "rows",
    "buckets",
    "game",
    "menu",
)


@dataclass(frozen=True)
class TreeConfig:
    """Everything that decides a betting tree.

    start: the betting line that leads to the root of the tree, such as "f f f f"; "" is the start of the hand.
    joined_from: the street from which on equal situations share a node (`reentrant_from` in TOML), or "never".
    keep_aggressor: situations are equal only if the same seat bet or raised last in the hand.
    rows: which nodes share a row of the strategy table. buckets: card buckets by street, if the config names them.

    >>> config = read_config("tyche-2")
    >>> config.game.players, config.start, config.joined_from, config.root().actor
    (6, 'f f f f', 'flop', 0)
    """

    name: str
    game: Game
    menu: Menu
    start: str = ""
    joined_from: str = NEVER
    keep_aggressor: bool = False
    rows: Rows = field(default_factory=Rows)
    buckets: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        instance("game", self.game, Game, GameError, example="leduc()")
        instance("menu", self.menu, Menu, MenuError, example="Menu()")
        self.menu.verify(self.game)
        if self.joined_from != NEVER:
            street_round(self.game, self.joined_from)
        if self.root().is_over:
            raise MenuError(f"start {self.start!r} ends the hand; a tree begins where somebody is to act")
        if self.buckets is not None:
            check_buckets(self.buckets, self.game)

    @property
    def start_actions(self) -> tuple[Action, ...]:
        """The actions before the root."""
        try:
            return parse_line(self.start, self.game).actions
        except HistoryError as problem:
            raise MenuError(f"start: {problem}") from None

    def root(self) -> Table:
        """Return a table at the root of the tree."""
        table = Table(self.game)
        for action in self.start_actions:
            act(table, action)
        return table


def check_buckets(buckets: tuple[int, ...], game: Game) -> None:
    """Raise a `MenuError` unless there is one number of buckets, from 1 up, for each street."""
    if len(buckets) != game.rounds:
        streets = ", ".join(street_names(game))
        raise MenuError(
            f"buckets are {len(buckets)} numbers; {game.name!r} has {game.rounds} streets: {streets}"
        )
    for count in buckets:
        whole("a number of buckets", count, MenuError, least=1, most=2**40, example=1024)


# --- reading -----------------------------------------------------------------------------------------------


def shipped_configs() -> tuple[str, ...]:
    """Return the names of the configs that come with the package.

    >>> "tyche-6" in shipped_configs()
    True
    """
    return config_names("trees")


def read_config(source: str | os.PathLike[str]) -> TreeConfig:
    """Return a config: one that ships by its name, a TOML file by its path, or TOML text itself.

    Text is told by a line break or a `=`. A config may begin with `base`, the name of one that ships or a path beside
    its own file: tables are merged key by key, and what it says itself goes first. A `[game]` with a `base` of its own
    replaces the whole game. Rules alone, by name or in a file, are the config of a limit game's whole tree; no-limit
    games need a menu.

    >>> config = read_config('base = "hu-fcpa"\\n[game]\\nstack_bb = 20\\n[menu]\\nlimps = "none"')
    >>> config.game.stacks, config.menu.limps
    ((2000, 2000), 'none')
    """
    return config_of(read_game_or_config(source))


def read_game_or_config(source: str | os.PathLike[str]) -> Game | TreeConfig:
    """Return what a name, a file or a text stands for: a config, or a game if it has nothing but rules.

    >>> read_game_or_config("kuhn-4").name, type(read_game_or_config("hu-fcpa")).__name__
    ('kuhn-4', 'TreeConfig')
    """
    if isinstance(source, str) and source in (*PRESETS, *shipped_games()) and source not in shipped_configs():
        return read_game(source)
    found = find_config("trees", source, MenuError)
    table = _table_of(found)
    if _is_rules(table):
        return game_from_table(table)
    return config_from_table(_resolve(table, found.folder, (found.name,)), found.name)


def config_of(game: Game | TreeConfig, menu: Menu | None = None) -> TreeConfig:
    """Return the config of a game with a menu, which no-limit games need; a config has a menu of its own.

    >>> from riverboat.games import leduc
    >>> config_of(leduc()).name
    'leduc'
    """
    instance("game", game, Game | TreeConfig, GameError, example="'leduc' or leduc()")
    if isinstance(game, TreeConfig):
        return game if menu is None else replace(game, menu=menu)
    if menu is None and game.betting == "no-limit":
        raise MenuError(
            f"{game.name!r} is a no-limit game, which needs sizes to choose from; give menu=menu_from_table("
            '{"every": {"bets": "75%", "raises": "2.5x"}}) or a config such as "hu-fcpa"'
        )
    return TreeConfig(game.name, game, menu or Menu())


def config_from_table(table: Mapping[str, Any], name: str = "") -> TreeConfig:
    """Return the config of a table whose base, if it had one, is merged into it already."""
    instance("a config", table, Mapping, MenuError, example='{"game": {"base": "leduc"}}')
    check_keys("a config", table, _KEYS, MenuError)
    game = game_from_table(_part(table, "game"))
    buckets = table.get("buckets")
    if buckets is not None and not isinstance(buckets, list | tuple):
        raise MenuError(
            f"buckets is {buckets!r}; it must be a list by street, such as [169, 1024, 1024, 2048]"
        )
    return TreeConfig(
        name=_text(table, "name", name or game.name),
        game=game,
        menu=menu_from_table(_part(table, "menu")),
        start=_text(table, "start", ""),
        joined_from=_text(table, "reentrant_from", NEVER),
        keep_aggressor=flag("keep_aggressor", table.get("keep_aggressor", False), MenuError),
        rows=Rows.parse(table.get("rows", "own")),
        buckets=None if buckets is None else tuple(buckets),
    )


def write_config(config: TreeConfig) -> str:
    """Return a config as TOML with everything spelled out; `read_config` gives the same config back."""
    return toml_text(config_table(config))


def config_table(config: TreeConfig) -> dict[str, Any]:
    """Return everything that decides a tree as plain values; `config_from_table` gives the same config back."""
    return {
        "name": config.name,
        "start": config.start,
        "reentrant_from": config.joined_from,
        **({"keep_aggressor": True} if config.keep_aggressor else {}),
        "rows": config.rows.to_table(),
        **({} if config.buckets is None else {"buckets": config.buckets}),
        "game": game_table(config.game),
        "menu": menu_table(config.menu),
    }


def _table_of(found: ConfigText) -> dict[str, Any]:
    shown = f"the config {found.name!r}" if found.name else "the config"
    return toml_table(found.text, shown, MenuError, example='base = "hu-fcpa"')


def _is_rules(table: Mapping[str, Any]) -> bool:
    """Whether it is a game: rules of its own, or based on a preset and not on a config."""
    base = table.get("base")
    return "betting" in table or (base in PRESETS and base not in shipped_configs())


def _resolve(table: dict[str, Any], folder: Path, chain: tuple[str, ...]) -> dict[str, Any]:
    """Return a table with its base merged into it. folder: where the base is looked for. chain: who is based on it."""
    check_keys("a config", table, _KEYS, MenuError)
    if "base" not in table:
        return table
    base = _text(table, "base", "")
    if is_config_text(base):
        raise MenuError(f'base is {base!r}; it must be the name of a config or a path, such as "hu-fcpa"')
    below = find_config("trees", base, MenuError, folder=folder)
    if below.name in chain:
        way = " → ".join((*chain, below.name)).lstrip(" →")
        raise MenuError(f"configs are based on each other: {way}; one of them must stand on its own")
    merged = _resolve(_table_of(below), below.folder, (*chain, below.name))
    merged.pop("name", None)
    return _merge(merged, {key: value for key, value in table.items() if key != "base"})


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        if both and key not in INLINE and "base" not in value:
            merged[key] = _merge(before, value)  # type: ignore[arg-type]  # both are tables
        else:
            merged[key] = value
    return merged


def _part(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, Mapping):
        raise MenuError(f"{key} is {value!r}; it must be a table that begins with [{key}]")
    if key == "game" and not value:
        raise GameError('the config has no game; add [game] with base = "nolimit-holdem"')
    return value


def _text(table: Mapping[str, Any], key: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise MenuError(f"{key} is {value!r}; it must be text in quotes")
    return value
