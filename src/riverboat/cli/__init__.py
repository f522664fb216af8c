"""The `riverboat` command: one file per verb, no logic of its own.

`verbs` is the table of contents. A verb's module is imported when it is called, and imports the rooms it needs when it
runs, so that `riverboat --help` and Tab answer at once.
"""

from typing import Any

from riverboat.cli.main import main

__all__ = ["app", "main"]


def __getattr__(name: str) -> Any:
    """Load the commands when somebody asks for them: a Ctrl-C before that must find `main` ready for it."""
    if name == "app":
        from riverboat.cli.root import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
