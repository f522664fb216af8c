"""The addresses of reviews."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from riverboat.arena.reviews.session import guess_hero
from riverboat.errors import HistoryError
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.stream import each_hand
from riverboat.web.jobs.models import Number
from riverboat.web.library import Entry, Library, NoEntryError
from riverboat.web.replies import reply, shape
from riverboat.web.review import models
from riverboat.web.review.uploads import Uploads

router = APIRouter(tags=["reviews"])
_LOOKED_AT: Final = 500  # hands that tell who plays
_NAMED: Final = 200


def _uploads(request: Request) -> Uploads:
    library: Library = request.app.state.library
    return Uploads(library.folder / "uploads")


@router.post("/reviews/uploads", responses=shape(models.Upload, 201), status_code=201)
def begin_upload(request: Request, piece: models.Piece) -> Response:
    """Send the first piece of a file of hands; others follow to its name."""
    name = _uploads(request).begin(piece.text)
    return reply({"upload": name, "bytes": len(piece.text.encode())}, 201)


@router.post("/reviews/uploads/{upload}", responses=shape(models.Upload))
def add_piece(request: Request, upload: str, piece: models.Piece) -> Response:
    """Send the next piece."""
    return reply({"upload": upload, "bytes": _uploads(request).add(upload, piece.text)})


@router.get("/reviews/uploads/{upload}", responses=shape(models.Players))
def players(request: Request, upload: str) -> Response:
    """Who plays in a file; what is no history is refused here."""
    path = _uploads(request).path(upload)
    names, hands = Counter[str](), 0
    for hand in islice(each_hand(path), _LOOKED_AT):
        if isinstance(hand, Hand):
            names.update(hand.names)
            hands += 1
    if not names:
        first = next((str(bad) for bad in each_hand(path) if not isinstance(bad, Hand)), "")
        raise HistoryError(f"no hand of it can be read: {first}")
    try:
        hero: str | None = guess_hero(path)
    except HistoryError:
        hero = None
    return reply({"hero": hero, "players": [name for name, _ in names.most_common(_NAMED)], "hands": hands})


@router.post("/reviews", responses=shape(models.Review, 201), status_code=201)
def add_review(request: Request, asked: models.ReviewRequest) -> Response:
    """Put a review into the queue."""
    app, library = request.app, _library(request)
    path = _uploads(request).path(asked.upload)
    paths = (
        [str(path) for part in asked.strategy.split("+") for path in app.state.explorer.catalogue.paths(part)]
        if asked.strategy
        else []
    )
    task = {
        "hero": asked.hero,
        "strategy": asked.strategy,
        "paths": paths,
        "search_seconds": asked.search_seconds,
    }
    name = asked.name or f"hands of {asked.hero}"
    entry = library.add("review", name, task, app.state.settings.limits.jobs, held=True)
    target = library.review(entry.id)
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.rename(target)
    except OSError:
        library.end(entry.id, "failed")
        library.remove(entry.id)
        _uploads(request).path(asked.upload)  # raises where somebody else was faster
        raise
    library.give_back(entry.id)
    app.state.supervisor.ensure()
    return reply(_dict(library, entry, whole=False), 201)


@router.get("/reviews", responses=shape(models.ReviewList))
def reviews(request: Request) -> Response:
    """All reviews, the newest first."""
    library = _library(request)
    found = [entry for entry in library.entries() if entry.kind == "review"]
    return reply({"reviews": [_dict(library, entry, whole=False) for entry in found]})


@router.get("/reviews/{number}", responses=shape(models.Review))
def review(request: Request, number: Number) -> Response:
    """A review with its report, as far as it is; it is stopped and removed as a job is."""
    library = _library(request)
    request.app.state.supervisor.ensure()
    entry = library.entry(number)
    if entry.kind != "review":
        raise NoEntryError(f"entry {number} is no review; list them for those there are")
    return reply(_dict(library, entry, whole=True))


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


def _dict(library: Library, entry: Entry, *, whole: bool) -> dict[str, Any]:
    path = library.review(entry.id).with_name("report.json")
    return {
        "id": entry.id,
        "name": entry.name,
        "hero": entry.task["hero"],
        "state": entry.state,
        "place": library.places().get(entry.id),
        "progress": entry.progress,
        "error": entry.error,
        "created": entry.created,
        "report": json.loads(path.read_text()) if whole and path.is_file() else None,
    }
