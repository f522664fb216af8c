"""Connections that do not wait for ever: for whoever sends half a request and nothing more, or opens thousands."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

CONNECTIONS: Final = 256
"""At a time. A browser opens six; more than these are closed at once."""
HEAD_BYTES: Final = 65_536
"""Of the first lines of a request. A line of 2,000 letters and all cookies of a host are a tenth of it."""
ARRIVAL_SECONDS: Final = 20.0
"""For a request to arrive as a whole: 4 MB over a slow line."""

_Protocol: Any = AutoHTTPProtocol


class Connection(_Protocol):  # type: ignore[misc]
    """A connection of uvicorn's, with limits that it does not have."""

    _arrival: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin, unless there are too many; the first request must come soon."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        before = self.cycle
        in_body = before is not None and before.more_body
        if self._arrival is None:
            self._await_request()
        self._head_bytes += len(data)
        super().data_received(data)
        in_body |= self.cycle is not before  # the head of a new one is whole
        if in_body and not self.cycle.more_body:
            self._arrived()
        elif not in_body and self._head_bytes > HEAD_BYTES:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._arrived()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        loop = cast(asyncio.AbstractEventLoop, self.loop)
        self._arrival = loop.call_later(ARRIVAL_SECONDS, lambda: self.transport.abort())

    def _arrived(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
        self._arrival, self._head_bytes = None, 0
