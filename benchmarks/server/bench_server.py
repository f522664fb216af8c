"""The server under load: full grids of 1,326 hands over HTTP, read by a client on the same two cores.

python benchmarks/server/bench_server.py

Requests come at their times whether earlier ones are answered or not, and count from then until their JSON is read. The
points are different lines of `sixmax` on different boards, none of which was asked before; then the same again.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import orjson

import riverboat as rb
from riverboat.cards.card import card_names
from riverboat.solvers.asking.cursor import Cursor

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
from timing import Row

POINTS, NEW_RATE, SEEN_RATE, SEEN_SECONDS = 1000, 40, 300, 10
CORES, CONNECTIONS = 2, 16
MOST_MILLISECONDS = 50
CLICKS, MOST_GROWTH = 9000, 1.05  # a quarter of them to points never asked before


def rows() -> list[Row]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(range(os.cpu_count() or 1)[:CORES]))  # the server inherits it
    try:
        with serving() as (port, process):
            here = points(POINTS)
            paths = list(map(path_of, here))

            def spent() -> float:
                return processor_seconds(process)

            asyncio.run(asked(port, paths[:1]))  # opens the strategy
            begun = spent()
            new = asyncio.run(asked(port, paths[1:], NEW_RATE))
            used = spent() - begun
            seen = asyncio.run(
                asked(port, random.Random(1).choices(paths, k=SEEN_RATE * SEEN_SECONDS), SEEN_RATE)
            )
            used_again = spent() - begun - used
            first = resident(process)
            clicks = [*points(CLICKS // 4, seed=1), *random.Random(2).choices(here, k=CLICKS - CLICKS // 4)]
            random.Random(3).shuffle(clicks)
            took = max(asyncio.run(asked(port, list(map(path_of, clicks)))))
            grown = resident(process) / first
    finally:
        os.sched_setaffinity(0, before)
    found = [
        told("grids never asked before", NEW_RATE, new, used / len(new)),
        told("grids asked before", SEEN_RATE, seen, used_again / len(seen)),
        Row(
            "grids, memory", "clicks", CLICKS / took, note=f"{grown:.3f} of the memory before {CLICKS:,} more"
        ),
    ]
    assert grown < MOST_GROWTH, f"memory has grown to {grown:.3f} of what it was: {found}"
    for times in (new, seen):
        assert percentile(times, 95) < MOST_MILLISECONDS, f"p95 is {percentile(times, 95):.1f} ms: {found}"
    return found


def told(what: str, rate: float, times: list[float], cpu: float) -> Row:
    shares = ", ".join(f"p{share} {percentile(times, share):.1f}" for share in (50, 95, 99))
    return Row(what, "requests", rate, note=f"{shares} ms; {1e3 * cpu:.1f} ms of the server's processor each")


def percentile(times: list[float], share: int) -> float:
    return 1e3 * sorted(times)[min(len(times) - 1, len(times) * share // 100)]


def path_of(point: dict[str, str]) -> str:
    return f"/api/v1/grid?{urlencode(point)}"


def points(count: int, seed: int = 0) -> list[dict[str, str]]:
    """Different points of all streets: lines by random choices of the menu, boards at random."""
    rng, strategy = random.Random(seed), rb.open("sixmax")
    found: dict[tuple[str, str], dict[str, str]] = {}
    while len(found) < count:
        at: Cursor = strategy.start()
        deck = rng.sample(range(52), 5)
        for _ in range(rng.randint(1, 14)):
            after = at.act(rng.choice(at.options).action)
            if after.table.is_over:
                break
            at = after
        board = card_names(deck[: sum(at.table.game.board_cards[: at.table.round + 1])])
        line = at.state.line if not board else rb.games.write_line(at.table.game, at.table.taken)
        if board:  # before the flop there are few different points
            found[line, board] = {"strategy": "sixmax", "line": line, "board": board}
    return list(found.values())


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """Run a server and yield its port and the number of its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "riverboat", "serve", "--json", "--no-open", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--folder", folder, "--library", folder], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            yield int(address.rstrip("/").rpartition(":")[2]), process.pid
        finally:
            process.terminate()
            process.wait()


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1])


async def asked(port: int, paths: list[str], rate: float = math.inf) -> list[float]:
    """Ask at a rate, or as fast as it answers, and return the seconds of each request, from when it was due."""
    free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CONNECTIONS)]
    for connection in opened:
        free.put_nowait(connection)
    times = [0.0] * len(paths)

    async def one(number: int, due: float) -> None:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        reader, writer = await free.get()
        writer.write(f"GET {paths[number]} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.splitlines()[0], head
        length = next(
            int(line.split(b":")[1]) for line in head.lower().splitlines() if b"content-length" in line
        )
        answer = orjson.loads(await reader.readexactly(length))
        assert len(answer["hands"]["reach"]) == 1326
        times[number] = time.perf_counter() - due
        free.put_nowait((reader, writer))

    begin = time.perf_counter() + 0.1
    await asyncio.gather(*(one(number, begin + number / rate) for number in range(len(paths))))
    for _, writer in opened:
        writer.close()
    return times


if __name__ == "__main__":
    for row in rows():
        print(f"{row.what}, {row.rate:g} {row.unit} a second: {row.note}")
