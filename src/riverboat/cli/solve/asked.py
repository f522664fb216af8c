"""What `riverboat solve` was told, by what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.cli.options import check_resume, read_precision
from riverboat.cli.solve.what import read_spot_options

if TYPE_CHECKING:
    from riverboat.solvers import SolveOptions

_OF_SPOT: Final = (
    *("board", "oop", "ip", "pot", "stack", "unit"),
    *("sizes", "all_in", "force_all_in", "merge"),
    *("rake", "rake_cap", "min_bet", "payouts", "others"),
)
_OF_SOLVER: Final = (
    *("rule", "iterations", "target", "target_mbb", "max_seconds", "looks_every"),
    *("device", "threads", "checkpoint", "resume"),
)


@dataclass(frozen=True)
class Asked:
    """The options, read; None where nobody said anything.

    game, spot, locks: what is solved; spot has what was given of it. boards: on many instead. options: how far and how.
    method: of the sequence form, instead of a rule. start: a solution to begin with. plan: only tell what it costs.
    out, drop: the file that is written. json: print for machines.
    """

    game: str | None
    spot: dict[str, Any]
    locks: list[str]
    boards: str | None
    options: SolveOptions
    method: str | None
    start: Path | None
    plan: bool
    out: Path | None
    drop: str | None
    json: bool


def read_asked(given: dict[str, Any]) -> Asked:
    """Return the options of the verb, which are given by their names there."""
    from riverboat.solvers import SolveOptions

    spot = read_spot_options(**{name: given[name] for name in _OF_SPOT})
    check_resume(given["checkpoint"], given["resume"])
    solver = {name: given[name] for name in _OF_SOLVER}
    return Asked(
        game=given["game"],
        spot=spot,
        locks=given["lock"] or [],
        boards=given["boards"],
        options=SolveOptions(**solver, precision=read_precision(given["precision"])),
        method=given["method"],
        start=given["start"],
        plan=given["plan"],
        out=given["out"],
        drop=given["drop"],
        json=given["json"],
    )
