"""Configs of betting trees: a game, a menu, where the tree begins and how it is stored, in TOML."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Final

from riverboat.base.arguments import did_you_mean
from riverboat.base.sources import read_source
from riverboat.base.toml_text import INLINE, toml_text
from riverboat.errors import GameError, HistoryError, MenuError
from riverboat.games.histories.line import parse_line
from riverboat.games.rules.action import Action, act
from riverboat.games.rules.game import Game
from riverboat.games.rules.game_file import game_from_table, write_game
from riverboat.games.rules.streets import street_names, street_round
from riverboat.games.rules.table import Table
from riverboat.games.trees.menu import Menu
from riverboat.games.trees.menu_file import menu_from_table, menu_table
from riverboat.games.trees.menu_sizes import whole
from riverboat.games.trees.rows import Rows

NEVER: Final = "never"
_KEYS: Final = ("name", "base", "start", "reentrant_from", "rows", "buckets", "game", "menu")


@dataclass(frozen=True)
class TreeConfig:
    """Everything that decides a betting tree.

    start: the betting line that leads to the root of the tree, such as "f f f f"; "" is the start of the hand.
    joined_from: the street from which on equal situations share a node (`reentrant_from` in TOML), or "never".
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
    rows: Rows = field(default_factory=Rows)
    buckets: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
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
        whole(count, "a number of buckets", 1, 2**40)


# --- reading -----------------------------------------------------------------------------------------------


def shipped_configs() -> tuple[str, ...]:
    """Return the names of the configs that come with the package.

    >>> "tyche-6" in shipped_configs()
    True
    """
    files = resources.files("riverboat") / "configs"
    names = (file.name.removesuffix(".toml") for file in files.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(names))


def read_config(source: str | os.PathLike[str]) -> TreeConfig:
    """Return a config: one that ships by its name, a TOML file by its path, or TOML text itself.

    Text is told by a line break or a `=`. A config may begin with `base`, the name of one that ships or a path beside
    its own file: tables are merged key by key, and what it says itself goes first. A `[game]` with a `base` of its own
    replaces the whole game.

    >>> config = read_config('base = "hu-fcpa"\\n[game]\\nstack_bb = 20\\n[menu]\\nlimps = "none"')
    >>> config.game.stacks, config.menu.limps
    ((2000, 2000), 'none')
    """
    text, name, folder = _find(source, Path())
    return config_from_table(_resolve(text, name, folder, (name,)), name)


def config_from_table(table: Mapping[str, Any], name: str = "") -> TreeConfig:
    """Return the config of a table whose base, if it had one, is merged into it already."""
    _check_keys(table)
    game = game_from_table(_part(table, "game"))
    buckets = table.get("buckets")
    if buckets is not None and not isinstance(buckets, list | tuple):
        raise MenuError(
            f"buckets is {buckets!r}; it must be a list by street, such as [169, 1024, 1024, 2012]"
        )
    return TreeConfig(
        name=_text(table, "name", name or game.name),
        game=game,
        menu=menu_from_table(_part(table, "menu")),
        start=_text(table, "start", ""),
        joined_from=_text(table, "reentrant_from", NEVER),
        rows=Rows.parse(table.get("rows", "own")),
        buckets=None if buckets is None else tuple(buckets),
    )


def write_config(config: TreeConfig) -> str:
    """Return a config as TOML with everything spelled out; `read_config` gives the same config back."""
    table: dict[str, Any] = {
        "name": config.name,
        "start": config.start,
        "reentrant_from": config.joined_from,
        "rows": config.rows.to_table(),
    }
    if config.buckets is not None:
        table["buckets"] = config.buckets
    return toml_text(
        {**table, "game": tomllib.loads(write_game(config.game)), "menu": menu_table(config.menu)}
    )


def _find(source: str | os.PathLike[str], folder: Path) -> tuple[str, str, Path]:
    """Return the text of a source, what it is called and the folder that its base is looked for in."""
    if isinstance(source, str):
        if "\n" in source or "=" in source:
            return source, "", folder
        if source in shipped_configs():
            return (
                (resources.files("riverboat") / "configs" / f"{source}.toml").read_text("utf-8"),
                source,
                folder,
            )
        if not source.endswith(".toml"):
            names = shipped_configs()
            raise MenuError(
                f"{source!r} is not a config; those that ship are {', '.join(names)}, and a file ends in .toml"
                f"{did_you_mean(source, names)}"
            )
    path = folder / source
    return read_source(path, is_text=False), path.stem, path.parent


def _resolve(text: str, name: str, folder: Path, chain: tuple[str, ...]) -> dict[str, Any]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = f" {name!r}" if name else ""
        raise MenuError(
            f'the config{where} is not valid TOML: {error}; a valid one is base = "hu-fcpa"'
        ) from None
    _check_keys(table)
    if "base" not in table:
        return table
    base = _text(table, "base", "")
    base_text, base_name, base_folder = _find(base if "=" not in base else base + ".toml", folder)
    if base_name in chain:
        way = " → ".join((*chain, base_name)).lstrip(" →")
        raise MenuError(f"configs are based on each other: {way}; one of them must stand on its own")
    below = _resolve(base_text, base_name, base_folder, (*chain, base_name))
    below.pop("name", None)
    return _merge(below, {key: value for key, value in table.items() if key != "base"})


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


def _check_keys(table: Mapping[str, Any]) -> None:
    for key in table:
        if key not in _KEYS:
            raise MenuError(
                f"'{key}' is not a key of a config; keys are {', '.join(_KEYS)}{did_you_mean(key, _KEYS)}"
            )


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
