"""Requests of many clients, answered one after the other, and none of them only after all of another's."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

_Answer = TypeVar("_Answer")


class Turns(Generic[_Answer]):
    """One worker thread for all: a bot thinks for one client at a time, and connections are served meanwhile.

    Addresses take turns, so that one that asks a thousand times waits for itself, and others only for one of its
    questions.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[tuple[asyncio.Future[_Answer], Callable[[], _Answer]]]] = {}
        self._some = asyncio.Event()
        self._worker = ThreadPoolExecutor(1, "answers")

    async def ask(self, address: str, question: Callable[[], _Answer]) -> _Answer:
        """Return what the question returns, in its turn."""
        future: asyncio.Future[_Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append((future, question))
        self._some.set()
        return await future

    async def run(self) -> None:
        """Answer until cancelled."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                await self._some.wait()
                address = next(iter(self._waiting))
                asked = self._waiting.pop(address)
                future, question = asked.popleft()
                if asked:
                    self._waiting[address] = asked  # behind all others
                elif not self._waiting:
                    self._some.clear()
                if future.cancelled():
                    continue
                try:
                    answer = await loop.run_in_executor(self._worker, question)
                except Exception as problem:
                    if not future.cancelled():
                        future.set_exception(problem)
                else:
                    if not future.cancelled():
                        future.set_result(answer)
        finally:
            self._worker.shutdown(wait=False, cancel_futures=True)
