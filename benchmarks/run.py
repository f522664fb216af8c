"""Run all benchmarks on one core and print speeds as ratios to the installed peers.

python benchmarks/run.py [--markdown] [evaluator] [isomorphism] [equity] [table] [histories]
                            [full_width] [sampled] [spots] [reading] [endgames] [transport] [kmeans] [abstraction]
                            [board_tables] [strategy] [blueprint_bot] [matches] [server] [clicks]
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from timing import Row

BENCHMARKS = (
    "evaluator",
    "isomorphism",
    "equity",
    "table",
    "histories",
    "full_width",
    "sampled",
    "spots",
    "reading",
    "endgames",
    "abstraction",
    "board_tables",
    "transport",
    "kmeans",
    "strategy",
    "blueprint_bot",
    "matches",
    "server",
    "clicks",
)


def one_core() -> None:
    """Keep this process, peers with threads of their own included, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def rate_text(rate: float, unit: str) -> str:
    for limit, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= limit:
            return f"{rate / limit:,.3g}{letter} {unit}/s"
    return f"{rate:,.3g} {unit}/s"


def cells(row: Row) -> list[str]:
    ratio = (
        f"{row.ratio:,.0f}×"
        if row.ratio and row.ratio >= 10
        else f"{row.ratio:,.1f}×"
        if row.ratio
        else row.note
    )
    peer = f"{row.peer} {rate_text(row.peer_rate, row.unit)}" if row.peer else ""
    return [row.what, rate_text(row.rate, row.unit), peer, ratio]


def main(arguments: list[str]) -> None:
    one_core()
    chosen = [name for name in BENCHMARKS if name in arguments] or list(BENCHMARKS)
    table = Table("what", "Riverboat", "peer", "ratio")
    lines = ["| what | Riverboat | peer | ratio |", "|---|---|---|---|"]
    for name in chosen:
        for row in importlib.import_module(f"bench_{name}").rows():
            table.add_row(*cells(row))
            lines.append("| " + " | ".join(cells(row)) + " |")
        table.add_section()
    print("\n".join(lines)) if "--markdown" in arguments else Console(width=130).print(table)


if __name__ == "__main__":
    here = Path(__file__).parent
    sys.path[:0] = [str(here), str(here / "server")]
    main(sys.argv[1:])
