"""`riverboat train export`: a trained strategy as a dictionary in JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, Threads, show


def export(
    source: Annotated[
        str, typer.Argument(help="A strategy by its name or file, or the folder of a training run.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The JSON file to write.")],
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write a trained strategy as a dictionary in JSON.

    Keys say who is to act, the hand and the history, such as P1;1/3;aa/cc/1r2rc; values are the
    probabilities of f, c and raises.

    Examples:
      riverboat train export cfr-features -o cfr-features.json
      riverboat train export runs/cfr-strength -o cfr-strength.json
    """
    from riverboat.base.memory import bytes_text
    from riverboat.strategy.export import export_states

    states = export_states(source, out, threads=threads)
    size = out.stat().st_size
    show(
        f"{states:,} states, {bytes_text(size)} in {out}",
        {"file": str(out), "states": states, "bytes": size},
        as_json=json,
    )
