"""The behaviour signature: if it changes, say why in the CHANGELOG and write the new one with `make signature`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden" / "signature.txt"


@pytest.mark.parametrize("path", ["baseline", "bmi2", "avx512"])
def test_signature_is_the_golden_one_on_every_instruction_path(path: str) -> None:
    environment = {**os.environ, "RIVERBOAT_CPU": path}
    command = [sys.executable, "-m", "riverboat.testing.signature"]
    found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert found.stdout == GOLDEN.read_text()
