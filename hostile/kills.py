"""Kill runs at random moments with signal 9 and go on: the result must be that of a run that was never killed.

    python hostile/kills.py --kills 40

Training, solves with checkpoints, builds of abstractions and matches are killed and resumed until they end. Then the
files must say the same as those of an undisturbed run, and no temporary file may be left.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import riverboat as rb
from riverboat.abstraction import open_abstraction
from riverboat.base.configs import find_config
from riverboat.base.files import ArrayFile
from riverboat.errors import RiverboatError

TRAINING = """name = "leduc"
abstraction = "lossless"
iterations = 600000
checkpoint_minutes = 0.0005
seed = 5
rule = { name = "linear", discount_every = 1000 }
tree.game = { base = "leduc" }
"""
BUCKETS = 'name = "two"\n[preflop]\nmethod = "kmeans"\nbuckets = 8\n[flop]\nmethod = "kmeans"\nbuckets = 10\n'
COMMAND = [sys.executable, "-m", "riverboat"]
SOLVE = (
    "import riverboat as rb, sys; rb.solve('leduc', iterations=6000, threads=1, checkpoint=sys.argv[1], resume=True,"
    "checkpoint_seconds=0.01).save(sys.argv[2])"
)


@dataclass(frozen=True)
class Job:
    """Something that can be killed. command: for a folder. answer: what it left in the folder, as plain values."""

    name: str
    command: Callable[[Path], list[str]]
    answer: Callable[[Path], Any]


def _train(folder: Path) -> list[str]:
    (folder / "config.toml").write_text(TRAINING)
    options = ["-o", str(folder / "run"), "--threads", "1", "--resume"]
    return [*COMMAND, "train", "run", str(folder / "config.toml"), *options]


def _train_laptop(folder: Path) -> list[str]:
    text = find_config("training", "laptop", RiverboatError).text
    text = text.replace("checkpoint_minutes = 2", "checkpoint_minutes = 0.02")
    (folder / "laptop.toml").write_text(text)
    options = ["-o", str(folder / "run"), "--threads", "1", "--iterations", "300000", "--resume"]
    return [*COMMAND, "train", "run", str(folder / "laptop.toml"), *options]


def _trained(folder: Path) -> Any:
    file = ArrayFile(folder / "run" / "checkpoint.rb", kind="training checkpoint", max_version=1)
    state = json.loads(file.metadata["state"])
    return [file[name].tobytes() for name in ("rows", "cells")] + [state["iterations"], state["node_visits"]]


def _solved(folder: Path) -> Any:
    opened = rb.open(folder / "leduc.rb", verify=True)
    return [np.asarray(opened.grid(line).strategy).tobytes() for line in ("", "k", "b r")]


def _built(folder: Path) -> Any:
    return [table.tobytes() for table in open_abstraction(folder / "two.abstraction").tables]  # type: ignore[union-attr]


def _build(folder: Path) -> list[str]:
    (folder / "two.toml").write_text(BUCKETS)
    out = str(folder / "two.abstraction")
    return [*COMMAND, "abstract", "build", str(folder / "two.toml"), "-o", out, "--threads", "1"]


def _match(folder: Path) -> list[str]:
    files = ["--checkpoint", str(folder / "match.json"), "--save", str(folder / "hands")]
    return [
        *COMMAND,
        "match",
        "fish",
        "shark",
        "--hands",
        "60000",
        "--series",
        "200",
        "--seed",
        "3",
        *files,
        "--resume",
    ]


def _matched(folder: Path) -> Any:
    store = rb.arena.HandStore(folder / "hands")
    tally = json.loads((folder / "match.json").read_text())["tally"]
    return [len(store), [one.to_dict() for one in store.find(sort="won", limit=20)], tally]


JOBS = (
    Job("training", _train, _trained),
    Job("laptop", _train_laptop, _trained),
    Job(
        "solve",
        lambda folder: [sys.executable, "-c", SOLVE, str(folder / "state.rb"), str(folder / "leduc.rb")],
        _solved,
    ),
    Job("abstraction", _build, _built),
    Job("match", _match, _matched),
)


def run(job: Job, folder: Path, kills: int, rng: random.Random, seconds: float) -> tuple[int, str]:
    """Run a job to its end, killed some times on the way; return how often it was, and what was wrong with it."""
    killed = 0
    while True:
        process = subprocess.Popen(
            job.command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        if killed < kills:
            time.sleep(rng.uniform(0.1, 0.6) * seconds)
            if process.poll() is None:
                process.kill()
                killed += 1
        _, told = process.communicate(timeout=900)
        if process.returncode == 0:
            return killed, ""
        if process.returncode != -9:
            return killed, f"it ended with {process.returncode}: {told[-500:]}"


def check(job: Job, kills: int, rng: random.Random) -> tuple[int, str]:
    """Return how often a job was killed, and what was wrong after it."""
    with tempfile.TemporaryDirectory() as calm, tempfile.TemporaryDirectory() as rough:
        began = time.monotonic()
        _, problem = run(job, Path(calm), 0, rng, 0)
        seconds = time.monotonic() - began
        if problem:
            return 0, problem
        killed, problem = run(job, Path(rough), kills, rng, seconds)
        left = [
            str(path.relative_to(rough))
            for path in Path(rough).rglob("*")
            if path.name.endswith((".tmp", "-journal"))
        ]
        if problem or left:
            return killed, problem or f"temporary files are left: {left}"
        same = job.answer(Path(calm)) == job.answer(Path(rough))
        return killed, "" if same else "the result is not that of a run that was never killed"


def main(arguments: list[str] | None = None) -> int:
    """Kill every kind of run, print; 1 if one ended otherwise."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=10, help="of each kind of run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help=f"one of {', '.join(job.name for job in JOBS)}")
    asked = parser.parse_args(arguments)
    wrong = 0
    for job in JOBS:
        if asked.only in job.name:
            killed, problem = check(job, asked.kills, random.Random(asked.seed))
            wrong += bool(problem)
            print(
                f"{job.name:<12}{killed:>4} kills  {problem or 'the same result, files whole, nothing left'}",
                flush=True,
            )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
