"""The door of our dealer: who speaks the protocol takes a seat, all others are shown out and leave it open."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from riverboat.arena.protocols.acpc.seat import AcpcSeat
from riverboat.arena.protocols.acpc.words import is_version
from riverboat.arena.protocols.sparing_log import SparingLog
from riverboat.arena.protocols.text_lines import LONGEST, TextLines
from riverboat.errors import MatchError

_HELLO_S: Final = 10.0  # a client says its version at once, however slow its start was
_WAITING: Final = 64  # clients of a port that have not said it yet; then the one that waits longest has to go


def admit(
    seats: Mapping[AcpcSeat, socket.socket],
    patience_s: float,
    note: Callable[[str], object],
    hello_s: float = _HELLO_S,
) -> None:
    """Wait at the ports of all empty seats at once until each has a client that said its version.

    patience_s: for all to come. hello_s: for one to say its version after it came. Others than those who take a seat
    are sent away, and none of them keeps anybody from coming.
    """
    log = SparingLog(note)
    with selectors.DefaultSelector() as selector:
        doors = [_Door(seat, listener, selector, log, hello_s) for seat, listener in seats.items()]
        deadline = time.monotonic() + patience_s
        try:
            while waiting := [door for door in doors if door.seat.empty]:
                left = deadline - time.monotonic()
                if left <= 0:
                    port = waiting[0].listener.getsockname()[1]
                    raise MatchError(f"nobody came to port {port} for seat {waiting[0].seat.number}")
                for key, _ in selector.select(min(left, hello_s / 10, 0.5)):
                    key.data()
                for door in waiting:
                    door.send_away_the_silent()
        finally:
            for door in doors:
                door.close()
            log.close()


@dataclass(eq=False)
class _Guest:
    """Who came and has not said the version yet."""

    connection: socket.socket
    until: float
    said: bytes = field(default=b"")


class _Door:
    """One port: its guests in the order in which they came."""

    def __init__(
        self,
        seat: AcpcSeat,
        listener: socket.socket,
        selector: selectors.BaseSelector,
        log: SparingLog,
        hello_s: float,
    ) -> None:
        self.seat, self.listener = seat, listener
        self._selector, self._log, self._hello_s = selector, log, hello_s
        self._guests: dict[_Guest, None] = {}
        if seat.empty:
            listener.setblocking(False)
            selector.register(listener, selectors.EVENT_READ, self._welcome)

    def close(self) -> None:
        """Send everybody away who is still waiting."""
        for guest in list(self._guests):
            self._refuse(guest, "it said no version" if self.seat.empty else "the seat is taken")
        if self.listener.fileno() >= 0 and self.listener in self._selector.get_map():
            self._selector.unregister(self.listener)

    def send_away_the_silent(self) -> None:
        """Close connections whose time to say the version is over."""
        now = time.monotonic()
        for guest in [guest for guest in self._guests if guest.until <= now]:
            self._refuse(guest, f"it said no version in {self._hello_s:g} s")

    def _welcome(self) -> None:
        if not self.seat.empty:
            return
        try:
            connection, _ = self.listener.accept()
        except OSError:  # gone again, or there are no more descriptors: those who wait make room
            if self._guests:
                self._refuse(next(iter(self._guests)), "others wait")
            return
        connection.setblocking(False)
        guest = _Guest(connection, time.monotonic() + self._hello_s)
        self._guests[guest] = None
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._hear(guest))
        if len(self._guests) > _WAITING:
            self._refuse(next(iter(self._guests)), "it was silent, and others wait")

    def _hear(self, guest: _Guest) -> None:
        if guest not in self._guests or not self.seat.empty:
            return None
        try:
            some = guest.connection.recv(LONGEST)
        except BlockingIOError:
            return None
        except OSError as problem:
            return self._refuse(guest, f"the connection is lost: {problem}")
        guest.said += some
        while b"\n" in guest.said:
            line, _, guest.said = guest.said.partition(b"\n")
            hello = line.decode("ascii", "replace").rstrip("\r")
            if is_version(hello):
                return self._seat(guest)
            if hello[:1] not in ("#", ";"):
                return self._refuse(guest, f"{hello[:40]!r} is not VERSION:2.0.0")
        if not some:
            return self._refuse(guest, "the other side closed the connection")
        if len(guest.said) > LONGEST:
            return self._refuse(guest, f"{guest.said[:40].decode('ascii', 'replace')!r} is not VERSION:2.0.0")
        return None

    def _seat(self, guest: _Guest) -> None:
        self._selector.unregister(guest.connection)
        del self._guests[guest]
        guest.connection.setblocking(True)
        guest.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.seat.take(TextLines(guest.connection, end="\r\n", heard=guest.said))
        self.close()

    def _refuse(self, guest: _Guest, why: str) -> None:
        self._selector.unregister(guest.connection)
        guest.connection.close()
        del self._guests[guest]
        number = self.seat.number
        self._log.tell(f"seat {number}", f"seat {number}: sent a client away: {why}")
