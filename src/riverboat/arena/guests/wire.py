"""What a match and a guest say to each other, over a socket.

A guest believes the match, so what it is sent is pickled or marshalled; the match believes nothing, so what it gets is
a few numbers of fixed size and a short text.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

REQUEST: Final = struct.Struct("<cIQ")
"""The head of what a guest is asked: the kind, a number that its answer has to name, the bytes that follow."""

ANSWER: Final = struct.Struct("<cIqH")
"""The head of an answer: the kind, the number of the request, a value, the bytes of text that follow."""

MOST_TEXT: Final = 4000
"""Bytes of text in an answer."""

MAKE, GAME, START, ACT, END, STILL = b"m", b"g", b"s", b"a", b"e", b"?"
"""Requests: make the bot, know a game, hear of a hand's start, act, hear of its end, say that you are there."""

DONE, ILLEGAL, FAILED, LATE, REFUSED = b"d", b"i", b"x", b"l", b"r"
"""Answers: done, with a value; what is no action; an exception; stopped for taking too long; a bot that cannot be."""

LEARNS, HEARS_START, HEARS_END = 1, 2, 4
"""Bits of the value that answers MAKE."""


class Answer(NamedTuple):
    """What a guest answered."""

    kind: bytes
    value: int
    text: str
