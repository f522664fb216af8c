"""Errors in the words of the command line: who typed options reads of options, not of arguments and error numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

OTHER_NAMES: Final = {"target_pot_percent": "target", "keep_every": "save_every"}
"""Arguments of rooms that an option has another name for."""

PHRASES: Final = {r"menu=menu_from_table\([^)]*\)": "--sizes '75% | 2.5x'"}
"""What is typed in another way."""

_KEYS: Final = re.compile(r"(keys are [^;]*)")
"""The keys of a file, which are written there and not typed."""


def in_words_of_options(message: str, parameters: Sequence[Any], given: Collection[str]) -> str:
    """Return the message of an error with options in place of arguments of Python.

    parameters: of the command. given: the names of those that were typed: `name is` blames them only, since it may also
    be a key of a file. What to do about it is told by any option: `name=value`, or a name that is no word.

    >>> class Option:
    ...     name, opts, is_flag = "stack_bb", ["--stack-bb"], False
    >>> in_words_of_options("stack_bb is 0; give such as stack_bb=100", [Option()], ["stack_bb"])
    '--stack-bb is 0; give such as --stack-bb 100'
    >>> in_words_of_options("stack_bb is 0 in the file", [Option()], [])
    'stack_bb is 0 in the file'
    >>> in_words_of_options("keys are pot, stack_bb; leave stack_bb out", [Option()], [])
    'keys are pot, stack_bb; leave --stack-bb out'
    """
    parts = _KEYS.split(message)
    parts[::2] = [_with_options(part, parameters, given) for part in parts[::2]]
    return "".join(parts)


def _with_options(message: str, parameters: Sequence[Any], given: Collection[str]) -> str:
    for phrase, typed in PHRASES.items():
        message = re.sub(phrase, typed, message)
    options = {p.name: p for p in parameters if p.opts[0].startswith("--")}
    names = {**{name: name for name in options}, **OTHER_NAMES}
    for name, own in names.items():
        if own not in options:
            continue
        text = options[own].opts[0]
        message = re.sub(rf"(?<![\w-]){name}=True\b", text, message) if options[own].is_flag else message
        message = re.sub(rf"(?<![\w-]){name}=(?=\S)", f"{text} ", message)
        if own in given:
            message = re.sub(rf"(?:^|(?<=; )){name} (?=is |are |and )", f"{text} ", message)
        if "_" in name:
            message = re.sub(rf"(?<![\w-]){name}\b(?! is )", text, message)
    return message


def system_words(problem: OSError) -> str:
    """Return what the system says of a file without its number of the error.

    >>> system_words(FileNotFoundError(2, "No such file or directory", "spot.toml"))
    "there is no file or folder 'spot.toml'"
    >>> system_words(PermissionError(13, "Permission denied", "spot.toml"))
    "'spot.toml': permission denied"
    >>> system_words(OSError("the disk is full"))
    'the disk is full'
    """
    if problem.filename is None or not problem.strerror:
        return problem.strerror or str(problem)
    name = f"'{problem.filename}'"
    if isinstance(problem, FileNotFoundError):
        return f"there is no file or folder {name}"
    return f"{name}: {problem.strerror[0].lower()}{problem.strerror[1:]}"
