"""Thousands of hostile connections against our servers, while a client plays that must not notice.

    python hostile/connections.py --connections 10000

Connections are silent, slow, garbled, endless, greedy or deaf, in waves, from addresses of this machine of their own
(or, with --same-address, from the client's own). Meanwhile a well-behaved client plays its hands against the Slumbot
server, and another comes to a besieged seat of the competition's dealer. Prints what the clients and the servers went
through, and exits with 1 if a hand was lost or counted wrong, or a server grew without bound.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from riverboat.arena.protocols.acpc.client import play_acpc
from riverboat.arena.protocols.away_bot import AwayBot
from riverboat.arena.protocols.http.posts import Posts, Retries
from riverboat.arena.protocols.slumbot.client import SlumbotClient
from riverboat.errors import RiverboatError

POST = b"POST /api/new_hand HTTP/1.1\r\nHost: x\r\nContent-Length: "
NEW_HAND = POST + b"2\r\n\r\n{}"
_PATIENCE_S = 40.0  # of the dealer's 60 for everybody to come
Say = Callable[[bytes], Awaitable[None]]

# --- the hostile side --------------------------------------------------------------------------------------------


async def silent(say: Say) -> None:
    await asyncio.sleep(0)


async def slow(say: Say) -> None:
    for letter in b"VERSION: POST /api/new_hand HTTP/1.1":
        await say(bytes([letter]))
        await asyncio.sleep(0.2)


async def garbled(say: Say) -> None:
    await say(random.randbytes(3000) + b"\r\n\r\n" + random.randbytes(100))


async def endless(say: Say) -> None:
    for _ in range(20):
        await say(b"x" * 50_000)


async def wrong(say: Say) -> None:
    await say(b"VERSION:2:0:0\r\n\r\n" + b"# only comments\n" * 500)


async def huge(say: Say) -> None:
    await say(POST + b"99999999999\r\n\r\n" + b"{" * 1000)


async def deep(say: Say) -> None:
    await say(POST + b"60000\r\n\r\n" + b"[" * 60_000)


async def greedy(say: Say) -> None:
    for _ in range(10):
        await say(NEW_HAND)
        await asyncio.sleep(0.02)


async def deaf(say: Say) -> None:
    for _ in range(10):
        await say(NEW_HAND * 20)


KINDS = (silent, slow, garbled, endless, wrong, huge, deep, greedy, deaf, silent)


async def besiege(
    port: int, count: int, at_once: int, addresses: Sequence[str], hold_s: float, came: Any
) -> None:
    """Make so many connections; came: how many were let in, counted as it goes."""
    room = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        async with room:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(hold_s):
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", port, local_addr=(addresses[number % len(addresses)], 0)
                    )
                    came.value += 1
                    try:

                        async def say(text: bytes) -> None:
                            writer.write(text)
                            await writer.drain()

                        await kind(say)
                        if kind is deaf:
                            await asyncio.sleep(hold_s)
                        while await reader.read(65536):
                            pass
                    finally:
                        writer.close()

    await asyncio.gather(*map(one, range(count)))


def siege(port: int, count: int, at_once: int, addresses: Sequence[str], hold_s: float, came: Any) -> None:
    """Besiege from a process of its own, so that the client's clock is not slowed by it."""
    asyncio.run(besiege(port, count, at_once, addresses, hold_s, came))


# --- what is seen ------------------------------------------------------------------------------------------------


@dataclass
class Watch:
    """The most that a server took of the machine, looked at now and then."""

    pid: int
    most: dict[str, int] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)

    def look(self) -> None:
        with suppress(OSError, ValueError, KeyError):  # it may be gone
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
            lines = dict(line.split(":", 1) for line in status.splitlines())
            seen = {
                "threads": int(lines["Threads"]),
                "memory_mib": int(lines["VmRSS"].split()[0]) >> 10,
                "files": len(os.listdir(f"/proc/{self.pid}/fd")),
            }
            self.first = self.first or seen
            self.most = {key: max(value, self.most.get(key, 0)) for key, value in seen.items()}


@contextmanager
def watched(pid: int) -> Iterator[Watch]:
    watch, over = Watch(pid), threading.Event()

    def look() -> None:
        while not over.wait(0.1):
            watch.look()

    watch.look()
    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()


@contextmanager
def server(*words: str) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """Run a verb; yields its process, the first line that it prints, and the file of its error stream."""
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        with errors.open("w") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "riverboat", *words], stdout=subprocess.PIPE, stderr=stream, text=True
            )
            assert process.stdout is not None
            try:
                yield process, process.stdout.readline().strip(), errors
            finally:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()
                process.wait()
                process.stdout.close()


