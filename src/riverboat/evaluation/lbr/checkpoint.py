"""A measurement that can go on after it was stopped: its sums so far, in a sealed JSON file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.base.files import write_whole
from riverboat.base.sealed_json import check_checkpoint, read_kept, sealed
from riverboat.errors import SolverError
from riverboat.evaluation.intervals import Moments
from riverboat.evaluation.lbr.setting import LbrSetting
from riverboat.strategy.blueprint import Blueprint

KIND: Final = "riverboat local best response"


class Checkpoint:
    """The file of a measurement: how many chunks are done, and their sums.

    Chunks depend on nothing but the setting and their number, so a measurement that goes on ends as one that was never
    stopped; asked for more hands, it goes on to those.
    """

    def __init__(self, path: str | os.PathLike[str], setting: LbrSetting, resume: bool) -> None:
        check_checkpoint(path, resume, "a measurement", SolverError)
        if not isinstance(setting.strategy, str):
            raise SolverError(
                "a measurement with a checkpoint takes a strategy by its name or file, such as 'headsup'"
            )
        self.path, self._plain = Path(path), _text(setting)
        self._text = f"{self._plain}{_of_files(setting)}"

    def read(self, columns: int) -> tuple[int, Moments]:
        """Return the number of chunks done and their sums; nothing without a file."""
        if not self.path.exists():
            return 0, Moments(columns)
        chunks, text, moments = read_kept(
            self.path, KIND, "the checkpoint of a measurement", ("kind", "setting", "chunks", "sums"), _read
        )
        if text not in (self._text, self._plain):  # the latter tells nothing of the strategy's files
            raise SolverError(
                f"'{self.path}' is of another measurement: {text}, and this one is {self._text}; go on with the same "
                "options and the same strategy, or choose another file"
            )
        return chunks, moments

    def save(self, chunks: int, moments: Moments) -> None:
        """Write the file."""
        data = {"kind": KIND, "setting": self._text, "chunks": chunks, "sums": moments.sums.tolist()}
        write_whole(self.path, [sealed(data)])


def _text(setting: LbrSetting) -> str:
    """What a measurement is known by. Tables are left out: they only save time."""
    game = setting.real_game.name, setting.real_game.stacks
    return repr(
        (
            setting.strategy,
            game,
            setting.menu,
            setting.first_street,
            setting.depth,
            str(setting.acting),
            setting.seed,
        )
    )


def _of_files(setting: LbrSetting) -> str:
    """What tells a trained strategy from another that had its name, or its file, before."""
    opened = setting.opened
    if not isinstance(opened, Blueprint):
        return ""
    return f" of {' '.join(file.fingerprint for file in opened.files)}"


def _read(data: dict[str, Any]) -> tuple[int, str, Moments]:
    moments = Moments(len(data["sums"][0]))
    moments.sums = np.array(data["sums"], np.float64).reshape(3, -1)
    return int(data["chunks"]), str(data["setting"]), moments
