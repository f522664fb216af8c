"""A server that speaks Slumbot's HTTP API, so that its client scripts can play a bot of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from riverboat.arena.protocols.away_bot import Elsewhere, reason
from riverboat.arena.protocols.http.hosted import Hosted
from riverboat.arena.protocols.http.server import Answer, HttpServer, Limits, Request
from riverboat.arena.protocols.slumbot.sessions import Quotas
from riverboat.arena.protocols.slumbot.table import SlumbotTables
from riverboat.arena.protocols.text_lines import listen
from riverboat.bots import BotLike
from riverboat.errors import RiverboatError

PORT: Final = 4600
"""Where our server is by default."""


class SlumbotServer(Hosted):
    """Serves `new_hand`, `act` and `login` below any path, on this machine only unless host says otherwise.

    bot: plays everybody, each client's hands apart. port: 0 for any free one; the port is open from the start. seed:
    deals the same again; by default nobody can know the cards. limits, quotas: of connections and of sessions; none
    of them lets a client be hurt by the others. log: is given one line for each request that is refused, as long as
    they are few.

    >>> with SlumbotServer("fish", port=0) as server:
    ...     server.url  # doctest: +ELLIPSIS
    'http://127.0.0.1:.../api'
    """

    def __init__(
        self,
        bot: BotLike = "blueprint:headsup",
        *,
        port: int = PORT,
        host: str = "127.0.0.1",
        time_limit: float = 2.0,
        limits: Limits = Limits(),  # noqa: B008  # frozen
        quotas: Quotas = Quotas(),  # noqa: B008  # frozen
        seed: int | None = None,
        log: Callable[[str], object] = print,
    ) -> None:
        self._tables = SlumbotTables(bot, seed=seed, time_limit=time_limit, quotas=quotas)
        self._http = HttpServer(listen(port, host), self._answer, log, limits=limits)

    @property
    def url(self) -> str:
        """Where clients find the verbs."""
        host, port = self._http.address
        return f"http://{host}:{port}/api"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What a strategy that was trained for another game takes this one for."""
        return self._tables.assumed

    @property
    def played(self) -> Elsewhere:
        """What the bot did so far."""
        return self._tables.played

    def _answer(self, request: Request) -> Answer:
        try:
            return 200, self._tables.answer(request.path.rpartition("/")[2], request.body, request.client)
        except RiverboatError as problem:
            why = reason(problem)
            self._http.log.tell(
                request.client, f"{request.client}: refused {request.path[:40]!r}: {why}"[:240]
            )
            return 200, {"error_msg": why}  # as Slumbot does
