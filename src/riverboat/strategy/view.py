"""Drawing what made a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riverboat.base.memory import bytes_text
from riverboat.games.rules.streets import street_names

if TYPE_CHECKING:
    from rich.console import RenderableType

    from riverboat.strategy.blueprint import Blueprint
    from riverboat.strategy.file.strategy_file import StrategyFile


def blueprint_dict(blueprint: Blueprint) -> dict[str, Any]:
    """Return plain values."""
    return {
        "name": blueprint.name,
        "files": [
            {
                "file": file.path.name,
                "bytes": file.nbytes,
                "config": file.config.name,
                "start": file.config.start,
                "average": file.average,
                "visits_stored_by": "bucket" if file.has_cell_visits else "row",
                "buckets": list(file.buckets),
                "provenance": file.provenance,
            }
            for file in blueprint.files
        ],
    }


def blueprint_view(blueprint: Blueprint) -> RenderableType:
    """Return what made the files: first what they have in common, then a column for each."""
    from rich.console import Group
    from rich.table import Table

    facts = [_facts(file) for file in blueprint.files]
    names = list(dict.fromkeys(name for one in facts for name in one))
    shared = [name for name in names if len({one.get(name) for one in facts}) == 1]
    common = Table(box=None, pad_edge=False, show_header=False, title=blueprint.name, title_justify="left")
    common.add_column(style="dim")
    for name in shared:
        common.add_row(name, facts[0][name])
    if len(shared) == len(names):
        return common
    each = Table(box=None, pad_edge=False, show_header=False)
    each.add_column(style="dim")
    for _ in facts:
        each.add_column(justify="right")
    for name in names:
        if name not in shared:
            each.add_row(name, *(one.get(name, "") for one in facts))
    return Group(common, "", each)


def _facts(file: StrategyFile) -> dict[str, str]:
    """What is known of a file, by names and in words for people."""
    config = file.config
    streets = zip(street_names(config.game), file.buckets, strict=True)
    facts: dict[str, object] = {
        "game": f"{config.game.name}, {config.game.players} players",
        "config": config.name,
        "begins after": config.start or "blinds",
        "buckets": ", ".join(f"{street} {count:,}" for street, count in streets),
        "average": file.average,
        "visits stored by": "bucket" if file.has_cell_visits else "row",
        "size": bytes_text(file.nbytes),
    }
    left_out = ("config", "trained")  # pages of it, see --json; the same as the share visited 100 times
    facts |= {name: value for name, value in file.provenance.items() if name not in left_out}
    facts["commit"] = str(facts.get("commit", ""))[:10]
    return {
        name.replace("_", " ").removeprefix("share "): _plain(value, may_be_share=name != "seconds")
        for name, value in facts.items()
    }


def _plain(value: object, *, may_be_share: bool = True) -> str:
    """Numbers as people write them; shares in percent.

    >>> _plain(500_000_000), _plain(6_932_780_123), _plain(0.98765), _plain(61.5), _plain("abc")
    ('500,000,000', '6.93 G', '98.77 %', '61.5', 'abc')
    >>> _plain(0.1, may_be_share=False)
    '0.1'
    """
    if isinstance(value, int) and value >= 10**9:
        return f"{value / 1e9:,.3g} G"
    if may_be_share and isinstance(value, float) and 0 <= value <= 1:
        return f"{value:.2%}".replace("%", " %")
    return f"{value:,}" if isinstance(value, int) else str(value)
