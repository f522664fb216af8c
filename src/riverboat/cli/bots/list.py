"""`riverboat bots list`: the bots that can be named, with their parameters."""

from __future__ import annotations

import inspect

from riverboat.cli.options import Json, show


def list_bots(json: Json = False) -> None:
    """The bots, what they do, and their parameters with defaults.

    Parameters follow the name in brackets, in order or by name: shark(0.2,0.7,sizing=0.5). A blueprint names a strategy
    or its file: blueprint:sixmax(argmax); so does who searches: search:headsup(seconds=0.5,kind=maxmargin). Bots of
    your own are named by file and class: my_bots.py:Lucky.

    Examples:
      riverboat bots list --json
    """
    from rich.console import Group
    from rich.table import Table

    from riverboat.bots import BOTS, bot_parameters
    from riverboat.strategy import shipped_strategies

    data = [
        {"name": name, "does": _does(kind), "parameters": bot_parameters(kind), "learns": kind.learns}
        for name, kind in BOTS.items()
    ]
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 1, 0))
    for name, kind in BOTS.items():
        values = (f"{key}={value}" if value else key for key, value in bot_parameters(kind).items())
        table.add_row(name, f"{_does(kind)}\n[dim]{', '.join(values) or 'no parameters'}[/dim]")
    strategies = f"strategies that ship: {', '.join(shipped_strategies())}"
    show(Group(table, strategies), data, as_json=json)


def _does(kind: type) -> str:
    return (inspect.getdoc(kind) or "").splitlines()[0]
