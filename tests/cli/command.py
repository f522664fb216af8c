"""Running `riverboat` as a user does: in this process, which is quick, or in one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from riverboat.cli import main

SCRIPT = "from riverboat.cli import main; main()"


def run(*arguments: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command that must end with this status."""
    out, error = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    words = [str(argument) for argument in arguments]
    with redirect_stdout(out), redirect_stderr(error), patch.object(sys, "argv", ["riverboat", *words]):
        try:
            main()
            status: int | str | None = 0
        except SystemExit as end:
            status = end.code
    texts = [stream.buffer.getvalue().decode() for stream in (out, error)]  # type: ignore[attr-defined]
    done = subprocess.CompletedProcess(words, int(status or 0), *texts)
    assert done.returncode == expect, done.stderr
    return done


def start(*arguments: str | Path, expect: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == expect, done.stderr
    return done
