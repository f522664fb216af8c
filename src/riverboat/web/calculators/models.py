"""The shapes of ranges and equities."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from riverboat.web.solving.setups import Text, Weights


class RangeRequest(BaseModel):
    """A range as text or as weights."""

    model_config = ConfigDict(extra="forbid")

    text: Text | None = Field(None, examples=["QQ+,AKs:0.5"])
    weights: Weights | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> RangeRequest:
        """Refuse both and none."""
        if (self.text is None) == (self.weights is None):
            raise ValueError("give text, such as 'QQ+,AKs:0.5', or 1,326 weights")
        return self

    @property
    def given(self) -> str | list[float]:
        """What was given."""
        return self.text if self.text is not None else self.weights or []


class RangeAnswer(BaseModel):
    """A range in all its forms."""

    text: str
    combos: float
    fraction: float
    weights: list[float]
    cells: list[float]


class EquityRequest(BaseModel):
    """Two to ten hands or ranges, and what is known of the cards."""

    model_config = ConfigDict(extra="forbid")

    ranges: Annotated[list[Text | Weights], Field(min_length=2, max_length=10, examples=[["AsKs", "QQ+"]])]
    board: Annotated[str, Field(max_length=40)] = ""
    dead: Annotated[str, Field(max_length=200)] = ""
    method: Literal["auto", "exact", "sampled"] = "auto"
    samples: Annotated[int, Field(ge=1, le=1_000_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


class PlayerShare(BaseModel):
    """What a hand or a range wins. error: the standard error of its equity, 0 if exact. curve: by percentile."""

    equity: float
    win: float
    tie: float
    error: float
    combos: float
    by_hand: list[float | None]
    curve: list[float | None]


class EquityAnswer(BaseModel):
    """The equities of all."""

    players: list[PlayerShare]
    method: Literal["table", "exact", "sampled"]
    deals: float
    seconds: float
