"""Running `riverboat` as a user does, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = "from riverboat.cli import main; main()"


def run(*arguments: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command that must end with this status."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == expect, done.stderr
    return done
