"""The addresses of the explorer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from riverboat.web.explorer import models
from riverboat.web.explorer.explorer import Explorer, Question
from riverboat.web.replies import JSON, reply, shape

router = APIRouter(tags=["explorer"])


def _asked(
    strategy: Annotated[str, Query(max_length=500, description="an id of `strategies`")],
    line: Annotated[str, Query(max_length=2000, description="such as `f f r2.5 f c f / k b33%`")] = "",
    board: Annotated[str, Query(max_length=40, description="such as `QsJh2h`")] = "",
    stack_bb: Annotated[str, Query(max_length=100, description="big blinds: 40, or 40,100,25 by seat")] = "",
) -> Question:
    return Question(strategy, line, board, stack_bb)


Asked = Annotated[Question, Depends(_asked)]


async def _answer(request: Request, kind: str, question: Question, *more: str, media: str = JSON) -> Response:
    explorer: Explorer = request.app.state.explorer
    found = explorer.known(kind, question, *more)  # without a thread, which takes longer than to look
    if found is None:
        found = await run_in_threadpool(explorer.answer, kind, question, *more)
    return Response(found, media_type=media)


@router.get("/strategies", responses=shape(models.StrategyList))
def strategies(request: Request) -> Response:
    """What can be asked: strategies that ship, files under the folder, solved spots of the library."""
    return reply({"strategies": request.app.state.explorer.catalogue.listed()})


@router.get("/strategy", responses=shape(models.StrategyFacts))
async def strategy(request: Request, strategy: Annotated[str, Query(max_length=500)]) -> Response:
    """What a strategy is and what made it."""
    return await _answer(request, "strategy", Question(strategy))


@router.get("/state", responses=shape(models.State))
async def state(request: Request, asked: Asked) -> Response:
    """Where a line leads: the table, the way to it, and what can be done."""
    return await _answer(request, "state", asked)


@router.get("/grid", responses=shape(models.Grid))
async def grid(request: Request, asked: Asked) -> Response:
    """The same, and how all hands of who acts are played there."""
    return await _answer(request, "grid", asked)


@router.get("/ranges", responses=shape(models.Ranges))
async def ranges(request: Request, asked: Asked) -> Response:
    """The ranges of all seats: hands by how often they would have come here."""
    return await _answer(request, "ranges", asked)


@router.get("/range-text", responses={200: {"content": {"text/plain": {}}}})
async def range_text(
    request: Request,
    asked: Asked,
    seat: Annotated[str, Query(max_length=10, description="a position or number; who acts if left out")] = "",
    action: Annotated[str, Query(max_length=20, description="only the part that does this, by token")] = "",
) -> Response:
    """A range as text that solvers read."""
    return await _answer(request, "range-text", asked, seat, action, media="text/plain; charset=utf-8")


@router.get("/csv", responses={200: {"content": {"text/csv": {}}}})
async def csv(request: Request, asked: Asked) -> Response:
    """All hands of who acts, a line each."""
    return await _answer(request, "csv", asked, media="text/csv; charset=utf-8")


@router.get("/hand", responses=shape(models.HandAnswer))
async def hand(
    request: Request, asked: Asked, hand: Annotated[str, Query(max_length=10, description="such as AsKd")]
) -> Response:
    """How one hand is played, and what the answer rests on."""
    return await _answer(request, "hand", asked, hand)


@router.get("/breakdown", responses=shape(models.Breakdown))
async def breakdown(
    request: Request,
    asked: Asked,
    seat: Annotated[str, Query(max_length=10, description="a position or number; who acts if left out")] = "",
) -> Response:
    """A range by made hands and draws: how much each is and, of who acts, what it does and is worth."""
    return await _answer(request, "breakdown", asked, seat)


@router.get("/equities", responses=shape(models.Equities))
async def equities(request: Request, asked: Asked) -> Response:
    """How the equities of two ranges lie: by hand, by percentile and by tenths."""
    return await _answer(request, "equities", asked)


@router.get("/runouts", responses=shape(models.Runouts))
async def runouts(request: Request, asked: Asked) -> Response:
    """What is done after each card that may come next; the board lacks one card for the line."""
    return await _answer(request, "runouts", asked)
