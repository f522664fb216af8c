"""A trained strategy as a JSON file: the dictionary of `Blueprint.state_dictionary`, for other programs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from typing import Final

from riverboat.base.files import check_folder, write_whole
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.lines.states import State
from riverboat.strategy.opening import open_blueprint

_DIGITS: Final = 4  # finer than files are, whose probabilities are fifteenths
_LINES: Final = 10_000  # that are made into bytes at a time


def export_states(
    source: str | os.PathLike[str], out: str | os.PathLike[str], *, threads: int | None = None
) -> int:
    """Write every state of a strategy with its probabilities, a line for each, and return how many there are.

    source: a strategy by its name or file, or the folder of a training run, whose last checkpoint is taken.
    """
    check_folder(out)
    lines, parts, count = _lines(open_blueprint(source, threads=threads)), [], 0
    while some := list(islice(lines, _LINES)):
        parts.append(("" if not count else ",\n").encode() + ",\n".join(some).encode())
        count += len(some)
    write_whole(out, [b"{\n", *parts, b"\n}\n"])
    return count


def _lines(strategy: Blueprint) -> Iterator[str]:
    return (f"{json.dumps(one.key)}: {json.dumps(_rounded(one))}" for one in strategy.states())


def _rounded(state: State) -> dict[str, float]:
    return {action: round(share, _DIGITS) for action, share in state.played.items()}
