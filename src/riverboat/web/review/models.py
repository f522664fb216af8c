"""The shapes of reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Piece(BaseModel):
    """A piece of a file of hands, in the order of the file."""

    model_config = ConfigDict(extra="forbid")

    text: str


class Upload(BaseModel):
    """A file that is coming."""

    upload: str
    bytes: int


class Players(BaseModel):
    """Who plays in the first hands of a file, those with most hands first, and whose the history seems to be."""

    hero: str | None
    players: list[str]
    hands: int


class ReviewRequest(BaseModel):
    """A review to be made. strategy: an id of `strategies`; empty for headsup and sixmax by how many play."""

    model_config = ConfigDict(extra="forbid")

    upload: Annotated[str, Field(max_length=40)]
    hero: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(max_length=200)] = ""
    strategy: Annotated[str, Field(max_length=500)] = ""
    search_seconds: Annotated[float, Field(ge=0, le=36_000)] = 0.0


class Review(BaseModel):
    """A review: waiting, under way or ended. report: as `riverboat review --json` prints it, as far as it is."""

    id: int
    name: str
    hero: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    place: int | None = Field(description="how many wait before it, if it waits")
    progress: dict[str, Any] = Field(
        description="done and total, in bytes or, of the search, milliseconds; hands"
    )
    error: str | None
    created: float
    report: dict[str, Any] | None


class ReviewList(BaseModel):
    """Reviews, the newest first, without their reports."""

    reviews: list[Review]
