"""Files of any number of hands, read one hand after the other: no more than a block of a file is in memory."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from riverboat.errors import HistoryError
from riverboat.games.histories.formats import (
    BadHand,
    HistoryFormat,
    check_format,
    decoded,
    format_parts,
    hands_of,
    history_files,
    is_text,
    read_text,
)
from riverboat.games.histories.hand import Hand
from riverboat.games.histories.pokerstars import START
from riverboat.games.rules.game import Game

BLOCK_BYTES: Final = 4_000_000
"""Read at a time: some 3,000 hands of PokerStars."""

_CUTS: Final[dict[HistoryFormat, re.Pattern[str]]] = {
    "pokerstars": START,
    "acpc": re.compile(r"^(?:MATCH)?STATE:", re.MULTILINE),
    "phh": re.compile(r"^\[[0-9]+\]", re.MULTILINE),
    "ohh": re.compile(r"^\{", re.MULTILINE),
}
"""Where a file may be cut: before a hand. A log of PokerNow runs backwards, and is read whole."""


def each_hand(
    source: str | os.PathLike[str],
    format: HistoryFormat | None = None,
    *,
    game: Game | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[Hand | BadHand]:
    """Yield the hands of a file, a folder or a text, as `read_hands` has them, or why one cannot be read.

    Both are numbered from 1 through all files, in the order in which they come; those that cannot be read know their
    number. progress(done, total) is called in bytes.

    >>> log = "STATE:0:f:7d3d|2hAc:50|-50:Ann|Bob\\nSTATE:1:r300:9s8h|9c6h:0|0:Bob|Ann\\n"
    >>> [type(found).__name__ for found in each_hand(log)]
    ['Hand', 'BadHand']
    """
    if is_text(source):
        found = _of_text(read_text(source), format, game)
    else:
        path = Path(source)
        found = _of_files(path, format, game, progress)
    number = 0
    for one in found:
        number += isinstance(one, Hand) or one.number >= 0
        yield one if isinstance(one, Hand) else replace(one, number=number if one.number >= 0 else 0)


def _of_text(text: str, format: HistoryFormat | None, game: Game | None) -> Iterator[Hand | BadHand]:
    parts = [(check_format(format), 1, text)] if format is not None else format_parts(text)
    for part in parts:
        yield from hands_of(*part, game)


def _of_files(
    path: Path,
    format: HistoryFormat | None,
    game: Game | None,
    progress: Callable[[int, int], object] | None,
) -> Iterator[Hand | BadHand]:
    """The hands of a file or of those in a folder; what is no history there is told as a bad hand."""
    if not path.is_dir():
        yield from _of_file(path, format, game, progress)
        return
    files = history_files(path)
    if not files:
        raise HistoryError(
            f"there is no history in '{path}'; files of hands end like session.txt or hands.phhs"
        )
    total, before = sum(file.stat().st_size for file in files), 0
    for file in files:
        name = str(file.relative_to(path))
        told = None if progress is None else _after(progress, before, total)
        try:
            for found in _of_file(file, format, game, told):
                yield found if isinstance(found, Hand) else replace(found, file=name)
        except HistoryError as problem:
            yield BadHand(-1, 0, "", str(problem), name)
        before += file.stat().st_size


def _after(progress: Callable[[int, int], object], before: int, total: int) -> Callable[[int, int], object]:
    return lambda done, _: progress(before + done, total)


def _of_file(
    path: Path,
    format: HistoryFormat | None,
    game: Game | None,
    progress: Callable[[int, int], object] | None,
) -> Iterator[Hand | BadHand]:
    """The hands of a file, block by block where it is long."""
    total = path.stat().st_size
    with path.open("rb") as file:
        data, line = file.read(BLOCK_BYTES), 1
        kind = check_format(format) if format is not None else format_parts(decoded(data))[0][0]
        cut = _CUTS.get(kind)
        if cut is None or len(data) == total or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = decoded(data + file.read())
        else:
            whole, rest = _whole_lines(data)
            text = decoded(whole)
            while more := file.read(BLOCK_BYTES):
                starts = [match.start() for match in cut.finditer(text)]
                if len(starts) > 1:
                    yield from _shifted(_of_text(text[: starts[-1]], format, game), line)
                    line += text.count("\n", 0, starts[-1])
                    text = text[starts[-1] :]
                if progress is not None:
                    progress(file.tell(), total)
                whole, rest = _whole_lines(rest + more)
                text += decoded(whole)
            text += decoded(rest)
    yield from _shifted(_of_text(text, format, game), line)
    if progress is not None:
        progress(total, total)


def _whole_lines(data: bytes) -> tuple[bytes, bytes]:
    """Bytes up to the last line break, and the rest: no character of several bytes is cut."""
    end = data.rfind(b"\n") + 1
    return data[:end], data[end:]


def _shifted(found: Iterator[Hand | BadHand], line: int) -> Iterator[Hand | BadHand]:
    """The same where the text begins at a line of its file."""
    for one in found:
        yield one if isinstance(one, Hand) else replace(one, line=one.line + line - 1)
