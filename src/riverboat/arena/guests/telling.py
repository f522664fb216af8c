"""What is told of a bot that did wrong. All of it may run code of the bot, and belongs under its clock."""

from __future__ import annotations

import os
import sysconfig
from operator import index
from pathlib import Path
from types import TracebackType
from typing import Final

_NOT_THE_BOT: Final = (
    str(Path(__file__).parents[2]),
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("platstdlib"),
)


class TimeUpError(BaseException):
    """A bot took too long. No `Exception`, so that a bot that catches all of those does not catch it."""


class IllegalAnswerError(Exception):
    """What a bot returned is no number of chips at all."""


def legal_number(answer: object) -> int:
    """Return an answer as a plain number, or raise an `IllegalAnswerError` that shows it.

    >>> legal_number("raise")
    Traceback (most recent call last):
    ...
    riverboat.arena.guests.telling.IllegalAnswerError: 'raise': an action is a whole number: -1 folds, 0 checks or \
calls, others raise to so many chips
    """
    try:
        number = index(answer)  # type: ignore[arg-type]
        if -(2**63) <= number < 2**63:
            return int(number)
    except Exception:
        pass
    raise IllegalAnswerError(
        f"{_short(answer)}: an action is a whole number: -1 folds, 0 checks or calls, others raise to so many chips"
    )


def told(problem: BaseException) -> str:
    """Return what an exception says, with the file and line of the bot that it came from.

    >>> try:
    ...     {}["a"]
    ... except KeyError as problem:
    ...     told(problem)
    "<doctest riverboat.arena.guests.telling.told[0]>:2: KeyError: 'a'"
    """
    try:
        said = str(problem)
    except (TimeUpError, KeyboardInterrupt):
        raise
    except BaseException:
        said = "what it says cannot be printed"
    name = type(problem).__name__
    text = f"{name}: {said}" if said else name
    place = _place(problem.__traceback__)
    return f"{place}: {text}" if place else text


def _place(trace: TracebackType | None) -> str:
    """Return the innermost line that is neither ours nor Python's own."""
    found = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(_NOT_THE_BOT) and not file.startswith("<frozen"):
            found = f"{_near(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def _near(file: str) -> str:
    """Return a path from here, if it is below."""
    return file.removeprefix(os.getcwd() + os.sep)


def _short(answer: object) -> str:
    """What a bot returned, in a few words."""
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
