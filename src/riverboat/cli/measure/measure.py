"""`riverboat measure`: how far a strategy is from equilibrium, in one way or another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from riverboat.cli.match_options import Checkpoint, Processes, Resume
from riverboat.cli.measure import options
from riverboat.cli.measure.asked import Asked
from riverboat.cli.measure.exact import by_exact
from riverboat.cli.measure.lbr import by_lbr
from riverboat.cli.measure.learned import by_learned
from riverboat.cli.options import Json, Threads, check_resume, refuse
from riverboat.errors import RiverboatError


@dataclass(frozen=True)
class Way:
    """A way to measure. does: called with `Asked` and its own options. options: those, by their names there."""

    does: Callable[..., None]
    options: tuple[str, ...]


WAYS: Final[dict[str, Way]] = {
    "--lbr": Way(by_lbr, ("lbr", "first", "depth", "together", "keep", "acting", "threshold")),
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
    strategy: options.StrategyName,
    lbr: options.Lbr = None,
    first: options.First = None,
    depth: options.Depth = None,
    together: options.Together = None,
    keep: options.Keep = False,
    exact: options.Exact = None,
    board: options.BoardAfter = None,
    fine: options.Fine = False,
    pieces: options.PieceCount = None,
    learned: options.Learned = False,
    minutes: options.Minutes = None,
    iterations: options.Iterations = None,
    out: options.Out = None,
    buckets: options.Buckets = None,
    acting: options.ActingAs = None,
    threshold: options.Threshold = None,
    device: options.Device = None,
    threads: Threads = None,
    hands: options.Hands = None,
    tables: options.Tables = None,
    seed: options.Seed = 0,
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
      riverboat measure runs/headsup --lbr fcpa
    """
    given = {name: value for name, value in locals().items() if value is not None and value is not False}
    chosen = [name for name, way in WAYS.items() if way.options[0] in given]
    if len(chosen) != 1:
        raise RiverboatError(f"choose one way to measure: {', '.join(WAYS)}; such as --lbr fcpa")
    way = WAYS[chosen[0]]
    others = (name for one in WAYS.values() for name in one.options if name not in way.options)
    refuse({f"--{SPELT.get(name, name)}": name in given for name in others}, f"{chosen[0]} has other options")
    check_resume(checkpoint, resume)
    if acting != "purified":
        refuse({"--threshold": threshold is not None}, "only --acting purified has one")
    asked = Asked(strategy, hands, tables, seed, processes, checkpoint, resume, json)
    way.does(asked, **{name: given[name] for name in way.options if name in given})
