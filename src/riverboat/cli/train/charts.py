"""`riverboat train charts`: preflop charts of anybody's own game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from riverboat.cli import completion
from riverboat.cli.options import Device, Json, Threads, progress_bar, show
from riverboat.cli.train.run import live_reports

_GAME = "The game, in big blinds"
_SIZES = "Sizes: 2.2bb, 3.5x, 60%, a for all-in; several stand apart by spaces"
_BY_STACK = "by the stack"


def charts(
    players: Annotated[int, typer.Option(help="At the table: 2 to 10.", rich_help_panel=_GAME)] = 6,
    stack: Annotated[float, typer.Option(help="Of everybody.", rich_help_panel=_GAME)] = 100.0,
    small_blind: Annotated[float, typer.Option(help="Of one big blind.", rich_help_panel=_GAME)] = 0.5,
    ante: Annotated[float, typer.Option(help="Of every player.", rich_help_panel=_GAME)] = 0.0,
    bb_ante: Annotated[float, typer.Option(help="Of the big blind alone.", rich_help_panel=_GAME)] = 0.0,
    rake: Annotated[
        str,
        typer.Option(
            help="Share of the pot and its cap, taken once there was a flop: 5%:3.",
            rich_help_panel=_GAME,
            show_default="none",
        ),
    ] = "",
    limps: Annotated[
        Literal["all", "blinds", "none"],
        typer.Option(help="Who may just call the big blind.", rich_help_panel=_GAME),
    ] = "blinds",
    opens: Annotated[
        str, typer.Option("--open", help="First raises.", rich_help_panel=_SIZES, show_default=_BY_STACK)
    ] = "",
    three_bets: Annotated[
        str, typer.Option("--3bet", help="Raises over one.", rich_help_panel=_SIZES, show_default=_BY_STACK)
    ] = "",
    four_bets: Annotated[
        str, typer.Option("--4bet", help="Raises over two.", rich_help_panel=_SIZES, show_default=_BY_STACK)
    ] = "",
    to_flop: Annotated[
        int | None,
        typer.Option(help="Players that may see a flop.", show_default="3; 2 at tables of more than six"),
    ] = None,
    buckets: Annotated[
        str,
        typer.Option(
            help="A config of card buckets: ehs-200, tyche-500, or a file.",
            autocompletion=completion.abstraction,
        ),
    ] = "ehs-200",
    share: Annotated[
        float,
        typer.Option(help="Rarer lines are left out, of all hands dealt, unless looked up by positions."),
    ] = 0.001,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder of the run and its charts.")] = Path(
        "runs/charts"
    ),
    minutes: Annotated[
        float | None, typer.Option(help="Train for so long.", show_default=False, min=0)
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            help="Train for so many in all.", show_default="100 million; 3 billion on a card", min=1
        ),
    ] = None,
    device: Device = "cpu",
    threads: Threads = None,
    seed: Annotated[int, typer.Option(help="Seed.", min=0)] = 0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the checkpoint in the folder, if there is one.")
    ] = False,
    json: Json = False,
) -> None:
    """Preflop charts of your own game, from words to pictures.

    Trains a strategy, then draws every line that matters. Open charts/index.html in the folder.

    Examples:
      riverboat train charts --players 6 --stack 100 --ante 0.125 --rake 5%:3 --open 2.2bb --minutes 60
      riverboat train charts --players 8 --stack 20 --bb-ante 1 -o runs/short --device cuda
    """
    from riverboat.solvers import stop_signals
    from riverboat.strategy.make_charts import make_charts
    from riverboat.training import Training
    from riverboat.training.charts_config import ChartsGame, usual_iterations
    from riverboat.views.strategies.charts import write_charts

    game = ChartsGame(
        players=players,
        stack=stack,
        small_blind=small_blind,
        ante=ante,
        bb_ante=bb_ante,
        rake=rake,
        opens=opens,
        three_bets=three_bets,
        four_bets=four_bets,
        limps=limps,
        to_flop=to_flop,
        buckets=buckets,
        iterations=usual_iterations(device) if iterations is None else iterations,
        seed=seed,
    )
    training = Training(game.config(out.name), out, device=device, threads=threads, resume=resume)
    with progress_bar("buckets") as told, live_reports(minutes) as (progress, watch), stop_signals() as stop:
        made = make_charts(
            training,
            share=share,
            minutes=minutes,
            preparing=told,
            progress=progress,
            watch=watch,
            stop=stop,
        )
    page = write_charts(made.charts, out / "charts", made.rests_on.words, made.rests_on.to_dict())
    lines = [f"  {sentence}" for sentence in made.rests_on.words]
    lines.append(
        f"{len(made.charts.charts)} charts in {page}; ask more of the strategy with: riverboat query -s {made.file}"
    )
    data = {"page": str(page), "strategy": str(made.file), "charts": len(made.charts.charts)}
    show("\n".join(lines), data | {"rests_on": made.rests_on.to_dict()}, as_json=json)
    if stop.number:
        raise typer.Exit(128 + stop.number)
