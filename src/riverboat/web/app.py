"""The application: routes, errors and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Event
from typing import Any, Final

from anyio.to_thread import current_default_thread_limiter
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from riverboat import __version__
from riverboat.arena.drills.progress import Progress
from riverboat.arena.live.live_table import MovedOnError
from riverboat.base.memory import available_memory
from riverboat.errors import MissingFileError, RiverboatError
from riverboat.solvers.asking.options import ALL_IN_COLOUR, BET_COLOURS, CALL_COLOUR, FOLD_COLOUR
from riverboat.views.colours import RAMP, SUITS, WEIGHT
from riverboat.web.arena.routes import router as arena
from riverboat.web.cache import AnswerCache
from riverboat.web.calculators.routes import router as calculators
from riverboat.web.catalogue import Catalogue
from riverboat.web.explorer.explorer import Explorer
from riverboat.web.explorer.routes import router as explorer
from riverboat.web.jobs.reports import router as reports
from riverboat.web.jobs.routes import router as jobs
from riverboat.web.jobs.supervisor import Supervisor
from riverboat.web.library import BusyError, Library, NoEntryError
from riverboat.web.page import add_page, is_built
from riverboat.web.play.bots import GuestList
from riverboat.web.play.routes import router as play
from riverboat.web.play.tables import Tables
from riverboat.web.replies import problem, reply
from riverboat.web.review.routes import router as reviews
from riverboat.web.security import Guard
from riverboat.web.settings import Settings
from riverboat.web.solving.routes import router as solving
from riverboat.web.tournament.routes import router as tournament
from riverboat.web.trainer.routes import router as trainer

BASE = "/api/v1"
ROUTERS: Final = (
    explorer,
    calculators,
    solving,
    jobs,
    reports,
    reviews,
    arena,
    play,
    tournament,
    trainer,
)
"""Of all screens: a new one adds its own."""
_SWEEP_SECONDS: Final = 60.0
THREADS: Final = 4
"""That answer at a time: more would wait for the same cores and strategies, each with memory of its own."""


class Problem(BaseModel):
    """What is wrong. field: of the request, if it is one."""

    kind: str
    message: str
    field: str | None


class ProblemAnswer(BaseModel):
    """The shape of all errors."""

    error: Problem


def create_app(settings: Settings) -> FastAPI:
    """Return the application of a server."""
    app = FastAPI(
        title="Riverboat",
        version=__version__,
        description="Ask strategies and solutions, solve spots, compute equities.",
        openapi_url=f"{BASE}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.library = Library(settings.library)
    app.state.supervisor = Supervisor(app.state.library)
    app.state.closing = Event()
    app.state.streams = 0
    app.state.explorer = Explorer(
        Catalogue(settings, app.state.library), AnswerCache(settings.limits.cache_bytes)
    )
    guests = GuestList(app.state.explorer.catalogue, own=settings.own_bots)
    app.state.tables = Tables(guests, settings.library / "hands", settings.limits.tables)
    app.state.progress = Progress(settings.library)
    wrong: Any = {"4XX": {"model": ProblemAnswer, "description": "What is wrong, in words."}}
    api = APIRouter(prefix=BASE, responses=wrong)
    api.add_api_route("/about", about, methods=["GET"], tags=["server"])
    for router in ROUTERS:
        api.include_router(router)
    app.include_router(api)
    add_page(app, settings)
    app.add_exception_handler(RiverboatError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(MemoryError, _no_memory)
    app.add_exception_handler(OSError, _no_file)
    app.add_exception_handler(UnicodeEncodeError, _no_text)
    app.add_exception_handler(404, _nothing)
    app.add_exception_handler(405, _no_method)
    app.add_middleware(Guard, settings=settings)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Go on with what an earlier server left in the queue; at the end let the worker keep what it has."""
    current_default_thread_limiter().total_tokens = THREADS
    with suppress(RiverboatError):  # a library that cannot be used is told where it is asked for
        await run_in_threadpool(app.state.supervisor.ensure)
    sweeping = asyncio.create_task(_sweep(app))
    yield
    sweeping.cancel()
    app.state.closing.set()
    await run_in_threadpool(app.state.tables.close)
    await run_in_threadpool(app.state.supervisor.end)


async def _sweep(app: FastAPI) -> None:
    """End tables that nobody came back to, with the processes of their bots."""
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        await run_in_threadpool(app.state.tables.sweep)


def about(request: Request) -> Response:
    """What this server is, what it allows, and the colours of everything."""
    settings: Settings = request.app.state.settings
    limits = settings.limits
    return reply(
        {
            "name": "riverboat",
            "version": __version__,
            "api": 1,
            "folder": str(settings.folder.resolve()),
            "library": str(settings.library),
            "page_built": is_built(settings),
            "limits": {
                "body_bytes": limits.body_bytes,
                "jobs": limits.jobs,
                "memory_bytes": int(limits.memory_share * available_memory()),
            },
            "colours": {
                "fold": FOLD_COLOUR,
                "call": CALL_COLOUR,
                "bets": BET_COLOURS,
                "all_in": ALL_IN_COLOUR,
                "weight": WEIGHT,
                "suits": SUITS,
                "ramp": RAMP,
            },
        }
    )


# --- errors --------------------------------------------------------------------------------------------------------


_STATUS: Final[dict[type[RiverboatError], int]] = {
    MissingFileError: 404,
    NoEntryError: 404,
    BusyError: 409,
    MovedOnError: 409,
}
"""Of errors that are not mistakes of the request, which are 400."""


async def _ours(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)
    return problem(status, type(error).__name__, str(error))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:] if first["type"] != "json_invalid") or None
    name = f"{field}: " if field else ""
    return problem(422, "RequestError", f"{name}{first['msg'].removeprefix('Value error, ')}", field)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, "RequestError", str(error.detail))


async def _no_memory(request: Request, error: Exception) -> Response:
    return problem(503, "MemoryError", "memory ran out; ask for less, such as fewer sizes or smaller ranges")


async def _no_file(request: Request, error: Exception) -> Response:
    """The disk is full, the library may not be written, or a file went while it was read."""
    assert isinstance(error, OSError)
    where = f": '{error.filename}'" if error.filename else ""
    return problem(
        503, "FileAccessError", f"{error.strerror or 'a file cannot be used'}{where}; try again later"
    )


async def _no_text(request: Request, error: Exception) -> Response:
    return problem(422, "RequestError", "a text holds half a character (a surrogate), which no file can hold")


async def _nothing(request: Request, error: Exception) -> Response:
    return problem(404, "RequestError", f"there is nothing at {request.url.path[:200]!r}")


async def _no_method(request: Request, error: Exception) -> Response:
    return problem(405, "RequestError", f"{request.method} is not done at {request.url.path[:200]!r}")
