"""What was measured of a strategy, kept in its own file: whoever opens it sees how far it is to be trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from riverboat.base.files import ArrayFile, write_arrays
from riverboat.errors import StrategyError
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.strategy.file.strategy_writer import KIND, VERSION

_KEPT_SINCE = 2  # versions whose arrays mean what they mean today


class Measure(NamedTuple):
    """One figure. what: how it was measured, in words. mean, half_width: thousandths of a big blind per hand, 95 %."""

    what: str
    mean: float
    half_width: float
    hands: int
    seed: int

    def __str__(self) -> str:
        return f"{self.mean:,.0f} ± {self.half_width:,.0f} mbb/h over {self.hands:,} hands"


def measures_of(file: StrategyTable) -> list[Measure]:
    """Return what a file says was measured of it."""
    return [Measure(**one) for one in file.provenance.get("measured", ())]


def check_can_keep(path: str | os.PathLike[str]) -> ArrayFile:
    """Return the file of a strategy into which figures may be written; worth asking before long work."""
    if not os.path.isfile(path):
        raise StrategyError(f"there is no file '{path}' to keep a figure in; name one, such as my.strategy")
    file = ArrayFile(path, kind=KIND, max_version=VERSION)
    if file.version < _KEPT_SINCE:
        raise StrategyError(
            f"'{path}' is of version {file.version}, of an older release; publish it again to keep figures in it"
        )
    if not os.stat(path).st_mode & 0o222 or not os.access(path, os.W_OK):
        raise StrategyError(f"'{path}' is read-only; make it writable to keep a figure in it")
    return file


def keep_measure(path: str | os.PathLike[str], measure: Measure) -> None:
    """Write a figure into a strategy's file, in place of an older one of the same; arrays stay as they are.

    >>> Measure("LBR fcpa from the flop", 306.1, 82.7, 60_000, 1)._asdict()["what"]
    'LBR fcpa from the flop'
    """
    file = check_can_keep(path)
    file.verify()
    made: dict[str, Any] = json.loads(file.metadata["provenance"])
    kept = [one for one in made.get("measured", []) if one["what"] != measure.what]
    made["measured"] = [*kept, measure._asdict()]
    about: Mapping[str, str] = {
        name: text for name, text in file.metadata.items() if not name.startswith("checksum:")
    }
    arrays = {name: file.mapped(name).copy() for name in file.names}
    about = {**about, "provenance": json.dumps(made)}
    write_arrays(path, arrays, kind=KIND, version=VERSION, metadata=about, compress=True)
