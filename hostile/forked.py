"""Something done in a child process, so that a crash or a hang of it is only seen and not suffered."""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

from riverboat.errors import RiverboatError

SECONDS = 60


def outcome(work: Callable[[], Any], seconds: int = SECONDS, memory: int = 8 << 30) -> tuple[str, Any]:
    """Return ("answer", what work returned), ("refused", text), ("foreign", traceback) or ("crash", how)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _answer(work, write, seconds, memory)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "crash", "it hangs" if number == signal.SIGALRM else signal.Signals(number).name
    return pickle.loads(told) if told else ("crash", f"status {os.waitstatus_to_exitcode(status)}")


def _answer(work: Callable[[], Any], write: int, seconds: int, memory: int) -> None:
    faulthandler.disable()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    warnings.simplefilter("ignore")
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - the process ends soon
    try:
        told: tuple[str, Any] = ("answer", work())
    except RiverboatError as problem:
        told = ("refused", str(problem))
    except BaseException:
        told = ("foreign", traceback.format_exc())
    with os.fdopen(write, "wb") as pipe:
        pickle.dump(told, pipe)
    os._exit(0)
