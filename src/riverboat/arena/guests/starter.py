"""The process that guests are born of: it has what bots need loaded, knows nothing of any match, and forks."""

from __future__ import annotations

import os
import signal
import socket
import struct

from riverboat.arena.guests.fences import fence
from riverboat.arena.guests.hiding import hide
from riverboat.arena.guests.inside import serve

BIRTH = struct.Struct("<Q")
"""What is asked for: the bytes of memory that the guest may take; its socket comes along. The answer is its number, 0
if there is none."""

_NOBODY = -1


def main(control_fd: int) -> None:
    """Fork a guest for every socket that comes, until the match is over."""
    hide()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for guests that are gone
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    control = socket.socket(fileno=os.dup(control_fd))  # a low number: guests close all that could be theirs
    os.close(control_fd)
    while True:
        asked, fds, _, _ = socket.recv_fds(control, BIRTH.size, 1)
        if len(asked) < BIRTH.size or not fds:
            return
        try:
            pid = os.fork()
        except OSError:  # no more processes at the moment; those that play must not end with this one
            pid = _NOBODY
        if pid == 0:
            os.closerange(3, fds[0])
            os.closerange(fds[0] + 1, 4096)
            fence(BIRTH.unpack(asked)[0])
            serve(socket.socket(fileno=fds[0]))
            os._exit(0)
        os.close(fds[0])
        control.sendall(BIRTH.pack(0 if pid == _NOBODY else pid))
