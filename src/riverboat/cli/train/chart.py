"""`riverboat train chart`: draw how a training run went."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.options import Json, show


def chart(
    folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write: .svg, .png or .pdf.")] = Path(
        "chart.svg"
    ),
    json: Json = False,
) -> None:
    """Draw the log of a training run.

    The picture shows regret, information sets, speed and the watch hands.

    Examples:
      riverboat train chart runs/laptop -o chart.svg
    """
    from riverboat.training.log import read_log
    from riverboat.training.training import LOG

    reports = read_log(folder / LOG)
    reports.chart(out)
    show(f"{len(reports)} reports drawn in {out}", {"file": str(out), "reports": len(reports)}, as_json=json)
