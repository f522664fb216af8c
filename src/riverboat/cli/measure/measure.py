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
from riverboat.cli.measure.exact import by_exact
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
    "--lbr": Way(by_lbr, ("lbr", "first", "depth", "keep", "acting", "threshold")),
    "--exact": Way(by_exact, ("exact", "board", "fine", "pieces", "acting", "threshold", "threads")),
    "--learned": Way(
        by_learned,
        ("learned", "minutes", "iterations", "out", "buckets", "acting", "threshold", "device", "threads"),
    ),
}
"""By the option that asks for it."""
SPELT: Final = {"first": "from"}
"""Options whose names are no names of Python."""


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
    keep: Annotated[
        bool, typer.Option("--keep", help="Write the figure into the strategy's file, for all who open it.")
    ] = False,
    exact: Annotated[
        str | None,
        typer.Option(
            help="By exact best answers after a line, 'r2.5 c / k k /', or from a street on, turn: a sample.",
            show_default=False,
            autocompletion=completion.one_of(*names.STREETS),
        ),
    ] = None,
    board: Annotated[
        str, typer.Option("--board", "-b", help="The cards on the table after the line.", show_default=False)
    ] = "",
    fine: Annotated[
        bool, typer.Option("--fine", help="Best answers may bet 33, 75, 150 and 350 % and all-in as well.")
    ] = False,
    pieces: Annotated[
        int | None, typer.Option(help="Points of a street that are judged.", show_default="50", min=2)
    ] = None,
    learned: Annotated[
        bool,
        typer.Option(
            "--learned", help="By an answer that is learnt against it, then played.", show_default=False
        ),
    ] = False,
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
    device: Annotated[
        str | None,
        typer.Option(help="Where the answer is learnt: cpu, cuda, cuda:1 or auto.", show_default="cpu"),
    ] = None,
    threads: Threads = None,
    hands: Annotated[
        int | None,
        typer.Option(
            help="Hands to play; with --exact and a street, hands against itself that find the points.",
            show_default="10000 with --lbr, else 20000",
            min=1,
        ),
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

    --exact finds the best answers to its play after a line on a board, or after many that it comes to against
    itself, with all hands: what they gain, in percent of the pot, is exact.

    --learned trains an answer against it, while it stays as it is, and plays the two against each other in all
    seats: what the answer wins is a lower bound, too.

    Examples:
      riverboat measure headsup --lbr fcpa --from flop --hands 50000
      riverboat measure headsup --lbr 56 --from turn --acting purified --json
      riverboat measure headsup --exact turn --pieces 50 --seed 1
      riverboat measure headsup --exact "r2.5 c / k b50% c /" --board AsKd7c2h --fine
      riverboat measure headsup --learned --minutes 5 --hands 20000
    """
    given: dict[str, Any] = {
        "lbr": lbr,
        "first": first,
        "depth": depth,
        "keep": keep or None,
        "exact": exact,
        "board": board or None,
        "fine": fine or None,
        "pieces": pieces,
        "learned": learned or None,
        "minutes": minutes,
        "iterations": iterations,
        "out": out,
        "buckets": buckets,
        "acting": acting,
        "threshold": threshold,
        "device": device,
        "threads": threads,
    }
    asked = Asked(strategy, hands, tables, seed, processes, checkpoint, resume, json)
    chosen = [name for name, way in WAYS.items() if given[way.options[0]] is not None]
    if len(chosen) != 1:
        raise RiverboatError(f"choose one way to measure: {', '.join(WAYS)}; such as --lbr fcpa")
    way = WAYS[chosen[0]]
    others = {f"--{SPELT.get(name, name)}": value for name, value in given.items() if name not in way.options}
    refuse(others, f"{chosen[0]} has other options")
    if checkpoint is None:
        refuse({"--resume": resume}, "there is no --checkpoint to go on from")
    if acting != "purified":
        refuse({"--threshold": threshold}, "only --acting purified has one")
    way.does(asked, **{name: given[name] for name in way.options if given[name] is not None})
