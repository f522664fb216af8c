"""A match that can go on after it was stopped: its sums so far, in a JSON file that is whole or not there."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.arena.matches.setting import Setting
from riverboat.arena.matches.tally import Tally
from riverboat.base.files import write_whole
from riverboat.base.sealed_json import read_kept, sealed
from riverboat.errors import MatchError
from riverboat.evaluation.intervals import Moments

KIND: Final = "riverboat match"
_DRAWS: Final = 2  # the second way in which cards come from the seed


class Checkpoint:
    """The file of a match: how many series are done, and their sums.

    As series depend on nothing but the setting and their number, a match that was stopped and goes on ends exactly as
    one that was not.
    """

    def __init__(self, path: str | os.PathLike[str], setting: Setting) -> None:
        self.path, self.setting = Path(path), setting
        if not all(isinstance(bot, str) for bot in setting.bots):
            raise MatchError("a match with a checkpoint takes bots by their names, such as 'shark'")

    def read(self) -> tuple[int, Tally]:
        """Return the number of series done and their sums; nothing without a file."""
        if not self.path.exists():
            return 0, Tally(len(self.setting.bots), self.setting.rotations)
        parts, draws, setting, tally = read_kept(
            self.path,
            KIND,
            "the checkpoint of a match",
            ("kind", "setting", "parts", "tally"),
            lambda data: (int(data["parts"]), data.get("draws", 1), data["setting"], _tally(data["tally"])),
            ("draws",),
        )
        if setting != match_text(self.setting):
            raise MatchError(
                f"'{self.path}' is of another match: {setting}; go on with the same bots and options, or choose "
                "another file"
            )
        if draws != _DRAWS and parts < self.setting.parts:
            raise MatchError(
                f"'{self.path}' was begun by another version of Riverboat, which dealt other cards; play the match "
                "anew, with another file"
            )
        return parts, tally

    def save(self, parts: int, tally: Tally) -> None:
        """Write the file."""
        data = {
            "kind": KIND,
            "draws": _DRAWS,
            "setting": match_text(self.setting),
            "parts": parts,
            "tally": _plain(tally),
        }
        write_whole(self.path, [sealed(data)])


def match_text(setting: Setting) -> str:
    """Return what a match is known by in its files: everything that its hands depend on.

    The words and their order are those of the first version, so that its files stay known; an option that is new since
    then belongs here only where it is not the default.
    """
    asked = setting.options
    return spelled(
        "Setting",
        bots=setting.bots,
        game=setting.game,
        hands=setting.hands,
        games=asked.games,
        stacks=asked.mode,
        duplicate=asked.duplicate,
        seed=known_by(setting),
        series=setting.series,
        time_limit=asked.time_limit,
        keep_every=asked.keep_every,
        **({"aivat": True} if asked.aivat else {}),
    )


def known_by(setting: Setting) -> object:
    """Return the seed; where guests could read the file, something that says whether another seed is the same."""
    if not setting.has_guests:
        return setting.seed
    return hashlib.blake2b(str(setting.seed).encode(), digest_size=16, person=b"checkpoint").hexdigest()


def spelled(what: str, **values: object) -> str:
    """Return words with their values.

    >>> spelled("Hand", cards="AsKd", won=3)
    "Hand(cards='AsKd', won=3)"
    """
    return f"{what}({', '.join(f'{name}={value!r}' for name, value in values.items())})"


def check_drawn_seed(path: str | os.PathLike[str] | None, seed: int) -> None:
    """Raise if a seed that nobody told was drawn for other people's bots: with another one nothing can go on."""
    if path is not None and seed != 0:
        raise MatchError(
            "a match with other people's bots that is to go on later needs a seed of yours, a large one that nobody "
            f"guesses, such as seed={seed}"
        )


def _plain(tally: Tally) -> dict[str, Any]:
    return {
        "bots": tally.bots,
        "rotations": tally.rotations,
        "hands": tally.hands,
        "units": tally.units,
        "won": tally.won.sums.tolist(),
        "adjusted": tally.adjusted.sums.tolist(),
        "aivat": tally.aivat.sums.tolist(),
        "games_won": tally.games_won.sums.tolist(),
        "by_position": {
            name: [moments.sums.tolist() for moments in pair] for name, pair in tally.by_position.items()
        },
        "faults": tally.faults,
    }


def _tally(data: dict[str, Any]) -> Tally:
    tally = Tally(data["bots"], data["rotations"], data["hands"], data["units"])
    for name in ("won", "adjusted", "aivat", "games_won"):
        if name in data:  # files of before have no AIVAT
            setattr(tally, name, _moments(data[name]))
    tally.by_position = {
        name: (_moments(won), _moments(ev)) for name, (won, ev) in data["by_position"].items()
    }
    tally.faults = [{kind: (count, first) for kind, (count, first) in one.items()} for one in data["faults"]]
    return tally


def _moments(sums: list[list[float]]) -> Moments:
    moments = Moments(len(sums[0]))
    moments.sums = np.array(sums)
    return moments
