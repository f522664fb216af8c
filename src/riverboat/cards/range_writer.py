"""Writing ranges as text, in the spellings other programs read.

Every spelling gives back exactly the same weights when it is read again: weights are written with the fewest
decimal digits that name the number, never rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from riverboat.cards.card import RANKS, hand_name
from riverboat.cards.hand_class import CLASS_HANDS, CLASS_NAMES
from riverboat.errors import RangeError

_Group = tuple[str, float]  # text and weight


def write_range(weights: np.ndarray, style: str = "pio") -> str:
    """Return the text of `weights`, float64[1326], in one of the `STYLES`; empty where no weight is over 0.

    >>> from riverboat.cards.range_syntax import parse_range
    >>> weights = parse_range("QQ,KK,AA,AKs:0.5,AKo:0.5,A5s,A4s")
    >>> write_range(weights)
    'QQ+,AK:0.5,A5s-A4s'
    >>> write_range(weights, "gtoplus")
    'QQ+,A5s-A4s,[50]AK[/50]'
    """
    writer = STYLES.get(style) if isinstance(style, str) else None
    if writer is None:
        raise RangeError(f"{style!r} is not a text style; use one of {', '.join(map(repr, STYLES))}")
    return writer(weights)


def number_text(value: float, shift: int = 0) -> str:
    """Return the shortest decimal text that reads back as `value`, with the point moved `shift` places right.

    >>> number_text(0.1), number_text(1.0), number_text(0.125, shift=2), number_text(5e-05)
    ('0.1', '1', '12.5', '0.00005')
    """
    text = np.format_float_positional(value, unique=True, trim="-")
    if not shift:
        return text
    whole, _, fraction = text.partition(".")
    fraction = fraction.ljust(shift, "0")
    whole = (whole + fraction[:shift]).lstrip("0") or "0"
    return f"{whole}.{fraction[shift:]}" if fraction[shift:] else whole


def _pio(weights: np.ndarray) -> str:
    return ",".join(
        text if weight == 1.0 else f"{text}:{number_text(weight)}"
        for text, weight in _groups(weights, climb=True)
    )


def _gtoplus(weights: np.ndarray) -> str:
    """Percent blocks by falling weight; connectors one by one, since `98s+` means other things elsewhere."""
    blocks: dict[float, list[str]] = {}
    for text, weight in _groups(weights, climb=False):
        blocks.setdefault(weight, []).append(text)
    parts = []
    for weight in sorted(blocks, reverse=True):
        text, percent = ",".join(blocks[weight]), number_text(weight, shift=2)
        parts.append(text if weight == 1.0 else f"[{percent}]{text}[/{percent}]")
    return ",".join(parts)


def _gtowizard(weights: np.ndarray) -> str:
    return ",".join(f"{hand_name(i)}: {number_text(weights[i])}" for i in np.flatnonzero(weights).tolist())


def _upi(weights: np.ndarray) -> str:
    return " ".join(number_text(weight) for weight in weights)


STYLES: dict[str, Callable[[np.ndarray], str]] = {
    "pio": _pio,
    "gtoplus": _gtoplus,
    "gtowizard": _gtowizard,
    "upi": _upi,
}
"""`pio`: groups `TT+,AKs:0.5`. `gtoplus`: `[50]AKs[/50]`. `gtowizard`: `2d2c: 1,…`. `upi`: 1326 numbers."""


def _groups(weights: np.ndarray, *, climb: bool) -> Iterator[_Group]:
    """Yield groups that do not overlap: pairs, then by high card, then hands of unevenly weighted classes."""
    of_class, mixed = _by_class(weights)
    yield from _pairs(of_class)
    connectors = _connector_runs(of_class) if climb else []
    for *_, names in connectors:
        for name in names:
            del of_class[name]
    for high in range(12, 0, -1):
        suited, offsuit = (list(_kickers(of_class, high, kind)) for kind in "so")
        both = [run for run in suited if run in offsuit]
        for run in suited:
            yield _kicker_text(high, run, "" if run in both else "s"), run[2]
        for run in offsuit:
            if run not in both:
                yield _kicker_text(high, run, "o"), run[2]
        for text, weight, names in connectors:
            if names[0][0] == RANKS[high]:
                yield text, weight
    for name in mixed:
        for hand in CLASS_HANDS[name][::-1].tolist():
            if weights[hand] > 0.0:
                yield hand_name(hand), float(weights[hand])


def _by_class(weights: np.ndarray) -> tuple[dict[str, float], list[str]]:
    """Return the weights, over 0, of evenly weighted classes, and the names of the uneven ones."""
    of_class, mixed = {}, []
    for name in CLASS_NAMES:
        hands = weights[CLASS_HANDS[name]]
        if (hands == hands[0]).all():
            if hands[0] > 0.0:
                of_class[name] = float(hands[0])
        else:
            mixed.append(name)
    return of_class, mixed


def _pairs(of_class: dict[str, float]) -> Iterator[_Group]:
    for first, last, weight in _runs((12 - i, of_class.get(2 * rank)) for i, rank in enumerate(RANKS[::-1])):
        high, low = 2 * RANKS[first], 2 * RANKS[last]
        yield (high if first == last else f"{low}+" if first == 12 else f"{high}-{low}"), weight


def _connector_runs(of_class: dict[str, float]) -> list[tuple[str, float, list[str]]]:
    """Return text, weight and classes of runs of three and more connectors outside runs of kickers."""
    found = []
    for kind in "so":
        lone: list[tuple[int, float | None]] = []
        for high in range(12, 0, -1):
            weight = of_class.get(RANKS[high] + RANKS[high - 1] + kind)
            next_kicker = of_class.get(RANKS[high] + RANKS[high - 2] + kind) if high > 1 else None
            lone.append((high, None if weight == next_kicker else weight))
        for first, last, weight in _runs(lone):
            names = [RANKS[high] + RANKS[high - 1] + kind for high in range(first, last - 1, -1)]
            if len(names) >= 3:
                text = f"{names[-1]}+" if first == 12 else f"{names[0]}-{names[-1]}"
                found.append((text, weight, names))
    return found


def _kickers(of_class: dict[str, float], high: int, kind: str) -> Iterator[tuple[int, int, float]]:
    prefix = RANKS[high]
    return _runs((low, of_class.get(prefix + RANKS[low] + kind)) for low in range(high - 1, -1, -1))


def _kicker_text(high: int, run: tuple[int, int, float], kind: str) -> str:
    first, last, _ = run
    top, bottom = (RANKS[high] + RANKS[low] + kind for low in (first, last))
    return top if first == last else f"{bottom}+" if first == high - 1 else f"{top}-{bottom}"


def _runs(weights: Iterable[tuple[int, float | None]]) -> Iterator[tuple[int, int, float]]:
    """Yield first rank, last rank and weight of each run of one weight; None ends a run."""
    run: tuple[int, int, float] | None = None
    for rank, weight in weights:
        if run is not None and weight == run[2]:
            run = run[0], rank, run[2]
            continue
        if run is not None:
            yield run
        run = None if weight is None else (rank, rank, weight)
    if run is not None:
        yield run
