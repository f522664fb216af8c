"""The siege of our servers in small: a client at either of them loses nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "hostile" / "connections.py"


def test_clients_lose_nothing_to_hostile_connections() -> None:
    small = ["--connections", "40", "--at-once", "20", "--hold-s", "0.2", "--hands", "5", "--bot", "fish"]
    done = subprocess.run([sys.executable, SCRIPT, *small], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the clients lost nothing" in done.stdout
    assert "Slumbot server: " in done.stdout
    assert "ACPC dealer: " in done.stdout
