"""Answers that were given before, the oldest forgotten first."""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock


class AnswerCache:
    """Written answers by question, in so many bytes that are taken once and for all.

    They are kept compressed: a grid of 60 KB takes 4, and a fifth of a millisecond to be had again. They lie one after
    another in one piece of memory, from its start again when its end is reached: what is kept long between what is
    freed soon would leave holes in the heap, and a server's memory would grow for hours. Of questions their digests are
    kept, for the same reason: a line with its board is a kilobyte of small objects.

    >>> cache = AnswerCache(30)
    >>> cache.put("a", b"12345"); cache.put("b", b"12345"); cache.get("a")
    b'12345'
    >>> cache.put("c", b"12345"); cache.get("a") is None, cache.get("b"), cache.get("c")
    (True, b'12345', b'12345')
    """

    def __init__(self, most_bytes: int) -> None:
        self._memory, self._end, self._lock = bytearray(b"\1") * most_bytes, 0, Lock()
        self._places: OrderedDict[bytes, tuple[int, int]] = OrderedDict()  # in the order of the memory

    def get(self, key: Hashable) -> bytes | None:
        """Return the answer, if it is known."""
        with self._lock:
            place = self._places.get(_digest(key))
            if place is None:
                return None
            found = bytes(memoryview(self._memory)[slice(*place)])
        return zlib.decompress(found)

    def put(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer; one that is larger than the memory is not kept."""
        answer, digest = zlib.compress(answer, 1), _digest(key)
        with self._lock:
            if digest in self._places or len(answer) > len(self._memory):
                return
            begin = self._end
            if begin + len(answer) > len(self._memory):
                self._forget(begin, len(self._memory))
                begin = 0
            end = begin + len(answer)
            self._forget(begin, end)
            self._memory[begin:end] = answer
            self._places[digest], self._end = (begin, end), end

    def _forget(self, begin: int, end: int) -> None:
        """Forget the answers that touch a piece of the memory, which are the oldest."""
        while self._places:
            first, last = next(iter(self._places.values()))
            if first >= end or last <= begin:
                return
            self._places.popitem(last=False)


def _digest(key: Hashable) -> bytes:
    """A question in few bytes; what is written alike is the same question."""
    return hashlib.blake2b(repr(key).encode(), digest_size=16).digest()
