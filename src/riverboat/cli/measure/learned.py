"""`riverboat measure --learned`: by an answer that is learnt against the strategy and then played."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from riverboat.cli.measure.asked import Asked
from riverboat.cli.names import Acting
from riverboat.cli.options import progress_bar, show

HANDS = 20_000
"""If nobody says how many: some ± 40 bb/100 heads-up at 100 big blinds."""
MINUTES = 5.0


def by_learned(
    asked: Asked,
    *,
    learned: bool,
    minutes: float | None = None,
    iterations: int | None = None,
    out: Path | None = None,
    buckets: Path | None = None,
    acting: Acting = "sampled",
    threshold: float = 0.3,
    device: str = "cpu",
    threads: int | None = None,
) -> None:
    """Learn an answer, play it against the strategy in all seats, and show what it wins."""
    from riverboat.arena import play_match
    from riverboat.bots import BlueprintBot
    from riverboat.evaluation import learned_response
    from riverboat.solvers import Acting as Drawing
    from riverboat.strategy import open_blueprint

    assert learned
    strategy = open_blueprint(asked.strategy, tables=asked.tables)
    with ExitStack() as stack:
        if out is None:
            out = Path(stack.enter_context(TemporaryDirectory())) / "learned.strategy"
        with progress_bar("learning") as progress:
            answer = learned_response(
                strategy,
                out,
                buckets=buckets,
                acting=Drawing(acting, threshold),
                iterations=iterations,
                minutes=MINUTES if minutes is None and iterations is None else minutes,
                device=device,
                seed=asked.seed,
                threads=threads,
                progress=progress,
                checkpoint=asked.checkpoint,
                resume=asked.resume,
            )
        players, tables = strategy.game.players, "" if asked.tables is None else str(asked.tables)
        bots = [
            BlueprintBot(str(out), tables=tables if buckets is None else ""),
            *[BlueprintBot(asked.strategy, acting, threshold, tables=tables)] * (players - 1),
        ]
        with progress_bar("hands") as progress:
            result = play_match(
                bots,
                -(-(asked.hands or HANDS) // players),  # deals, each played in all seats
                game=strategy.game,
                duplicate=True,
                seed=asked.seed,
                processes=asked.processes,
                progress=progress,
            )
    won = result.bots[0]
    data = {
        "strategy": asked.strategy,
        "acting": str(Drawing(acting, threshold)),
        "hands": result.hands,
        "seed": asked.seed,
        "bb_per_100": won.adjusted.to_dict(),
        "mbb_per_hand": {
            key: None if value is None else 10 * value for key, value in won.adjusted.to_dict().items()
        },
        "raw_bb_per_100": won.won.to_dict(),
        "by_position": won.to_dict()["by_position"],
        "learned": answer.files[0].provenance,
    }
    seats = [
        f"  {seat:<4} {figure} bb/100 over {hands:,} hands"
        for seat, (hands, _, figure) in won.by_position.items()
    ]
    lines = [
        f"a learnt answer wins {won.adjusted} bb/100 from {asked.strategy}, "
        f"{10 * won.adjusted.mean:,.0f} ± {10 * won.adjusted.half_width:,.0f} mbb per hand, "
        f"over {result.hands:,} hands (both all-in adjusted and in all seats of each deal)",
        *seats,
        f"learnt in {data['learned']['iterations']:,} iterations; a best answer wins at least as much",
    ]
    show("\n".join(lines), data, as_json=asked.json)
