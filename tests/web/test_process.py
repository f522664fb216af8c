"""`riverboat serve` as a process: what it prints, what it says of a port, and that signals lose nothing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from riverboat.web.library import Library

SETUP = {
    "board": "QsJh2h5c",
    "oop": "AA,QQ",
    "ip": "AQs,TT",
    "pot": 100,
    "stack": 200,
    "iterations": 1_000_000,
}
COMMAND = [sys.executable, "-m", "riverboat", "serve", "--no-open"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_signals_lose_nothing(tmp_path: Path, number: signal.Signals) -> None:
    words = [*COMMAND, "--json", "--port", "0", "--folder", str(tmp_path), "--library", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        with httpx.Client(base_url=address, timeout=60) as client:
            job = client.post("/api/v1/jobs", json={"setup": SETUP}).json()
            with client.stream("GET", f"/api/v1/jobs/{job['id']}/events") as stream:
                lines = stream.iter_lines()  # a stream that is open must not hold the server back
                next(line for line in lines if '"iterations":' in line.partition('"progress"')[2])
                process.send_signal(number)
                began = time.monotonic()
                with suppress(httpx.HTTPError):  # one that is killed says no last word
                    for _ in lines:
                        pass
        _, errors = process.communicate(timeout=120)
    assert process.returncode in (0, -number)
    assert "Traceback" not in errors
    library = Library(tmp_path)
    while library.entry(job["id"]).state == "running" and time.monotonic() - began < 120:
        time.sleep(0.1)  # the worker of one that is killed notices, and keeps what it has
    assert library.entry(job["id"]).state == "waiting"
    assert library.checkpoint(job["id"]).is_file()


def test_a_port_that_is_taken_and_a_folder_that_is_not_there(client: httpx.Client, tmp_path: Path) -> None:
    for words, says in (
        (["--port", str(client.base_url.port)], f"port {client.base_url.port} is taken by"),
        (["--folder", str(tmp_path / "none")], "there is no such folder"),
    ):
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, says in done.stderr) == (1, True), done.stderr
