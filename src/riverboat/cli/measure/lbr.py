"""`riverboat measure --lbr`: by a local best response."""

from __future__ import annotations

import typer

from riverboat.cli.live import live
from riverboat.cli.measure.asked import Asked
from riverboat.cli.names import Acting
from riverboat.cli.options import show, to_stderr

HANDS = 10_000
"""If nobody says how many: an interval of some ± 350 mbb per hand at 100 big blinds."""


def by_lbr(
    asked: Asked,
    *,
    lbr: str,
    first: str | None = None,
    depth: int = 1,
    together: int = 1,
    keep: bool = False,
    acting: Acting = "sampled",
    threshold: float = 0.3,
) -> None:
    """Play a local best response against the strategy, and show what it wins."""
    from riverboat.evaluation import local_best_response
    from riverboat.solvers import Acting as Drawing
    from riverboat.solvers import stop_signals
    from riverboat.strategy.file.measured import Measure, check_can_keep, keep_measure

    if keep:
        check_can_keep(asked.strategy)
    hands = HANDS if asked.hands is None else asked.hands
    counted = live(lambda result: f"{result.hands:,} of {hands:,} hands", quiet=asked.json)
    with counted as watch, stop_signals() as stop:
        result = local_best_response(
            asked.strategy,
            lbr,
            first,
            hands,
            depth=depth,
            acting=Drawing(acting, threshold),
            tables=None if asked.tables is None else str(asked.tables),
            seed=asked.seed,
            processes=asked.processes,
            together=together,
            watch=watch,
            checkpoint=asked.checkpoint,
            resume=asked.resume,
            stop=stop,
        )
    show(result, result.to_dict(), as_json=asked.json)
    if stop.number:
        to_stderr(f"stopped by a signal after {result.hands:,} hands")
        raise typer.Exit(128 + stop.number)
    if keep:
        ahead = "" if depth == 1 else f", {depth} bets ahead"
        what = f"LBR {result.menu} from the {result.first}{ahead} against it {result.acting}"
        measure = Measure(
            what, round(result.won.mean, 1), round(result.won.half_width, 1), result.hands, result.seed
        )
        keep_measure(asked.strategy, measure)
