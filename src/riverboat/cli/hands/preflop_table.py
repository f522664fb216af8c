"""`riverboat hands preflop-table`: rebuild the table of heads-up preflop match-ups."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, Threads, progress_bar, show


def preflop_table(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")] = Path(
        "preflop_equity.safetensors"
    ),
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Compute the table of heads-up match-ups before the flop again.

    It holds the exact equities of all 93,769, and ships with the package. So does the small table of one
    hand against any other, preflop_strength.safetensors, which is written beside it.

    Examples:
      riverboat hands preflop-table -o preflop_equity.safetensors
    """
    from riverboat.cards.preflop import build_preflop_table, write_preflop_table
    from riverboat.cards.preflop_strength import build_preflop_strength, write_preflop_strength

    with progress_bar("match-ups") as progress:
        table = build_preflop_table(threads=threads, progress=progress)
    write_preflop_table(table, out)
    write_preflop_strength(
        build_preflop_strength(table, threads=threads), out.with_name("preflop_strength.safetensors")
    )
    show(
        f"{len(table.wins):,} match-ups in {out}",
        {"file": str(out), "matchups": len(table.wins)},
        as_json=json,
    )
