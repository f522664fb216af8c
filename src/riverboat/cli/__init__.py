"""The `riverboat` command: one file per verb, no logic of its own."""

from riverboat.cli.main import app, main

__all__ = ["app", "main"]
