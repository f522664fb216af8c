"""`riverboat bots build`: bots that are built before they play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli import names
from riverboat.cli.options import Json, Threads, progress_bar, show


def build(
    bot: Annotated[str, typer.Argument(help=f"One of {', '.join(names.BUILT)}.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="The file to write; bot(file=...) plays it.", show_default="the cache folder"
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="How long one that is trained learns now; its run goes on where it was left.",
            show_default="10 to 20, by bot",
        ),
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build a bot that is built before it plays, such as sparbot or gs2.

    It is written whole or not at all; an older build stays until then.

    Examples:
      riverboat bots build sparbot
      riverboat bots build gs3 --minutes 60
    """
    from riverboat.base.memory import bytes_text
    from riverboat.bots import build_bot

    with progress_bar("building") as progress:
        path = build_bot(bot, out, minutes=minutes, threads=threads, progress=progress)
    size = path.stat().st_size
    show(f"{bot}: {bytes_text(size)} in {path}", {"bot": bot, "file": str(path), "bytes": size}, as_json=json)
