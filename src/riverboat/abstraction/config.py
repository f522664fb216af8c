"""Configs of abstractions in TOML: for each street a method and its settings, or one table that decides them all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, TypeAlias

from riverboat.abstraction.gs.config import GS2Config, GS3Config
from riverboat.abstraction.methods.method import Method, Street, check_count
from riverboat.abstraction.methods.registry import METHODS
from riverboat.abstraction.tyche.config import TycheConfig
from riverboat.base.arguments import did_you_mean
from riverboat.base.checks import check_seed
from riverboat.base.configs import config_names, find_config
from riverboat.base.streets import STREETS
from riverboat.base.toml_text import toml_table, toml_text
from riverboat.errors import AbstractionError

_NAMES: Final = {method: name for name, method in METHODS.items()}
_EXAMPLE: Final = '[flop] with method = "kmeans" and buckets = 200'


@dataclass(frozen=True)
class AbstractionConfig:
    """Everything that decides an abstraction of hold'em: a method for each street from preflop on, and a seed.

    >>> config = read_abstraction_config("ehs-200")
    >>> config.methods[1]
    StrengthKMeans(buckets=200, of='ehs')
    """

    name: str
    methods: tuple[Method, ...]
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.methods) <= len(STREETS):
            raise AbstractionError(f"a config has methods for 1 to 4 streets, not {len(self.methods)}")
        check_seed(self.seed, AbstractionError)
        for number, method in enumerate(self.methods):
            buckets, street = getattr(method, "buckets", None), Street(number)
            self._check_order(method, street)
            if buckets is not None:
                what = f"buckets of the {street.name}, which has {street.classes:,} classes of hands,"
                check_count(buckets, what, street.classes, min(200, street.classes))

    def _check_order(self, method: Method, street: Street) -> None:
        """Raise unless the method can be on this street and has the next one, if it needs it."""
        if type(method) not in _NAMES:
            raise AbstractionError(
                f"method {method!r} of the {street.name} is unknown; methods are {', '.join(METHODS)}, such as "
                "Percentiles(buckets=200)"
            )
        name = _NAMES[type(method)]
        streets = getattr(method, "streets", STREETS)
        if street.name not in streets:
            raise AbstractionError(
                f"a street out of order: method '{name}' is for {' and '.join(streets)}, not for the {street.name}; "
                "use another there, such as 'lossless' before the flop and 'kmeans' on the river"
            )
        if getattr(method, "needs_next", False) and street.number + 1 == len(self.methods):
            raise AbstractionError(
                f"a street out of order: method '{name}' of the {street.name} looks at the buckets of the "
                f"{street.after.name}, and the config ends before it; add a [{street.after.name}]"
            )

    def to_toml(self) -> str:
        """Return everything spelled out; `read_abstraction_config` gives the same config back."""
        table: dict[str, Any] = {"name": self.name, "seed": self.seed}
        for street, method in zip(STREETS, self.methods, strict=False):
            table[street] = {"method": _NAMES[type(method)], **vars(method)}
        return toml_text(table)


def shipped_abstractions() -> tuple[str, ...]:
    """Return the names of the configs that come with the package.

    >>> "ehs-500" in shipped_abstractions()
    True
    """
    return config_names("abstractions")


AnyConfig: TypeAlias = AbstractionConfig | TycheConfig | GS2Config | GS3Config

WHOLE: Final[dict[str, type[TycheConfig | GS2Config | GS3Config]]] = {
    config.method: config for config in (TycheConfig, GS2Config, GS3Config)
}
"""Methods that decide all streets together, by the name of their table."""


def read_abstraction_config(source: str | os.PathLike[str]) -> AnyConfig:
    """Return a config: one that ships by its name, a TOML file by its path, or TOML text itself.

    >>> read_abstraction_config('[preflop]\\nmethod = "percentiles"\\nbuckets = 8').methods
    (Percentiles(buckets=8, of='ehs'),)
    >>> read_abstraction_config("tyche").river
    2048
    """
    text, name, _ = find_config("abstractions", source, AbstractionError)
    table = toml_table(text, "the config", AbstractionError, example=_EXAMPLE)
    for method in WHOLE:
        if method in table:
            return WHOLE[method].from_table(table, name)
    for key in table:
        if key not in ("name", "seed", *STREETS):
            raise AbstractionError(
                f"{key!r} is not a key of a config; keys are name, seed, {', '.join(WHOLE)} and the streets "
                f"{', '.join(STREETS)}{did_you_mean(key, (*WHOLE, *STREETS))}"
            )
    streets = [key for key in table if key in STREETS]
    if not streets or tuple(streets) != STREETS[: len(streets)]:
        given = ", ".join(streets) or "none"
        raise AbstractionError(
            f"the streets of the config are {given}; they must be in order from preflop on, without gaps: "
            f"{', '.join(STREETS)}"
        )
    methods = tuple(_method(street, table[street]) for street in streets)
    return AbstractionConfig(str(table.get("name", name)), methods, table.get("seed", 0))


def _method(street: str, table: object) -> Method:
    if not isinstance(table, Mapping) or not isinstance(table.get("method"), str):
        raise AbstractionError(f"the {street} has no method; give a table such as {_EXAMPLE}")
    settings = dict(table)
    name = settings.pop("method")
    if name not in METHODS:
        raise AbstractionError(
            f"method {name!r} of the {street} is unknown; methods are {', '.join(METHODS)}{did_you_mean(name, METHODS)}"
        )
    known = {field.name: field for field in fields(METHODS[name])}  # type: ignore[arg-type]  # all are dataclasses
    for key in settings:
        if key not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise AbstractionError(
                f"{key!r} of the {street} is not a setting of method {name!r}; {takes}{did_you_mean(key, known)}"
            )
    missing = [key for key, field in known.items() if field.default is MISSING and key not in settings]
    if missing:
        raise AbstractionError(f"the {street} has no {missing[0]}; method {name!r} needs it: {_EXAMPLE}")
    return METHODS[name](**settings)
