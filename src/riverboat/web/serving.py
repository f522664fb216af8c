"""Runs the server until it is told to stop."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Timer
from types import FrameType

import uvicorn
from fastapi import FastAPI

from riverboat.base.layout.held import hold_files
from riverboat.web.app import create_app
from riverboat.web.connections import Connection
from riverboat.web.memory import few_heaps
from riverboat.web.settings import Settings, is_local

_HELD_BYTES = 300_000_000  # of one file: who overwrites it in place must not end the server
_SHUT_DOWN_SECONDS = 5  # for answers that are under way; streams of progress never end by themselves


class Server(uvicorn.Server):
    """A server that lets streams end as soon as it is told to, which it would wait for."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Hear a signal."""
        self._app.state.closing.set()
        super().handle_exit(sig, frame)


def config_of(app: FastAPI) -> uvicorn.Config:
    """Return how an application is served: what connections may do, and how it ends."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="error",  # of nonsense that somebody sends, nobody need be told
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SHUT_DOWN_SECONDS,
    )


def with_token(settings: Settings) -> Settings:
    """Return the settings with a new token where the address can be reached from elsewhere."""
    return settings if is_local(settings.host) else replace(settings, token=secrets.token_urlsafe(24))


def address(settings: Settings) -> str:
    """Return what to open in a browser.

    >>> address(Settings()), address(Settings(host="0.0.0.0", token="abc"))
    ('http://127.0.0.1:8421/', 'http://0.0.0.0:8421/?token=abc')
    """
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}/" + (f"?token={settings.token}" if settings.token else "")


def serve(settings: Settings, listening: socket.socket, *, browser: bool, say: Callable[[str], None]) -> None:
    """Answer at a socket until Ctrl-C or SIGTERM; what runs then is kept.

    browser: open the page in one. say: hears the address.
    """
    few_heaps()
    hold_files(_HELD_BYTES)
    settings = replace(settings, port=listening.getsockname()[1])
    app = create_app(settings)
    say(address(settings))
    if browser:
        opening = Timer(0.5, webbrowser.open, [address(settings)])
        opening.daemon = True
        opening.start()
    with suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        Server(config_of(app), app).run(sockets=[listening])
