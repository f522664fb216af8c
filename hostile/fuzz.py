"""Call the public functions and the command line with senseless arguments: only our errors may come out.

    python hostile/fuzz.py --calls 1000000

Every call is a good one in which some arguments were changed or replaced: by other types, huge and tiny numbers, nan,
strange text, nests, wrong lengths. Batches run in child processes, so that a crash is seen; a call that takes longer
than seconds is a hang. What a function may answer does not matter here.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from forked import outcome
from fuzz_calls import COMMANDS, calls
from riverboat.errors import RiverboatError

HANG_SECONDS = 30.0  # by the clock on the wall, on a machine that others use too
BATCH = 2000
COMMAND_SHARE = 0.01
"""Of calls that are command lines: they take milliseconds."""
WORDS = (
    *(
        "",
        " ",
        "\0",
        "a",
        "é♠",
        "🂡" * 3,
        "x" * 3000,
        "-1",
        "1e99",
        "nan",
        "inf",
        "[]",
        "{}",
        "\n",
        "AsKd",
        "AA,KK",
    ),
    *(
        "r2",
        "k b50%",
        "%s%n",
        "../..",
        "0x10",
        "9" * 400,
        "١٢٣",
        "[[[[",
        "a = 1",
        "=",
        "QsJh2h",
        "AK:0.5",
        "\ud800",
    ),
)
NUMBERS = (
    *(
        0,
        1,
        -1,
        2,
        3,
        7,
        52,
        1325,
        1326,
        2**31,
        2**63,
        2**64,
        -(2**70),
        10**30,
        0.0,
        0.5,
        -0.5,
        1e-300,
        1e308,
    ),
    *(math.inf, -math.inf, math.nan, True, False),
)
OTHERS: tuple[Any, ...] = (
    *(None, [], (), {}, set(), b"", b"\xff", object, object(), len, [None], [[]], {"a": 1}, {1: 2}, [1, "a"]),
    *(range(3), [1] * 2000, slice(1), ..., Exception("x"), 1j),
)


class Hang(BaseException):
    """Raised by a clock in a call that takes too long; no handler of errors catches it."""


# --- changed arguments ---------------------------------------------------------------------------------------------


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Return something that nobody asked for."""
    kind = rng.randrange(5 if depth < 3 else 3)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(WORDS)
    if kind == 2:
        return rng.choice(OTHERS)
    if kind == 3:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): junk(rng, depth + 1) for _ in range(rng.randrange(3))}


def changed(value: Any, rng: random.Random) -> Any:
    """Return a value like this one, a little or completely different."""
    if rng.random() < 0.3:
        return junk(rng)
    if isinstance(value, bool) or value is None:
        return junk(rng)
    if isinstance(value, str):
        return _changed_text(value, rng)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, value * 10**9, value / 3, str(value), float(value)))
    if isinstance(value, float):
        return rng.choice((value * 1e300, -value, value / 1e300, int(value), str(value), math.nan))
    if isinstance(value, list | tuple) and value:
        return _changed_list(value, rng)
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, rng.choice((key, junk(rng, 3).__class__.__name__)): changed(value[key], rng)}
    return junk(rng)


def _changed_text(text: str, rng: random.Random) -> str:
    at, other = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    return rng.choice(
        (
            text[:at] + text[other:],
            text[:at] + rng.choice(WORDS) + text[at:],
            text[:at]
            + chr(rng.choice((0, 32, 37, 44, 58, 64, 233, 0x1F0A1, rng.randrange(33, 127))))
            + text[at + 1 :],
            text[:at] + text[at:other] * rng.choice((2, 3, 50)) + text[other:],
            text.swapcase(),
            text + text,
        )
    )


def _changed_list(value: list[Any] | tuple[Any, ...], rng: random.Random) -> Any:
    items, at = list(value), rng.randrange(len(value))
    way = rng.randrange(4)
    if way == 0:
        items[at] = changed(items[at], rng)
    elif way == 1:
        del items[at]
    elif way == 2:
        items.insert(at, junk(rng, 2))
    else:
        items *= rng.choice((0, 2, 10))
    return type(value)(items)


# --- calls ---------------------------------------------------------------------------------------------------------


