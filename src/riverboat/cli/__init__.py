"""The `riverboat` command: one file per verb, no logic of its own.

`verbs` is the table of contents. A verb's module is imported when it is called, and imports the rooms it needs when it
runs, so that `riverboat --help` and Tab answer at once.
"""

from riverboat.cli.main import app, main

__all__ = ["app", "main"]
