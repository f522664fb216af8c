"""A server that speaks Slumbot's HTTP API, so that its client scripts can play a bot of ours."""

from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final

from riverboat.arena.protocols.away_bot import Elsewhere, reason
from riverboat.arena.protocols.slumbot.http_json import LONGEST
from riverboat.arena.protocols.slumbot.table import SlumbotTables
from riverboat.arena.protocols.text_lines import listen
from riverboat.bots import BotLike
from riverboat.errors import RiverboatError

PORT: Final = 4600
"""Where our server is by default."""

_SILENCE_S: Final = 60.0  # a connection on which so long nothing comes is closed


class SlumbotServer:
    """Serves `new_hand`, `act` and `login` below any path, on this machine only unless host says otherwise.

    bot: plays everybody, each client's hands apart. port: 0 for any free one; the port is open from the start. log: is
    given one line for each request that is refused.

    >>> with SlumbotServer("fish", port=0) as server:
    ...     server.url  # doctest: +ELLIPSIS
    'http://127.0.0.1:.../api'
    """

    def __init__(
        self,
        bot: BotLike = "blueprint:headsup",
        *,
        port: int = PORT,
        host: str = "127.0.0.1",
        time_limit: float = 2.0,
        silence_s: float = _SILENCE_S,
        seed: int = 0,
        log: Callable[[str], object] = print,
    ) -> None:
        tables = SlumbotTables(bot, seed=seed, time_limit=time_limit)

        class Handler(_Handler):
            timeout = silence_s

        self._tables = tables
        self._http = _Http(listen(port, host), Handler, tables, log)

    def __enter__(self) -> SlumbotServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.server_close()

    @property
    def url(self) -> str:
        """Where clients find the verbs."""
        host, port = self._http.socket.getsockname()[:2]
        return f"http://{host}:{port}/api"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What a strategy that was trained for another game takes this one for."""
        return self._tables.assumed

    @property
    def played(self) -> Elsewhere:
        """What the bot did so far."""
        return self._tables.played

    def serve(self) -> None:
        """Answer until `stop` is called, in another thread."""
        self._http.serve_forever(poll_interval=0.05)

    def stop(self) -> None:
        """End `serve`."""
        self._http.shutdown()


class _Http(ThreadingHTTPServer):
    def __init__(
        self,
        listener: socket.socket,
        handler: type[_Handler],
        tables: SlumbotTables,
        log: Callable[[str], object],
    ) -> None:
        super().__init__(listener.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket, self.tables, self.log = listener, tables, log

    def handle_error(self, request: object, client_address: object) -> None:
        """Say in a line that a client is lost, where the base class prints a traceback."""
        self.log(f"lost a client: {sys.exc_info()[1]!r}")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def do_POST(self) -> None:
        """Answer a verb."""
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,5}", length) or int(length) > LONGEST:
            self.close_connection = True  # what comes after the head cannot be told apart
            return self._refuse(413, f"Content-Length is {length[:20]!r}; it must be 0 to {LONGEST}")
        text = self.rfile.read(int(length))
        if len(text) < int(length):
            self.close_connection = True
            return self._refuse(400, f"the message ends after {len(text)} of {length} bytes")
        try:
            body = json.loads(text or b"{}")
        except (ValueError, RecursionError):
            return self._refuse(400, f"{text[:40]!r} is no JSON")
        if not isinstance(body, dict):
            return self._refuse(400, f"{text[:40]!r} is no JSON object")
        try:
            return self._say(200, self.server.tables.answer(self.path.rpartition("/")[2], body))
        except RiverboatError as problem:
            return self._refuse(200, reason(problem))  # as Slumbot does

    def _refuse(self, status: int, why: str) -> None:
        self.log_message("%s", f"refused {self.path[:40]!r}: {why}")
        self._say(status, {"error_msg": why})

    def _say(self, status: int, answer: dict[str, Any]) -> None:
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing of requests that went well."""

    def log_message(self, format: str, *args: Any) -> None:
        """Pass one line on."""
        self.server.log(f"{self.client_address[0]}: " + (format % args).replace("\n", " ")[:240])
