"""The addresses of jobs and of the library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from riverboat.errors import SolverError
from riverboat.web.catalogue import SPOT
from riverboat.web.jobs import models
from riverboat.web.jobs.models import Number
from riverboat.web.jobs.supervisor import Supervisor
from riverboat.web.library import ENDED, Entry, Library
from riverboat.web.replies import reply, shape, written
from riverboat.web.settings import Settings
from riverboat.web.streams import event_stream

router = APIRouter(tags=["jobs"])
_EVENT_SECONDS: Final = 0.2
_PING_SECONDS: Final = 15.0
_ALL_FLOPS: Final = 1755


def job_dict(library: Library, entry: Entry, places: dict[int, int]) -> dict[str, Any]:
    """Return an entry as a job."""
    file = library.solution(entry.id) if entry.kind == "solve" else library.report(entry.id)
    size = file.stat().st_size if file.is_file() else None
    return {
        "id": entry.id,
        "kind": entry.kind,
        "name": entry.name,
        "notes": entry.notes,
        "state": entry.state,
        "place": places.get(entry.id),
        "setup": entry.task.get("setup"),
        "arena": None if "setup" in entry.task or entry.kind == "review" else _asked(entry.task),
        "boards": entry.task.get("boards"),
        "progress": entry.progress,
        "error": entry.error,
        "strategy": f"{SPOT}{entry.id}" if entry.kind == "solve" and size is not None else None,
        "bytes": size,
        "created": entry.created,
        "finished": entry.finished,
    }


def _asked(task: dict[str, Any]) -> dict[str, Any]:
    """What was asked of the arena; bots by the names that were given, not by the files behind them."""
    return {name: value for name, value in task.items() if name != "asked"} | {"bots": task["asked"]}


def _job(request: Request, number: int) -> dict[str, Any]:
    library: Library = request.app.state.library
    return job_dict(library, library.entry(number), library.places())


@router.post("/jobs", responses=shape(models.Job, 201), status_code=201)
def add_job(request: Request, asked: models.JobRequest) -> Response:
    """Put a spot or a report into the queue; what makes no sense is refused now."""
    settings: Settings = request.app.state.settings
    supervisor: Supervisor = request.app.state.supervisor
    asked.setup.spot()
    asked.setup.options()
    setup = asked.setup.kept()
    task: dict[str, Any] = {"setup": setup.model_dump(exclude_none=True)}
    if asked.kind == "report":
        if setup.start is not None:
            raise SolverError("start is for one board; leave it out of a report")
        task["boards"] = "all" if asked.boards == _ALL_FLOPS else asked.boards
    name = asked.name or (setup.board if asked.kind == "solve" else f"{asked.boards} flops"[:100])
    library: Library = request.app.state.library
    entry = library.add(asked.kind, name, task, settings.limits.jobs)
    if asked.notes:
        library.change(entry.id, notes=asked.notes)
    supervisor.ensure()
    return reply(_job(request, entry.id), 201)


@router.get("/jobs", responses=shape(models.JobList))
def jobs(request: Request) -> Response:
    """All jobs, the newest first: those that wait and run, and the library of those that ended."""
    library: Library = request.app.state.library
    request.app.state.supervisor.ensure()
    places = library.places()
    return reply(
        {"jobs": [job_dict(library, entry, places) for entry in library.entries() if entry.kind != "review"]}
    )


@router.get("/jobs/{number}", responses=shape(models.Job))
def job(request: Request, number: Number) -> Response:
    """A job by its number."""
    request.app.state.supervisor.ensure()
    return reply(_job(request, number))


@router.patch("/jobs/{number}", responses=shape(models.Job))
def change_job(request: Request, number: Number, asked: models.Change) -> Response:
    """Change the name or the notes of a job."""
    request.app.state.library.change(number, asked.name, asked.notes)
    return reply(_job(request, number))


@router.post("/jobs/{number}/stop", responses=shape(models.Job))
def stop_job(request: Request, number: Number) -> Response:
    """Stop a job; what was found is kept. One that runs says so a moment later."""
    request.app.state.library.stop(number)
    return reply(_job(request, number))


@router.post("/jobs/{number}/look", responses=shape(models.Job))
def look_at_job(request: Request, number: Number) -> Response:
    """Keep what a solve that runs has found so far, to be asked by its `strategy` a moment later; it goes on."""
    request.app.state.library.look(number)
    return reply(_job(request, number))


@router.delete("/jobs/{number}", status_code=204)
def remove_job(request: Request, number: Number) -> Response:
    """Remove a job and what was found; not while it runs."""
    request.app.state.library.remove(number)
    return Response(status_code=204)


@router.get("/jobs/{number}/events", responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, number: Number) -> Response:
    """The job at every change, as server-sent events, until it ends."""
    first = await run_in_threadpool(_job, request, number)
    return event_stream(request, _events(request, number, first))


async def _events(request: Request, number: int, job: dict[str, Any]) -> AsyncIterator[bytes]:
    told, silent = b"", 0.0
    while True:
        text = written(job)
        if text != told:
            yield b"data: " + text + b"\n\n"
            told, silent = text, 0.0
        elif silent >= _PING_SECONDS:
            yield b": still here\n\n"
            silent = 0.0
        if job["state"] in ENDED or request.app.state.closing.is_set():
            return
        await asyncio.sleep(_EVENT_SECONDS)
        silent += _EVENT_SECONDS
        await run_in_threadpool(request.app.state.supervisor.ensure)
        job = await run_in_threadpool(_job, request, number)
