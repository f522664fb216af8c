"""The command itself: options common to all verbs, and errors without tracebacks."""

from __future__ import annotations

import sys
import warnings
from typing import Annotated

import typer

from riverboat import __version__
from riverboat.cli.border import system_words
from riverboat.cli.options import complain, settings
from riverboat.cli.tree import Root
from riverboat.errors import RiverboatError

app = typer.Typer(
    name="riverboat",
    cls=Root,
    help="Near-equilibrium strategies for Texas Hold'em: compute, store, query, play and measure.\n\n"
    "For study, research and bot leagues; never for help during real-money play.",
    epilog="`riverboat VERB --help` tells a verb's options; every verb takes --json for output that machines read.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


def run() -> None:
    """Run the command line; errors of use end with status 1 and one clear message."""
    if "--debug" in sys.argv[2:]:  # also after the verb, where people add it
        sys.argv.remove("--debug")
        sys.argv.insert(1, "--debug")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ♠ shows ?
    warnings.showwarning = lambda message, *_: complain(str(message))  # what is told, not where in the code
    try:
        app(prog_name="riverboat")
    except SystemExit as end:
        if end.code == 130:  # typer's answer to Ctrl-C
            complain("stopped")
        raise
    except (RiverboatError, OSError, MemoryError) as problem:
        if settings.debug:
            raise
        complain(_words(problem))
        sys.exit(1)


def _words(problem: RiverboatError | OSError | MemoryError) -> str:
    if isinstance(problem, RiverboatError):
        return str(problem)
    return system_words(problem) if isinstance(problem, OSError) else f"memory ran out: {problem}"
