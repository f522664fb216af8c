"""The TOML of PHH files: tables of plain fields, read fast where they are simple and by the standard library if not."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from riverboat.base.checks import integer
from riverboat.base.toml_text import toml_table
from riverboat.errors import HistoryError
from riverboat.games.histories.money import Amount

_HEADER = re.compile(r"^[ \t]*\[[ \t]*([^\[\]\n]*?)[ \t]*\][ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_PAIR = re.compile(
    r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*([A-Za-z0-9_-]+)[ \t]*=[ \t]*"
    r"(\[[^\[\]]*\]|'[^'\n]*'|\"[^\"\n]*\"|-?[0-9][0-9.]*|true|false|[0-9]{2}:[0-9]{2}:[0-9]{2})"
    r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)"
)
_REST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?:#[^\n]*)?")
_COMMA = re.compile(r",\s*\]")
_CLOCK = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}")


def split_tables(text: str) -> Iterator[tuple[int, str]]:
    """Yield each hand's fields as text with the number of its first line.

    A file without table headers is one hand; otherwise each header, `[1]`, `[2]`, ..., begins one.

    >>> list(split_tables("[1]\\nhand = 1\\n[2]\\nhand = 2\\n"))
    [(1, '\\nhand = 1\\n'), (3, '\\nhand = 2\\n')]
    """
    headers = list(_HEADER.finditer(text))
    if not headers:
        yield 1, text
        return
    first = text[: headers[0].start()]
    if not _REST.fullmatch(first):
        yield 1, first
    line, counted = 1, 0
    for header, following in zip(headers, [*headers[1:], None], strict=True):
        line += text.count("\n", counted, header.start())
        counted = header.start()
        yield line, text[header.end() : following.start() if following else len(text)]


def read_fields(text: str) -> dict[str, object]:
    """Return the fields of one table; decimal numbers become `Decimal`.

    >>> read_fields("hand = 7\\nantes = [0, 0.5,]\\ntime = 20:15:00")
    {'hand': 7, 'antes': [0, Decimal('0.5')], 'time': datetime.time(20, 15)}
    """
    fast = _read_simple(text)
    if fast is not None:
        return fast
    return toml_table(text, "the hand", HistoryError, example="variant = 'NT'", parse_float=Decimal)


class Fields:
    """The fields of a file, asked for by type; errors name the field."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def required(self, key: str) -> object:
        """Return a field that must be there."""
        if key not in self.values:
            raise HistoryError(f"the field '{key}' is missing; a hand needs it")
        return self.values[key]

    def amounts(self, key: str) -> list[Amount]:
        """Return a list of amounts that must be there."""
        values = self.required(key)
        if not isinstance(values, list):
            raise HistoryError(f"{key} is {values!r}; it must be a list of amounts, such as [50, 100]")
        return [_amount(key, value) for value in values]

    def amount(self, key: str) -> Amount:
        """Return an amount that must be there."""
        return _amount(key, self.required(key))

    def label(self, key: str) -> str:
        """Return a text or a whole number as text; "" if it is not there."""
        value = self.values.get(key, "")
        if not isinstance(value, str) and integer(value) is None:
            raise HistoryError(f"{key} is {value!r}; it must be text or a whole number")
        return str(value).strip()

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; none if it is not there."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise HistoryError(f"{key} is {values!r}; it must be a list of texts, such as ['Alice', 'Bob']")
        return tuple(values)

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = integer(self.values.get(key, default))
        if value is None:
            raise HistoryError(f"{key} is {self.values.get(key)!r}; it must be a whole number")
        return value

    def numbers(self, key: str, default: list[int]) -> tuple[int, ...]:
        """Return a list of whole numbers."""
        values = self.values.get(key, default)
        if not isinstance(values, list) or not all(integer(value) is not None for value in values):
            raise HistoryError(f"{key} is {values!r}; it must be a list of whole numbers, such as [1, 2]")
        return tuple(values)


def write_fields(fields: Mapping[str, str]) -> str:
    """Return the fields, values already in TOML, one per line."""
    return "".join(f"{key} = {value}\n" for key, value in fields.items())


def toml_text(text: str) -> str:
    """Return a string in TOML: as it is between apostrophes where that is possible, else with escapes.

    >>> print(toml_text("p1 cc"), toml_text("it's"))
    'p1 cc' "it's"
    """
    if "'" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def _read_simple(text: str) -> dict[str, object] | None:
    """Read a table of plain values on the way through the JSON reader, ten times as fast; None if it is not plain."""
    if "\\" in text or ("'" in text and '"' in text) or "\r" in text:
        return None
    pairs, position = [], 0
    while match := _PAIR.match(text, position):
        key, value = match[1], match[2]
        pairs.append(f'"{key}": {_quoted(value)}')
        position = match.end()
    if not _REST.fullmatch(text, position):
        return None
    try:
        fields: dict[str, object] = json.loads(
            "{" + ",".join(pairs) + "}", parse_float=Decimal, parse_constant=_refuse
        )
        if isinstance(fields.get("time"), str) and _CLOCK.fullmatch(str(fields["time"])):
            fields["time"] = datetime.time.fromisoformat(str(fields["time"]))
    except (ValueError, ArithmeticError, RecursionError):
        return None
    return fields if len(fields) == len(pairs) else None


def _quoted(value: str) -> str:
    if _CLOCK.fullmatch(value):
        return f'"{value}"'
    if value[0] == "[":
        value = _COMMA.sub("]", value)
    return value.replace("'", '"')


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def _amount(key: str, value: object) -> Amount:
    if (chips := integer(value)) is not None:
        return chips
    if not isinstance(value, Decimal) or value.is_nan():
        raise HistoryError(f"{key} has {value!r}; it must be an amount, such as 100 or 0.50")
    return value
