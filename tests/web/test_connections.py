"""Who sends half a request, endless headers or opens thousands of connections must not stop the others."""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress

import httpx
import pytest

from riverboat.web import connections


def raw(client: httpx.Client) -> socket.socket:
    opened = socket.create_connection((client.base_url.host, client.base_url.port or 0))
    opened.settimeout(60)
    return opened


def ended(connection: socket.socket) -> bool:
    """Whether the server closes a connection without a word."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("after", ["nothing", "a whole one"])
@pytest.mark.parametrize("sent", [b"", b"GET /api/v1/about HTTP/1.1\r\nHost: "])
def test_half_a_request_is_not_waited_for(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, sent: bytes, after: str
) -> None:
    with ExitStack() as stack:
        if after == "a whole one":
            connection = stack.enter_context(raw(client))
            whole = f"HEAD / HTTP/1.1\r\nHost: {client.base_url.netloc.decode()}\r\n\r\n"
            connection.sendall(whole.encode())
            assert connection.recv(10_000).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(connections, "ARRIVAL_SECONDS", 0.3)
        if after == "nothing":
            connection = stack.enter_context(raw(client))
        with suppress(ConnectionError):  # on a busy machine it may be closed by now
            connection.sendall(sent)
        assert ended(connection)


def test_a_body_that_never_comes_is_not_waited_for(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ARRIVAL_SECONDS", 0.3)
    with raw(client) as connection:
        head = f"POST /api/v1/equity HTTP/1.1\r\nHost: {client.base_url.netloc.decode()}\r\n"
        with suppress(ConnectionError):
            connection.sendall(
                f"{head}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{{".encode()
            )
        assert ended(connection)


def test_headers_have_an_end(client: httpx.Client) -> None:
    with raw(client) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            connection.sendall(b"X: aaaaaaaaaaaaaaaa\r\n" * 1_000_000)


def test_too_many_connections_are_closed_and_the_others_go_on(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/api/v1/about").status_code == 200  # has a connection of its own, which stays
    monkeypatch.setattr(connections, "CONNECTIONS", 8)
    with ExitStack() as stack:
        opened = [stack.enter_context(raw(client)) for _ in range(40)]
        assert ended(opened[-1])
        assert client.get("/api/v1/about").status_code == 200
    monkeypatch.undo()


def test_a_second_host_is_refused(client: httpx.Client) -> None:
    own = client.base_url.netloc.decode()
    with raw(client) as connection:
        connection.sendall(f"GET /api/v1/about HTTP/1.1\r\nHost: {own}\r\nHost: evil.com\r\n\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 403")
