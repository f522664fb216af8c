"""The addresses of the arena."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from riverboat.arena.sweeps.sweep import with_parameters
from riverboat.bots.registry import make_bot
from riverboat.errors import MatchError
from riverboat.evaluation.lbr.menu import lbr_menu
from riverboat.training.log import read_log
from riverboat.training.training import LOG
from riverboat.web.arena import models
from riverboat.web.arena.models import ArenaRequest
from riverboat.web.catalogue import below, inside
from riverboat.web.jobs import models as jobs
from riverboat.web.jobs.routes import job_dict
from riverboat.web.library import Library
from riverboat.web.play.bots import GuestList
from riverboat.web.replies import reply, shape
from riverboat.web.settings import Settings

router = APIRouter(tags=["arena"], prefix="/arena")
_DEPTH: Final = 4  # folders in folders that are looked through
_MOST_REPORTS: Final = 400
_FEWEST_BOTS: Final = {"match": 2, "league": 2, "sweep": 2, "lbr": 1}


@router.post("/jobs", responses=shape(jobs.Job, 201), status_code=201)
def add(request: Request, asked: ArenaRequest) -> Response:
    """Put a match, a league, a sweep or a measurement into the queue; what makes no sense is refused now."""
    state = request.app.state
    library: Library = state.library
    task = asked.model_dump(exclude={"kind", "name"}) | {"bots": _bots(state.tables.guests, asked)}
    entry = library.add(
        asked.kind,
        asked.name or _named(asked)[:200],
        task | {"asked": asked.bots},
        state.settings.limits.jobs,
    )
    state.supervisor.ensure()
    return reply(job_dict(library, library.entry(entry.id), library.places()), 201)


def _bots(guests: GuestList, asked: ArenaRequest) -> list[str]:
    fewest = _FEWEST_BOTS[asked.kind]
    if len(asked.bots) < fewest or (asked.kind == "lbr" and len(asked.bots) > 1):
        raise MatchError(
            f"bots has {len(asked.bots)}; a {asked.kind} needs {fewest}{' or more' if asked.kind != 'lbr' else ''}, "
            f"such as {['headsup'] if asked.kind == 'lbr' else ['shark', 'fish']}"
        )
    if asked.kind == "lbr":
        lbr_menu(asked.menu)
        paths = guests.catalogue.paths(asked.bots[0])
        return [asked.bots[0] if asked.bots[0] in guests.catalogue.shipped else str(paths[0])]
    if asked.kind == "sweep" and not (asked.parameter and asked.values):
        raise MatchError("a sweep needs a parameter and its values, such as raise_above and 0.5, 0.6, 0.7")
    bots = [guests.bot(bot) for bot in asked.bots]
    swept = (
        with_parameters(bots[0], [asked.parameter], asked.values[:1]) if asked.kind == "sweep" else bots[0]
    )
    for bot, told in zip([swept, *bots[1:]], asked.bots, strict=True):
        if not told.partition(":")[0].endswith(".py"):  # code of others is run where it is fenced
            make_bot(bot)
    return bots


def _named(asked: ArenaRequest) -> str:
    if asked.kind == "lbr":
        return f"LBR {asked.menu} on {asked.bots[0]}"
    if asked.kind == "sweep":
        return f"{asked.bots[0]} by {asked.parameter} against {', '.join(asked.bots[1:])}"
    return (" – " if asked.kind == "match" else ", ").join(asked.bots)


@router.get("/trainings", responses=shape(models.TrainingRuns))
def trainings(request: Request) -> Response:
    """The training runs under the folder."""
    folder = _folder(request)
    found = [path.parent.relative_to(folder).as_posix() for path in below(folder, _DEPTH) if path.name == LOG]
    return reply({"runs": found[: request.app.state.settings.limits.files]})


@router.get("/training", responses=shape(models.TrainingRun))
def training(
    request: Request,
    run: Annotated[str, Query(max_length=500)],
    at: Annotated[
        int | None, Query(ge=0, lt=2**53, description="opening ranges after so many iterations, not now")
    ] = None,
) -> Response:
    """What a training run has logged so far: regret, trained sets, how watch hands are played and who opens what."""
    log = read_log(inside(_folder(request), f"{run}/{LOG}"))
    step = max(1, -(-len(log) // _MOST_REPORTS))
    chosen = [*log[:-1:step], *log[-1:]]
    then = [report for report in log if at is None or report.iterations <= at] or log[:1]
    return reply(
        {
            "run": run,
            "reports": [_report(report.to_dict()) for report in chosen],
            "opens_at": then[-1].iterations if then else None,
            "opens": then[-1].opens if then else {},
        }
    )


def _report(report: dict[str, Any]) -> dict[str, Any]:
    return {name: report[name] for name in models.Reported.model_fields}


def _folder(request: Request) -> Path:
    settings: Settings = request.app.state.settings
    return settings.folder.resolve()