@dataclass
class Told:
    """What came of some calls: how many ended how, and what must not be, by where it was raised."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, str] = field(default_factory=dict)

    def add(self, verdict: str, where: str = "", text: str = "") -> None:
        """Count a call."""
        self.counts[verdict] += 1
        if where:
            self.counts[f"{verdict}: {where}"] += 1
            self.wrong.setdefault(where, text)


def one_call(
    name: str,
    call: Callable[..., Any],
    good: tuple[list[Any], dict[str, Any]],
    rng: random.Random,
    told: Told,
    *,
    change: bool = True,
) -> None:
    """Make a call with changed arguments and count how it ends."""
    args, named = list(good[0]), dict(good[1])
    places: list[Any] = [*range(len(args)), *named] if change else []
    for place in rng.sample(places, min(len(places), rng.choice((1, 1, 1, 2, 3)))):
        if isinstance(place, int):
            args[place] = changed(args[place], rng)
        else:
            named[place] = changed(named[place], rng)
    signal.setitimer(signal.ITIMER_REAL, HANG_SECONDS)
    try:
        call(*args, **named)
    except RiverboatError:
        told.add("refused")
    except Hang:
        told.add("hang", name, f"{name}(*{args!r:.300}, **{named!r:.300})")
    except (KeyboardInterrupt, MemoryError, Exception) as problem:
        frames = traceback.extract_tb(problem.__traceback__)
        last = next((f for f in reversed(frames) if "riverboat" in f.filename), frames[-1])
        where = f"{name} {type(problem).__name__} {Path(last.filename).name}:{last.lineno}"
        told.add("foreign", where, f"{name}(*{_short(args)}, **{_short(named)}): {problem!s:.200}")
    else:
        told.add("answered")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _short(value: object) -> str:
    try:
        return f"{value!r:.300}"
    except (ValueError, RecursionError) as problem:
        return f"<{problem}>"


def command(arguments: list[str]) -> None:
    """Run a command as the entry point does; every end but a traceback is one."""
    from riverboat.cli import root

    before = sys.argv
    sys.argv = ["riverboat", *(str(one) for one in arguments)]
    try:
        root.run()
    except SystemExit:
        return
    finally:
        sys.argv = before


def batch(seed: int, count: int, progress: str) -> Told:
    """Make some calls one after the other."""

    def ring(*_: object) -> None:
        raise Hang

    signal.signal(signal.SIGALRM, ring)
    told, rng, known = Told(), random.Random(seed), calls()
    sys.setrecursionlimit(1000)
    os.chdir(progress)
    for _ in range(count):
        if rng.random() < COMMAND_SHARE:
            words = rng.choice(COMMANDS)
            name = f"riverboat {words[0]}"
            one_call(name, command, ([_texts(words, rng)], {}), rng, told, change=False)
            continue
        name, call, args, named = rng.choice(known)
        one_call(name, call, (args, named), rng, told)
    return told


def _texts(arguments: list[str], rng: random.Random) -> list[str]:
    """Changed words of a command line, which are all text."""
    changed_words = [_changed_text(one, rng) if rng.random() < 0.3 else one for one in arguments]
    return [one.replace("\0", "") for one in changed_words]


def main(arguments: list[str] | None = None) -> int:
    """Make calls, count, print; 1 if anything came out that is not ours."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    import tempfile

    counts, wrong, done = Counter[str](), dict[str, str](), 0
    calls()  # what they need is loaded once
    with tempfile.TemporaryDirectory() as scratch:
        while done < asked.calls:
            count, seed = min(BATCH, asked.calls - done), asked.seed * 1_000_003 + done
            kind, told = outcome(lambda seed=seed, count=count: batch(seed, count, scratch), seconds=0)  # type: ignore[misc]
            if kind != "answer":
                counts["crash"] += 1
                wrong[f"batch {seed}"] = str(told)[-1500:]
            else:
                counts += told.counts
                wrong = {**told.wrong, **wrong}
            done += count
            if sys.stderr.isatty():
                print(f"\r{done:,}/{asked.calls:,}", end="", file=sys.stderr)
    for where, text in sorted(wrong.items()):
        print(f"{where}: {text}")
    for verdict in ("answered", "refused", "foreign", "hang", "crash"):
        print(f"{verdict:<10}{counts[verdict]:>12,}")
    return int(any(counts[verdict] for verdict in ("foreign", "hang", "crash")))


if __name__ == "__main__":
    sys.exit(main())
