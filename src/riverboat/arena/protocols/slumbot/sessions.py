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
    """How many sessions there may be, together and from one address, and how long they may be idle.

    idle_s: seconds without a request that end a session. unused_s: the same for one that was opened and never used
    again, when there is no room for others.
    """

    together: int = 4096
    per_address: int = 256
    idle_s: float = 1800.0
    unused_s: float = 30.0


@dataclass
class _Kept(Generic[_Session]):
    session: _Session
    address: str
    used: float
    uses: int = 0


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
        kept.used, kept.uses = self._clock(), kept.uses + 1
        self._kept[token] = kept
        return kept.session

    def open(self, address: str, make: Callable[[], _Session]) -> str:
        """Return the token of a new session; an error says that there are too many."""
        self._end(self._quotas.idle_s, lambda kept: True)
        if len(self._kept) >= self._quotas.together:
            self._end(self._quotas.unused_s, lambda kept: kept.uses <= 1)
        if self._addresses[address] >= self._quotas.per_address:
            self._end(self._quotas.unused_s, lambda kept: kept.uses <= 1 and kept.address == address)
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

    def _end(self, idle_s: float, which: Callable[[_Kept[_Session]], bool]) -> None:
        """End those of the sessions that were idle for so long."""
        before, ended = self._clock() - idle_s, []
        for token, kept in self._kept.items():
            if kept.used > before:
                break
            if which(kept):
                ended.append(token)
        for token in ended:
            kept = self._kept.pop(token)
            self._addresses[kept.address] -= 1
            if not self._addresses[kept.address]:
                del self._addresses[kept.address]
            self._ended(kept.session)
