"""The addresses of reports: one setup on many boards, by board and by texture."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from riverboat.solvers.spots.report import Report
from riverboat.web.catalogue import BOARD
from riverboat.web.jobs.models import Number
from riverboat.web.library import Library, NoEntryError
from riverboat.web.replies import reply, shape

router = APIRouter(tags=["reports"])
GROUPS: Final = ("high", "suits", "pairs", "straights")


class ReportRow(BaseModel):
    """A board or a group of boards. numbers: by the names of `columns`, null where a board has no such action."""

    board: str
    weight: float = Field(description="how many of the 22,100 flops it stands for")
    texture: dict[str, str]
    numbers: list[float | None]
    strategy: str | None = Field(description="the id to open it by")


class ReportGroup(BaseModel):
    """Boards of one texture: how many, how much they weigh, and their means."""

    name: str
    boards: int
    weight: float
    numbers: list[float | None]


class ReportAnswer(BaseModel):
    """A report, as far as it is."""

    id: int
    state: str
    done: int
    total: int | None
    columns: list[str]
    rows: list[ReportRow]
    groups: list[ReportGroup]
    mean: list[float | None]


@router.get("/reports/{number}", responses=shape(ReportAnswer))
def report(
    request: Request,
    number: Number,
    group: Annotated[Literal["high", "suits", "pairs", "straights"], Query(description="by what")] = "high",
) -> Response:
    """A report: a row for each board with an id to open it, the means of groups, and of all."""
    library: Library = request.app.state.library
    entry = library.entry(number)
    if entry.kind != "report":
        raise NoEntryError(f"entry {number} is a spot and no report; open it as spot:{number}")
    path = library.report(number)
    found = Report(tuple(json.loads(path.read_text())) if path.is_file() else ())
    columns = found.number_columns
    return reply(
        {
            "id": number,
            "state": entry.state,
            "done": len(found.rows),
            "total": entry.progress.get("total"),
            "columns": columns,
            "rows": [_row(library, number, row, columns) for row in found.rows],
            "groups": [_group(found.where(group, name), name, columns) for name in found.values_of(group)],
            "mean": _means(found, columns),
        }
    )


def _row(library: Library, number: int, row: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    kept = library.report(number).with_name(f"{row['board']}.solution").is_file()
    return {
        "board": row["board"],
        "weight": row["weight"],
        "texture": {name: row[name] for name in GROUPS if name in row},
        "numbers": [_rounded(row.get(column)) for column in columns],
        "strategy": f"{BOARD}{number}/{row['board']}" if kept else None,
    }


def _group(part: Report, name: str, columns: tuple[str, ...]) -> dict[str, Any]:
    weight = sum(row["weight"] for row in part.rows)
    return {"name": name, "boards": len(part.rows), "weight": weight, "numbers": _means(part, columns)}


def _means(part: Report, columns: tuple[str, ...]) -> list[float | None]:
    there = part.columns
    return [_rounded(part.mean(column)) if column in there else None for column in columns]


def _rounded(value: float | None) -> float | None:
    return None if value is None or value != value else round(value, 5)
