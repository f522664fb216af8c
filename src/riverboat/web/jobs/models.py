"""The shapes of jobs and of the library."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from riverboat.web.solving.setups import Setup

Number = Annotated[int, Path(ge=1, lt=2**53, description="of an entry of the library")]
Name = Annotated[str, Field(max_length=200)]


class JobRequest(BaseModel):
    """Something to be done: a spot to solve, or a report of one setup on many flops."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["solve", "report"] = "solve"
    name: Name = ""
    notes: Annotated[str, Field(max_length=20_000)] = ""
    setup: Setup
    boards: Annotated[int, Field(ge=1, le=1755)] | Annotated[str, Field(max_length=20_000)] = Field(
        25,
        description="of a report: so many flops that stand for all, 1755 for all, or boards: `QsJh2h AsKd7c`",
    )


class Change(BaseModel):
    """What is changed of an entry; null leaves it."""

    model_config = ConfigDict(extra="forbid")

    name: Name | None = None
    notes: Annotated[str, Field(max_length=20_000)] | None = None


class Job(BaseModel):
    """An entry of the library: waiting, worked on, or ended."""

    id: int
    kind: Literal["solve", "report", "review", "match", "league", "sweep", "lbr"]
    name: str
    notes: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    place: int | None = Field(description="how many wait before it, if it waits")
    setup: dict[str, Any] | None = Field(description="of a solve or a report")
    arena: dict[str, Any] | None = Field(description="of the others: what was asked for")
    boards: int | str | None
    progress: dict[str, Any] = Field(
        description="of a solve: iterations, seconds, seconds_left, pot_percent, target_pot_percent, memory_bytes, "
        "curve [[iterations, seconds, percent of the pot]]; of a report: done, total, seconds, seconds_left; "
        "of the arena: done, total, seconds, names, unit, figures, course [[x, means, half widths]]"
    )
    error: str | None
    strategy: str | None = Field(description="the id to ask it by, once there is something to ask")
    bytes: int | None
    created: float
    finished: float | None


class JobList(BaseModel):
    """Jobs, the newest first."""

    jobs: list[Job]
