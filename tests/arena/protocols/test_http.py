"""The server of JSON over HTTP: turns, heads and what a bound log says."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from riverboat.arena.protocols.http.message import Head, RefusedError, read_json
from riverboat.arena.protocols.http.turns import Turns
from riverboat.arena.protocols.sparing_log import SparingLog


def test_addresses_take_turns() -> None:
    """Who asks a hundred times waits for itself; who asks once waits for one question of the other."""
    answered: list[str] = []

    async def ask() -> None:
        turns = Turns[None]()
        greedy = [
            asyncio.create_task(turns.ask("a", lambda n=n: answered.append(f"a{n}"))) for n in range(100)
        ]
        modest = asyncio.create_task(turns.ask("b", lambda: answered.append("b")))
        failing = asyncio.create_task(turns.ask("c", lambda: 1 // 0))  # type: ignore[func-returns-value, arg-type, return-value]
        gone = asyncio.create_task(turns.ask("d", lambda: answered.append("d")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        run = asyncio.create_task(turns.run())
        await asyncio.gather(modest, *greedy)
        with pytest.raises(ZeroDivisionError):
            await failing
        run.cancel()
        with suppress(asyncio.CancelledError):
            await run

    asyncio.run(ask())
    assert answered[:3] == ["a0", "b", "a1"]
    assert len(answered) == 101
    assert "d" not in answered


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"POST /",
        b"POST / HTTP/2.0",
        b"POST /  HTTP/1.1",
        b"POST / HTTP/1.1\r\nno colon",
        b"POST / HTTP/1.1\r\n folded: line",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2",
    ],
)
def test_heads_that_are_none(raw: bytes) -> None:
    with pytest.raises(RefusedError):
        Head.read(raw)


def test_bodies_whose_length_cannot_be_told() -> None:
    for header in (
        b"Transfer-Encoding: chunked\r\nContent-Length: 5",
        b"Content-Length: +5",
        b"Content-Length: 5 5",
    ):
        with pytest.raises(RefusedError, match="Content-Length is"):
            _ = Head.read(b"POST / HTTP/1.1\r\n" + header).length
    with pytest.raises(RefusedError, match="is no JSON"):
        read_json(b"9" * 5000)
    assert not Head.read(b"POST / HTTP/1.0").keeps_open


def test_a_log_has_a_limit_for_all_together() -> None:
    lines: list[str] = []
    log = SparingLog(lines.append, lines=5, together=12)
    for number in range(100_000):
        log.tell(f"10.0.{number % 500}.1", f"line {number}")
    assert len(lines) == 12
    log.close()
    assert len(lines) == 12 + 5 + 1
    assert lines[-1].startswith("others: ")
    log.tell("10.0.0.1", "again")
    assert lines[-1] == "again"
