"""A server in a thread, as real as one in a process: sockets, limits and streams are those of uvicorn."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import httpx
import uvicorn

from riverboat.web.app import create_app
from riverboat.web.ports import listen
from riverboat.web.serving import config_of
from riverboat.web.settings import Settings


@contextmanager
def running(settings: Settings, **client: object) -> Iterator[httpx.Client]:
    """Run a server and yield a client of it."""
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    server = uvicorn.Server(config_of(create_app(replace(settings, port=port))))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, **client) as asking:
            yield asking
    finally:
        server.should_exit = True
        thread.join()
