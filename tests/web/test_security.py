"""Who may ask, what is refused, and that nothing is read that is not offered."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.running import running

from riverboat.web.ports import PortTakenError, listen, listener
from riverboat.web.security import HEADERS
from riverboat.web.settings import Limits, Settings

ABOUT = "/api/v1/about"
AS_JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:{port}"},
        {"host": "127.0.0.1"},
        {"host": "127.1:{port}"},
        {"host": "2130706433:{port}"},
        {"host": "localhost.:{port}"},
        {"host": "127.0.0.1:0{port}"},
        {"host": "127.0.0.1:{port}@evil.example"},
        {"host": "[::ffff:127.0.0.1]:{port}"},
        {"host": "127.0.0.1.evil.example:{port}"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_other_sites_are_refused(client: httpx.Client, headers: dict[str, str]) -> None:
    sent = {name: value.format(port=client.base_url.port) for name, value in headers.items()}
    assert client.get(ABOUT, headers=sent).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "localhost:{port}"},
        {"origin": "http://127.0.0.1:{port}"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none", "sec-fetch-mode": "navigate"},
    ],
)
def test_the_own_page_may_ask(client: httpx.Client, headers: dict[str, str]) -> None:
    sent = {name: value.format(port=client.base_url.port) for name, value in headers.items()}
    answer = client.get(ABOUT, headers=sent)
    assert answer.status_code == 200
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"


def test_links_from_elsewhere_open_the_page(client: httpx.Client) -> None:
    sent = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/explore", headers=sent).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "file:../secret.rb",
        "file:link.rb",
        "file:/etc/passwd",
        "file:deep/../../secret.rb",
        "file:deep/../river.rb",
        "file:river.rb\0",
        "file:",
        "file:deep",
        "file:%2e%2e/secret.rb",
        "spot:../1",
        "spot:987654321",
        "spot:",
        "spot:\u0661",
        "sixmax+file:../secret.rb",
        "../secret.rb",
        "/etc/passwd",
        "search:headsup",
        "a" * 400,
    ],
)
def test_only_what_is_offered_is_read(client: httpx.Client, name: str) -> None:
    assert client.get("/api/v1/strategy", params={"strategy": name}).status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret.rb", "/assets/../../app.py", "/%2e%2e/%2e%2e/app.py", "/api/v1/../x.y"]
)
def test_the_page_is_all_that_is_served(client: httpx.Client, settings: Settings, path: str) -> None:
    with socket.create_connection(("127.0.0.1", client.base_url.port)) as raw:
        host = f"127.0.0.1:{client.base_url.port}"
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert b"import" not in answer
    assert b" 404 " in answer.splitlines()[0] or b"not built" in answer


@pytest.fixture(scope="module")
def small(settings: Settings) -> Iterator[httpx.Client]:
    with running(replace(settings, limits=Limits(body_bytes=1000), token="right")) as asking:
        asking.headers["authorization"] = "Bearer right"
        yield asking


def test_large_bodies_are_refused(small: httpx.Client) -> None:
    for body in (b"x" * 2000, iter([b"x" * 600] * 4)):  # one says how long it is, one does not
        answer = small.post("/api/v1/range", content=body, headers=AS_JSON)
        assert answer.status_code == 413
        assert "1,000 bytes" in answer.json()["error"]["message"]
    assert (
        small.post("/api/v1/range", content=b"a=1", headers={"content-type": "text/plain"}).status_code == 415
    )


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"text": "\\ud800"}', b'{"text": 1e999}'],
)
def test_broken_bodies_are_told_of(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/v1/range", content=body, headers=AS_JSON)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_a_library_that_cannot_be_used_leaves_the_rest(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with running(Settings(folder=tmp_path, library=tmp_path / "file" / "library")) as asking:
        assert asking.get("/api/v1/strategies").status_code == 200
        answer = asking.get("/api/v1/jobs")
        assert answer.status_code == 400
        assert "cannot be made" in answer.json()["error"]["message"]


def test_a_token_is_asked_for(small: httpx.Client) -> None:
    with httpx.Client(base_url=small.base_url) as other:
        assert other.get(ABOUT).status_code == 401
        assert other.get("/", params={"token": "wrong"}).status_code == 401
        assert other.get(ABOUT, params={"token": "right"}).status_code == 401
        assert other.get(ABOUT, headers={"authorization": "Bearer wrong"}).status_code == 401
        seen = other.get("/explore", params={"token": "right", "line": "f f"})
        assert (seen.status_code, seen.headers["location"]) == (303, "/explore?line=f+f")
        assert "httponly" in seen.headers["set-cookie"].lower()
        assert other.get(ABOUT).status_code == 200  # by the cookie
        away = other.get(f"{other.base_url}//evil.example/", params={"token": "right"})
        assert away.headers["location"].startswith("/evil")  # not to another host
        assert other.get(ABOUT, headers={"origin": "http://evil.example"}).status_code == 403


def test_a_port_that_is_taken_is_told_by_whom() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert "process" in listener(port)
        with pytest.raises(PortTakenError, match=rf"port {port} is taken by .*process") as told:
            listen("127.0.0.1", port)
        listen("127.0.0.1", told.value.free).close()
