"""`riverboat train plan`: what a betting tree will cost, before it is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.base.configs import config_names
from riverboat.cli import completion
from riverboat.cli.options import Json, Threads, progress_bar, show
from riverboat.errors import MenuError

if TYPE_CHECKING:
    from riverboat.games.trees.config import TreeConfig


def plan(
    config: Annotated[
        str,
        typer.Argument(
            help=f"A config of a tree: a .toml file, or one of {', '.join(config_names('trees'))}; or a training "
            "config that ships, such as laptop, with its tree and buckets.",
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
      riverboat train plan cfr-features-6
      riverboat train plan my.toml --buckets 169,500,500,500
    """
    from riverboat.games.trees.plan import plan as plan_of

    tree, own = _config(config)
    with progress_bar("counting") as progress:
        result = plan_of(tree, _numbers(buckets) or own, threads=threads, progress=progress)
    show(result, result.to_dict(), as_json=json)


def _config(name: str) -> tuple[str | TreeConfig, Sequence[int] | None]:
    """Return the tree that is meant and the buckets it comes with: of a tree's config, or of a training's."""
    if name in config_names("trees") or name not in config_names("training"):
        return name, None
    from riverboat.training import read_training_config

    training = read_training_config(name)
    return replace(training.tree, name=name), training.buckets


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise MenuError(
            f"--buckets are {text!r}; they must be whole numbers between commas, such as 169,1024,1024,2048"
        ) from None
