"""Who plays at our server of Slumbot's API: nobody is forgotten because others come."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from riverboat.errors import MatchError

_Session = TypeVar("_Session")


@dataclass(frozen=True)
class Quotas:
    """How many sessions there may be: together, from one address; and seconds without a request that end one."""

    together: int = 4096
    per_address: int = 256
    idle_s: float = 1800.0


@dataclass
class _Kept(Generic[_Session]):
    session: _Session
    address: str
    used: float


class Sessions(Generic[_Session]):
    """Sessions by token, which cannot be guessed. A full house refuses who is new; it sends nobody away.

    ended: is given each session that was idle for too long.

    >>> sessions = Sessions[str](Quotas(per_address=1), ended=print)
    >>> token = sessions.open("somewhere", lambda: "table")
    >>> sessions.get(token), sessions.get("guess")
    ('table', None)
    >>> sessions.open("somewhere", lambda: "another")
    Traceback (most recent call last):
    ...
    riverboat.errors.MatchError: there are 1 sessions from your address, as many as may be; go on with their tokens
    """

    def __init__(
        self,
        quotas: Quotas,
        ended: Callable[[_Session], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quotas, self._ended, self._clock = quotas, ended, clock
        self._kept: dict[str, _Kept[_Session]] = {}  # who was here last comes last
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._kept)

    def all(self) -> list[_Session]:
        """Return the sessions that go on."""
        return [kept.session for kept in list(self._kept.values())]

    def get(self, token: str) -> _Session | None:
        """Return the session of a token, which is used by that."""
        kept = self._kept.pop(token, None)
        if kept is None:
            return None
        kept.used = self._clock()
        self._kept[token] = kept
        return kept.session

    def open(self, address: str, make: Callable[[], _Session]) -> str:
        """Return the token of a new session; an error says that there are too many."""
        self._end_the_idle()
        if self._addresses[address] >= self._quotas.per_address:
            raise MatchError(
                f"there are {self._quotas.per_address} sessions from your address, as many as may be; "
                "go on with their tokens"
            )
        if len(self._kept) >= self._quotas.together:
            raise MatchError(f"the server is full with {len(self._kept)} sessions; try again later")
        token = secrets.token_hex(16)
        self._kept[token] = _Kept(make(), address, self._clock())
        self._addresses[address] += 1
        return token

    def _end_the_idle(self) -> None:
        before = self._clock() - self._quotas.idle_s
        while self._kept:
            token, kept = next(iter(self._kept.items()))
            if kept.used > before:
                break
            del self._kept[token]
            self._addresses[kept.address] -= 1
            if not self._addresses[kept.address]:
                del self._addresses[kept.address]
            self._ended(kept.session)
