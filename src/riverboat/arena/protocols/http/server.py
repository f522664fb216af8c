"""A server of JSON over HTTP that keeps its word to one client whatever the others do.

One thread serves all connections and another answers. A connection has limits of time and size for all it does; there
are only so many of them, and when they are all taken the one that has done nothing for longest makes room, of the
address that has most.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from riverboat.arena.protocols.away_bot import reason
from riverboat.arena.protocols.http.message import (
    HEAD_BYTES,
    HEAD_END,
    Head,
    RefusedError,
    read_json,
    write_answer,
)
from riverboat.arena.protocols.http.turns import Turns
from riverboat.arena.protocols.sparing_log import SparingLog

_QUEUE: Final = 4096  # connections that the system keeps until they are accepted; it may keep fewer
_AT_A_TIME: Final = 100  # connections that are accepted before those inside are served again
_SPARE: Final = (
    64 + _AT_A_TIME
)  # file descriptors for everything else, and for those who are about to be closed
_END_S: Final = 5.0  # for the answer that is under way when the server is closed
_LINGER: Final = 1 << 20  # bytes that are still taken from one who was refused, so that it reads the answer


@dataclass(frozen=True)
class Limits:
    """What a connection may do, and how many there may be.

    connections: at most, and never more than the system's limit of open files allows. idle_s: without a request.
    request_s: from a request's first byte to its last. send_s: for taking an answer.
    """

    connections: int = 1000
    idle_s: float = 60.0
    request_s: float = 10.0
    send_s: float = 10.0


class Request(NamedTuple):
    """A request that was read: from whom, where to, its headers in lower case, its JSON object."""

    client: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


Answer = tuple[int, dict[str, Any]]


@dataclass(eq=False)
class _Connection:
    socket: socket.socket
    address: str
    task: asyncio.Task[None] | None = None
    busy: bool = False  # a request is read whole, and its answer is under way
    known: bool = False  # it has made a request that was answered
    begun: bool = False  # a request has begun
    heard: bytes = b""


class HttpServer:
    """Serves POST requests below any path. answer: of a request, a status and a JSON object, in another thread.

    failed: the name of what an answer says of a request that cannot be read. log: given a line for what goes wrong.
    """

    def __init__(
        self,
        listener: socket.socket,
        answer: Callable[[Request], Answer],
        log: Callable[[str], object],
        *,
        failed: str = "error_msg",
        limits: Limits = Limits(),  # noqa: B008  # frozen
    ) -> None:
        self.address: tuple[str, int] = listener.getsockname()[:2]
        self._listener, self._answer, self._failed, self._limits = listener, answer, failed, limits
        self.log = SparingLog(log)
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = max(8, min(limits.connections, files - _SPARE))
        self._many = 0
        self._connections: dict[
            str, dict[_Connection, None]
        ] = {}  # by address; who did something last comes last
        self._stopped = False
        self._resting = threading.Event()
        self._resting.set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None

    def serve(self) -> None:
        """Answer until `stop` is called, in another thread."""
        self._resting.clear()
        try:
            asyncio.run(self._serve())
        finally:
            self._resting.set()

    def stop(self) -> None:
        """End `serve`."""
        self._stopped = True
        if self._loop is not None and self._over is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._over.set)

    def close(self) -> None:
        """End `serve`, and close the port."""
        self.stop()
        self._resting.wait(_END_S)
        self._listener.close()
        self.log.close()

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        if self._stopped:
            return
        self._turns: Turns[Answer] = Turns()
        self._listener.listen(_QUEUE)
        self._listener.setblocking(False)
        tasks = [asyncio.create_task(self._turns.run())]
        self._open()
        try:
            await self._over.wait()
        finally:
            self._over.set()
            self._loop.remove_reader(self._listener)
            inside = [one for those in self._connections.values() for one in those]
            tasks += [one.task for one in inside if one.task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _open(self) -> None:
        """Let people in from now on."""
        assert self._loop is not None
        assert self._over is not None
        if not self._over.is_set():
            self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        """Let some in who wait; then those inside are served before the next."""
        assert self._loop is not None
        for _ in range(_AT_A_TIME):
            try:
                connected, (address, *_) = self._listener.accept()
            except BlockingIOError:
                return
            except OSError:  # gone again, or no descriptors are left: somebody makes room
                self._make_room()
                self._loop.remove_reader(self._listener)
                self._loop.call_later(0.05, self._open)
                return
            connected.setblocking(False)
            if self._many >= self._most:
                self._make_room()
            one = _Connection(connected, address)
            self._connections.setdefault(address, {})[one] = None
            self._many += 1
            one.task = asyncio.create_task(self._keep(one))
            one.task.add_done_callback(partial(self._close, one))

    def _make_room(self) -> None:
        """Close the connection that can best be missed, of the address that has most.

        That is one that never asked anything, then one that asks nothing now, then one that waits for an answer.
        """
        if not self._many:
            return
        those = max(self._connections.values(), key=len)
        out = next(
            (one for one in those if not one.busy and not one.known),
            next((one for one in those if not one.busy), next(iter(those))),
        )
        self._forget(out)
        assert out.task is not None
        out.task.cancel()  # which closes it, when nobody waits at its socket any more

    def _forget(self, one: _Connection) -> None:
        those = self._connections.get(one.address, {})
        if one in those:
            del those[one]
            self._many -= 1
            if not those:
                del self._connections[one.address]

    def _did_something(self, one: _Connection) -> None:
        those = self._connections.get(one.address, {})
        if one in those:
            del those[one]
            those[one] = None

    def _close(self, one: _Connection, _: object) -> None:
        self._forget(one)
        one.socket.close()

    async def _keep(self, one: _Connection) -> None:
        """Serve one connection to its end."""
        try:
            one.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while await self._exchange(one):
                one.known, one.busy = True, False
                self._did_something(one)
        except TimeoutError:
            if one.begun:
                self.log.tell(one.address, f"{one.address}: timed out")
        except OSError:
            pass  # it has left

    async def _exchange(self, one: _Connection) -> bool:
        """Take one request and answer it; return whether there may be another."""
        one.begun = bool(one.heard)
        if not one.heard and not await self._more(one, self._limits.idle_s):
            return False
        one.begun = True
        try:
            async with asyncio.timeout(self._limits.request_s):
                head, body = await self._read(one)
            one.busy = True
            request = Request(one.address, head.path, head.headers, read_json(body))
            status, answer = await self._turns.ask(one.address, partial(self._answer, request))
            keeps_open = head.keeps_open
        except RefusedError as problem:
            status, answer, keeps_open = problem.status, {self._failed: problem.why}, False
            self.log.tell(one.address, f"{one.address}: refused: {problem.why}"[:240].replace("\n", " "))
        except Exception as problem:
            if isinstance(problem, (OSError, TimeoutError)):
                raise
            status, answer, keeps_open = 500, {self._failed: "the server failed"}, False
            self.log.tell("failed", f"failed at a request: {reason(problem)}")
        await self._send(one, write_answer(status, answer, keeps_open=keeps_open))
        if not keeps_open:
            await self._linger(one)
        return keeps_open

    async def _read(self, one: _Connection) -> tuple[Head, bytes]:
        while HEAD_END not in one.heard:
            if len(one.heard) > HEAD_BYTES:
                status = 431 if b"\n" in one.heard[:HEAD_BYTES] else 414
                raise RefusedError(status, f"{status}: the head is longer than {HEAD_BYTES} bytes")
            if not await self._more(one):
                raise RefusedError(400, f"Bad request syntax: {one.heard[:40]!r}")
        raw, _, one.heard = one.heard.partition(HEAD_END)
        head = Head.read(raw)
        if head.method != "POST":
            raise RefusedError(501, f"Unsupported method {head.method[:20]!r}; only POST is answered")
        length = head.length
        if head.headers.get("expect", "").lower() == "100-continue":
            await self._send(one, b"HTTP/1.1 100 Continue" + HEAD_END)
        while len(one.heard) < length:
            if not await self._more(one):
                raise RefusedError(400, f"the message ends after {len(one.heard)} of {length} bytes")
        body, one.heard = one.heard[:length], one.heard[length:]
        return head, body

    async def _more(self, one: _Connection, seconds: float | None = None) -> bool:
        """Receive something; False at the end."""
        assert self._loop is not None
        async with asyncio.timeout(seconds):
            some = await self._loop.sock_recv(one.socket, 65536)
        one.heard += some
        return bool(some)

    async def _send(self, one: _Connection, text: bytes) -> None:
        assert self._loop is not None
        async with asyncio.timeout(self._limits.send_s):
            await self._loop.sock_sendall(one.socket, text)

    async def _linger(self, one: _Connection) -> None:
        """Let the other side read the answer before what it still sends would destroy it."""
        assert self._loop is not None
        one.busy, one.known = False, False
        with suppress(TimeoutError):
            one.socket.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(1.0):
                left = _LINGER
                while left > 0 and (some := await self._loop.sock_recv(one.socket, 65536)):
                    left -= len(some)
        one.heard = b""
