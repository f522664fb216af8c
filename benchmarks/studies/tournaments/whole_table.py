"""Whole tournaments: rounds, processor time and what a player could gain by leaving: docs/research/tournaments.md.

    python benchmarks/studies/tournaments/whole_table.py small  # 3 players, 2,700 chips, by all four algorithms
    python benchmarks/studies/tournaments/whole_table.py published --folder runs

Three and more players need the table of three-way all-ins (riverboat pushfold --build-table).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from riverboat.tournament import (
    ALGORITHMS,
    Inner,
    Tournament,
    TournamentReport,
    check_afterwards,
    solve_tournament,
)

ONE: Final = (1.0,)
SMALL: Final = Tournament(3, 2700)
PUBLISHED: Final = Tournament(3, 13_500)
ROWS: Final[dict[str, list[tuple[Tournament, str, dict[str, object]]]]] = {
    "two": [(Tournament(2, 8000, 100, payouts=ONE), name, {"rounds": 60}) for name in ALGORITHMS],
    "small": [(SMALL, name, {"rounds": 60, "target": 1e-5}) for name in ("vi-fp", "pi-fp")]
    + [(SMALL, name, {"rounds": 25}) for name in ("fp-mdp", "fp-vi")],
    "published": [(PUBLISHED, "pi-fp", {"rounds": 16, "target": 1e-5})],
    "levels": [
        (Tournament(3, 5400, rises=((600, 1200),)), "pi-fp", {}),
        (Tournament(2, 8000, 200, 200, 400, ONE, rises=((400, 800), (800, 1600))), "pi-fp", {}),
    ],
    "bounties": [(Tournament(3, 5400, payouts=(50.0, 30.0, 20.0), bounty=10.0), "pi-fp", {})],
    "satellite": [
        (Tournament(3, 2700, payouts=(1.0, 1.0)), name, {"rounds": 12})
        for name in ("vi-fp", "pi-fp", "fp-mdp")
    ],
    "four": [
        (
            Tournament(4, 7200, 600, 300, 600),
            "vi-fp",
            {"rounds": 6, "target": 1e-3, "inner": Inner(iterations=12, first=60, times=8, sweeps=40)},
        )
    ],
}


def row(
    setting: Tournament, algorithm: str, words: dict[str, object], folder: Path | None, deals: int
) -> str:
    """Solve, check and return a row of the table."""
    parts = (setting.players, setting.chips, len(setting.levels), setting.bounty, setting.payouts[-1])
    name = "-".join([*(f"{part:g}" for part in parts), algorithm])
    file = None if folder is None else folder / f"{name}.run"
    watch: Callable[[TournamentReport], None] = lambda known: print(  # noqa: E731
        f"  {name} round {known.known.round}: {known.known.change:.6f}, {time.process_time():.0f} s",
        flush=True,
    )
    begun = time.process_time()
    found = solve_tournament(
        setting,
        algorithm,
        threads=1,
        checkpoint=file,
        resume=file is not None,
        watch=watch,
        **words,  # type: ignore[arg-type]
    )
    solved = time.process_time()
    check = check_afterwards(found, deals=deals).check
    assert check is not None
    last = time.process_time()
    sure = "" if check.sure is None else f" | at least {check.sure[0]:.4%}, {check.sure[1]:.4%}"
    return (
        f"| {setting.players} players, {setting.chips:,} chips | {len(setting.states):,} | {algorithm} | "
        f"{found.known.round} | {solved - begun:.0f} + {last - solved:.0f} | {check.start:.5%} | "
        f"{check.worst:.5%}{sure} |"
    )


def main() -> None:
    """Print the rows that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="+", choices=ROWS)
    parser.add_argument("--folder", type=Path, help="keep checkpoints here and go on from them")
    parser.add_argument("--deals", type=int, default=2_000_000, help="on which four players are checked")
    asked = parser.parse_args()
    for name in asked.rows:
        for setting, algorithm, words in ROWS[name]:
            print(row(setting, algorithm, words, asked.folder, asked.deals), flush=True)


if __name__ == "__main__":
    main()
