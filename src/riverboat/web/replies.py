"""How answers are written: JSON with rounded numbers, and one shape for all errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import orjson
from fastapi import Response

JSON = "application/json"


def written(data: object) -> bytes:
    """Return plain values and arrays as JSON; numbers that do not exist are null.

    >>> written({"share": np.array([0.25, np.nan])})
    b'{"share":[0.25,null]}'
    """
    return orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)


def reply(data: object, status: int = 200) -> Response:
    """Return an answer."""
    return Response(written(data), status, media_type=JSON)


def shape(model: type, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Return how an answer that we write ourselves is described to OpenAPI."""
    return {status: {"model": model}}


def problem(status: int, kind: str, message: str, field: str | None = None) -> Response:
    """Return an error in the shape that all have."""
    return reply({"error": {"kind": kind, "message": message, "field": field}}, status)


def rounded(values: npt.ArrayLike, digits: int = 4) -> npt.NDArray[Any]:
    """Return numbers with so many digits after the point, laid out as JSON is written.

    >>> rounded([1 / 3, 2.0]).tolist()
    [0.3333, 2.0]
    """
    return np.ascontiguousarray(np.round(np.asarray(values, np.float64), digits))
