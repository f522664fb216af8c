"""The port: taken, or told by whom it is taken and which one is free."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from riverboat.errors import RiverboatError

_LISTENS: Final = "0A"  # the state in /proc/net/tcp
_TRIED: Final = 50  # ports after one that is taken


class PortTakenError(RiverboatError):
    """Somebody listens there. free: a port that nobody does, 0 if none was found."""

    def __init__(self, message: str, free: int) -> None:
        super().__init__(message)
        self.free = free


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; `PortTakenError` says by what it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host.strip("[]"), port))
        taken.listen(128)
    except OverflowError:
        taken.close()
        raise RiverboatError(f"port is {port}; it must be from 0, for any that is free, to 65535") from None
    except OSError as problem:
        taken.close()
        raise _words(problem, host, port) from None
    return taken


def _words(problem: OSError, host: str, port: int) -> RiverboatError:
    if problem.errno == errno.EADDRINUSE:
        free = _free(host, port)
        instead = f"; {free} is free: --port {free}" if free else ""
        return PortTakenError(f"port {port} is taken by {listener(port) or 'another program'}{instead}", free)
    if problem.errno == errno.EACCES:
        return RiverboatError(
            f"port {port} needs rights that you do not have; take one over 1023, such as 8421"
        )
    return RiverboatError(
        f"cannot listen at {host}: {problem.strerror or problem}; 127.0.0.1 is this machine alone"
    )


def _free(host: str, port: int) -> int:
    for other in range(port + 1, min(65536, port + _TRIED)):
        with (
            suppress(OSError),
            closing(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)) as tried,
        ):
            tried.bind((host.strip("[]"), other))
            return other
    return 0


def listener(port: int, proc: Path = Path("/proc")) -> str:
    """Return who listens at a port, as far as the system tells us: `python (process 1234)`, or nothing."""
    sockets = {f"socket:[{inode}]" for inode in _inodes(port, proc)}
    if not sockets:
        return ""
    for process in proc.glob("[0-9]*"):
        with suppress(OSError):  # processes of others, and those that end meanwhile
            if any(str(link.readlink()) in sockets for link in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
    return "a program of another user"


def _inodes(port: int, proc: Path) -> Iterator[str]:
    for name in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (proc / "net" / name).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == _LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                    yield fields[9]
