"""What all servers over HTTP have in common: they are begun, stopped and closed alike."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from riverboat.arena.protocols.http.server import HttpServer


class Hosted:
    """Something that answers over HTTP, as a context that closes its connections."""

    _http: HttpServer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def serve(self) -> None:
        """Answer until `stop` is called, in another thread."""
        self._http.serve()

    def stop(self) -> None:
        """End `serve`."""
        self._http.stop()
