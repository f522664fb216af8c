"""Configs of one table that decides all streets together: each street is built from its neighbour."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from riverboat.base.arguments import did_you_mean
from riverboat.base.toml_text import toml_text
from riverboat.errors import AbstractionError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
else:
    DataclassInstance = object


class WholeConfig(DataclassInstance):
    """A dataclass whose fields are the settings in the table `[method]`; `name` and `seed` stand beside the table."""

    method: ClassVar[str]

    def to_toml(self) -> str:
        """Return everything spelled out; `from_toml` gives the same config back."""
        settings = asdict(self)
        head: dict[str, object] = {key: settings.pop(key) for key in ("name", "seed") if key in settings}
        return toml_text({**head, self.method: settings})

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the config of what `to_toml` gave."""
        return cls.from_table(tomllib.loads(text))

    @classmethod
    def from_table(cls, table: Mapping[str, Any], name: str = "") -> Self:
        """Return the config of a TOML file. name: that of one that does not say its own."""
        method, settings = cls.method, table.get(cls.method)
        known = {field.name: field.default for field in fields(cls)}
        head = {"name": str(table.get("name", name)), "seed": table.get("seed", 0)}
        own = [key for key in known if key not in head]
        if not isinstance(settings, Mapping):
            raise AbstractionError(
                f"{method} is {settings!r}; give a table such as [{method}] with turn = {known['turn']}"
            )
        others = [key for key in table if key != method and (key not in head or key not in known)]
        if others:
            raise AbstractionError(
                f"{others[0]!r} cannot stand beside [{method}], which decides all streets; remove one"
            )
        for key in settings:
            if key not in own:
                raise AbstractionError(
                    f"{key!r} is not a setting of [{method}]; it takes {', '.join(own)}{did_you_mean(key, own)}"
                )
        return cls(**settings, **{key: value for key, value in head.items() if key in known})
