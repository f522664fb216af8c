"""Server-sent events: so many streams at a time, so that those who only listen leave room for those who ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from riverboat.errors import RiverboatError
from riverboat.web.library import BusyError

MOST_STREAMS: Final = 64
"""Of the connections that are held. A page that is seen has one."""


def event_stream(request: Request, events: AsyncIterator[bytes]) -> Response:
    """Return a stream of events, unless there are too many."""
    state = request.app.state
    if state.streams >= MOST_STREAMS:
        raise BusyError(
            f"{state.streams} streams are open, which is the most; close pages, or ask now and then instead"
        )
    return StreamingResponse(_counted(request, events), media_type="text/event-stream")


async def _counted(request: Request, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    state = request.app.state
    state.streams += 1
    try:
        async for event in events:
            yield event
    except RiverboatError:  # what it tells of is gone; who asks for it again is told why
        return
    finally:
        state.streams -= 1
