"""Errors in the words of the command line: rooms name arguments, who typed options reads options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

OTHER_NAMES: Final = {
    "target_pot_percent": "target",
    "keep_every": "save_every",
}
"""Arguments of rooms that an option has another name for."""


def in_words_of_options(message: str, parameters: Sequence[Any]) -> str:
    """Return a message with the names of arguments as the options that they were given by.

    parameters: of the command. An argument is told from a word by how errors are written: `name=value`, a sentence that
    begins with `name is`, or a name that is no word, such as `stack_bb`.

    >>> class Option:
    ...     name, opts, is_flag = "stack_bb", ["--stack-bb"], False
    >>> in_words_of_options("stack_bb is 0; give such as stack_bb=100", [Option()])
    '--stack-bb is 0; give such as --stack-bb 100'
    """
    options = {p.name: p for p in parameters if p.opts and p.opts[0].startswith("--")}
    for name, ours in OTHER_NAMES.items():
        if ours in options:
            options.setdefault(name, options[ours])
    for name, option in options.items():
        text = option.opts[0]
        if option.is_flag:
            message = re.sub(rf"\b{name}=True\b", text, message)
        message = re.sub(rf"(?<![\w-]){name}=(?=[\w'\"(\[.-])", f"{text} ", message)
        message = re.sub(rf"(?:^|(?<=; )){name} (?=is|are)", f"{text} ", message)
        if "_" in name:
            message = re.sub(rf"(?<![\w-]){name}\b", text, message)
    return message
