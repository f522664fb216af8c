"""`riverboat train plan`: what a betting tree will cost, before it is built."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.base.configs import config_names
from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, progress_bar, show
from riverboat.errors import MenuError


def plan(
    config: Annotated[
        str,
        typer.Argument(
            help=f"A config of a tree: a .toml file, or one of {', '.join(config_names('trees'))}.",
            autocompletion=completion.tree,
        ),
    ],
    buckets: Annotated[
        str | None,
        typer.Option(
            help="Card buckets by street: 169,1024,1024,2048.", show_default="of the config, or all hands"
        ),
    ] = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Size of a betting tree and of its strategy, before it is built.

    Nothing is allocated.

    Examples:
      riverboat train plan tyche-6
      riverboat train plan my.toml --buckets 169,500,500,500
    """
    from riverboat.games.trees.plan import plan as plan_of

    with progress_bar("counting") as progress:
        result = plan_of(config, _numbers(buckets), threads=threads, progress=progress)
    show(result, result.to_dict(), as_json=json)


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise MenuError(
            f"--buckets are {text!r}; they must be whole numbers between commas, such as 169,1024,1024,2048"
        ) from None
