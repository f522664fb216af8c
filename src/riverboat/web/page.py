"""The page: files that the front end's build left in the package, or how to build it."""

from __future__ import annotations

import mimetypes
from typing import Final

from fastapi import FastAPI, Request, Response

from riverboat.errors import MissingFileError
from riverboat.web.catalogue import inside
from riverboat.web.reference import reference_page
from riverboat.web.replies import problem
from riverboat.web.settings import Settings

INDEX: Final = "index.html"
NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Riverboat</title>
<h1>Riverboat</h1><p>The server runs; its page is not built. <code>make setup</code> builds it from the folder
<code>web/</code> of the sources, and wheels hold it built.</p>
<p>The API is there: <a href="/api/v1/docs">/api/v1/docs</a>.</p></html>
"""
_FOREVER: Final = "public, max-age=31536000, immutable"


def is_built(settings: Settings) -> bool:
    """Whether there is a page to show."""
    return (settings.static / INDEX).is_file()


def add_page(app: FastAPI, settings: Settings) -> None:
    """Serve the page, and the description of the API."""

    def docs() -> Response:
        return Response(reference_page(app.openapi()), media_type="text/html; charset=utf-8")

    def page(request: Request, path: str = "") -> Response:
        if path.startswith("api/"):
            return problem(404, "RequestError", f"there is nothing at '/{path[:200]}'")
        if not is_built(settings):
            return Response(NOT_BUILT, media_type="text/html; charset=utf-8")
        name = path if "." in path.rpartition("/")[2] else INDEX  # the page finds its own way
        return _file(settings, name, "gzip" in request.headers.get("accept-encoding", ""))

    app.add_api_route("/api/v1/docs", docs, methods=["GET"], include_in_schema=False)
    for path in ("/", "/{path:path}"):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)


def _file(settings: Settings, name: str, packed: bool) -> Response:
    """A file of the page, compressed if the build left it so and the browser takes it."""
    try:
        path = inside(settings.static, name)
    except MissingFileError:
        return problem(404, "RequestError", f"there is no file '/{name[:200]}'")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    headers = {
        "cache-control": _FOREVER if name.startswith("assets/") else "no-cache",
        "vary": "accept-encoding",
    }
    small = path.with_name(path.name + ".gz")
    if packed and small.is_file():
        path, headers = small, headers | {"content-encoding": "gzip"}
    return Response(path.read_bytes(), media_type=kind, headers=headers)
