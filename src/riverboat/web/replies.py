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
    >>> written({"half a character": f"caf{chr(0xDCE9)}"})
    b'{"half a character":"caf?"}'
    """
    try:
        return orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)
    except TypeError:  # half a character: of a file's name, or of a request that is told of
        return orjson.dumps(_whole_characters(data), option=orjson.OPT_SERIALIZE_NUMPY)


def _whole_characters(data: Any) -> Any:
    """The same with ? in place of what is no character."""
    if isinstance(data, str):
        return data.encode(errors="replace").decode()
    if isinstance(data, dict):
        return {_whole_characters(name): _whole_characters(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_whole_characters(value) for value in data]
    return data


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
