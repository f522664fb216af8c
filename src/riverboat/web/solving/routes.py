"""The addresses of what leads to a solve, and of comparing two."""

from __future__ import annotations

from threading import Lock
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from riverboat.base.memory import available_memory
from riverboat.solvers.solutions.forecast import forecast
from riverboat.solvers.spots.from_line import spot_after
from riverboat.web.explorer.explorer import Explorer, Question
from riverboat.web.replies import reply, shape
from riverboat.web.settings import Settings
from riverboat.web.solving import models
from riverboat.web.solving.compare import compared
from riverboat.web.solving.histories import history_dict
from riverboat.web.solving.setups import Setup

router = APIRouter(tags=["solving"])
MEASURED_BYTES: Final = 300_000_000
"""Iterations of larger tables are not measured before a solve: that would take what the solve needs."""
_one_at_a_time: Final = Lock()


@router.post("/setup/from-line", responses=shape(models.LineSetup))
def setup_from_line(request: Request, asked: models.LineRequest) -> Response:
    """The spot that begins with the street on which a line ends, with the ranges that the strategy brings there."""
    question = Question(asked.strategy, asked.line, asked.board, asked.stack_bb)
    explorer: Explorer = request.app.state.explorer
    opened = explorer.catalogue.open(question.strategy)
    with opened.lock:
        spot = spot_after(opened.strategy, question.line, question.board, stack_bb=question.read_stack())
    return reply({"setup": Setup.of(spot).model_dump(), "notes": spot.notes})


@router.post("/setup/from-history", responses=shape(models.HistoryAnswer))
def setup_from_history(asked: models.HistoryRequest) -> Response:
    """The hands of a pasted history with all decisions, each as the explorer and `from-line` ask for it."""
    return reply(history_dict(asked.text))


@router.post("/solve/estimate", responses=shape(models.Estimate))
def estimate(request: Request, asked: Setup) -> Response:
    """What a solve needs: nodes, memory, and seconds an iteration where measuring them is cheap."""
    settings: Settings = request.app.state.settings
    setup, options = asked.spot().game_setup(), asked.options()
    with _one_at_a_time:
        found = forecast(setup, options, most_bytes=MEASURED_BYTES)
    target = found.goal.target
    return reply(
        {
            "nodes": found.nodes,
            "hands": found.hands,
            "rule": found.rule,
            "memory_bytes": found.memory_bytes,
            "free_bytes": found.free_bytes,
            "fits": found.memory_bytes <= settings.limits.memory_share * available_memory(),
            "seconds_an_iteration": found.seconds_an_iteration,
            "seconds": found.seconds,
            "target_pot_percent": None if target is None else 100 * target / setup.pot,
        }
    )


@router.get("/compare", responses=shape(models.Comparison))
def compare(
    request: Request,
    one: Annotated[str, Query(max_length=500, description="an id of `strategies`")],
    other: Annotated[str, Query(max_length=500)],
    line: Annotated[str, Query(max_length=2000)] = "",
    board: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Two strategies or solutions at one point: both grids, and where they differ."""
    explorer: Explorer = request.app.state.explorer
    return reply(compared(*(explorer.data("grid", Question(id, line, board)) for id in (one, other))))