@dataclass
class Client:
    """A well-behaved client of the Slumbot server: one session, one request at a time, nothing tried twice."""

    url: str
    bot: str
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    hands: int = 0

    def play(self, hands: int, over: Callable[[], bool]) -> None:
        """Play so many hands, and more until it is over."""
        posts = Posts(self.url, 60.0, retries=Retries(1))

        def post(verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
            started = time.perf_counter()
            try:
                return posts.post(verb, body)
            finally:
                self.seconds.append(time.perf_counter() - started)

        client = SlumbotClient(post, AwayBot(self.bot), self.wrong.append)
        try:
            while self.hands < hands or not over():
                self.hands += 1
                client.play(self.hands)
        except RiverboatError as problem:
            self.wrong.append(str(problem))

    def row(self) -> list[str]:
        times = sorted(self.seconds) or [0.0]
        picked = [median(times), times[int(0.99 * (len(times) - 1))], times[-1]]
        return [
            f"{self.hands:,}",
            f"{len(self.wrong)}",
            f"{len(times):,}",
            *(f"{1000 * one:.1f}" for one in picked),
        ]


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
    print()


# --- the two servers ---------------------------------------------------------------------------------------------


def under_siege(
    port: int, options: argparse.Namespace, begin: int, play: Callable[[Callable[[], bool]], None]
) -> tuple[int, float]:
    """Play while a siege goes on, from when so many have come; return how many were let in, and the seconds of it."""
    context = multiprocessing.get_context("spawn")
    came = context.Value("l", 0)
    addresses = ["127.0.0.1"] if options.same_address else [f"127.0.0.{last}" for last in range(2, 10)]
    at_once = min(options.at_once, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100)
    process = context.Process(
        target=siege, args=(port, options.connections, at_once, addresses, options.hold_s, came)
    )
    started = time.monotonic()
    process.start()
    while came.value < begin and process.is_alive() and time.monotonic() - started < _PATIENCE_S:
        time.sleep(0.01)
    play(lambda: not process.is_alive())
    process.join()
    return int(came.value), time.monotonic() - started


def slumbot(options: argparse.Namespace) -> list[str]:
    """Besiege the Slumbot server; return what went wrong."""
    with server("host", "slumbot", "--bot", options.bot, "--port", "0") as (process, url, errors):
        port = int(url.split(":")[2].split("/")[0])
        calm, besieged = Client(url, options.bot), Client(url, options.bot)
        with watched(process.pid) as watch:
            calm.play(options.hands, lambda: True)
            came, took = under_siege(port, options, 1, lambda over: besieged.play(options.hands, over))
        logged = errors.stat().st_size
    print(f"Slumbot server: {came:,} of {options.connections:,} connections let in, {took:.1f} s")
    head = ["client", "hands", "wrong", "requests", "median ms", "99 % ms", "worst ms"]
    print_table(head, [["alone", *calm.row()], ["besieged", *besieged.row()]])
    return [*calm.wrong, *besieged.wrong, *bounded(watch, logged, files=1500)]


def dealer(options: argparse.Namespace) -> list[str]:
    """Besiege a seat of the dealer before its player comes; return what went wrong."""
    words = ("host", "acpc", "nolimit", "0", options.bot, "--hands", str(options.hands))
    lines: list[str] = []
    with server(*words) as (process, ports, errors), watched(process.pid) as watch:
        won, wrong = [], list[str]()

        def play(over: Callable[[], bool]) -> None:
            try:
                played = play_acpc("127.0.0.1", int(ports), options.bot, log=wrong.append)
                won.append((played.hands, played.chips))
            except RiverboatError as problem:
                wrong.append(str(problem))

        came, took = under_siege(int(ports), options, options.connections // 2, play)
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
        logged = errors.stat().st_size + sum(len(line) for line in lines if line.startswith("#"))
    hands = sum(line.startswith("STATE") for line in lines)
    score = lines[-1].removeprefix("SCORE:").split("|")[0] if lines else ""
    print(f"ACPC dealer: {came:,} of {options.connections:,} connections let in, {took:.1f} s")
    print_table(
        ["hands dealt", "hands of the client", "its chips", "by the dealer", "comments"],
        [[str(hands), *(map(str, won[0]) if won else "--"), score, str(len(lines) - hands - 1)]],
    )
    if [(options.hands, score)] != [(count, str(chips)) for count, chips in won]:
        wrong.append(f"the dealer counts {hands} hands and {score} chips, the client {won}")
    return [*wrong, *bounded(watch, logged, files=400)]


def bounded(watch: Watch, logged: int, files: int) -> list[str]:
    """Print what a server took; return what of it is too much."""
    head = ["server", "threads", "open files", "memory MiB", "log KiB"]
    keys = ("threads", "files", "memory_mib")
    print_table(
        head,
        [
            ["before", *(str(watch.first[key]) for key in keys), ""],
            ["at most", *(str(watch.most[key]) for key in keys), str(logged >> 10)],
        ],
    )
    limits = {
        "threads": watch.first["threads"] + 4,
        "files": files,
        "memory_mib": watch.first["memory_mib"] + 300,
    }
    grown = [
        f"{key}: {watch.most[key]} over {most}" for key, most in limits.items() if watch.most[key] > most
    ]
    return grown + ([f"the log has {logged} bytes"] if logged > 1 << 20 else [])


def main(arguments: Sequence[str] | None = None) -> int:
    """Besiege both servers."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--connections", type=int, default=10_000, help="against each server")
    parser.add_argument("--at-once", type=int, default=2000, help="of them, at a time")
    parser.add_argument("--hold-s", type=float, default=2.0, help="how long one is kept")
    parser.add_argument("--hands", type=int, default=200, help="of the client, at least")
    parser.add_argument("--bot", default="shark", help="who plays, on both sides")
    parser.add_argument("--same-address", action="store_true", help="besiege from the client's own address")
    parser.add_argument("--only", choices=["slumbot", "dealer"], help="one of the servers")
    options = parser.parse_args(arguments)
    problems: list[str] = []
    for besiege_it in (slumbot, dealer):
        if options.only in (None, besiege_it.__name__):
            problems += besiege_it(options)
    for problem in problems:
        print(f"wrong: {problem}")
    print("the clients lost nothing" if not problems else f"{len(problems)} things went wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
