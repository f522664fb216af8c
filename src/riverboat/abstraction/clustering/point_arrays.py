"""Points and weights on their way into native code: checked for shape and sense, copied only if they must be."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.base.checks import whole
from riverboat.errors import AbstractionError


def check_points(values: npt.ArrayLike, what: str = "points", *, may_be_empty: bool = False) -> np.ndarray:
    """Return contiguous float32 or float64 [n, d] without NaN; anything else numeric becomes float64."""
    example = f"give {what} as float32 or float64 [n, d], such as [[0.5, 1.0], [0.0, 2.0]]"
    array: np.ndarray[Any, Any] = np.asarray(values)
    if array.ndim != 2 or array.shape[1] == 0 or (len(array) == 0 and not may_be_empty):
        raise AbstractionError(f"{what} of shape {array.shape} are not rows of numbers; {example}")
    if array.dtype.kind not in "iuf":
        raise AbstractionError(f"{what} of type {array.dtype} are not real numbers; {example}")
    if array.dtype != np.float32:
        array = array.astype(np.float64, copy=False)
    finite = np.isfinite(array.sum(dtype=np.float64))  # one pass without a mask; a sum may overflow, too
    if not finite and not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise AbstractionError(f"{what} hold {array[row, column]} at [{row}, {column}]; all must be finite")
    return np.ascontiguousarray(array)


def check_weights(weights: npt.ArrayLike | None, n: int) -> np.ndarray | None:
    """Return one weight for each of n points, float64[n], or None for all alike."""
    if weights is None:
        return None
    mass = np.ascontiguousarray(weights, dtype=np.float64)
    if mass.shape != (n,):
        raise AbstractionError(
            f"weights of shape {mass.shape} do not fit {n} points; give one weight for each"
        )
    if not np.isfinite(mass).all() or (mass < 0).any():
        at = int(np.flatnonzero(~np.isfinite(mass) | (mass < 0))[0])
        raise AbstractionError(f"weight {mass[at]} of point {at} must be zero or more, such as 1.0")
    if mass.sum() <= 0:
        raise AbstractionError(
            "all weights are zero; at least one point needs a positive weight, such as 1.0"
        )
    return mass


def check_start(start: npt.ArrayLike, k: int, dims: int) -> np.ndarray:
    """Return float64[k, dims] to start from."""
    means = check_points(start, "start").astype(np.float64)
    if means.shape != (k, dims):
        raise AbstractionError(
            f"start of shape {means.shape} must have k rows of d numbers, here ({k}, {dims})"
        )
    return means


def check_k(k: int, n: int) -> None:
    """Raise AbstractionError unless there can be k clusters of n points."""
    whole("k", k, AbstractionError, least=1, most=n, example=f"{min(n, 10)}; there are {n:,} points")


def check_positive(name: str, value: int) -> None:
    """Raise AbstractionError unless the value is a whole number from 1."""
    whole(name, value, AbstractionError, least=1, example=10)
