"""The hostile scripts find nothing, on a few cases each; see hostile/ for how to run them on many."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import riverboat as rb
from riverboat.base.files import write_arrays
from riverboat.base.layout.header import header_bytes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "script",
    [
        ("damaged_files.py", "--damages", "30", "--only", "river"),
        ("fuzz.py", "--calls", "1500"),
        ("kills.py", "--kills", "1", "--only", "solve"),
    ],
    ids=lambda script: script[0],
)
def test_a_script_finds_nothing(script: tuple[str, ...]) -> None:
    command = [sys.executable, str(ROOT / "hostile" / script[0]), *script[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_damage_that_is_not_seen_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripts can fail: without checksums a damaged solution answers wrongly."""
    monkeypatch.syspath_prepend(str(ROOT))
    from hostile.forked import outcome

    from hostile import damaged_files

    monkeypatch.setattr("riverboat.solvers.solutions.file_tables.BoardTable._check", lambda self, board: None)
    path = tmp_path / "kuhn.rb"
    rb.solve("kuhn", iterations=20, threads=1).save(path)
    case = damaged_files.Case("kuhn", "solution", path, {"lines": [""]})
    data = bytearray(path.read_bytes())
    length = int.from_bytes(data[:8], "little")
    begin, _ = json.loads(data[8 : 8 + length])["strategy_0"]["data_offsets"]
    data[8 + length + begin + 1] ^= 0x55
    path.write_bytes(data)
    kind, told = outcome(lambda: case.asked(path))
    assert kind == "answer"
    assert told != case.answer


def test_what_is_forged_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A crash, a foreign error and a hang of a child are told apart."""
    monkeypatch.syspath_prepend(str(ROOT))
    import os
    import signal
    import time

    from hostile.forked import outcome

    assert outcome(lambda: os.kill(os.getpid(), signal.SIGSEGV)) == ("crash", "SIGSEGV")
    assert outcome(lambda: [][1])[0] == "foreign"
    assert outcome(lambda: time.sleep(9), seconds=1) == ("crash", "it hangs")
    assert outcome(lambda: rb.evaluate("nothing"))[0] == "refused"
    write_arrays(tmp_path / "a", {"a": np.zeros(2)}, kind="x", version=1)
    assert header_bytes({}, {"kind": "x"})
