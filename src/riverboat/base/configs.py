"""Configs that come with the package, and where a config is looked for: a name, a TOML file or TOML text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import shown
from riverboat.base.file_access import path_of
from riverboat.base.sources import read_source
from riverboat.errors import RiverboatError

ConfigKind: TypeAlias = Literal["games", "trees", "abstractions", "training"]
"""The folders of `riverboat/configs`."""

_WORDS: Final[dict[ConfigKind, str]] = {
    "games": "a game",
    "trees": "a config of a betting tree",
    "abstractions": "a config of an abstraction",
    "training": "a training config",
}


class ConfigText(NamedTuple):
    """The text of a config, what it is called ("" if it was given as text) and where its own paths are looked for."""

    text: str
    name: str
    folder: Path


@cache
def config_names(kind: ConfigKind) -> tuple[str, ...]:
    """Return the names of the configs of a kind that come with the package.

    >>> "hu-fcpa" in config_names("trees"), "ehs-200" in config_names("abstractions")
    (True, True)
    """
    return tuple(sorted(_shipped(kind)))


@cache
def _shipped(kind: ConfigKind) -> dict[str, Traversable]:
    """The files of a kind by name, in its folder and the folders of families in it."""
    return {
        file.name.removesuffix(".toml"): file
        for file in _files_in(resources.files("riverboat") / "configs" / kind)
        if file.name.endswith(".toml")
    }


def _files_in(folder: Traversable) -> Iterator[Traversable]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _files_in(one)
        else:
            yield one


def is_config_text(source: object) -> bool:
    """Whether a config is given as its own text, which a line break or a `=` tells from a name or a path."""
    return isinstance(source, str) and ("\n" in source or "=" in source)


def find_config(
    kind: ConfigKind, source: str | os.PathLike[str], error: type[RiverboatError], *, folder: Path = Path()
) -> ConfigText:
    """Return the text of a config: one that ships by its name, a TOML file by its path, or TOML text itself.

    folder: where a path that is not absolute begins.

    >>> find_config("trees", "hu-fcpa", RiverboatError).name
    'hu-fcpa'
    >>> find_config("games", "kuhn4", RiverboatError)
    Traceback (most recent call last):
    ...
    riverboat.errors.RiverboatError: 'kuhn4' is not a game; ... and a file ends in .toml; did you mean 'kuhn-4'?
    """
    if not isinstance(source, str | os.PathLike):
        example = config_names(kind)[0]
        raise error(
            f"{shown(source)} is not {_WORDS[kind]}; give a name such as {example!r}, a path or TOML text"
        )
    if isinstance(source, str):
        if is_config_text(source):
            return ConfigText(source, "", folder)
        if (file := _shipped(kind).get(source)) is not None:
            return ConfigText(file.read_text("utf-8"), source, folder)
        if not source.endswith(".toml"):
            names = config_names(kind)
            raise error(
                f"{source!r} is not {_WORDS[kind]}; those that ship are {', '.join(names)}, and a file ends in .toml"
                f"{did_you_mean(source, names)}"
            )
    path = folder / path_of(source)
    return ConfigText(read_source(path, False, error), path.stem, path.parent)
