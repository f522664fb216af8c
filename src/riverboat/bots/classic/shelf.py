"""The shelf: bots that are built once, each in a file of its own in the cache folder or where one likes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import check_threads
from riverboat.base.file_access import accessing, cache_folder
from riverboat.base.files import ArrayFile, check_folder, write_arrays
from riverboat.base.progress import Progress
from riverboat.bots.classic.sparbot import build_sparbot, sparbot_arrays, sparbot_of
from riverboat.bots.classic.trained_recipe import TrainedRecipe
from riverboat.bots.classic.two_phases.first_phase import FirstPhase
from riverboat.bots.classic.two_phases.gs1 import build_gs1
from riverboat.bots.classic.two_phases.gs2 import build_gs2
from riverboat.errors import BotError

SUFFIX: Final = ".bot"
_VERSION: Final = 1  # what an older release built is built again, in the time that is told


@dataclass(frozen=True)
class Recipe:
    """How a bot is built, kept and opened. takes: how long it takes, in words.

    needs: bots that the build is given by name; those that are not on the shelf are built first.
    """

    build: Callable[..., Any]
    arrays: Callable[[Any], dict[str, np.ndarray]]
    opened: Callable[[dict[str, np.ndarray]], Any]
    takes: str
    needs: tuple[str, ...] = ()

    suffix = SUFFIX


RECIPES: Final[dict[str, Recipe | TrainedRecipe]] = {
    "sparbot": Recipe(build_sparbot, sparbot_arrays, sparbot_of, "some minutes of one processor"),
    "gs1": Recipe(build_gs1, FirstPhase.arrays, FirstPhase.of_arrays, "some minutes of one processor"),
    "gs2": Recipe(
        build_gs2,
        FirstPhase.arrays,
        FirstPhase.of_arrays,
        "some minutes of one processor",
        needs=("sparbot",),
    ),
    "gs3": TrainedRecipe("gs3", 20, "half an hour of two processors"),
    "gs3-small": TrainedRecipe("gs3-small", 5, "some ten minutes of two processors"),
    "gs4": TrainedRecipe("gs4", 20, "half an hour of two processors"),
    "limit-blueprint": TrainedRecipe("limit-blueprint", 15, "half an hour of two processors"),
    "tartanian": TrainedRecipe("tartanian", 10, "a quarter of an hour of two processors"),
}
"""The bots that are built before they play."""


def shelf_file(name: str) -> Path:
    """Return where a bot is looked for if no file is named."""
    return cache_folder() / f"{name}{RECIPES[name].suffix}"


def build_bot(
    name: str,
    file: str | os.PathLike[str] | None = None,
    *,
    minutes: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Build a bot and write it, by default where it is looked for; an old file stays until the new one is whole.

    minutes: how long one that is trained learns in this call; its run goes on where the last call has left it.
    """
    if name not in RECIPES:
        near = did_you_mean(name, RECIPES)
        raise BotError(
            f"there is nothing to build for {name!r}{near or ';'} bots that are built are {_names()}"
        )
    check_threads(threads, BotError)
    path = Path(file) if file is not None else shelf_file(name)
    if file is None:
        with accessing(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
    check_folder(path)
    recipe = RECIPES[name]
    if isinstance(recipe, TrainedRecipe):
        recipe.build(path, minutes=minutes, threads=threads, progress=progress)
        return path
    if minutes is not None:
        raise BotError(
            f"minutes is {minutes!r}, and {name} is not trained but built to its end; leave it out"
        )
    for other in recipe.needs:
        if not shelf_file(other).exists():
            build_bot(other, threads=threads, progress=progress)
    given = {other: open_bot(other) for other in recipe.needs}
    made = recipe.build(**given, threads=threads, progress=progress)
    write_arrays(path, recipe.arrays(made), kind=f"bot {name}", version=_VERSION, compress=True)
    return path


def open_bot(name: str, file: str = "") -> Any:
    """Open a bot that was built; opened files are shared by all bots of a process.

    >>> open_bot("sparbot", "nowhere.bot")
    Traceback (most recent call last):
    riverboat.errors.BotError: sparbot is not built: there is no 'nowhere.bot'; run `riverboat bots build sparbot -o \
nowhere.bot`, which takes some minutes of one processor
    """
    path = built_file(name, file)
    return _opened(name, path, path.stat().st_mtime_ns)


def built_file(name: str, file: str = "") -> Path:
    """Return the file of a bot that was built; raise, and say how to build it, if there is none."""
    path = Path(file) if file else shelf_file(name)
    with accessing(path):
        if not path.exists():
            where = f" -o {path}" if file else ""
            raise BotError(
                f"{name} is not built: there is no '{path}'; run `riverboat bots build {name}{where}`, which takes "
                f"{RECIPES[name].takes}"
            )
    return path


@lru_cache(maxsize=4)
def _opened(name: str, path: Path, changed: int) -> Any:
    file, recipe = ArrayFile(path, kind=f"bot {name}", max_version=_VERSION), RECIPES[name]
    assert isinstance(recipe, Recipe)  # others are strategies, which open themselves
    return recipe.opened({array: np.asarray(file[array]) for array in file.names})


def _names() -> str:
    return ", ".join(RECIPES)
