"""The addresses of tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from riverboat.arena.live.live_table import Finished
from riverboat.games.histories.formats import hands_text
from riverboat.games.histories.line import write_line
from riverboat.games.rules.positions import position_names
from riverboat.web.explorer.explorer import Explorer
from riverboat.web.play import models
from riverboat.web.play.models import HandNumber, TableId
from riverboat.web.play.reviews import fitting, review_of
from riverboat.web.play.tables import Playing, Tables, hand_of, table_dict
from riverboat.web.replies import reply, shape, written
from riverboat.web.streams import event_stream

router = APIRouter(prefix="/play", tags=["play"])
_EVENT_SECONDS: Final = 0.05
_PING_SECONDS: Final = 15.0


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


@router.get("/bots", responses=shape(models.BotList))
def bots(request: Request) -> Response:
    """Who can be played against."""
    return reply(_tables(request).guests.listed())


@router.get("/tables", responses=shape(models.TableList))
def tables(request: Request) -> Response:
    """The tables that are open."""
    found = _tables(request)
    found.sweep()
    rows = [
        {
            "id": one.id,
            "names": one.table.names,
            "hands": len(one.table.hands),
            "won_bb": round(one.table.results.total, 4),
        }
        for one in found.listed()
    ]
    return reply({"tables": rows})


@router.post("/tables", responses=shape(models.Table, 201), status_code=201)
def sit_down(request: Request, asked: models.TableRequest) -> Response:
    """Open a table; the first hand is dealt."""
    explorer: Explorer = request.app.state.explorer
    strategy = asked.strategy or fitting(explorer.catalogue, len(asked.bots) + 1)
    if strategy:
        explorer.catalogue.open(strategy)  # what is not there shows now
    found = _tables(request).sit_down(tuple(asked.bots), asked.stack_bb, asked.mode, strategy)
    return reply(table_dict(found), 201)


@router.get("/tables/{table}", responses=shape(models.Table))
def table(request: Request, table: TableId) -> Response:
    """A table as you see it."""
    return reply(table_dict(_tables(request).get(table)))


@router.post("/tables/{table}/deal", responses=shape(models.Table))
def deal(request: Request, table: TableId, asked: models.DealRequest) -> Response:
    """Deal the next hand; at an old version of the table nothing is done, and it says so (409)."""
    found = _tables(request).get(table)
    _tables(request).deal(found, asked.version)
    return reply(table_dict(found))


@router.post("/tables/{table}/act", responses=shape(models.Table))
def act(request: Request, table: TableId, asked: models.ActRequest) -> Response:
    """Act; at an old version of the table nothing is done, and it says so (409)."""
    found = _tables(request).get(table)
    _tables(request).act(found, asked.version, asked.token)
    return reply(table_dict(found))


@router.delete("/tables/{table}", status_code=204)
def leave(request: Request, table: TableId) -> Response:
    """Leave a table; its hands are kept in a file of the library."""
    _tables(request).leave(table)
    return Response(status_code=204)


@router.get("/tables/{table}/hands", responses=shape(models.HandList))
def hands(request: Request, table: TableId) -> Response:
    """The hands that are over, the newest first."""
    return reply({"hands": [_row(one) for one in reversed(_tables(request).get(table).table.hands)]})


def _row(finished: Finished) -> dict[str, Any]:
    hand = finished.seen
    return {
        "number": finished.number,
        "cards": hand.hole_cards[finished.seat],
        "position": position_names(hand.game.players)[finished.seat],
        "board": hand.board,
        "line": write_line(hand.game, hand.actions),
        "won": finished.won,
        "adjusted": finished.adjusted,
        "aivat": finished.aivat,
        "is_known": finished.is_known,
    }


@router.get("/tables/{table}/hands/{number}", responses=shape(models.HandReview))
def hand(
    request: Request,
    table: TableId,
    number: HandNumber,
    strategy: Annotated[str, Query(max_length=500, description="other than the table's")] = "",
    search: Annotated[bool, Query(description="solve the spots that can be, two seconds a decision")] = False,
) -> Response:
    """What the strategy, or a search with it, would have done at each of your decisions, and what that cost."""
    explorer: Explorer = request.app.state.explorer
    found = _tables(request).get(table)
    finished = hand_of(found, number)
    return reply(review_of(explorer.catalogue, finished, strategy or found.strategy, search=search))


@router.get("/tables/{table}/history", responses={200: {"content": {"text/plain": {}}}})
def history(request: Request, table: TableId) -> Response:
    """All hands that are over, as PokerStars writes them and as you saw them: what trackers read."""
    found = _tables(request).get(table)
    found.keep()  # the file beside it then has as many
    text, _ = hands_text([one.seen for one in found.table.hands], "pokerstars", skip=True)
    headers = {"content-disposition": f'attachment; filename="riverboat-{found.id[:4]}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/tables/{table}/events", responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, table: TableId) -> Response:
    """The table at every change, as server-sent events, until it ends."""
    found = _tables(request).get(table)
    return event_stream(request, _events(request, found))


async def _events(request: Request, playing: Playing) -> AsyncIterator[bytes]:
    told, silent = -1, 0.0
    while not request.app.state.closing.is_set():
        seen = playing.table.seen
        if seen.version != told:
            told, silent = seen.version, 0.0
            yield b"data: " + written(table_dict(playing)) + b"\n\n"
        elif silent >= _PING_SECONDS:
            yield b": still here\n\n"
            silent = 0.0
        if seen.phase == "closed":
            return
        await asyncio.sleep(_EVENT_SECONDS)
        silent += _EVENT_SECONDS
