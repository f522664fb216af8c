"""Blueprints: what made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from riverboat.base.drawing import draws
from riverboat.base.memory import bytes_text
from riverboat.games.rules.streets import street_names
from riverboat.strategy.blueprint import Blueprint
from riverboat.strategy.file.measured import measures_of
from riverboat.strategy.file.strategy_table import StrategyTable
from riverboat.views.page import Page
from riverboat.views.shapes import Cell, Note, Rows

_ACROSS: Final = 4  # files, in 80 columns of a terminal


@draws(Blueprint)
def draw_blueprint(blueprint: Blueprint) -> Page:
    """Return what made the files: first what they have in common, then a column for each, a few side by side."""
    facts = [_facts(file) for file in blueprint.files]
    names = list(dict.fromkeys(name for one in facts for name in one))
    shared = [name for name in names if len({one.get(name) for one in facts}) == 1]
    common = Rows(("", ""), tuple((Note(name, "dim"), facts[0][name]) for name in shared), blueprint.name)
    if len(shared) == len(names):
        return Page(common)
    own = [name for name in names if name not in shared]
    return Page(
        common, *(_columns(own, facts[begin : begin + _ACROSS]) for begin in range(0, len(facts), _ACROSS))
    )


def _columns(names: Sequence[str], facts: Sequence[Mapping[str, str]]) -> Rows:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (Note(name, "dim"), *(one.get(name, "") for one in facts))
        for name in names
        if any(name in one for one in facts)
    )
    return Rows(("", *(">" for _ in facts)), rows)


def _facts(file: StrategyTable) -> dict[str, str]:
    """What is known of a file, by names and in words for people."""
    config = file.config
    streets = zip(street_names(config.game), file.buckets, strict=True)
    facts: dict[str, object] = {
        "game": f"{config.game.name}, {config.game.players} players",
        "config": config.name,
        "begins after": config.start or "blinds",
        **{f"{street} buckets": count for street, count in streets},
        "average": file.average,
        "visits stored by": "bucket" if file.has_cell_visits else "row",
        "size": bytes_text(file.nbytes),
    }
    # Pages of it, see --json; the share visited 100 times; below; how many rows know how many kinds of boards.
    left_out = ("config", "trained", "measured", "rows_by_level")
    facts |= {name: value for name, value in file.provenance.items() if name not in left_out}
    facts["commit"] = str(facts.get("commit", ""))[:10]
    facts |= {f"{measure.what} wins": str(measure) for measure in measures_of(file)}
    return {
        name.replace("_", " ").removeprefix("share "): _plain(value, may_be_share=name != "seconds")
        for name, value in facts.items()
    }


def _plain(value: object, *, may_be_share: bool = True) -> str:
    """Numbers as people write them; shares in percent.

    >>> _plain(500_000_000), _plain(6_932_780_123), _plain(2_840_000_000_000), _plain(0.98765), _plain(61.5)
    ('500,000,000', '6.93 G', '2.84 T', '98.77 %', '61.5')
    >>> _plain(0.1, may_be_share=False)
    '0.1'
    """
    for unit, letter in ((10**12, "T"), (10**9, "G")):
        if isinstance(value, int) and value >= unit:
            return f"{value / unit:.3g} {letter}"
    if may_be_share and isinstance(value, float) and 0 <= value <= 1:
        return f"{value:.2%}".replace("%", " %")
    return f"{value:,}" if isinstance(value, int) else str(value)
