"""Bots that do wrong, one way each; `bots.py` plays them all."""

from __future__ import annotations

import asyncio
import ctypes
import os
import resource
import signal
import socket
import sys
import threading
import time
from typing import Any, NoReturn

from riverboat.bots import Bot, HandEnd, HandStart, View


class EmptyError(Bot):
    """Its answer raises an error that says nothing when it is looked at."""

    def act(self, view: View) -> Any:
        class Answer:
            def __index__(self) -> NoReturn:
                raise ValueError

        return Answer()


class UnprintableError(Bot):
    """Its exception cannot be printed."""

    def act(self, view: View) -> int:
        class WorseError(Exception):
            def __str__(self) -> NoReturn:
                raise RuntimeError("no")

        raise WorseError


class Cancelled(Bot):
    """Raises what `except Exception` does not catch."""

    def act(self, view: View) -> int:
        raise asyncio.CancelledError


class Closes(Bot):
    """The same."""

    def act(self, view: View) -> int:
        raise GeneratorExit


class Interrupts(Bot):
    """Says that somebody pressed Ctrl-C."""

    def act(self, view: View) -> int:
        raise KeyboardInterrupt


class Leaves(Bot):
    """Ends Python politely."""

    def act(self, view: View) -> int:
        sys.exit(3)


class Exits(Bot):
    """Ends its process at once."""

    def act(self, view: View) -> int:
        os._exit(0)


class Crashes(Bot):
    """Reads where nothing is."""

    def act(self, view: View) -> int:
        return len(ctypes.string_at(0))


class Recurses(Bot):
    """Calls itself without end."""

    def act(self, view: View) -> int:
        return self.act(view)


class Stubborn(Bot):
    """Catches everything, and goes on."""

    def act(self, view: View) -> int:
        while True:
            try:
                while True:
                    time.sleep(0.001)
            except BaseException:  # that is the point
                continue


class SlowNumber(Bot):
    """Its answer sleeps when it is looked at."""

    def act(self, view: View) -> Any:
        class Answer:
            def __index__(self) -> int:
                time.sleep(1000)
                return 0

        return Answer()


class SlowText(Bot):
    """Its answer is none, and sleeps when it is printed."""

    def act(self, view: View) -> Any:
        class Answer:
            def __repr__(self) -> str:
                time.sleep(1000)
                return ""

        return Answer()


class IgnoresAlarm(Bot):
    """Turns every signal off that can be."""

    def act(self, view: View) -> int:
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(1000)
        return 0


class BlocksAlarm(Bot):
    """Blocks every signal."""

    def act(self, view: View) -> int:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        time.sleep(1000)
        return 0


class LongCall(Bot):
    """Makes one call into native code that lasts for hours and lets no signal in."""

    def act(self, view: View) -> int:
        return sum(range(10**13))


class StopsItself(Bot):
    """Halts its process."""

    def act(self, view: View) -> int:
        os.kill(os.getpid(), signal.SIGSTOP)
        return 0


class SlowToMake(Bot):
    """Is never ready."""

    def __init__(self) -> None:
        time.sleep(1000)

    def act(self, view: View) -> int:
        return 0


class EndsWhenMade(Bot):
    """Ends its process while it is made."""

    def __init__(self) -> None:
        os._exit(1)

    def act(self, view: View) -> int:
        return 0


class Hungry(Bot):
    """Takes three gibibytes at once."""

    def act(self, view: View) -> int:
        return len(bytearray(3 << 30)) * 0


class Hoards(Bot):
    """Takes more and more memory."""

    def act(self, view: View) -> int:
        kept = []
        while True:
            kept.append(bytearray(1 << 20))


class Forks(Bot):
    """Makes a second of itself."""

    def act(self, view: View) -> int:
        os.fork()
        return 0


class ForkBomb(Bot):
    """Makes as many of itself as it can."""

    def act(self, view: View) -> int:
        while True:
            os.fork()


class StartsPrograms(Bot):
    """Becomes another program."""

    def act(self, view: View) -> int:
        os.execv("/bin/sleep", ["sleep", "1000"])
        return 0


class KillsTheDealer(Bot):
    """Ends its parents."""

    def act(self, view: View) -> int:
        os.kill(os.getppid(), signal.SIGKILL)
        return 0


class KillsEverybody(Bot):
    """Ends every process that it may."""

    def act(self, view: View) -> int:
        os.kill(-1, signal.SIGKILL)
        return 0


class StarvesTheDealer(Bot):
    """Takes the time from its parents."""

    def act(self, view: View) -> int:
        resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))
        return 0


class ManyThreads(Bot):
    """Starts threads that never end, until there are no more."""

    def act(self, view: View) -> int:
        while True:
            threading.Thread(target=time.sleep, args=(1000,)).start()


class OpensEverything(Bot):
    """Opens files until there are no more."""

    def act(self, view: View) -> int:
        kept = []
        while True:
            kept.append(open("/dev/null", "rb"))  # noqa: SIM115


class ClosesTheLine(Bot):
    """Closes every file that it has, the line to the match among them."""

    def act(self, view: View) -> int:
        os.closerange(0, 4096)
        return 0


class TalksNonsense(Bot):
    """Writes noise to every socket that it finds."""

    def act(self, view: View) -> int:
        for fd in range(3, 64):
            try:
                with socket.socket(fileno=os.dup(fd)) as line:
                    line.setblocking(False)
                    line.sendall(os.urandom(1 << 16))
            except OSError:
                continue
        return 0


class AnswersAhead(Bot):
    """Answers a thousand questions that nobody asked."""

    def act(self, view: View) -> int:
        for fd in range(3, 64):
            try:
                with socket.socket(fileno=os.dup(fd)) as line:
                    line.setblocking(False)
                    line.sendall(b"d\0\0\0\0\0\0\0\0\0\0\0\0\0\0" * 1000)
            except OSError:
                continue
        return 0


class Chatters(Bot):
    """Prints without end."""

    def act(self, view: View) -> int:
        while True:
            print("\x1b[2J" * 1000)


class SlowToHear(Bot):
    """Sleeps when it is told of a hand."""

    def act(self, view: View) -> int:
        return 0

    def start_hand(self, start: HandStart) -> None:
        """Sleep."""
        time.sleep(1000)

    def end_hand(self, end: HandEnd) -> None:
        """The same."""
        time.sleep(1000)


class WantsMore(Bot):
    """Asks for more memory than it was given."""

    def act(self, view: View) -> int:
        resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return len(bytearray(3 << 30)) * 0


class NoNumber(Bot):
    """Answers what is no number."""

    def act(self, view: View) -> Any:
        return float("nan")


class HugeNumber(Bot):
    """Answers a number that no computer word holds."""

    def act(self, view: View) -> int:
        return 10**5000


class Cheats(Bot):
    """Changes the rules, as far as it sees them."""

    def act(self, view: View) -> int:
        object.__setattr__(view.game, "stacks", (10**9, 1))
        object.__setattr__(view.game, "blinds", (0, 0))
        return view.max_raise_to * 1000


class BadClass(Bot):
    """Is wrong before it is asked anything."""

    @property
    def learns(self) -> bool:  # type: ignore[override]
        """Raise."""
        raise SystemExit("I am not telling")

    def act(self, view: View) -> int:
        return 0
