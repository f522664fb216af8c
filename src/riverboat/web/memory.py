"""How a server that answers for days keeps its memory flat and its pauses short."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Final

_ARENAS: Final = -8
"""M_ARENA_MAX: heaps that threads share. With one for each, memory of old answers stays scattered."""


def few_heaps() -> None:
    """Let all threads share two heaps; to be called before there are any."""
    with suppress(OSError, AttributeError):  # systems without glibc manage memory in their own way
        ctypes.CDLL(None).mallopt(_ARENAS, 2)


def give_back() -> None:
    """Give freed memory back to the system, which would else stay with us page by page: some 5 ms."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def settle() -> None:
    """Let the garbage collector pass over all that is there now; to be called when a strategy has been opened.

    It would go through every row of an open strategy now and then, while all answers wait: 200 ms for `sixmax`. What
    was passed over before and is no longer used is collected here.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
