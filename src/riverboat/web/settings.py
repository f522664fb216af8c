"""What a server is started with, and the limits it keeps."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PORT: Final = 8421
LOCAL: Final = "127.0.0.1"
STATIC: Final = Path(__file__).parent / "static"
"""Where the page is built to."""


def default_library() -> Path:
    """Return where solved spots are kept: `RIVERBOAT_LIBRARY`, else the user's folder for data."""
    given = os.environ.get("RIVERBOAT_LIBRARY")
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(given) if given else Path(data) / "riverboat"


def is_local(host: str) -> bool:
    """Whether an address can be reached from this machine only.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("::1"), is_local("0.0.0.0"), is_local("192.168.1.7")
    (True, True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True)
class Limits:
    """What one may ask for.

    body_bytes: of a request; the largest honest one is a file of hand histories. jobs: waiting and running together.
    memory_share: of what is free, for one solve. cache_bytes: for answers that are remembered, some 4,000 grids; taken
    at the start. strategies: opened at a time. files: that are listed of a folder. tables: at which people play at a
    time.
    """

    body_bytes: int = 4_000_000
    jobs: int = 50
    memory_share: float = 0.8
    cache_bytes: int = 16_000_000
    strategies: int = 8
    files: int = 1000
    tables: int = 12


@dataclass(frozen=True)
class Settings:
    """A server. folder: whose strategies are shown, with what lies below it. library: where solved spots are kept.

    token: asked for where the address can be reached from elsewhere; empty for none. own_bots:
    whether code of Python files in the folder may be run, in fenced processes.
    """

    host: str = LOCAL
    port: int = PORT
    folder: Path = field(default_factory=Path)
    library: Path = field(default_factory=default_library)
    token: str = field(default="", repr=False)  # never in a log or a traceback
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    own_bots: bool = False
