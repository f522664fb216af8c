"""What a wheel is made of."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_nothing_of_the_package_is_ignored() -> None:
    """A wheel leaves out what `.gitignore` names, tracked or not: `runs/` once took riverboat.solvers.runs with it."""
    ignored = ["git", "-C", str(ROOT), "ls-files", "--cached", "--ignored", "--exclude-standard"]
    done = subprocess.run(ignored, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no checkout")
    assert done.stdout.splitlines() == []
