"""The application: routes, errors and the page."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel

from riverboat import __version__
from riverboat.base.memory import available_memory
from riverboat.errors import MissingFileError, RiverboatError
from riverboat.solvers.asking.options import ALL_IN_COLOUR, BET_COLOURS, CALL_COLOUR, FOLD_COLOUR
from riverboat.views.colours import RAMP, SUITS, WEIGHT
from riverboat.web.cache import AnswerCache
from riverboat.web.catalogue import Catalogue
from riverboat.web.explorer.explorer import Explorer
from riverboat.web.explorer.routes import router as explorer
from riverboat.web.page import add_page, is_built
from riverboat.web.replies import problem, reply
from riverboat.web.security import Guard
from riverboat.web.settings import Settings

BASE = "/api/v1"


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
    )
    app.state.settings = settings
    app.state.explorer = Explorer(Catalogue(settings), AnswerCache(settings.limits.cache_bytes))
    wrong: Any = {"4XX": {"model": ProblemAnswer, "description": "What is wrong, in words."}}
    api = APIRouter(prefix=BASE, responses=wrong)
    api.add_api_route("/about", about, methods=["GET"], tags=["server"])
    api.include_router(explorer)
    app.include_router(api)
    add_page(app, settings)
    app.add_exception_handler(RiverboatError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(404, _nothing)
    app.add_exception_handler(405, _no_method)
    app.add_middleware(Guard, settings=settings)
    return app


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


async def _ours(request: Request, error: Exception) -> Response:
    return problem(404 if isinstance(error, MissingFileError) else 400, type(error).__name__, str(error))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:]) or None
    name = f"{field}: " if field else ""
    return problem(422, "RequestError", f"{name}{first['msg'].removeprefix('Value error, ')}", field)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, "RequestError", str(error.detail))


async def _nothing(request: Request, error: Exception) -> Response:
    return problem(404, "RequestError", f"there is nothing at {request.url.path[:200]!r}")


async def _no_method(request: Request, error: Exception) -> Response:
    return problem(405, "RequestError", f"{request.method} is not done at {request.url.path[:200]!r}")
