"""What Tab knows: bots, games, configs, rules, strategies and files. Nothing here imports a room."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from riverboat.base.configs import config_names
from riverboat.cli import names

Completion: TypeAlias = Callable[[str], list[str]]

_PACKAGE: Final = Path(__file__).parents[1]


def one_of(*known: str) -> Completion:
    """Return a completion by names.

    >>> one_of("cfr", "cfr+", "dcfr")("c")
    ['cfr', 'cfr+']
    """

    def complete(incomplete: str) -> list[str]:
        return [name for name in known if name.startswith(incomplete)]

    return complete


def bot(incomplete: str) -> list[str]:
    """Bots by name, a blueprint's strategies behind its colon, and files with bots.

    >>> bot("angry"), bot("blueprint:head")
    (['angry-fish'], ['blueprint:headsup'])
    """
    blueprints = (f"blueprint:{name}" for name in _strategies())
    return [*_starting(incomplete, (*names.BOTS, *blueprints)), *_files(incomplete, ".py")]


def strategy(incomplete: str) -> list[str]:
    """Strategies that ship, and files of strategies and solutions.

    >>> strategy("six")
    ['sixmax']
    """
    return [*_starting(incomplete, _strategies()), *_files(incomplete, ".strategy", ".rb")]


def game(incomplete: str) -> list[str]:
    """What can be solved: games, configs of trees, and files of either or of a spot."""
    known = dict.fromkeys((*names.GAMES, *config_names("games"), *config_names("trees")))
    return [*_starting(incomplete, tuple(known)), *_files(incomplete, ".toml", ".txt")]


def tree(incomplete: str) -> list[str]:
    """Configs of betting trees."""
    return [*_starting(incomplete, config_names("trees")), *_files(incomplete, ".toml")]


def training(incomplete: str) -> list[str]:
    """Configs of training runs."""
    return [*_starting(incomplete, config_names("training")), *_files(incomplete, ".toml")]


def abstraction(incomplete: str) -> list[str]:
    """Configs of card abstractions.

    >>> abstraction("ehs-")
    ['ehs-200', 'ehs-500']
    """
    return [*_starting(incomplete, config_names("abstractions")), *_files(incomplete, ".toml")]


def _strategies() -> tuple[str, ...]:
    """Return the strategies that ship, by what their files are called before the first dot."""
    return tuple(sorted({path.name.split(".")[0] for path in (_PACKAGE / "data").glob("*.strategy")}))


def _starting(incomplete: str, known: tuple[str, ...]) -> Iterator[str]:
    return (name for name in known if name.startswith(incomplete))


def _files(incomplete: str, *endings: str) -> list[str]:
    """Return files with these endings, and folders, that what was typed may become."""
    head, typed = os.path.split(incomplete)
    try:
        found = sorted(Path(head or ".").iterdir())
    except OSError:
        return []
    seen = (
        path for path in found if path.name.startswith(typed) and (typed or not path.name.startswith("."))
    )
    kept = (path for path in seen if path.is_dir() or path.suffix in endings)
    return [os.path.join(head, path.name) + "/" * path.is_dir() for path in kept]
