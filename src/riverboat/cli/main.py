"""The entry point: options common to all verbs, and errors without tracebacks."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from riverboat import __version__
from riverboat.cli import (
    abstract,
    acpc,
    bots,
    equity,
    evaluate,
    hands,
    husky,
    league,
    match,
    plan,
    play,
    pokerbots,
    preflop_table,
    publish,
    query,
    range_,
    replay,
    report,
    slumbot,
    solve,
    sweep,
    train,
)
from riverboat.cli.options import settings
from riverboat.errors import RiverboatError

app = typer.Typer(
    name="riverboat",
    help="Near-equilibrium strategies for Texas Hold'em: compute, store, query, play and measure.\n\n"
    "For study, research and bot leagues; never for help during real-money play.",
    epilog="Every verb takes --json for output that machines read, and --help for its own options.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("equity", rich_help_panel="Cards")(equity.equity)
app.command("evaluate", rich_help_panel="Cards")(evaluate.evaluate)
app.command("range", rich_help_panel="Cards")(range_.show_range)
app.add_typer(abstract.app, name="abstract", rich_help_panel="Cards")
app.command("plan", rich_help_panel="Games")(plan.plan)
app.command("replay", rich_help_panel="Games")(replay.replay)
app.command("solve", rich_help_panel="Solving")(solve.solve)
app.command("report", rich_help_panel="Solving")(report.report)
app.command("query", rich_help_panel="Strategies")(query.query)
app.command("train", rich_help_panel="Strategies")(train.train)
app.command("train-chart", rich_help_panel="Strategies")(train.train_chart)
app.command("publish", rich_help_panel="Strategies")(publish.publish)
app.command("play", rich_help_panel="Playing")(play.play)
app.command("match", rich_help_panel="Playing")(match.match)
app.command("hands", rich_help_panel="Playing")(hands.hands)
app.command("league", rich_help_panel="Playing")(league.league)
app.command("sweep", rich_help_panel="Playing")(sweep.sweep)
app.command("bots", rich_help_panel="Playing")(bots.bots)
app.command("acpc", rich_help_panel="A seat elsewhere")(acpc.acpc)
app.command("acpc-dealer", rich_help_panel="A seat elsewhere")(acpc.acpc_dealer)
app.command("pokerbots", rich_help_panel="A seat elsewhere")(pokerbots.pokerbots)
app.command("pokerbots-engine", rich_help_panel="A seat elsewhere")(pokerbots.pokerbots_engine)
app.command("husky", rich_help_panel="A seat elsewhere")(husky.husky)
app.command("slumbot", rich_help_panel="A seat elsewhere")(slumbot.slumbot)
app.command("slumbot-server", rich_help_panel="A seat elsewhere")(slumbot.slumbot_server)
app.command("preflop-table", rich_help_panel="Data")(preflop_table.preflop_table)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"riverboat {__version__}")
        raise typer.Exit


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback when something fails.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Keep the options that stand before the verb."""
    settings.debug = debug


def main() -> None:
    """Run the command line; errors of use end with status 1 and one clear message."""
    if "--debug" in sys.argv[2:]:  # also after the verb, where people add it
        sys.argv.remove("--debug")
        sys.argv.insert(1, "--debug")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ♠ shows ?
    warnings.showwarning = lambda message, *_: _complain(str(message))  # what is told, not where in the code
    try:
        app()
    except SystemExit as end:
        if end.code == 130:  # typer's answer to Ctrl-C
            _complain("stopped")
        raise
    except (RiverboatError, OSError) as problem:
        if settings.debug:
            raise
        _complain(str(problem))
        sys.exit(1)


def _complain(message: str) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(
        Text("riverboat: ", style="bold red") + Text(message)
    )
