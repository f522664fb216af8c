"""Damage every format that Riverboat writes, open and use it: it must be refused in our words, or answer as before.

    python hostile/damaged_files.py --damages 2000

Each damage is opened in a child process. Texts that people write and edit, such as a config, may say something else
once a letter has changed; they count as "other text" then. All else that answers otherwise than before is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # for tests, which import this file
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from tests.saved_formats.ask import ASK
from tests.saved_formats.formats import GROUPS

import riverboat as rb
from forked import outcome
from riverboat.base.layout.header import header_bytes
from riverboat.cards.preflop import preflop_table, read_preflop_table, write_preflop_table
from riverboat.errors import RiverboatError

TEXTS = {".toml", ".csv", ".jsonl", ".sha256"}
"""What people may edit, and the checksum beside an index, without which it is taken as it is."""
READ_AS_TEXT = {"report", "spot", "training_config", "game", "tree", "abstraction_config"}
FREE_WORDS = {"name", "rule", "average", "provenance", "config"}
"""Metadata in which any text is as good as another."""
WRONG = [
    "{}",
    "[]",
    "null",
    "1e999",
    "-1",
    '"x"',
    "[[[[1]]]]",
    '{"a": 1}',
    "NaN",
    "",
    "[null, null, null]",
    "9" * 5000,
]
VERDICTS = ("refused", "same", "other text", "wrong", "foreign", "crash")


# --- asking without verify, as people do ---------------------------------------------------------------------------


def ask_solution(path: Path, lines: list[str]) -> Any:
    opened: Any = rb.open(path, threads=1)
    nodes = [opened.grid(line) for line in lines]
    found = [[list(n.actions), np.asarray(n.strategy).tolist(), np.nan_to_num(n.ev).tolist()] for n in nodes]
    return [opened.iterations, opened.exploitability, [look.iterations for look in opened.looks], found]


def ask_strategy(path: Path, asked: list[list[str]]) -> Any:
    opened = rb.open(path)
    found: list[Any] = [opened.query(hand, line=line, board=board) for hand, line, board in asked]
    return [[list(one.actions), list(one.probabilities), one.bucket] for one in found]


def ask_table(path: Path) -> Any:
    table = read_preflop_table(path)
    return [int(table.wins[::97].sum()), int(table.ties[::97].sum()), table.counts(1325, 0)]


def ask_stage(ask: Callable[..., Any], path: Path, config: str) -> Any:
    """A finished street of a build; one that is damaged is made again, which is as good as refused."""
    try:
        found = ask(path, config=config)
    except AssertionError:
        found = None
    if found is None:
        raise RiverboatError("it is made again")
    return found


OWN: dict[str, Callable[..., Any]] = {
    "solution": ask_solution,
    "strategy": ask_strategy,
    "table": ask_table,
    "street": partial(ask_stage, ASK["street"]),
    "tyche_stage": partial(ask_stage, ASK["tyche_stage"]),
}


# --- damages -------------------------------------------------------------------------------------------------------


def damaged(data: bytes, rng: random.Random) -> tuple[str, bytes]:
    """Return some damage by name, and the bytes after it."""
    out, size = bytearray(data), max(len(data), 1)
    at, other = rng.randrange(size), rng.randrange(size)
    many = min(rng.choice((1, 8, 64, 512, 4096)), size)
    kind = rng.choice(("bit", "bits", "byte", "cut", "zeros", "swap", "tail", "insert", "header"))
    if not data:
        return "insert", b"\0"
    if kind == "bit":
        out[at] ^= 1 << rng.randrange(8)
    elif kind == "bits":
        for _ in range(8):
            out[rng.randrange(size)] ^= 1 << rng.randrange(8)
    elif kind == "byte":
        out[at] = rng.randrange(256)
    elif kind == "cut":
        del out[at:]
    elif kind == "zeros":
        out[at : at + many] = bytes(len(out[at : at + many]))
    elif kind == "swap":
        first, second = bytes(out[at : at + many]), bytes(out[other : other + many])
        if len(first) == len(second):
            out[at : at + many], out[other : other + many] = second, first
    elif kind == "tail":
        out += out[-many:]
    elif kind == "insert":
        out[at:at] = rng.randbytes(many)
    else:  # digits of the beginning, lengths kept
        digits = [place for place in range(min(size, 4096)) if chr(out[place]).isdigit()]
        for place in rng.sample(digits, min(3, len(digits))):
            out[place] = ord(rng.choice("0123456789"))
    return kind, bytes(out)


def forged(data: bytes, rng: random.Random) -> tuple[str, bytes] | None:
    """Return a file of arrays that says something senseless of itself, all its checksums right; None for others."""
    try:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        meta = header.pop("__metadata__")
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None
    keys = [key for key in meta if not key.startswith(("checksum:", "header_")) and key not in FREE_WORDS]
    key = rng.choice(keys)
    if rng.random() < 0.2 and header:
        entry = header[rng.choice(list(header))]
        entry["shape"] = rng.choice([[1] * 71, [0, 2**62, 2**62], [-1], ["a"], [2**70], entry["shape"] * 2])
    else:
        meta[key] = rng.choice(WRONG)
    return "forged", header_bytes(header, meta) + data[8 + length :]


# --- all formats ---------------------------------------------------------------------------------------------------


class Case:
    """A saved file: the folder that it lies in with those it needs, how it is asked, and what it answers undamaged."""

    def __init__(self, name: str, ask: str, path: Path, options: dict[str, Any]) -> None:
        self.name, self.path = name, path
        self.call = partial(OWN.get(ask) or ASK[ask], **options)
        self.files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
        self.is_text = ask in READ_AS_TEXT
        with tempfile.TemporaryDirectory() as scratch:
            kind, self.answer = outcome(lambda: self.asked(self.copied(scratch)))
        if kind != "answer":
            raise SystemExit(f"{name} does not answer undamaged: {self.answer}")

    def copied(self, scratch: str) -> Path:
        shutil.copytree(self.path.parent, Path(scratch) / "copy")
        return Path(scratch) / "copy" / self.path.name

    def asked(self, path: Path) -> Any:
        """Answers as plain text, in which what is the same is the same."""
        return json.dumps(self.call(path))

    def damage(self, rng: random.Random) -> tuple[str, str, str]:
        """Damage a file, ask, and return the verdict, the kind of damage and what was said."""
        file = rng.choice(self.files)
        data = file.read_bytes()
        kind, after = (forged(data, rng) if rng.random() < 0.25 else None) or damaged(data, rng)
        with tempfile.TemporaryDirectory() as scratch:
            path = self.copied(scratch)
            hurt = path if self.path.is_file() else path / file.relative_to(self.path)
            hurt.write_bytes(after)
            verdict, told = outcome(lambda: self.asked(path))
        if verdict == "answer":
            text = self.is_text or file.suffix in TEXTS
            verdict = "same" if told == self.answer else "other text" if text else "wrong"
        return verdict, f"{kind} of {file.name}", str(told)


def cases(folder: Path) -> list[Case]:
    """Write a small file of every format, and the table that ships."""
    found = []
    for name, one in chain.from_iterable(group().items() for group in GROUPS):
        path = folder / one.ask / name
        path.parent.mkdir(exist_ok=True)
        one.write(path)
        found.append((name, one.ask, path, one.options))
    (folder / "table").mkdir()
    write_preflop_table(preflop_table(), folder / "table" / "preflop.safetensors")
    found.append(("preflop.safetensors", "table", folder / "table" / "preflop.safetensors", {}))
    return [Case(*one) for one in found]


def main(arguments: list[str] | None = None) -> int:
    """Damage, count, print; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--damages", type=int, default=2000, help="how many in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="formats whose name has this in it")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        chosen = [case for case in cases(Path(folder)) if asked.only in case.name]
        counts = {case.name: Counter[str]() for case in chosen}
        for number in range(asked.damages):
            case = chosen[number % len(chosen)]
            verdict, kind, told = case.damage(random.Random(asked.seed * 1_000_003 + number))
            counts[case.name][verdict] += 1
            if verdict in ("wrong", "foreign", "crash"):
                print(f"{verdict}: {case.name}, {kind}, number {number}: {told[-1500:]}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{number + 1:,}/{asked.damages:,}", end="", file=sys.stderr)
    print(f"{'format':<26}" + "".join(f"{verdict:>12}" for verdict in VERDICTS))
    total = Counter[str]()
    for name, by_verdict in counts.items():
        total += by_verdict
        print(f"{name:<26}" + "".join(f"{by_verdict[verdict]:>12,}" for verdict in VERDICTS))
    print(f"{'all':<26}" + "".join(f"{total[verdict]:>12,}" for verdict in VERDICTS))
    return int(any(total[verdict] for verdict in ("wrong", "foreign", "crash")))


if __name__ == "__main__":
    sys.exit(main())
