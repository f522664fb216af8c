"""What `riverboat solve` was told to solve: options, a file, or a file with options in place of what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.cli.options import refuse, to_stderr
from riverboat.cli.tournament.numbers import read_numbers
from riverboat.errors import SolverError

if TYPE_CHECKING:
    from riverboat.games import Menu
    from riverboat.solvers import GameSetup, SolveOptions
    from riverboat.solvers.spots.sizes_text import SizesLike
    from riverboat.solvers.spots.spot_file import SpotFile

_REQUIRED: Final = ("board", "oop", "ip", "pot", "stack")
_MENU: Final = ("sizes", "all_in", "force_all_in", "merge")


def what_to_solve(
    game: str | None, given: dict[str, Any], locks: list[str], asked: SolveOptions
) -> tuple[GameSetup, SolveOptions]:
    """Return the setup, and the options with what a file of a spot says where they say nothing."""
    from riverboat.solvers import game_setup
    from riverboat.solvers.spots.files import is_game_config

    if game is None or (Path(game).is_file() and not is_game_config(game)):
        spot, asked = spot_to_solve(game, given, locks, asked)
        return spot.setup().game_setup(), asked
    menu = {name: given.pop(name) for name in _MENU if name in given}
    refuse({_option(name): value for name, value in given.items()}, f"{game!r} is a game of its own")
    return game_setup(game, _menu(**menu) if menu else None, locks=locks), asked


def _menu(sizes: SizesLike | None = None, **options: Any) -> Menu:
    """Return a menu of options, in place of that of a config."""
    from riverboat.solvers.spots.sizes_text import DEFAULT_SIZES, spot_menu
    from riverboat.solvers.spots.spot import ALL_IN, FORCE_ALL_IN, MERGE

    usual = {"all_in": ALL_IN, "force_all_in": FORCE_ALL_IN, "merge": MERGE}
    return spot_menu(DEFAULT_SIZES if sizes is None else sizes, **{**usual, **options})


def spot_to_solve(
    game: str | None, given: dict[str, Any], locks: list[str], asked: SolveOptions
) -> tuple[SpotFile, SolveOptions]:
    """Return a spot of options, or of a file with options in place of what it says, and how far to solve it."""
    from riverboat.solvers.spots.files import read_spot
    from riverboat.solvers.spots.spot_file import SpotFile

    if game is None:
        missing = [_option(name) for name in _REQUIRED if name not in given]
        if missing:
            raise SolverError(f"give a game, such as leduc, or all of a spot; {', '.join(missing)} missing")
        spot = SpotFile(**given, locks=tuple(locks))
    else:
        read = read_spot(game, board=given.get("board"))
        spot = replace(read, **given, locks=(*read.locks, *locks))
        for note in spot.notes:
            to_stderr(f"{game}: {note}")
    target = asked.target
    if target is None and asked.target_mbb is None:
        target = spot.accuracy_percent
    return spot, replace(
        asked,
        target=None,
        target_pot_percent=target,
        iterations=spot.iterations if asked.iterations is None else asked.iterations,
        threads=spot.threads if asked.threads is None else asked.threads,
    )


# --- options as a spot takes them ------------------------------------------------------------------------------


def read_spot_options(**options: Any) -> dict[str, Any]:
    """Return the options that were given, read: amounts, stacks, all-in and prizes as numbers.

    >>> read_spot_options(pot=180.0, stack="910,700", all_in="1.5", board=None)
    {'pot': 180, 'stack': (910, 700), 'all_in': 1.5}
    """
    given = {name: value for name, value in options.items() if value is not None}
    readers: dict[str, Callable[[Any], Any]] = {
        "pot": _amount,
        "stack": _stack,
        "all_in": _all_in,
        "payouts": lambda text: tuple(read_numbers("--payouts", text, "50,30,20")),
        "others": lambda text: tuple(read_numbers("--others", text, "4000,2500")),
    }
    return given | {name: read(given[name]) for name, read in readers.items() if name in given}


def _amount(number: float) -> float:
    """Return whole numbers as such: chips are counted."""
    return int(number) if number.is_integer() else number


def _stack(text: str) -> float | tuple[float, ...]:
    try:
        numbers = tuple(_amount(float(part)) for part in text.split(","))
    except ValueError:
        raise SolverError(f"--stack is {text!r}; give chips behind, such as 910 or 910,700") from None
    return numbers[0] if len(numbers) == 1 else numbers


def _all_in(text: str) -> str | float:
    try:
        return text if text in ("always", "never") else float(text)
    except ValueError:
        raise SolverError(f"--all-in is {text!r}; give always, never or a number such as 1.5") from None


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
