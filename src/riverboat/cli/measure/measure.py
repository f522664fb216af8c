"""`riverboat measure`: how far a strategy is from equilibrium, in one way or another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from riverboat.cli import completion, names
from riverboat.cli.match_options import Checkpoint, Processes, Resume
from riverboat.cli.measure.asked import Asked
from riverboat.cli.measure.lbr import by_lbr
from riverboat.cli.measure.learned import by_learned
from riverboat.cli.options import Json, Threads, refuse
from riverboat.errors import RiverboatError


@dataclass(frozen=True)
class Way:
    """A way to measure. does: called with `Asked` and its own options. options: those, by their names there."""

    does: Callable[..., None]
    options: tuple[str, ...]


WAYS: Final[dict[str, Way]] = {
    "--lbr": Way(by_lbr, ("lbr", "first", "depth", "acting", "threshold")),
    "--learned": Way(
        by_learned,
        ("learned", "minutes", "iterations", "out", "buckets", "acting", "threshold", "threads"),
    ),
}
"""By the option that asks for it."""


def measure(
    strategy: Annotated[
        str,
        typer.Argument(help="A strategy by its name, or its file.", autocompletion=completion.strategy),
    ],
    lbr: Annotated[
        str | None,
        typer.Option(
            help="By a local best response with this menu: fc, fcpa, 56, or words such as 'f c 33% 100% a'.",
            show_default=False,
            autocompletion=completion.one_of("fc", "fcpa", "56"),
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="The street from which on it uses its menu; before, it checks and calls.",
            show_default="flop",
            autocompletion=completion.one_of("preflop", *names.STREETS),
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(help="Bets that it looks ahead.", show_default="1, as published")
    ] = None,
    learned: Annotated[
        bool | None,
        typer.Option(
            "--learned", help="By an answer that is learnt against it, then played.", show_default=False
        ),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Learn for so long.", show_default="5", min=0)] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Learn from so many deals instead.", show_default=False, min=1)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A file for the answer, itself a strategy.", show_default=False),
    ] = None,
    buckets: Annotated[
        Path | None,
        typer.Option(
            help="A file of `riverboat abstract build`, by which the answer tells hands apart.",
            show_default="as the strategy",
        ),
    ] = None,
    acting: Annotated[
        names.Acting | None,
        typer.Option(help="How the strategy draws its actions, as bots do.", show_default="sampled"),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="With --acting purified: what is played less often is left out.", show_default="0.3"
        ),
    ] = None,
    threads: Threads = None,
    hands: Annotated[
        int | None,
        typer.Option(help="Hands to play.", show_default="10000, 20000 with --learned", min=1),
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option(
            help="A file of the buckets of all hands (`riverboat abstract tables`): several times as fast.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of cards and draws.", min=0)] = 0,
    processes: Processes = 1,
    checkpoint: Checkpoint = None,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Measure how far a strategy is from equilibrium.

    --lbr plays a local best response against it: who knows the range of the strategy and takes at each decision
    what wins most if nobody bets any more. What it wins is a lower bound on what a best response would.

    --learned trains an answer against it, while it stays as it is, and plays the two against each other in all
    seats: what the answer wins is a lower bound on what a best response would.

    Examples:
      riverboat measure headsup --lbr fcpa --from flop --hands 50000
      riverboat measure headsup --lbr 56 --from turn --acting purified --json
      riverboat abstract tables headsup -o headsup.abstraction
      riverboat measure headsup --learned --minutes 5 --hands 20000 --tables headsup.abstraction
    """
    given: dict[str, Any] = {
        "lbr": lbr,
        "first": first,
        "depth": depth,
        "learned": learned or None,
        "minutes": minutes,
        "iterations": iterations,
        "out": out,
        "buckets": buckets,
        "acting": acting,
        "threshold": threshold,
        "threads": threads,
    }
    asked = Asked(strategy, hands, tables, seed, processes, checkpoint, resume, json)
    chosen = [name for name, way in WAYS.items() if given[way.options[0]] is not None]
    if len(chosen) != 1:
        raise RiverboatError(f"choose one way to measure: {', '.join(WAYS)}; such as --lbr fcpa")
    way = WAYS[chosen[0]]
    others = {f"--{name}": value for name, value in given.items() if name not in way.options}
    refuse(others, f"it does not belong to {chosen[0]}")
    if checkpoint is None:
        refuse({"--resume": resume}, "there is no --checkpoint to go on from")
    if acting != "purified":
        refuse({"--threshold": threshold}, "only --acting purified has one")
    way.does(asked, **{name: given[name] for name in way.options if given[name] is not None})
