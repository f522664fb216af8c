"""A result that grows, shown while it does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def live(done: Callable[[Any], str], *, quiet: bool) -> Iterator[Callable[[Any], None] | None]:
    """Show the result so far on the error stream of a terminal; yields what to call with it.

    done: says of a result how far it is. quiet: show nothing.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    with Live(console=console, transient=True, refresh_per_second=4) as shown:

        def update(result: Any) -> None:
            shown.update(Group(Text(done(result), style="bold"), result))

        yield update
