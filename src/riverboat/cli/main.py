"""The entry point: streams and signals are set right before anything is imported that takes time."""

from __future__ import annotations

import os
import sys
from typing import Any

_INTERRUPTED = 130  # 128 and the number of the signal, as shells have it


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly, also while it is still being loaded."""
    try:
        _mend_streams()
        _mend_width()
        from riverboat.cli.root import run

        run()
    except KeyboardInterrupt:
        print("riverboat: stopped", file=sys.stderr)
        sys.exit(_INTERRUPTED)


def _mend_streams() -> None:
    """Take the place of streams that are closed, so that no file gets their numbers and nothing is written into it."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - stays open


def _mend_width() -> None:
    """Forget a width of the terminal that is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns and not (columns.isdecimal() and 0 < len(columns.lstrip("0")) < 6):
        del os.environ["COLUMNS"]


def __getattr__(name: str) -> Any:
    """Load the commands when somebody asks for them."""
    if name == "app":
        from riverboat.cli.root import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
